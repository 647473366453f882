//! A run along the road, with what is crossed on the way.

use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::spec::{LONGEST_STEP_S, Vehicle};
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;

use crate::driver::{RoadTester, Task};
use crate::hermite;
use crate::ride::{Ride, RoadModel, Start, View};
use crate::telemetry::Recording;

/// How a road test is computed.
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

/// Into how many parts the longest step is divided at most.
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

/// What is waited for.
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

    /// Whether all have happened.
    pub fn complete(&self) -> bool {
        self.0.iter().all(|entry| entry.1.is_some())
    }

    /// Looks for crossings between two instants, on the cubics through values and rates at both.
    fn look(&mut self, before: &View, after: &View) {
        for (crossing, point) in self.0.iter_mut().filter(|entry| entry.1.is_none()) {
            *point = locate(*crossing, before, after);
        }
    }
}

fn locate(crossing: Crossing, before: &View, after: &View) -> Option<Point> {
    let h = after.time_s - before.time_s;
    let (x0, x1, v0, v1) = (before.position_m, after.position_m, before.speed_m_s, after.speed_m_s);
    let (a0, a1) = (before.acceleration_m_s2, after.acceleration_m_s2);
    let (start, start_change, end, end_change) = match crossing {
        Crossing::Distance(target) => (x0 - target, v0 * h, x1 - target, v1 * h),
        Crossing::Speed(target) => (v0 - target, a0 * h, v1 - target, a1 * h),
    };
    if start == 0.0 || start * end > 0.0 {
        return None;
    }
    let s = hermite::crossing(start, start_change, end, end_change);
    Some(Point {
        time_s: before.time_s + s * h,
        position_m: hermite::value(s, x0, v0 * h, x1, v1 * h),
        speed_m_s: hermite::value(s, v0, a0 * h, v1, a1 * h),
    })
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

/// What is to be driven.
pub(super) struct Plan {
    pub start: Start,
    pub task: Task,
    /// Time for which a car with an anti-lock system, which learns from rolling wheels, rolls before the task begins, s.
    pub rolls_s: f64,
    pub longest_s: f64,
    /// Whether a settled speed is no reason to stop while a distance is still to come.
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

impl Run {
    /// Whether a distance is still to come and the car moves towards it.
    fn waits_for_distance(&self) -> bool {
        let distance = |entry: &(Crossing, Option<Point>)| matches!(entry, (Crossing::Distance(_), None));
        self.last.speed_m_s > 1.0 && self.crossings.0.iter().any(distance)
    }
}

/// Rows per second that a recording keeps.
const ROWS_PER_S: f64 = 100.0;

/// Drives a plan until everything is crossed or it cannot go on.
pub(super) fn drive(
    vehicle: &Vehicle<f64>,
    conditions: &Conditions,
    plan: &Plan,
    crossings: Crossings,
) -> Run {
    let mut ride = Ride::new(conditions.model, vehicle, plan.start, conditions.method);
    ride.surface = conditions.surface;
    let driver = RoadTester::new(vehicle);
    let first = ride.view(&skidpad_core::record::Record::splat(0.0));
    let mut run = Run {
        begun: first,
        crossings,
        end: End::TimeUp,
        last: first,
        recording: Recording::new(ride.channel_list()),
    };
    let steps = (plan.longest_s / conditions.dt.seconds()) as u64;
    let keep = ((1.0 / ROWS_PER_S) / conditions.dt.seconds()) as u64;
    for step in 0..steps {
        let rolls = run.last.has_anti_lock && run.last.time_s < plan.rolls_s;
        let command = driver.drive(if rolls { Task::Coast } else { plan.task }, vehicle, &run.last);
        let before = ride.view(&command);
        if step % u64::max(keep, 1) == 0 {
            run.recording.push(ride.channels(&command));
        }
        let status = ride.step(&command, conditions.dt);
        let after = ride.view(&command);
        run.crossings.look(&before, &after);
        run.last = after;
        if rolls {
            run.begun = after;
        }
        if let Some(end) = ending(&run, status, plan, &before) {
            run.end = end;
            run.recording.push(ride.channels(&command));
            return run;
        }
    }
    run
}

fn ending(run: &Run, status: Status, plan: &Plan, before: &View) -> Option<End> {
    match status {
        Status::Running => {}
        Status::Ended(end) => return Some(End::Over(end.name())),
        _ => return Some(End::NotFinite),
    }
    if run.crossings.complete() {
        return Some(End::Complete);
    }
    let still = Real::abs(run.last.acceleration_m_s2) < plan.settled_m_s2 && !run.last.shifting;
    let still = still && !(plan.waits_for_distance && run.waits_for_distance());
    let moving = before.time_s > 5.0;
    (still && moving).then_some(End::Settled)
}
