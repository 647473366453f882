//! Where the wheels point, how they move and what holds them.

use super::car::TwoTrackBase;
use super::records::{BodyState, TwoTrackInput};
use crate::brakes::BrakeWheel;
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::surface::Surface;
use crate::wheels::Wheels;

/// One of a kind for each wheel of the front axle and one for each of the rear.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn by_axle<T: Copy>(front: T, rear: T) -> [T; 4] {
    [front, front, rear, rear]
}

/// Places of the wheels in the body's frame, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn places<R: Real>(base: &TwoTrackBase<R>) -> [Vec2<R>; 4] {
    let (ahead, behind) = (base.body.to_front_m, -base.body.to_rear_m);
    let (front, rear) = (base.front.half_track_m, base.rear.half_track_m);
    [
        Vec2 { x: ahead, y: front },
        Vec2 { x: ahead, y: -front },
        Vec2 { x: behind, y: rear },
        Vec2 { x: behind, y: -rear },
    ]
}

/// Velocity of a place of the body in its plane motion, in its frame, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn over_ground<R: Real>(state: &BodyState<R>, place: &Vec2<R>) -> Vec2<R> {
    let yaw_rate = state.yaw_rate_rad_s;
    Vec2 { x: state.velocity_x_m_s - yaw_rate * place.y, y: state.velocity_y_m_s + yaw_rate * place.x }
}

/// Torque that brakes and rolling resistance of each wheel can hold, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
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
