//! State and mode of a car at its start.

use super::car::TwoTrackBase;
use super::parts::{Parts, StandardParts};
use super::records::{TwoTrackMode, TwoTrackState, WheelState};
use super::springs::Springs;
use crate::assist::DriverAssists;
use crate::math::Real;
use crate::powertrain::driveline::Driveline;
use crate::record::Record;
use crate::wheels::Wheels;

impl TwoTrackState<f64, StandardParts> {
    /// At rest at the origin.
    pub fn at_rest() -> Self {
        Record::splat(0.0)
    }
}

impl<P: Parts> TwoTrackState<f64, P> {
    /// At rest at the origin with the engine idling.
    pub fn idling(base: &TwoTrackBase<f64, P>) -> Self {
        Self::rolling(base, 0.0, 0.0)
    }

    /// Rolling straight ahead at a speed in a gear: the wheels turn with the road, and the engine with the
    /// wheels, but not below its idle.
    pub fn rolling(base: &TwoTrackBase<f64, P>, speed_m_s: f64, gear: f64) -> Self {
        let mut state: Self = Record::splat(0.0);
        state.body.velocity_x_m_s = speed_m_s;
        let spin = |radius_m: f64| WheelState { spin_rad_s: speed_m_s / radius_m, ..Record::splat(0.0) };
        state.wheels = Wheels::of_axles(spin(base.front.radius_m), spin(base.rear.radius_m));
        let rolling = base.driveline.rolling(&state.speeds().wheels_rad_s, gear);
        state.body.engine_rad_s = rolling.speeds.engine_rad_s;
        state.driveline = rolling.own;
        state.springs = base.springs.start_state();
        state
    }
}

impl<R: Real, P: Parts> TwoTrackMode<R, P> {
    /// Mode at the beginning, in a gear with the engine running: the first sub-step finds what is at rest and what
    /// turns.
    pub fn in_gear(base: &TwoTrackBase<R, P>, gear: R) -> Self {
        Self {
            body: Record::splat(R::zero()),
            wheels: Record::splat(R::zero()),
            driveline: base.driveline.in_gear(gear),
            brakes: base.brakes.cold(),
            acts: Record::splat(R::zero()),
            assists: base.assists.start(),
            springs: base.springs.start_mode(),
        }
    }
}
