//! Engines that stall and are started again, and clutches that obey the pedal.

use crate::record::Flag;

use super::field::section;
use crate::math::Real;
use crate::powertrain::driveline::ControlData;

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
