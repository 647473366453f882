//! Dry friction as what it is, a constraint with a capped force: it opposes motion, holds what stands, and never
//! pushes past zero. Brakes, rolling resistance and an engine that stands are of this kind.

use crate::math::Real;

/// A torque that opposes rotation like dry friction, N.m: brakes and rolling resistance.
///
/// `direction` is the sense of rotation, held over a sub-step: -1 or 1 while the wheel turns, and
/// 0 once it stands. A turning wheel feels the whole torque against its rotation; a standing one
/// is held by as much of it as the other torques ask for. The rotation never passes through zero
/// because of it: that is what a constraint with a capped torque means.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn holding_torque<R: Real>(capacity_nm: R, direction: R, other_torques_nm: R) -> R {
    let stands = direction.eq(R::zero());
    let held = (-other_torques_nm).clamp(-capacity_nm, capacity_nm);
    R::select(stands, held, -(direction * capacity_nm))
}

/// The sense of motion in the coming sub-step: a standing wheel starts when the free torque is more
/// than what holds it, a standing body when the free force is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn released<R: Real>(direction: R, free: R, holding: R) -> R {
    let starts = direction.eq(R::zero()) & free.abs().gt(holding);
    R::select(starts, free.sign(), direction)
}

/// The spin of a wheel, or the speed of a body, at the end of a sub-step: what came to zero stands
/// there, whatever passed through in the step; if it is to move the other way it starts in the next.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn stopped<R: Real>(direction: R, speed: R) -> R {
    let reversed = (direction * speed).lt(R::zero());
    R::select(reversed | direction.eq(R::zero()), R::zero(), speed)
}
