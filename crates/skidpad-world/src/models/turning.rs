//! The models that turn, on the vehicles that everybody drives.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::{SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState};
use skidpad_core::spec::Vehicle;
use skidpad_special::{
    Kinematic, KinematicCar, KinematicMode, KinematicState, Motorcycle, MotorcycleCar, MotorcycleInput,
    MotorcycleMode, MotorcycleState,
};

use super::straight::{first_gear, first_gear_of};
use super::{Abilities, Drivable};

impl Drivable for SingleTrack {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> SingleTrackCar<R> {
        SingleTrackCar::from(vehicle)
    }
    fn start(
        car: &SingleTrackCar<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (SingleTrackMode<f64>, SingleTrackState<f64>) {
        let radius_m = Real::min(car.front.wheels.radius_m, car.rear.wheels.radius_m);
        let gear = first_gear((&car.gears, &car.shift), speed_m_s / radius_m, gear);
        (SingleTrackMode::in_gear(car, gear), SingleTrackState::rolling(car, speed_m_s, gear))
    }
    fn lock_rad(car: &SingleTrackCar<f64>) -> Option<f64> {
        Some(car.body.largest_steer_rad)
    }
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &SingleTrackCar<f64>) -> Option<[f64; 2]> {
        Some([0.0; 2])
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    const INPUT_IS_COMMAND: bool = true;
    const SPEED: &'static str = "velocity_x_m_s";
}

impl Drivable for Kinematic {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> KinematicCar<R> {
        KinematicCar::new(vehicle)
    }
    fn start(_: &KinematicCar<f64>, speed_m_s: f64, _: Gear) -> (KinematicMode<f64>, KinematicState<f64>) {
        (KinematicMode { direction: 0.0 }, KinematicState::at_speed(speed_m_s))
    }
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &KinematicCar<f64>) -> Option<[f64; 2]> {
        Some([0.0; 2])
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    const INPUT_IS_COMMAND: bool = true;
    fn lock_rad(car: &KinematicCar<f64>) -> Option<f64> {
        Some(car.largest_steer_rad)
    }
    const ABILITIES: Abilities = Abilities::ROLLS;
}

impl Drivable for Motorcycle {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> MotorcycleCar<R> {
        MotorcycleCar::from_vehicle(vehicle)
    }
    fn start(
        car: &MotorcycleCar<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (MotorcycleMode<f64>, MotorcycleState<f64>) {
        let gear = first_gear_of(car.vehicle(), speed_m_s, gear);
        (MotorcycleMode::in_gear(gear), MotorcycleState::upright(speed_m_s))
    }
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &MotorcycleCar<f64>) -> Option<[f64; 2]> {
        Some([0.0; 2])
    }
    fn input(command: &Command<f64>) -> MotorcycleInput<f64> {
        MotorcycleInput::ridden(command)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const INPUTS_AT_ZERO: &'static [&'static str] = &["steer_torque_nm", "shoulder_lean_rad"];
    const ABILITIES: Abilities = Abilities { leans: true, ..Abilities::ALL };
}
