//! The wheels of an axle taken as one, as cars without width have them: what they can hold, and the torques on them.

use crate::brakes::{applied, holding_torque, rolling_resistance_n, wheel_capacity_nm};
use crate::controls::Command;
use crate::friction::standing_hysteresis;
use crate::math::Real;

/// Parameters of an axle's wheels.
#[derive(Clone, Copy)]
pub(in crate::model) struct AxleWheels<R> {
    /// Effective rolling radius, m.
    pub radius_m: R,
    /// Rolling resistance over load.
    pub rolling_resistance: R,
    /// Torque of the brakes at full pedal, N.m.
    pub brake_torque_nm: R,
    /// Torque of the handbrake at full pull, N.m.
    pub handbrake_torque_nm: R,
}

/// What an axle's wheels can hold under their load.
#[derive(Clone, Copy)]
pub(in crate::model) struct AxleCapacity<R> {
    /// Sense in which the wheels turn; 0 at rest.
    pub direction: R,
    /// Longitudinal force of the hysteresis of tyres at rest, N.
    pub hysteresis_n: R,
    /// Torque of brakes and rolling resistance, N.m.
    pub torque_nm: R,
}

impl<R: Real> AxleWheels<R> {
    /// What the wheels can hold. `spare_n`: what dry friction could add to the tyres' force; the hysteresis of a tyre at rest
    /// is no more than that and no more than the rolling resistance ([`standing_hysteresis`]).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn capacity(
        &self,
        command: &Command<R>,
        road_rolling: R,
        direction: R,
        load_n: R,
        spare_n: R,
    ) -> AxleCapacity<R> {
        let rolling_n = rolling_resistance_n(self.rolling_resistance, road_rolling, load_n);
        let brake_nm =
            applied(command.brake, command.handbrake, self.brake_torque_nm, self.handbrake_torque_nm);
        AxleCapacity {
            direction,
            hysteresis_n: standing_hysteresis(direction, spare_n, rolling_n),
            torque_nm: wheel_capacity_nm(brake_nm, rolling_n, self.radius_m),
        }
    }
}

impl<R: Real> AxleCapacity<R> {
    /// Torque of road, brakes and rolling resistance that an engaged engine turns against, N.m: the whole torque of the
    /// latter two on wheels that turn. Wheels at rest are held, and with them the engine.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn load_on_engine_nm(&self, road_nm: R) -> R {
        road_nm - self.direction * self.torque_nm
    }

    /// Torque of brakes and rolling resistance against all others, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn brake_nm(&self, free_nm: R) -> R {
        holding_torque(self.torque_nm, self.direction, free_nm)
    }
}
