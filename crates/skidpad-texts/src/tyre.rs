//! The tyre of Monster's two versions: slip ratios and the linear law as printed.

use skidpad_core::math::Real;
use skidpad_core::record::Flag;
use skidpad_core::tyre::slip::{STANDSTILL_M_S, slip_speed};
use skidpad_core::tyre::{Grip, LongitudinalLaw};

/// Monster v1.9 as printed: SR = (omega R - v) / |v|. 0/0 at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_ratio_v1_9_as_printed<R: Real>(tread_m_s: R, hub_m_s: R) -> R {
    slip_speed(tread_m_s, hub_m_s) / hub_m_s.abs()
}

/// Monster v1.4 as printed: (R omega - v) / max(R omega, v). 0/0 at rest, and in reverse the sign
/// is wrong: at v = -10 and R omega = -11 m/s, a tread that pushes backwards, it gives +0.1.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_ratio_v1_4_as_printed<R: Real>(tread_m_s: R, hub_m_s: R) -> R {
    slip_speed(tread_m_s, hub_m_s) / tread_m_s.max(hub_m_s)
}

/// Monster v1.4's definition with the larger magnitude below: (R omega - v) / max(|R omega|, |v|),
/// within [-2, 2], finite at rest and right in reverse.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_ratio_v1_4<R: Real>(tread_m_s: R, hub_m_s: R) -> R {
    let faster = tread_m_s.abs().max(hub_m_s.abs());
    slip_speed(tread_m_s, hub_m_s) / faster.max(R::lit(STANDSTILL_M_S))
}

/// Monster v1.4: normalised traction = slip ratio times the traction constant, times the load.
/// Uncapped, as the text has it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn v1_4_linear<R: Real>(traction_constant: R, slip: R, load_n: R) -> R {
    load_n * (slip * traction_constant)
}

/// Monster's linear tyre: Ct slip, without limit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn linear<R: Real>(grip: &Grip<R>, slip: R) -> R {
    LongitudinalLaw { has_peak: Flag::from(false), is_capped: Flag::from(false) }.force_over_load(grip, slip)
}

/// Monster's simple form: linear, capped at the largest force.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn linear_capped<R: Real>(grip: &Grip<R>, slip: R) -> R {
    LongitudinalLaw { has_peak: Flag::from(false), is_capped: Flag::from(true) }.force_over_load(grip, slip)
}

/// A curve with a peak that falls to the sliding force ([`Curve`](skidpad_core::tyre::Curve)).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn peaked<R: Real>(grip: &Grip<R>, slip: R) -> R {
    LongitudinalLaw { has_peak: Flag::from(true), is_capped: Flag::from(false) }.force_over_load(grip, slip)
}
