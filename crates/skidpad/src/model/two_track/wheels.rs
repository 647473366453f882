//! Where the wheels point, how they move and what holds them.

use super::car::TwoTrackBase;
use super::records::{BodyState, TwoTrackInput};
use crate::brakes::BrakeWheel;
use crate::each_wheel;
use crate::math::Real;
use crate::surface::Surface;
use crate::tyre::Plane;
use crate::wheels::Wheels;

/// Sine and cosine of an angle to the body.
pub(super) type Heading<R> = (R, R);

/// One of a kind for each wheel of the front axle and one for each of the rear.
#[inline(always)]
pub(super) fn by_axle<T: Copy>(front: T, rear: T) -> [T; 4] {
    [front, front, rear, rear]
}

/// Sine and cosine of an angle from its tangent, within a quarter turn of straight ahead.
#[inline(always)]
fn of_tangent<R: Real>(tangent: R) -> Heading<R> {
    let cosine = R::one() / (R::one() + tangent * tangent).sqrt();
    (tangent * cosine, cosine)
}

/// The sum of two angles, one given by sine and cosine, the other by its sine with a sign and its cosine.
#[inline(always)]
fn turned<R: Real>((sin, cos): Heading<R>, by_sin: R, by_cos: R) -> Heading<R> {
    (sin * by_cos + cos * by_sin, cos * by_cos - sin * by_sin)
}

/// Headings of all wheels in the body's frame.
///
/// With the mean steering angle delta of a single track the wheels' angles of Ackermann's steering meet
/// in one turning centre: tan(delta_l) = tan(delta) / (1 - e tan(delta)) and, on the right, 1 + e tan(delta),
/// with e half the track over the wheelbase, times the share of it that the steering gear has. Toe turns
/// the wheels inwards.
#[inline(always)]
pub(super) fn headings<R: Real>(base: &TwoTrackBase<R>, steer: Heading<R>) -> [Heading<R>; 4] {
    let (one, zero) = (R::one(), R::zero());
    let (front, rear) = (&base.front, &base.rear);
    let tangent = steer.0 / steer.1;
    let offset = base.steering.ackermann_offset * tangent;
    let left = of_tangent(tangent / (one - offset));
    let right = of_tangent(tangent / (one + offset));
    // Steered in parallel, both have the mean's angle to the bit.
    let parallel = base.steering.ackermann_offset.eq(zero);
    let left = (R::select(parallel, steer.0, left.0), R::select(parallel, steer.1, left.1));
    let right = (R::select(parallel, steer.0, right.0), R::select(parallel, steer.1, right.1));
    [
        turned(left, -front.toe_sin, front.toe_cos),
        turned(right, front.toe_sin, front.toe_cos),
        (-rear.toe_sin, rear.toe_cos),
        (rear.toe_sin, rear.toe_cos),
    ]
}

/// Places of the wheels in the body's frame, m.
#[inline(always)]
pub(super) fn places<R: Real>(base: &TwoTrackBase<R>) -> [Plane<R>; 4] {
    let (ahead, behind) = (base.body.to_front_m, -base.body.to_rear_m);
    let (front, rear) = (base.front.half_track_m, base.rear.half_track_m);
    [
        Plane { x: ahead, y: front },
        Plane { x: ahead, y: -front },
        Plane { x: behind, y: rear },
        Plane { x: behind, y: -rear },
    ]
}

/// A vector of the body's frame in the frame of a wheel.
#[inline(always)]
pub(super) fn in_wheel<R: Real>(vector: &Plane<R>, (sin, cos): Heading<R>) -> Plane<R> {
    Plane { x: vector.x * cos + vector.y * sin, y: vector.y * cos - vector.x * sin }
}

/// A vector of a wheel's frame in the frame of the body.
#[inline(always)]
pub(super) fn in_body<R: Real>(vector: &Plane<R>, (sin, cos): Heading<R>) -> Plane<R> {
    Plane { x: vector.x * cos - vector.y * sin, y: vector.x * sin + vector.y * cos }
}

/// Velocity of a place of the body in its plane motion, in its frame, m/s.
#[inline(always)]
pub(super) fn over_ground<R: Real>(state: &BodyState<R>, place: &Plane<R>) -> Plane<R> {
    let yaw_rate = state.yaw_rate_rad_s;
    Plane { x: state.velocity_x_m_s - yaw_rate * place.y, y: state.velocity_y_m_s + yaw_rate * place.x }
}

/// Torque that brakes and rolling resistance of each wheel can hold, N.m.
#[inline(always)]
pub(super) fn holding_capacities<R: Real>(
    base: &TwoTrackBase<R>,
    brakes: &Wheels<BrakeWheel<R>>,
    input: &TwoTrackInput<R>,
    loads_n: &[R; 4],
    surface: &Surface<R>,
) -> [R; 4] {
    let handbrake = input.command.handbrake;
    let front_hand = R::lit(0.5) * base.pedals.front_handbrake_nm * handbrake;
    let hand = [front_hand, front_hand, R::zero(), R::zero()];
    let pads = base.brakes.torques_nm(brakes, handbrake).in_a_row();
    let roads = input.roads.in_a_row();
    let wheels = by_axle(base.front, base.rear);
    each_wheel!(W => pads[W]
        + hand[W]
        + wheels[W].rolling_resistance
            * (roads[W].rolling * surface.rolling * loads_n[W])
            * wheels[W].radius_m)
}
