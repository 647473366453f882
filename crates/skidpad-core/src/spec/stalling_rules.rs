//! Stalling and starting beside the rest of a vehicle: the rules of its derived fields, and what must fit.

use alloc::format;
use alloc::string::String;

use super::stalling::StallingSpec;
use super::vehicle_spec::{CouplingSpec, VehicleSpec};
use crate::math::Real;
use crate::powertrain::driveline::RUNS_FROM;

impl<R: Real> VehicleSpec<R> {
    pub(super) fn derive_stalling(&mut self, name: &str) -> bool {
        let (largest_nm, idle_rad_s) = (self.largest_torque_nm(), self.engine.idle_rad_s);
        let stalling = self.stalling.get_or_insert_with(StallingSpec::unknown);
        match name {
            "standing_torque" => stalling.standing_nm = R::lit(0.2) * largest_nm,
            "starter_torque" => stalling.starter_nm = R::lit(0.7) * largest_nm,
            "starter_speed" => stalling.starter_rad_s = Real::max(R::lit(2.0) * idle_rad_s, R::lit(10.0)),
            _ => return false,
        }
        true
    }
}

impl StallingSpec {
    /// Fields at odds with the rest of a vehicle: field, value, and what it must be.
    pub(super) fn misfits(&self, spec: &VehicleSpec) -> impl Iterator<Item = (&'static str, f64, String)> {
        let idle_rad_s = spec.engine.idle_rad_s;
        // A started engine runs by itself from there on.
        let runs_rad_s = RUNS_FROM * self.stall_rad_s;
        let stalls = self.stall_rad_s > 0.0;
        let idle = (stalls && runs_rad_s >= idle_rad_s).then(|| {
            let must = format!("below {} rad/s, so that the engine idles", idle_rad_s / RUNS_FROM);
            ("stalling.stall_speed", self.stall_rad_s, must)
        });
        let starter = (stalls && self.starter_rad_s <= runs_rad_s).then(|| {
            let must = format!("above {runs_rad_s} rad/s, from where the engine runs by itself");
            ("stalling.starter_speed", self.starter_rad_s, must)
        });
        // What is left of it where the engine runs by itself has to turn the engine.
        let left = 1.0 - runs_rad_s / self.starter_rad_s;
        let resists_nm = self.standing_nm + spec.engine.braking_nm_s * runs_rad_s;
        let is_weak = stalls && self.starter_nm > 0.0 && left > 0.0 && self.starter_nm * left <= resists_nm;
        let weak = is_weak.then(|| {
            let must = format!("0, or above {} N.m, so that it starts the engine", resists_nm / left);
            ("stalling.starter_torque", self.starter_nm, must)
        });
        let has_pedal = matches!(spec.coupling, CouplingSpec::Clutch(_));
        let pedal = (self.clutch_by_pedal > 0.0 && !has_pedal).then(|| {
            ("stalling.clutch_by_pedal", self.clutch_by_pedal, String::from("0: the coupling has no pedal"))
        });
        pedal.into_iter().chain(idle).chain(starter).chain(weak)
    }
}
