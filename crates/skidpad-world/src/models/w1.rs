//! The workload's car.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::{W1, W1Input, W1State};
use skidpad_core::record::Empty;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;

use super::{Abilities, Cars, Drivable};
use crate::rolling::Request;

impl Drivable for W1 {
    fn car<R: Real>(_: &Vehicle<R>) -> Empty {
        Empty
    }
    fn start(_: &Empty, speed_m_s: f64, _: Gear) -> (Empty, W1State<f64>) {
        (Empty, W1State { velocity_x_m_s: speed_m_s, ..Record::splat(0.0) })
    }
    fn input(command: &Command<f64>) -> W1Input<f64> {
        W1Input { steer_rad: command.steer_rad, ..Record::splat(0.0) }
    }
    const SPEED: &'static str = "velocity_x_m_s";
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
