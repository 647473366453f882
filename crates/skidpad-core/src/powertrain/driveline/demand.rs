//! What is asked of the driveline.

use crate::controls::Command;
use crate::math::Real;
use crate::record;

record! {
    /// What the driver, and what helps him, asks of the driveline.
    pub struct DrivelineDemand {
        /// What engine and motors are asked for: the accelerator, or what assists leave of it.
        throttle: "-" [0.0, 1.0],
        /// The accelerator as the driver holds it, by which the gearbox judges what he wants.
        accelerator: "-" [0.0, 1.0],
        /// Clutch pedal: 1 opens the clutch.
        clutch: "-" [0.0, 1.0],
        /// Gear: -1 reverse, 0 neutral, 1 first.
        gear: "-" [-1.0, 12.0],
        /// Set where the gearbox chooses the forward gear itself.
        automatic: flag,
        /// Starter.
        start: flag,
        /// Share of the motors' regeneration that is asked for.
        regeneration: "-" [0.0, 1.0],
    }
}

impl<R: Real> DrivelineDemand<R> {
    /// What a driver's command asks for; no regeneration but that of the released accelerator.
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
