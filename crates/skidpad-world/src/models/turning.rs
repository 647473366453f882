//! The models that turn, on the vehicles that everybody drives.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::ackermann::{
    AckermannCar, AckermannMode, AckermannState, AsPrintedInput, AsPrintedState, HlavacsCar,
};
use skidpad_core::model::{
    Ackermann, AckermannAsPrinted, Kinematic, KinematicCar, KinematicMode, KinematicState, Motorcycle,
    MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState, SingleTrack, SingleTrackCar,
    SingleTrackMode, SingleTrackState, SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode,
    SlipVectorState,
};
use skidpad_core::record::Empty;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;

use super::straight::{first_gear, first_gear_of};
use super::{Abilities, Drivable, FrictionChoice};
use crate::rolling::Request;

impl Drivable for SingleTrack {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> SingleTrackCar<R> {
        SingleTrackCar::from(vehicle)
    }
    fn start(
        car: &SingleTrackCar<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (SingleTrackMode<f64>, SingleTrackState<f64>) {
        let radius_m = Real::min(car.front().wheels().radius_m, car.rear().wheels().radius_m);
        let gear = first_gear((car.gears(), car.shift()), speed_m_s / radius_m, gear);
        (SingleTrackMode::in_gear(car, gear), SingleTrackState::rolling(car, speed_m_s, gear))
    }
    fn lock_rad(car: &SingleTrackCar<f64>) -> Option<f64> {
        Some(car.body().largest_steer_rad)
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    const SPEED: &'static str = "velocity_x_m_s";
}

impl Drivable for Kinematic {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> KinematicCar<R> {
        KinematicCar::new(vehicle)
    }
    fn start(_: &KinematicCar<f64>, speed_m_s: f64, _: Gear) -> (KinematicMode<f64>, KinematicState<f64>) {
        (KinematicMode { direction: 0.0 }, KinematicState::at_speed(speed_m_s))
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    fn lock_rad(car: &KinematicCar<f64>) -> Option<f64> {
        Some(car.largest_steer_rad)
    }
    const ABILITIES: Abilities = Abilities::ROLLS;
}

impl Drivable for SlipVector {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> SlipVectorCar<R> {
        SlipVectorCar::new(vehicle)
    }
    fn start(_: &SlipVectorCar<f64>, speed_m_s: f64, _: Gear) -> (SlipVectorMode<f64>, SlipVectorState<f64>) {
        (SlipVectorMode { stands: 0.0 }, SlipVectorState::at_speed(speed_m_s))
    }
    fn input(command: &Command<f64>) -> SlipVectorInput<f64> {
        SlipVectorInput::from_command(command)
    }
    fn with_friction(car: SlipVectorCar<f64>, friction: &FrictionChoice) -> Option<SlipVectorCar<f64>> {
        Some(SlipVectorCar {
            friction_law: friction.law.number(),
            friction: friction.largest.unwrap_or(car.friction),
            k_m_s: friction.k_m_s.unwrap_or(car.k_m_s),
            ..car
        })
    }
    const CHOOSES_FRICTION: bool = true;
    const SPEED: &'static str = "velocity_x_m_s";
}

impl Drivable for Ackermann {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> AckermannCar<R> {
        AckermannCar::from_vehicle(vehicle)
    }
    fn start(car: &AckermannCar<f64>, speed_m_s: f64, _: Gear) -> (AckermannMode<f64>, AckermannState<f64>) {
        let state = AckermannState::rolling(car, speed_m_s, 0.0);
        (AckermannMode::grips(&state), state)
    }
    fn lock_rad(car: &AckermannCar<f64>) -> Option<f64> {
        Some(car.drive().largest_steer_rad)
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    const SPEED: &'static str = "velocity_x_m_s";
}

impl Drivable for AckermannAsPrinted {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> HlavacsCar<R> {
        HlavacsCar::from_vehicle(vehicle)
    }
    fn start(_: &HlavacsCar<f64>, speed_m_s: f64, _: Gear) -> (Empty, AsPrintedState<f64>) {
        (Empty, AsPrintedState { speed_m_s, ..Record::splat(0.0) })
    }
    fn input(command: &Command<f64>) -> AsPrintedInput<f64> {
        AsPrintedInput { steer_rad: command.steer_rad, ..Record::splat(0.0) }
    }
    fn input_at(car: &HlavacsCar<f64>, _: &AsPrintedState<f64>, request: &Request) -> AsPrintedInput<f64> {
        // The torque on the rear tyre that accelerates so straight ahead, wheels included.
        let rear_torque_nm = car.torque_for(request.acceleration_m_s2);
        AsPrintedInput { rear_torque_nm, ..Self::input(&request.command) }
    }
    const INPUTS_AT_ZERO: &'static [&'static str] =
        &["steer_rate_rad_s", "front_torque_nm", "rear_torque_nm"];
    const ABILITIES: Abilities =
        Abilities { pedals: false, acceleration: true, slope: false, ..Abilities::ROLLS };
}

impl Drivable for Motorcycle {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> MotorcycleCar<R> {
        MotorcycleCar::of(vehicle)
    }
    fn start(
        car: &MotorcycleCar<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (MotorcycleMode<f64>, MotorcycleState<f64>) {
        let gear = first_gear_of(car.vehicle(), speed_m_s, gear);
        (MotorcycleMode::in_gear(gear), MotorcycleState::upright(speed_m_s))
    }
    fn input(command: &Command<f64>) -> MotorcycleInput<f64> {
        MotorcycleInput::ridden(command)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const INPUTS_AT_ZERO: &'static [&'static str] = &["steer_torque_nm", "shoulder_lean_rad"];
    const ABILITIES: Abilities = Abilities { leans: true, ..Abilities::ALL };
}
