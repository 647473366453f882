//! What stops a car that rocks on its standing tyres, and what holds its wheels.
//!
//! The hysteresis of the rubber is on a rolling wheel the rolling resistance, on a standing one dry friction, as in
//! [`SingleTrack`](crate::model::SingleTrack) ([`standing_hysteresis`]); the wheels of an axle hold the body together.

use super::car::TwoTrackBase;
use super::records::{TwoTrackInput, WheelRoad};
use super::wheels::by_axle;
use crate::brakes::{BrakeWheel, rolling_resistance_n, wheel_capacity_nm};
use crate::chassis::{PlanarForce, StandingAxles};
use crate::each_wheel;
use crate::friction::{IN_TWO_DIRECTIONS, standing_hysteresis};
use crate::math::{Real, Vec2};
use crate::surface::Surface;
use crate::wheels::Wheels;

/// Rolling resistance of each wheel, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn rolling_resistances<R: Real>(
    base: &TwoTrackBase<R>,
    roads: &[WheelRoad<R>; 4],
    surface: &Surface<R>,
    loads_n: &[R; 4],
) -> [R; 4] {
    let coefficients = by_axle(base.front.rolling_resistance, base.rear.rolling_resistance);
    each_wheel!(W => {
        rolling_resistance_n(coefficients[W], roads[W].rolling * surface.rolling, loads_n[W])
    })
}

/// Force along the car that each standing wheel's tyre can hold, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn of_wheels<R: Real>(directions: &[R; 4], spares_n: &[R; 4], rolling_n: &[R; 4]) -> [R; 4] {
    let share = R::lit(IN_TWO_DIRECTIONS);
    each_wheel!(W => standing_hysteresis(directions[W], share * spares_n[W], rolling_n[W]))
}

/// What both axles can hold of the body, from what each wheel can.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn standing<R: Real>(base: &TwoTrackBase<R>, wheels_n: &[R; 4]) -> StandingAxles<R> {
    let (front_share, rear_share) = base.weight_shares();
    StandingAxles {
        front_share,
        rear_share,
        wheelbase_m: base.wheelbase_m(),
        front_n: wheels_n[0] + wheels_n[1],
        rear_n: wheels_n[2] + wheels_n[3],
    }
}

/// Force of each wheel in the body's axes, N, where they hold the body together: of an axle's wheels each carries as it
/// can.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn by_wheel<R: Real>(
    axles: &StandingAxles<R>,
    wheels_n: &[R; 4],
    held: &PlanarForce<R>,
) -> [Vec2<R>; 4] {
    let [front, rear] = axles.by_axle(held);
    // An axle that can hold nothing holds nothing: then its force is 0.
    let least = R::lit(1e-30);
    let front = front.scale(R::one() / axles.front_n.max(least));
    let rear = rear.scale(R::one() / axles.rear_n.max(least));
    let shares = by_axle(front, rear);
    each_wheel!(W => shares[W].scale(wheels_n[W]))
}

/// Torque that brakes and rolling resistance of each wheel can hold, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn wheel_capacities<R: Real>(
    base: &TwoTrackBase<R>,
    brakes: &Wheels<BrakeWheel<R>>,
    input: &TwoTrackInput<R>,
    rolling_n: &[R; 4],
) -> [R; 4] {
    let handbrake = input.command.handbrake;
    let front_hand = R::lit(0.5) * base.pedals.front_handbrake_nm * handbrake;
    let hand = [front_hand, front_hand, R::zero(), R::zero()];
    let pads = base.brakes.torques_nm(brakes, handbrake).in_a_row();
    let radii = by_axle(base.front.radius_m, base.rear.radius_m);
    each_wheel!(W => wheel_capacity_nm(pads[W] + hand[W], rolling_n[W], radii[W]))
}
