//! The longest sub-step that a vehicle allows.

use super::{AxleData, BodyData, EngineSpec};
use crate::math::Real;

/// The longest sub-step that any car takes, s.
pub const LONGEST_STEP_S: f64 = 0.002;
/// The speed up to which steps are stable, m/s.
const FASTEST_M_S: f64 = 150.0;

/// The longest sub-step at which an explicit step stays well within stability: 2 ms, or less for
/// wheels that are light for the load they carry, for a short relaxation length at high speed, or
/// for a stiff coupling between light axles.
///
/// With K = C W R^2 / I the wheel and its tread at the speed v have the characteristic
/// s^2 + (K a + v / sigma) s + K / sigma = 0, a = tau / (sigma + tau v): what is fastest is bounded
/// by the middle term, largest at one of the ends of the range of speeds, or the root of the last.
pub(super) fn longest_step(body: &BodyData<f64>, axle: &AxleData<f64>) -> f64 {
    let load = body.mass_kg * crate::units::STANDARD_GRAVITY_M_S2;
    let (slip, radius) = (axle.inverse_relaxation_1_m, axle.radius_m);
    let spring = axle.stiffness * load * slip * radius * radius / axle.inertia_kg_m2;
    let at_rest = spring * axle.damping_s;
    let fast = FASTEST_M_S * slip + at_rest / (1.0 + axle.damping_s * FASTEST_M_S * slip);
    let coupling = 2.0 * body.centre_coupling_nm_s / axle.inertia_kg_m2;
    let rate = Real::max(Real::max(at_rest, Real::sqrt(spring)), fast) + coupling;
    Real::min(LONGEST_STEP_S, 1.8 / rate)
}

/// The same for an engine that its drag stops within a step.
pub(super) fn longest_engine_step(engine: &EngineSpec) -> f64 {
    Real::min(LONGEST_STEP_S, 1.8 * engine.inertia_kg_m2 / Real::max(engine.braking_nm_s, 1e-9))
}
