//! A run along the road, with what is crossed on the way.

use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::spec::{LONGEST_STEP_S, Vehicle};
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;

use super::instruments::RoadInstruments;
use super::model::{RoadModel, Start};
use crate::driver::{RoadTester, Task, View};
use crate::ground::{Ground, Road};
use crate::hermite;
use crate::models::Refusal;
use crate::rolling::Request;
use crate::telemetry::Recording;
use crate::test_drive::{Pace, TestDrive};

/// Conditions of a road test: model, integrator, step, road and air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The model.
    pub model: RoadModel,
    /// The integrator, one step of it in each [`dt`](Self::dt); `None`: the model's own, in the car's own sub-steps.
    pub method: Option<Method>,
    /// The step; the driver acts once in each.
    pub dt: Dt,
    /// Road and air.
    pub surface: Surface<f64>,
}

impl Conditions {
    /// The model's own integrator on a dry, level road, at 2 ms or the largest whole part of it that the car's tyres allow;
    /// but never so little that the test takes minutes.
    pub fn standard(model: RoadModel, vehicle: &Vehicle<f64>) -> Self {
        let longest = Real::max(LONGEST_STEP_S / MOST_PARTS, vehicle.longest_step_s());
        let whole = Dt::new(LONGEST_STEP_S).unwrap_or_else(|| unreachable!("2 ms is a usable step"));
        let (_, part) = whole.divide(longest);
        let dt = Dt::new(part).unwrap_or(whole);
        Self { model, method: None, dt, surface: Surface::asphalt() }
    }
}

/// Largest number of parts into which the longest step is divided.
const MOST_PARTS: f64 = 40.0;

/// An instant of a run: time, distance, speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Time, s.
    pub time_s: f64,
    /// Distance, m.
    pub position_m: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
}

/// Distance or speed that a run waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Crossing {
    /// A distance, m.
    Distance(f64),
    /// A speed on the way up or down, m/s.
    Speed(f64),
}

/// Crossings waited for, with the instants at which they happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossings(pub Vec<(Crossing, Option<Point>)>);

impl Crossings {
    /// Waits for these.
    pub fn new(all: impl IntoIterator<Item = Crossing>) -> Self {
        Self(all.into_iter().map(|crossing| (crossing, None)).collect())
    }

    /// The instant of a crossing.
    pub fn find(&self, crossing: Crossing) -> Option<Point> {
        self.0.iter().find(|entry| entry.0 == crossing).and_then(|entry| entry.1)
    }

    /// Returns true if all crossings have happened.
    pub fn complete(&self) -> bool {
        self.0.iter().all(|entry| entry.1.is_some())
    }

    /// True where a distance is still to come and the car moves towards it.
    fn wait_for_distance(&self, now: &View) -> bool {
        let distance = |entry: &(Crossing, Option<Point>)| matches!(entry, (Crossing::Distance(_), None));
        now.speed_m_s > 1.0 && self.0.iter().any(distance)
    }

    /// Notes the crossings between the beginning and the end of a step, on the cubics through values and rates at both. `began`
    /// evaluates the beginning under the command of the step: position and speed are those of `before`, the rates are not.
    fn note(&mut self, before: &View, after: &View, began: impl FnOnce() -> View) {
        let happens =
            |entry: &(Crossing, Option<Point>)| entry.1.is_none() && is_crossed(entry.0, before, after);
        if self.0.iter().any(happens) {
            let began = began();
            for entry in self.0.iter_mut().filter(|entry| happens(entry)) {
                entry.1 = Some(locate(entry.0, &began, after));
            }
        }
    }
}

/// Distances from what is to be crossed at the beginning and the end of a step.
fn distances(crossing: Crossing, before: &View, after: &View) -> (f64, f64) {
    match crossing {
        Crossing::Distance(target) => (before.position_m - target, after.position_m - target),
        Crossing::Speed(target) => (before.speed_m_s - target, after.speed_m_s - target),
    }
}

fn is_crossed(crossing: Crossing, before: &View, after: &View) -> bool {
    let (start, end) = distances(crossing, before, after);
    start != 0.0 && start * end <= 0.0
}

fn locate(crossing: Crossing, began: &View, after: &View) -> Point {
    let h = after.time_s - began.time_s;
    let (x0, x1, v0, v1) = (began.position_m, after.position_m, began.speed_m_s, after.speed_m_s);
    let (a0, a1) = (began.acceleration_m_s2, after.acceleration_m_s2);
    let (start, end) = distances(crossing, began, after);
    let (start_change, end_change) = match crossing {
        Crossing::Distance(_) => (v0 * h, v1 * h),
        Crossing::Speed(_) => (a0 * h, a1 * h),
    };
    let s = hermite::crossing(start, start_change, end, end_change);
    Point {
        time_s: began.time_s + s * h,
        position_m: hermite::value(s, x0, v0 * h, x1, v1 * h),
        speed_m_s: hermite::value(s, v0, a0 * h, v1, a1 * h),
    }
}

/// Why a run ended before everything was crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Everything was crossed.
    Complete,
    /// The time was up.
    TimeUp,
    /// The car stood still or its speed settled.
    Settled,
    /// The run was over, in the words of the model's end.
    Over(&'static str),
    /// A number was not finite.
    NotFinite,
}

impl End {
    /// In words, for a run that was to reach something.
    pub(super) fn reason(self, what: &str) -> String {
        match self {
            Self::Complete => String::from("not looked for"),
            Self::TimeUp => format!("{what} was not reached in time"),
            Self::Settled => format!("{what} was not reached: the speed settled before"),
            Self::Over(end) => format!("{end} before {what} was reached"),
            Self::NotFinite => {
                format!("the computation broke down before {what} was reached; try a smaller dt")
            }
        }
    }
}

/// Plan of a run: its start, its task and when it ends.
pub(super) struct Plan {
    pub start: Start,
    pub task: Task,
    /// Time for which a car with an anti-lock system, which learns from rolling wheels, rolls before the task begins, s.
    pub rolls_s: f64,
    pub longest_s: f64,
    /// True if a settled speed does not end the run while the car moves towards a distance that is still to come.
    pub waits_for_distance: bool,
    /// Acceleration below which the speed counts as settled, m/s^2; 0 never.
    pub settled_m_s2: f64,
}

/// A finished run.
pub(super) struct Run {
    /// The car when the task began.
    pub begun: View,
    pub crossings: Crossings,
    pub end: End,
    pub last: View,
    pub recording: Recording,
}

/// Drives a plan until everything is crossed or it cannot go on.
///
/// # Errors
/// A model that is not for the vehicle, with why.
pub(super) fn drive(
    vehicle: &Vehicle<f64>,
    conditions: &Conditions,
    plan: &Plan,
    crossings: Crossings,
) -> Result<Run, Refusal> {
    let Conditions { model, method, dt, surface } = *conditions;
    let car = model.begin(vehicle, &plan.start, method)?;
    let instruments = RoadInstruments::new(model, vehicle, &surface);
    let road = Road::new(&surface, Ground::plain());
    let neutral = Request::from_command(Record::splat(0.0));
    let mut test = TestDrive::new(car, road, Pace { dt, frame: None }, instruments, neutral);
    let driver = RoadTester::new(vehicle);
    let (mut begun, mut crossings, mut end) = (*test.now(), crossings, End::TimeUp);
    for _ in 0..(plan.longest_s / dt.seconds()) as u64 {
        let before = *test.now();
        let rolls = before.has_anti_lock && before.time_s < plan.rolls_s;
        let command = driver.drive(if rolls { Task::Coast } else { plan.task }, vehicle, &before);
        let status = test.act(&Request::from_command(command));
        let after = *test.now();
        crossings.note(&before, &after, || test.began());
        begun = if rolls { after } else { begun };
        if let Some(why) = ending(status, &crossings, plan, [&before, &after]) {
            end = why;
            test.record_now();
            break;
        }
    }
    Ok(Run { begun, crossings, end, last: *test.now(), recording: test.into_recording() })
}

/// Why a run is over after a step, where it is.
fn ending(status: Status, crossings: &Crossings, plan: &Plan, [before, after]: [&View; 2]) -> Option<End> {
    match status {
        Status::Running => {}
        Status::Ended(end) => return Some(End::Over(end.name())),
        _ => return Some(End::NotFinite),
    }
    if crossings.complete() {
        return Some(End::Complete);
    }
    let still = Real::abs(after.acceleration_m_s2) < plan.settled_m_s2 && !after.shifting;
    let still = still && !(plan.waits_for_distance && crossings.wait_for_distance(after));
    let moving = before.time_s > 5.0;
    (still && moving).then_some(End::Settled)
}
