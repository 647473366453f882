//! Engines that stall and are started again, and clutches that obey the pedal.

use crate::record::Flag;
use alloc::format;
use alloc::string::String;

use super::field::section;
use super::{CouplingSpec, VehicleSpec};
use crate::math::Real;
use crate::powertrain::driveline::{ControlData, RUNS_FROM};

section! {
    /// Stalling and starting of an engine, and who works its clutch.
    pub struct StallingSpec {
        clutch_by_pedal = "clutch_by_pedal": Ratio [0.0, 1.0] "1 where the clutch obeys the driver's pedal alone, at every speed; 0 where it sets off by itself.", derived "0: it works by itself" = 0.0;
        stall_rad_s = "stall_speed": AngularSpeed [0.0, 1000.0] "Speed below which the engine stalls; 0 where it cannot.", derived "0: it cannot stall" = 0.0;
        standing_nm = "standing_torque": Torque [0.0, 10000.0] "Torque that holds a stopped engine: compression and friction.", derived "a fifth of the largest torque";
        starter_nm = "starter_torque": Torque [0.0, 10000.0] "Torque of the starter at the engine's shaft, at rest; 0 without starter.", derived "0.7 times the largest torque: a starter of 12 N.m behind 12 to 1 on an engine of 200 N.m";
        starter_rad_s = "starter_speed": AngularSpeed [1.0, 2000.0] "Engine speed at which the starter gives no torque.", derived "twice the idling speed, at least 10 rad/s: so it turns the engine up to where it runs by itself";
        starts_itself = "starts_itself": Ratio [0.0, 1.0] "1 where a stalled engine is started as soon as the coupling is open, without the driver.", derived "0: the driver turns the key" = 0.0;
    }
}

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

impl<R: Real> StallingSpec<R> {
    /// Control data of the driveline.
    pub(super) fn control(&self) -> ControlData<R> {
        let plain =
            ControlData { clutch_by_pedal: Flag::from_number(self.clutch_by_pedal), ..ControlData::plain() };
        if self.stall_rad_s.lane(0) > 0.0 {
            ControlData {
                stall_rad_s: self.stall_rad_s,
                standing_nm: self.standing_nm,
                starter_nm: self.starter_nm,
                starter_rad_s: self.starter_rad_s,
                starts_itself: Flag::from_number(self.starts_itself),
                ..plain
            }
        } else {
            plain
        }
    }
}
