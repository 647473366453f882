//! The models of the texts, driven by a person's controls.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::record::{Empty, Flag, Record};
use skidpad_core::spec::Vehicle;
use skidpad_world::models::{Abilities, Cars, Drivable, FrictionChoice};
use skidpad_world::rolling::Request;

use crate::ackermann::{
    Ackermann, AckermannAsPrinted, AckermannCar, AckermannMode, AckermannState, AsPrintedInput,
    AsPrintedState, HlavacsCar,
};
use crate::rars::FrictionLaw;
use crate::slip_vector::{SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState};
use crate::w1::{W1, W1Input, W1State};

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
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &AckermannCar<f64>) -> Option<[f64; 2]> {
        Some([0.0; 2])
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
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &HlavacsCar<f64>) -> Option<[f64; 2]> {
        Some([0.0; 2])
    }
    fn input(command: &Command<f64>) -> AsPrintedInput<f64> {
        AsPrintedInput { steer_rad: command.steer_rad, ..Record::splat(0.0) }
    }
    fn input_at(car: &HlavacsCar<f64>, _: &AsPrintedState<f64>, request: &Request) -> AsPrintedInput<f64> {
        // The torque on the rear tyre that accelerates so straight ahead, wheels included.
        let rear_torque_nm = car.torque_for(request.acceleration_m_s2);
        AsPrintedInput { rear_torque_nm, ..Self::input(&request.command) }
    }
    const FEELS_AIR: bool = false;
    const INPUTS_AT_ZERO: &'static [&'static str] =
        &["steer_rate_rad_s", "front_torque_nm", "rear_torque_nm"];
    const ABILITIES: Abilities =
        Abilities { pedals: false, acceleration: true, slope: false, ..Abilities::ROLLS };
}

impl Drivable for SlipVector {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> SlipVectorCar<R> {
        SlipVectorCar::new(vehicle)
    }
    fn start(_: &SlipVectorCar<f64>, speed_m_s: f64, _: Gear) -> (SlipVectorMode<f64>, SlipVectorState<f64>) {
        (SlipVectorMode { stands: Flag::from(false) }, SlipVectorState::at_speed(speed_m_s))
    }
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &SlipVectorCar<f64>) -> Option<[f64; 2]> {
        Some([0.0; 2])
    }
    fn input(command: &Command<f64>) -> SlipVectorInput<f64> {
        SlipVectorInput::from_command(command)
    }
    fn with_friction(car: SlipVectorCar<f64>, friction: &FrictionChoice) -> Option<SlipVectorCar<f64>> {
        let law = FrictionLaw::by_name(friction.law)?;
        Some(SlipVectorCar {
            friction_law: law.number(),
            friction: friction.largest.unwrap_or(car.friction),
            k_m_s: friction.k_m_s.unwrap_or(car.k_m_s),
            ..car
        })
    }
    const CHOOSES_FRICTION: bool = true;
    const SPEED: &'static str = "velocity_x_m_s";
}

impl Drivable for W1 {
    fn car<R: Real>(_: &Vehicle<R>) -> Empty {
        Empty
    }
    fn start(_: &Empty, speed_m_s: f64, _: Gear) -> (Empty, W1State<f64>) {
        (Empty, W1State { velocity_x_m_s: speed_m_s, ..Record::splat(0.0) })
    }
    /// Zero: the ground is sampled at the position alone.
    fn ground_reach_m(_: &Empty) -> Option<[f64; 2]> {
        Some([0.0; 2])
    }
    fn input(command: &Command<f64>) -> W1Input<f64> {
        W1Input { steer_rad: command.steer_rad, ..Record::splat(0.0) }
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const FEELS_AIR: bool = false;
    const INPUTS_AT_ZERO: &'static [&'static str] = &["acceleration_m_s2"];
    const ABILITIES: Abilities =
        Abilities { pedals: false, acceleration: true, reverses: false, slope: false, ..Abilities::ROLLS };
    const CARS: Cars = Cars::Fixed;
    fn own_car(_: &str) -> Option<Empty> {
        Some(Empty)
    }
    fn input_at(_: &Empty, _: &W1State<f64>, request: &Request) -> W1Input<f64> {
        W1Input { steer_rad: request.command.steer_rad, acceleration_m_s2: request.acceleration_m_s2 }
    }
}

skidpad_world::listed! {
    ACKERMANN: Ackermann,
    ACKERMANN_AS_PRINTED: AckermannAsPrinted,
    SLIP_VECTOR: SlipVector,
    WORKLOAD_W1: W1,
}
