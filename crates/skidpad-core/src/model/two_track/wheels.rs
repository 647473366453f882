//! Positions and motions of the wheels.

use super::car::TwoTrackBase;
use super::parts::Parts;
use super::records::BodyState;
use crate::math::{Real, Vec2};

/// One of a kind for each wheel of the front axle and one for each of the rear.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn by_axle<T: Copy>(front: T, rear: T) -> [T; 4] {
    [front, front, rear, rear]
}

/// Places of the wheels in the body's frame, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn places<R: Real, P: Parts>(base: &TwoTrackBase<R, P>) -> [Vec2<R>; 4] {
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
pub(in crate::model) fn over_ground<R: Real>(state: &BodyState<R>, place: &Vec2<R>) -> Vec2<R> {
    let yaw_rate = state.yaw_rate_rad_s;
    Vec2 { x: state.velocity_x_m_s - yaw_rate * place.y, y: state.velocity_y_m_s + yaw_rate * place.x }
}
