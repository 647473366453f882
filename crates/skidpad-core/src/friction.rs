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

/// True where two sides that slip in a sense have met: their slip has changed its sign. What carries nothing has no sense, and
/// its sides do not meet.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_met<R: Real>(direction: R, slip: R) -> R::Mask {
    direction.abs().gt(R::lit(0.5)) & (direction * slip).le(R::zero())
}

/// Share of what a friction has left that it can hold in each of two directions at right angles at once: sqrt(1/2) of it
/// in both is the whole of it along the diagonal.
pub const IN_TWO_DIRECTIONS: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// Force along the road that the hysteresis of a standing wheel's tyre can hold besides the tyre's elastic force, N; 0 on
/// a wheel that turns.
///
/// The rubber's hysteresis, which on a rolling wheel is the rolling resistance (`rolling_n`, coefficient times load), is
/// dry friction in a tyre that stands: it stops the rocking of the body on the tyre's springs. The tyre must adhere
/// meanwhile, so it is no more than what the elastic force leaves of the grip (`spare_n`). Where the body is held
/// forwards and to the side, the caller gives [`IN_TWO_DIRECTIONS`] of that.
///
/// The force acts on the tyre where it touches the road, as the elastic force does, and with the same lever, the radius:
/// both belong to the wheel's torque. With F_e from the springs and F_h from the hysteresis a wheel without brakes stands
/// as long as |F_e + F_h| R <= C_rr N R, and so a car on its rolling resistance alone up to a slope of C_rr. If F_h did
/// not turn the wheel, the rolling resistance would hold twice, once for each force, and the car up to
/// (1 + share) C_rr.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn standing_hysteresis<R: Real>(direction: R, spare_n: R, rolling_n: R) -> R {
    R::select(direction.eq(R::zero()), spare_n.min(rolling_n), R::zero())
}
