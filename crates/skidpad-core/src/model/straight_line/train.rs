//! The drivetrain of the model: car, mode and state as [`Train`] takes them.

use super::{StraightLineMode, StraightLineState};
use crate::controls::Command;
use crate::math::Real;
use crate::powertrain::{
    Axles, Drive, Train, TrainMode, TrainSpeeds, TrainTorque, engine_torque, holds_train,
};
use crate::spec::TwoAxleCar;

/// The parts of a car's drivetrain.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn train<R: Real>(car: &TwoAxleCar<R>) -> Train<'_, R> {
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

holds_train!(StraightLineMode, StraightLineState);

/// The gearbox's transmission, and the torques of engine, coupling and axles. `felt`: the other torques on the axles, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn powertrain<R: Real>(
    car: &TwoAxleCar<R>,
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
