//! The stop from 100 km/h, and from 60 mph on the way.

use skidpad::spec::Vehicle;
use skidpad::units;

use super::run::{Conditions, Crossing, Crossings, Plan, Run, drive};
use super::test::{Outcome, Test};
use crate::driver::Task;
use crate::ride::Start;
use crate::telemetry::Recording;

/// A finished pair of stops.
pub(super) struct Stops {
    from_100: Run,
    from_60: Run,
}

fn plan(speed_m_s: f64, gear: f64) -> Plan {
    Plan {
        start: Start { speed_m_s, gear, engine_rad_s: None },
        task: Task::Brake,
        longest_s: 60.0,
        waits_for_distance: false,
        settled_m_s2: 0.0,
    }
}

fn drive_stop(vehicle: &Vehicle<f64>, conditions: &Conditions, speed_m_s: f64) -> Run {
    // The distance counts from the moment at which the pedal is pressed; the car has stopped when
    // its speed first comes to nothing.
    let crossings = Crossings::new([Crossing::Speed(0.0)]);
    drive(vehicle, conditions, &plan(speed_m_s, 0.0), crossings)
}

/// Stops, and the recording of the first.
pub(super) fn stop(vehicle: &Vehicle<f64>, conditions: &Conditions) -> (Recording, Stops) {
    let from_100 = drive_stop(vehicle, conditions, units::kmh(100.0));
    let from_60 = drive_stop(vehicle, conditions, units::mph(60.0));
    (from_100.recording.clone(), Stops { from_100, from_60 })
}

pub(super) fn outcome(stops: &Stops, test: Test) -> Outcome {
    let run = if test == Test::Braking60 { &stops.from_60 } else { &stops.from_100 };
    match run.crossings.find(Crossing::Speed(0.0)) {
        Some(point) => Outcome::of(point.position_m),
        None => Outcome::none(run.end.reason("standstill")),
    }
}
