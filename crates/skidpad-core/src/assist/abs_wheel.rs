//! Memory of the anti-lock system for one wheel, and its phases.

use crate::math::Real;
use crate::wheel_record;

pub(super) const HOLD_FIRST: f64 = 1.0;
pub(super) const RELEASE: f64 = 2.0;
pub(super) const HOLD: f64 = 3.0;
pub(super) const BUILD: f64 = 4.0;

wheel_record! {
    /// Memory of the anti-lock system for one wheel.
    pub struct AbsWheel {
        /// Phase of the anti-lock system: 0 none, 1 first hold, 2 release, 3 hold, 4 build.
        abs_phase: "-" [0.0, 4.0],
        /// Estimated pressure in the brake, over the full one.
        abs_pressure: "-" [0.0, 1.0],
        /// Pressure at which the wheel last locked.
        abs_level: "-" [0.0, 1.0],
        /// Time in the phase of the anti-lock system.
        abs_timer_s: "s" [0.0, 1e6],
        /// Rate of the tread's speed, filtered; positive forwards.
        abs_gain_m_s2: "m/s^2" [-1e6, 1e6],
        /// Filtered speed of the tread, positive forwards.
        abs_speed_m_s: "m/s" [-200.0, 200.0],
    }
}

/// Returns true where the anti-lock system has taken pressure from a wheel and not yet built it up again.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_released<R: Real>(wheel: &AbsWheel<R>) -> R::Mask {
    wheel.abs_phase.gt(R::lit(RELEASE - 0.5))
}

/// Returns true where a phase has this number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is<R: Real>(phase: R, number: f64) -> R::Mask {
    phase.gt(R::lit(number - 0.5)) & phase.lt(R::lit(number + 0.5))
}
