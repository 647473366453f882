//! Cars of every model, and commands that differ from car to car and from step to step.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_workload::vehicle;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice, Request};

/// Vehicles that differ in everything.
pub fn vehicles() -> Vec<Vehicle<f64>> {
    (0..12).map(vehicle).collect()
}

/// Cars that a model takes, of some vehicles or its own.
pub fn choices<'a>(model: &ModelInfo, vehicles: &'a [Vehicle<f64>]) -> Vec<CarChoice<'a>> {
    match model.cars {
        Cars::Vehicles => {
            let begin = begin(0, &[]);
            let taken = |car: &CarChoice| model.begin(car, &begin).is_some();
            vehicles.iter().map(CarChoice::Vehicle).filter(taken).collect()
        }
        Cars::Own(names) => names.iter().map(|name| CarChoice::Own(name)).collect(),
        Cars::Fixed => vec![CarChoice::Own("any")],
    }
}

/// Speeds at the start, m/s.
pub fn speed_m_s(car: usize) -> f64 {
    [12.0, 25.0, 3.0, 0.0, 18.0, 30.0, 8.0][car % 7]
}

/// The start of a car.
pub fn begin<'a>(car: usize, initial: &'a [(&'a str, f64)]) -> Begin<'a> {
    Begin { gear: [Gear::Automatic, Gear::Forward(2), Gear::Forward(3)][car % 3], initial, method: None }
}

/// The command of a car for a step: it accelerates, turns, brakes and shifts.
pub fn request(car: usize, step: u32) -> Request {
    let (turn, phase) = (0.05 * f64::from(step), car as f64);
    let brakes = (step / 20 + car as u32).is_multiple_of(3);
    let controls = Controls {
        throttle: if brakes { 0.0 } else { 0.3 + 0.3 * Real::sin(turn + phase) },
        brake: if brakes { 0.5 } else { 0.0 },
        steer_rad: 0.04 * Real::sin(0.7 * turn + 2.0 * phase),
        gear: if car.is_multiple_of(2) { Gear::Automatic } else { Gear::Forward(2) },
        ..Controls::default()
    };
    let (command, _): (Command<f64>, _) = sanitise(&controls);
    Request { command, acceleration_m_s2: Real::sin(turn + phase) }
}
