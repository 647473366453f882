//! 80 to 120 km/h in the highest gear that holds both speeds.

use skidpad_core::controls::Gear;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;

use super::model::Start;
use super::run::{Conditions, Crossing, Crossings, Plan, drive};
use super::test::Outcome;
use crate::driver::Task;

const FROM_M_S: f64 = units::kmh(80.0);
const TO_M_S: f64 = units::kmh(120.0);
/// Below this multiple of idle an engine does not pull cleanly.
const ABOVE_IDLE: f64 = 1.2;

/// The highest gear whose engine speeds at both ends lie between idle and redline.
fn gear(vehicle: &Vehicle<f64>) -> Option<usize> {
    let engine = vehicle.engine();
    let axles = |speed: f64| skidpad_core::powertrain::Axles {
        front: speed / vehicle.front().radius_m,
        rear: speed / vehicle.rear().radius_m,
    };
    let holds = |gear: &usize| {
        let drive = vehicle.drive(*gear as f64);
        drive.input_speed(&axles(FROM_M_S)) >= ABOVE_IDLE * engine.idle_rad_s
            && drive.input_speed(&axles(TO_M_S)) <= engine.redline_rad_s
    };
    (1..=vehicle.shift().gears as usize).rev().find(holds)
}

pub(super) fn in_gear(vehicle: &Vehicle<f64>, conditions: &Conditions) -> Outcome {
    let Some(gear) = gear(vehicle) else {
        return Outcome::none("no gear covers both 80 and 120 km/h between idle and redline");
    };
    let plan = Plan {
        // A little slower, so that the pull is steady at 80.
        start: Start { speed_m_s: FROM_M_S - 1.0, gear: Gear::Forward(gear as u8), engine_rad_s: None },
        task: Task::HoldGear,
        rolls_s: 0.0,
        longest_s: 120.0,
        waits_for_distance: false,
        settled_m_s2: 1e-4,
    };
    let crossings = Crossings::new([Crossing::Speed(FROM_M_S), Crossing::Speed(TO_M_S)]);
    let run = match drive(vehicle, conditions, &plan, crossings) {
        Ok(run) => run,
        Err(refusal) => return Outcome::none(refusal.to_string()),
    };
    match (run.crossings.find(Crossing::Speed(FROM_M_S)), run.crossings.find(Crossing::Speed(TO_M_S))) {
        (Some(from), Some(to)) => Outcome::from_value(to.time_s - from.time_s),
        _ => Outcome::none(run.end.reason(&format!("120 km/h in gear {gear}"))),
    }
}
