//! Inputs and results of a driveline with two axles.

use super::{Axles, ClutchState, ConverterTorque, Drive, ShiftState};
use crate::controls::Command;
use crate::math::Real;
use crate::record;

record! {
    /// Discrete state of a drivetrain: gear and clutch.
    pub struct TrainMode {
        /// The gear that is in: -1 reverse, 0 neutral.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift.
        shift_timer_s: "s" [0.0, 5.0],
        /// Set while engine and gearbox turn together.
        engaged: flag,
        /// Set while the clutch is slipping to set the vehicle in motion.
        launching: flag,
        /// Sense of the clutch's slip: 1 while the engine is the faster.
        clutch_direction: "-" [-1.0, 1.0],
        /// Set once the engine is blown.
        blown: flag,
    }

    /// Speeds of engine and axles.
    pub struct TrainSpeeds {
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Speed of the front axle.
        front_rad_s: "rad/s" [-1e3, 1e3],
        /// Speed of the rear axle.
        rear_rad_s: "rad/s" [-1e3, 1e3],
    }
}

/// Writes how a model's mode and state hold a drivetrain: the fields have the same names in each model with two axles.
macro_rules! holds_train {
    ($mode:ident, $state:ident) => {
        impl<R: Real> $mode<R> {
            /// Gear and clutch.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn train(&self) -> TrainMode<R> {
                TrainMode {
                    gear: self.gear,
                    target_gear: self.target_gear,
                    shift_timer_s: self.shift_timer_s,
                    engaged: self.engaged,
                    launching: self.launching,
                    clutch_direction: self.clutch_direction,
                    blown: self.blown,
                }
            }

            /// Copy of the mode with another gear and clutch.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn with_train(&self, train: &TrainMode<R>) -> Self {
                Self {
                    gear: train.gear,
                    target_gear: train.target_gear,
                    shift_timer_s: train.shift_timer_s,
                    engaged: train.engaged,
                    launching: train.launching,
                    clutch_direction: train.clutch_direction,
                    blown: train.blown,
                    ..*self
                }
            }

            /// Sense of the axles' rotation.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn directions(&self) -> Axles<R> {
                Axles { front: self.front_direction, rear: self.rear_direction }
            }
        }

        impl<R: Real> $state<R> {
            /// Speeds of engine and axles.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(super) fn speeds(&self) -> TrainSpeeds<R> {
                TrainSpeeds {
                    engine_rad_s: self.engine_rad_s,
                    front_rad_s: self.front_spin_rad_s,
                    rear_rad_s: self.rear_spin_rad_s,
                }
            }
        }
    };
}

pub(crate) use holds_train;

/// Point at which a driveline is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct TrainPoint<'a, R> {
    /// Gear and clutch.
    pub mode: &'a TrainMode<R>,
    /// Transmission from engine to axles.
    pub drive: &'a Drive<R>,
    /// Speeds of engine and axles.
    pub speeds: &'a TrainSpeeds<R>,
    /// Driver inputs.
    pub command: &'a Command<R>,
}

/// Torques of the engine and of the converter, if there is one, at a point.
#[derive(Clone, Copy, Debug)]
pub struct EngineSide<R> {
    /// Torque of the engine, N.m.
    pub engine_nm: R,
    /// Torques of the converter.
    pub converter: ConverterTorque<R>,
}

/// Torques on the axles besides engine and coupling.
#[derive(Clone, Copy, Debug)]
pub struct AxleLoads<R> {
    /// Torque of the road, N.m.
    pub road_nm: Axles<R>,
    /// Torque that brakes and rolling resistance can hold, N.m.
    pub holding_nm: Axles<R>,
    /// Sense of rotation; 0 at rest.
    pub directions: Axles<R>,
}

/// Torques and angular accelerations of engine and axles at one evaluation.
#[derive(Clone, Copy, Debug)]
pub struct TrainTorque<R> {
    /// Torque of the engine, N.m.
    pub engine_nm: R,
    /// Torque that the coupling takes from the engine, N.m.
    pub coupling_nm: R,
    /// Torque that keeps engine and gearbox together, N.m.
    pub engaged_nm: R,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
    /// Torque of the drive on the axles, with that of the coupling between them, N.m.
    pub drive_nm: Axles<R>,
    /// Torque on the axles without brakes and rolling resistance, N.m.
    pub free_nm: Axles<R>,
    /// Torque that brakes and rolling resistance can hold, N.m.
    pub holding_nm: Axles<R>,
    /// Torque of brakes and rolling resistance on the axles, N.m.
    pub brake_nm: Axles<R>,
    /// Angular acceleration of the engine, rad/s^2.
    pub engine_rate_rad_s2: R,
    /// Angular accelerations of the axles, rad/s^2.
    pub axle_rates_rad_s2: Axles<R>,
}

impl<R: Real> TrainSpeeds<R> {
    /// Speeds of the axles.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn axles(&self) -> Axles<R> {
        Axles { front: self.front_rad_s, rear: self.rear_rad_s }
    }
}

impl<R: Real> TrainMode<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shift_state(&self) -> ShiftState<R> {
        ShiftState { gear: self.gear, target_gear: self.target_gear, shift_timer_s: self.shift_timer_s }
    }

    /// State of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn clutch(&self) -> ClutchState<R> {
        let Self { engaged, launching, clutch_direction: direction, .. } = *self;
        ClutchState { engaged, launching, direction }
    }

    /// The mode with another state of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn with_clutch(&self, clutch: &ClutchState<R>) -> Self {
        let ClutchState { engaged, launching, direction: clutch_direction } = *clutch;
        Self { engaged, launching, clutch_direction, ..*self }
    }
}
