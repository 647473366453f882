//! The drivetrain of the model: car, mode and state as [`Train`] takes them.

use super::{StraightLineMode, StraightLineState};
use crate::controls::Command;
use crate::math::Real;
use crate::powertrain::{Axles, Drive, Train, TrainMode, TrainSpeeds, TrainTorque, engine_torque};
use crate::spec::Vehicle;

/// The parts of a car's drivetrain.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn train<R: Real>(car: &Vehicle<R>) -> Train<'_, R> {
    let (body, one) = (car.body(), R::one());
    Train {
        engine: car.engine(),
        clutch: car.clutch(),
        lock_up: car.converter().lock_up(),
        gears: car.gears(),
        shift: car.shift(),
        efficiency: body.efficiency,
        front_share: body.drive_front_share,
        axle_mobility_1_kg_m2: Axles {
            front: one / car.front().inertia_kg_m2,
            rear: one / car.rear().inertia_kg_m2,
        },
    }
}

impl<R: Real> StraightLineMode<R> {
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

impl<R: Real> StraightLineState<R> {
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

/// The gearbox's transmission, and the torques of engine, coupling and axles. `felt`: the other torques on the axles, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn powertrain<R: Real>(
    car: &Vehicle<R>,
    mode: &StraightLineMode<R>,
    state: &StraightLineState<R>,
    command: &Command<R>,
    felt: &Axles<R>,
) -> (Drive<R>, TrainTorque<R>) {
    let (train, now, speeds) = (train(car), mode.train(), state.speeds());
    let drive = train.drive(mode.gear);
    let engine_nm =
        engine_torque(car.engine(), car.torque_curve(), train.throttle(&now, command), state.engine_rad_s);
    let input = drive.input_speed(&speeds.axles());
    let converter = car.converter().torque_within(car.clutch().capacity_nm, state.engine_rad_s, input);
    let torque =
        train.solve((&now, &drive), &speeds, command, (engine_nm, converter), (&mode.directions(), felt));
    (drive, torque)
}
