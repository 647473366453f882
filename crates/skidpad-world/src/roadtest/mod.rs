//! The road test of a magazine: standing start, in-gear pull, top speed, braking, coast-down; and the
//! manoeuvres of a car that turns.
//!
//! Times start at first motion (1 mm of travel); where a published figure was taken with a
//! 1-foot rollout, the time from the first foot is given too. Crossings of speeds and distances are
//! found inside the step, not at its end.

mod braking;
mod coast_down;
mod found;
mod in_gear;
mod instruments;
mod model;
mod run;
mod standards;
mod standing_start;
mod test;
mod top_speed;
mod turning;
mod turning_tests;

pub use coast_down::{RoadLoad, coast_down};
pub use found::Shown;
pub use model::RoadModel;
pub use run::{Conditions, Crossing, Crossings, Point};
pub use standing_start::StandingStart;
pub use test::{Outcome, Test, Unit};
pub use top_speed::{
    Limit, TopSpeed, drive_force_n, driven_radius_m, equilibrium_speed, resistance_n, top_speed,
};
pub use turning::{LEANS, TURNING_MODEL, Turned, TurningConditions, turn};
pub use turning_tests::{Manoeuvre, TurningTest};

use skidpad_core::spec::Vehicle;

use crate::models::Refusal;
use crate::telemetry::Recording;

/// The results of a road test.
#[derive(Clone, Debug)]
pub struct RoadTest {
    /// Conditions of the test.
    pub conditions: Conditions,
    /// Each test with its outcome, in the order of [`Test::ALL`].
    pub outcomes: Vec<(Test, Outcome)>,
    /// The standing start, recorded.
    pub standing_start: Recording,
    /// The stop from 100 km/h, recorded.
    pub braking: Recording,
    /// Top speed, by simulation and by equilibrium.
    pub top_speed: TopSpeed,
    /// The coast-down's road load.
    pub road_load: Option<RoadLoad>,
}

/// Drives the whole road test, with traction and stability control switched off as magazines do.
///
/// # Errors
/// A model that is not for the vehicle.
pub fn road_test(vehicle: &Vehicle<f64>, conditions: &Conditions) -> Result<RoadTest, Refusal> {
    let vehicle = &vehicle.without_stability_control();
    let start = StandingStart::drive(vehicle, conditions)?;
    let (braking, stop) = braking::stop(vehicle, conditions)?;
    let top = top_speed(vehicle, conditions);
    let coast = coast_down(vehicle, conditions);
    let outcomes = Test::ALL
        .into_iter()
        .map(|test| {
            let outcome = match test {
                Test::TopSpeed => top.outcome(),
                Test::Braking100 | Test::Braking60 | Test::Braking70 => braking::outcome(&stop, test),
                Test::CoastDown => coast.outcome(),
                Test::InGear => in_gear::in_gear(vehicle, conditions),
                _ => start.outcome(test),
            };
            (test, outcome)
        })
        .collect();
    Ok(RoadTest {
        conditions: *conditions,
        outcomes,
        standing_start: start.into_recording(),
        braking,
        top_speed: top,
        road_load: coast.road_load,
    })
}

/// Drives one test alone, as in [`road_test`].
pub fn single_test(vehicle: &Vehicle<f64>, conditions: &Conditions, test: Test) -> Outcome {
    let mut outcomes = some_tests(vehicle, conditions, &[test]);
    outcomes.pop().map_or_else(|| Outcome::none("was not driven"), |entry| entry.1)
}

/// Drives some tests, as in [`road_test`], and no further than they need. If the model is not for the vehicle, each outcome
/// holds the reason.
pub fn some_tests(vehicle: &Vehicle<f64>, conditions: &Conditions, tests: &[Test]) -> Vec<(Test, Outcome)> {
    let vehicle = &vehicle.without_stability_control();
    let is_start = |test: &Test| test.target_speed_m_s().is_some() || test.target_distance_m().is_some();
    let start = tests.iter().any(is_start).then(|| StandingStart::drive_for(vehicle, conditions, tests));
    let drive = |test: Test| match test {
        Test::TopSpeed => top_speed(vehicle, conditions).outcome(),
        Test::Braking100 | Test::Braking60 | Test::Braking70 => braking::single(vehicle, conditions, test),
        Test::CoastDown => coast_down(vehicle, conditions).outcome(),
        Test::InGear => in_gear::in_gear(vehicle, conditions),
        _ => match &start {
            Some(Ok(start)) => start.outcome(test),
            Some(Err(refusal)) => Outcome::none(refusal.to_string()),
            None => Outcome::none("not a standing start"),
        },
    };
    tests.iter().map(|test| (*test, drive(*test))).collect()
}
