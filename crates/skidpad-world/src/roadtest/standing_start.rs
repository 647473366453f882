//! The standing start: one run from rest through the gears, timed to speeds and over distances.

use skidpad_core::controls::Gear;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;

use super::model::Start;
use super::run::{Conditions, Crossing, Crossings, Plan, Run, drive};
use super::test::{Outcome, Test};
use crate::driver::Task;
use crate::models::Refusal;
use crate::telemetry::Recording;

/// Travel that counts as first motion, m.
const FIRST_MOTION_M: f64 = 1e-3;
/// The rollout of American drag strips and magazines, m: a foot.
pub const ROLLOUT_M: f64 = units::FOOT_M;
/// Nobody waits longer than this, s.
const LONGEST_S: f64 = 180.0;

/// A finished standing start.
pub struct StandingStart {
    run: Run,
}

impl StandingStart {
    /// Drives it: first gear, engine at the launch speed, driven to the last of its targets.
    ///
    /// # Errors
    /// A model that is not for the vehicle.
    pub fn drive(vehicle: &Vehicle<f64>, conditions: &Conditions) -> Result<Self, Refusal> {
        Self::drive_for(vehicle, conditions, &Test::ALL)
    }

    /// Drives the standing start only as far as some tests need.
    ///
    /// # Errors
    /// A model that is not for the vehicle.
    pub fn drive_for(
        vehicle: &Vehicle<f64>,
        conditions: &Conditions,
        tests: &[Test],
    ) -> Result<Self, Refusal> {
        let wanted = || tests.iter().copied();
        let speeds = wanted().filter_map(Test::target_speed_m_s).map(Crossing::Speed);
        let distances = wanted().filter_map(Test::target_distance_m).map(Crossing::Distance);
        let marks = [Crossing::Distance(FIRST_MOTION_M), Crossing::Distance(ROLLOUT_M)];
        let crossings = Crossings::new(marks.into_iter().chain(speeds).chain(distances));
        let plan = Plan {
            start: Start { speed_m_s: 0.0, gear: Gear::Forward(1), engine_rad_s: launch_speed(vehicle) },
            task: Task::Accelerate,
            rolls_s: 0.0,
            longest_s: LONGEST_S,
            waits_for_distance: true,
            settled_m_s2: 1e-3,
        };
        Ok(Self { run: drive(vehicle, conditions, &plan, crossings)? })
    }

    /// The outcome of one of its tests.
    pub fn outcome(&self, test: Test) -> Outcome {
        let wanted = match (test.target_speed_m_s(), test.target_distance_m()) {
            (Some(speed), _) => Crossing::Speed(speed),
            (None, Some(distance)) => Crossing::Distance(distance),
            (None, None) => return Outcome::none("not a standing start"),
        };
        let crossings = &self.run.crossings;
        let Some(first) = crossings.find(Crossing::Distance(FIRST_MOTION_M)) else {
            return Outcome::none(self.run.end.reason("first motion"));
        };
        let Some(point) = crossings.find(wanted) else {
            return Outcome::none(self.run.end.reason(test.name()));
        };
        if test == Test::TrapSpeed {
            return Outcome::from_value(units::to_kmh(point.speed_m_s));
        }
        let rollout =
            crossings.find(Crossing::Distance(ROLLOUT_M)).map(|rollout| rollout.time_s - first.time_s);
        Outcome { value: Ok(point.time_s - first.time_s), rollout_s: rollout }
    }

    /// The recording of the run.
    pub fn into_recording(self) -> Recording {
        self.run.recording
    }
}

/// The engine speed from which the clutch is let in, rad/s: where it carries the engine's torque.
fn launch_speed(vehicle: &Vehicle<f64>) -> Option<f64> {
    let clutch = vehicle.clutch();
    let by_clutch = !clutch.is_rigid.is_set() && !vehicle.converter().is_fitted.is_set();
    by_clutch.then_some(clutch.launch_rad_s)
}
