//! The stops from 100 km/h, from 60 and from 70 mph.

use skidpad_core::controls::Gear;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;

use super::model::Start;
use super::run::{Conditions, Crossing, Crossings, Plan, Run, drive};
use super::test::{Outcome, Test};
use crate::driver::Task;
use crate::manoeuvre::stopping_distance_m;
use crate::models::Refusal;
use crate::telemetry::Recording;

/// Finished stops.
pub(super) struct Stops {
    from_100: Run,
    from_60: Run,
    from_70: Run,
}

/// Time between the start and the pedal where the anti-lock system has to get to know the wheels, s.
const ROLLS_S: f64 = 0.5;

fn plan(speed_m_s: f64) -> Plan {
    Plan {
        start: Start { speed_m_s, gear: Gear::Neutral, engine_rad_s: None },
        task: Task::Brake,
        rolls_s: ROLLS_S,
        longest_s: 60.0,
        waits_for_distance: false,
        settled_m_s2: 0.0,
    }
}

fn drive_stop(vehicle: &Vehicle<f64>, conditions: &Conditions, speed_m_s: f64) -> Result<Run, Refusal> {
    // The distance counts from the moment at which the pedal is pressed; the car has stopped when
    // its speed first comes to nothing.
    let crossings = Crossings::new([Crossing::Speed(0.0)]);
    drive(vehicle, conditions, &plan(speed_m_s), crossings)
}

/// Stops, and the recording of the first.
pub(super) fn stop(vehicle: &Vehicle<f64>, conditions: &Conditions) -> Result<(Recording, Stops), Refusal> {
    let from_100 = drive_stop(vehicle, conditions, nominal_m_s(Test::Braking100))?;
    let from_60 = drive_stop(vehicle, conditions, nominal_m_s(Test::Braking60))?;
    let from_70 = drive_stop(vehicle, conditions, nominal_m_s(Test::Braking70))?;
    Ok((from_100.recording.clone(), Stops { from_100, from_60, from_70 }))
}

/// The outcome of one of the tests.
pub(super) fn outcome(stops: &Stops, test: Test) -> Outcome {
    match test {
        Test::Braking60 => distance(&stops.from_60, test),
        Test::Braking70 => distance(&stops.from_70, test),
        _ => distance(&stops.from_100, test),
    }
}

/// One of the tests alone.
pub(super) fn single(vehicle: &Vehicle<f64>, conditions: &Conditions, test: Test) -> Outcome {
    match drive_stop(vehicle, conditions, nominal_m_s(test)) {
        Ok(run) => distance(&run, test),
        Err(refusal) => Outcome::none(refusal.to_string()),
    }
}

/// The speed at the pedal, m/s.
fn nominal_m_s(test: Test) -> f64 {
    match test {
        Test::Braking60 => units::mph(60.0),
        Test::Braking70 => units::mph(70.0),
        _ => units::kmh(100.0),
    }
}

/// The distance from the pedal to standstill, from the nominal speed.
fn distance(run: &Run, test: Test) -> Outcome {
    let from = &run.begun;
    let stopping =
        |end_m: f64| stopping_distance_m(end_m - from.position_m, from.speed_m_s, nominal_m_s(test));
    match run.crossings.find(Crossing::Speed(0.0)) {
        Some(point) => Outcome::from_value(stopping(point.position_m)),
        None => Outcome::none(run.end.reason("standstill")),
    }
}
