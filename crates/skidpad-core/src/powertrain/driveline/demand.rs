//! Demand of the driver and of the assists on the driveline.

use crate::controls::Command;
use crate::math::Real;
use crate::record;

record! {
    /// Demand of the driver and of the assists on the driveline.
    pub struct DrivelineDemand {
        /// Throttle of engine and motors: the accelerator, less what the assists take.
        throttle: "-" [0.0, 1.0],
        /// Accelerator pedal of the driver, which the automatic gearbox goes by.
        accelerator: "-" [0.0, 1.0],
        /// Clutch pedal: 1 opens the clutch.
        clutch: "-" [0.0, 1.0],
        /// Gear: -1 reverse, 0 neutral, 1 first.
        gear: "-" [-1.0, 12.0],
        /// Set where the gearbox chooses the forward gear itself.
        automatic: flag,
        /// Starter.
        start: flag,
        /// Share of the motors' regeneration that is demanded.
        regeneration: "-" [0.0, 1.0],
    }
}

impl<R: Real> DrivelineDemand<R> {
    /// Demand of a driver's command; no regeneration but that of the released accelerator.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of(command: &Command<R>) -> Self {
        Self {
            throttle: command.throttle,
            accelerator: command.throttle,
            clutch: command.clutch,
            gear: command.gear,
            automatic: command.automatic,
            start: command.starter,
            regeneration: R::zero(),
        }
    }
}
