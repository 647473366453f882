//! Brakes.
//!
//! [`Brakes`] is the system of a car with four wheels: bias, handbrake, delay of the pressure, heat and fade. The
//! functions below are what the texts have, and a brake's torque as a constraint.

mod disc;
mod hydraulics;

pub use disc::{BrakeWheel, Disc};
pub use hydraulics::{Brakes, Braking, Hydraulics};

use crate::math::Real;

/// Palmer 8.31: the constant acceleration that stops a vehicle from a speed within a distance,
/// -v0^2 / (2 x), m/s^2.
#[inline(always)]
pub fn deceleration_from_distance<R: Real>(speed_m_s: R, distance_m: R) -> R {
    -(speed_m_s * speed_m_s) / (R::lit(2.0) * distance_m)
}

/// The same the other way round: the distance to stop at a constant acceleration a < 0,
/// -v0^2 / (2 a), m.
#[inline(always)]
pub fn stopping_distance<R: Real>(speed_m_s: R, acceleration_m_s2: R) -> R {
    -(speed_m_s * speed_m_s) / (R::lit(2.0) * acceleration_m_s2)
}

/// Monster's constant braking force, -u Cbraking, N; none at rest, so that the car does not end up
/// going in reverse.
#[inline(always)]
pub fn monster_braking_force<R: Real>(braking_force_n: R, speed_m_s: R) -> R {
    -(braking_force_n * speed_m_s.sign())
}

/// A torque that opposes rotation like dry friction, N.m: brakes and rolling resistance.
///
/// `direction` is the sense of rotation, held over a sub-step: -1 or 1 while the wheel turns, and
/// 0 once it stands. A turning wheel feels the whole torque against its rotation; a standing one
/// is held by as much of it as the other torques ask for. The rotation never passes through zero
/// because of it: that is what a constraint with a capped torque means.
#[inline(always)]
pub fn holding_torque<R: Real>(capacity_nm: R, direction: R, other_torques_nm: R) -> R {
    let stands = direction.eq(R::zero());
    let held = (-other_torques_nm).clamp(-capacity_nm, capacity_nm);
    R::select(stands, held, -(direction * capacity_nm))
}

/// The sense of motion in the coming sub-step: a standing wheel starts when the free torque is more
/// than what holds it, a standing body when the free force is.
#[inline(always)]
pub fn released<R: Real>(direction: R, free: R, holding: R) -> R {
    let starts = direction.eq(R::zero()) & free.abs().gt(holding);
    R::select(starts, free.sign(), direction)
}

/// The spin of a wheel, or the speed of a body, at the end of a sub-step: what came to zero stands
/// there, whatever passed through in the step; if it is to move the other way it starts in the next.
#[inline(always)]
pub fn stopped<R: Real>(direction: R, speed: R) -> R {
    let reversed = (direction * speed).lt(R::zero());
    R::select(reversed | direction.eq(R::zero()), R::zero(), speed)
}
