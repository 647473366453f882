//! Driver through the lanes of ISO 3888, and the fastest speed at which no cone falls.
//!
//! He is the previewing driver of [`preview`](super::preview), and varies his line and his preview time until he passes.

use core::f64::consts::PI;

use skidpad_core::math::Real;
use skidpad_core::record::Channels;
use skidpad_core::units;

use super::circle::start;
use super::course::{Body, LaneChangeCourse};
use super::no_result::NoResult;
use super::preview::{Feel, Preview};
use super::session::{Act, Feet, Subject};
use super::turning::Turning;
use crate::chance::chance;
use crate::channel::required_place;
use crate::telemetry::Recording;

/// Distance from the start to the first lane, m.
const RUN_UP_M: f64 = 15.0;
/// Distance into the first lane at which the throttle is released in the obstacle avoidance, m, by the front of the
/// car: ISO 3888-2.
const RELEASE_M: f64 = 2.0;
/// Speeds at which the search may begin, m/s; the first that passes is used. From the slowest, a car with the throttle
/// released may come to rest before the end.
const FROM_M_S: [f64; 4] = [units::kmh(20.0), units::kmh(30.0), units::kmh(40.0), units::kmh(50.0)];
/// Upper end of the first search, m/s.
const UP_TO_M_S: f64 = units::kmh(180.0);
/// Width of the range of speeds at which a search ends, m/s.
const CLOSE_M_S: f64 = units::kmh(0.2);
/// Number of searches, and the upper end of the next one over the fastest speed of the last.
const ROUNDS: u64 = 2;
const AGAIN: f64 = 1.08;
/// Largest rate at which the driver turns the front wheels, rad/s: some 1000 degrees a second at the steering wheel.
pub(super) const HANDS_RAD_S: f64 = 1.1;
/// The speed of ISO 3888-1, m/s.
pub const LANE_CHANGE_SPEED_M_S: f64 = units::kmh(80.0);

/// Lane-change manoeuvre: the course, and the use of the throttle.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneChange {
    /// The lanes.
    pub course: LaneChangeCourse,
    /// True where the throttle is released in the first lane (ISO 3888-2), false where the speed is kept (ISO 3888-1).
    pub lets_go: bool,
}

impl LaneChange {
    /// Creates the double lane change of ISO 3888-1 for a car.
    pub fn double(subject: &Subject) -> Self {
        Self { course: LaneChangeCourse::double_lane_change(subject.width_m()), lets_go: false }
    }

    /// Creates the obstacle avoidance of ISO 3888-2 for a car.
    pub fn obstacle(subject: &Subject) -> Self {
        Self { course: LaneChangeCourse::obstacle_avoidance(subject.width_m()), lets_go: true }
    }
}

/// A run through the lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Least room between body and cones, m. Negative where a cone fell and ended the run; -1 where the car did not reach
    /// the end.
    pub room_m: f64,
    /// Section with the least room; in a failed run, the section that was missed.
    pub section: usize,
    /// Speed at the end of the first lane, m/s: the entry speed of ISO 3888-2.
    pub entry_m_s: f64,
    /// Speed at the end of the run, m/s: once the whole car has passed the course, or where the run failed.
    pub exit_m_s: f64,
    /// Largest lateral acceleration, m/s^2; its magnitude.
    pub lateral_m_s2: f64,
    /// The recording; the first lane begins at x = 0.
    pub recording: Recording,
}

impl Passage {
    /// True where no cone fell and the car reached the end.
    pub fn passes(&self) -> bool {
        self.room_m >= 0.0
    }
}

/// Parameters of a driver's line, and his preview time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Style {
    /// Distance before the end of the first lane at which the line leaves it, and distance past the start of the second
    /// at which the line has reached it, m.
    out_m: (f64, f64),
    /// Distance before the end of the second lane at which the line leaves it, and distance past the start of the last
    /// at which the line has reached it, m.
    back_m: (f64, f64),
    /// Lateral offset of the line from the centre of the first lane, m; positive to the left.
    entry_m: f64,
    /// Lateral offset of the line from the centre of the second lane, m; positive to the left.
    further_m: f64,
    /// Preview time, s.
    preview_s: f64,
}

impl Style {
    /// Style of the first try.
    const FIRST: Self =
        Self { out_m: (3.0, 3.0), back_m: (3.0, 3.0), entry_m: 0.0, further_m: 0.0, preview_s: 0.55 };
    /// Number of tries at a speed.
    const TRIES: u64 = 48;
    /// Seed of the variations.
    const SEED: u64 = 3888;

    /// Returns the style of a try: first the style itself, then variations of it, some small and some large.
    fn varied(&self, round: u64, index: u64) -> Self {
        const SPREADS: [f64; 3] = [0.3, 1.0, 0.6];
        let spread = if index == 0 { 0.0 } else { SPREADS[(index % 3) as usize] };
        let by = |place: u64, most: f64| spread * most * chance(Self::SEED + round, 8 * index + place);
        Self {
            out_m: (self.out_m.0 + by(0, 3.0), self.out_m.1 + by(1, 3.0)),
            back_m: (self.back_m.0 + by(2, 3.0), self.back_m.1 + by(3, 3.0)),
            entry_m: Real::clamp(self.entry_m + by(4, 0.15), -0.2, 0.2),
            further_m: Real::clamp(self.further_m + by(5, 0.4), -1.0, 1.0),
            preview_s: Real::clamp(self.preview_s * (1.0 + by(6, 0.4)), 0.2, 1.2),
        }
    }
}

/// Lateral position of the driver's line at a distance along the course, m; positive to the left. Between two lanes it
/// is half a cosine.
fn line(course: &LaneChangeCourse, style: &Style, x: f64) -> f64 {
    /// Shortest distance from one lane to the next along the course, m.
    const SHORTEST_M: f64 = 5.0;
    let [first, second, last] = &course.lanes;
    let crossing = |(from, to): (f64, f64)| {
        let to = Real::max(to, from + SHORTEST_M);
        0.5 - 0.5 * Real::cos(PI * (Real::clamp(x, from, to) - from) / (to - from))
    };
    let out = crossing((first.to_m - style.out_m.0, second.from_m + style.out_m.1));
    let back = crossing((second.to_m - style.back_m.0, last.from_m + style.back_m.1));
    let aside = second.middle_m() + style.further_m;
    style.entry_m + (aside - style.entry_m) * out - aside * back
}

/// Drives one run at a speed, up to the first cone that falls. Returns the passage and the distance that was reached, m.
fn run(
    subject: &Subject,
    change: &LaneChange,
    feel: &Feel,
    style: &Style,
    speed_m_s: f64,
) -> Result<(Passage, f64), NoResult> {
    let (course, body) = (&change.course, Body::new(subject));
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let end_m = course.length_m() + body.rear_m;
    let (mut room_m, mut section) = (f64::INFINITY, course.lanes[0].section);
    let (mut steer, mut lateral_m_s2, mut entry_m_s, mut reached_m) = (0.0, 0.0, 0.0, 0.0);
    let preview = Preview { feel: *feel, time_s: style.preview_s, most: 1.1 };
    let change_rad = HANDS_RAD_S * subject.dt.seconds();
    let end = session.drive(3.0 * (end_m + RUN_UP_M) / speed_m_s, &mut |seen| {
        let now = on_course(seen, RUN_UP_M);
        reached_m = now.x_m;
        if let Some((room, lane)) = course.room(&body, &now) {
            (room_m, section) = if room < room_m { (room, lane) } else { (room_m, section) };
        }
        lateral_m_s2 = Real::max(lateral_m_s2, Real::abs(now.acceleration_y_m_s2));
        entry_m_s = if now.x_m < course.lanes[0].to_m { now.speed_m_s() } else { entry_m_s };
        let is_lost = Real::abs(now.y_m) > 10.0 || Real::abs(now.sideslip_rad) > 0.8;
        if now.x_m > end_m || room_m < 0.0 || is_lost || now.velocity_x_m_s < 0.1 * speed_m_s {
            return None;
        }
        let wish = preview.steer(subject, &now, &|x| line(course, style, x));
        steer += Real::clamp(wish - steer, -change_rad, change_rad);
        let is_off = change.lets_go && now.x_m + body.front_m >= RELEASE_M;
        Some(Act { steer_rad: steer, feet: if is_off { Feet::Off } else { Feet::Speed(speed_m_s) } })
    });
    end?;
    let exit_m_s = session.now().speed_m_s();
    let mut recording = session.into_recording();
    shift(&mut recording, RUN_UP_M);
    if reached_m <= end_m && room_m >= 0.0 {
        // Who does not arrive has missed what comes next.
        let next = course.lanes.iter().find(|lane| lane.to_m > reached_m);
        (room_m, section) = (-1.0, next.map_or(section, |lane| lane.section));
    }
    Ok((Passage { room_m, section, entry_m_s, exit_m_s, lateral_m_s2, recording }, reached_m))
}

/// Returns the car with x counted from the start of the first lane.
fn on_course(seen: &Turning<f64>, run_up_m: f64) -> Turning<f64> {
    Turning { x_m: seen.x_m - run_up_m, ..*seen }
}

/// Shifts a recording so that x counts from the start of the first lane.
fn shift(recording: &mut Recording, run_up_m: f64) {
    const X: usize = required_place(Turning::<f64>::CHANNELS, "x_m");
    recording.rows.iter_mut().for_each(|row| row[X] -= run_up_m);
}

/// Returns the best of the driver's tries at a speed: the first that passes, or the one that gets furthest. The tries
/// are variations of a known style.
fn best(
    subject: &Subject,
    change: &LaneChange,
    feel: &Feel,
    speed_m_s: f64,
    (known, round): (&Style, u64),
) -> Result<(Passage, Style), NoResult> {
    let mut best: Option<(Passage, Style)> = None;
    let mut furthest_m = f64::NEG_INFINITY;
    for style in (0..Style::TRIES).map(|index| known.varied(round, index)) {
        let (passage, reached_m) = run(subject, change, feel, &style, speed_m_s)?;
        if passage.passes() {
            return Ok((passage, style));
        }
        if reached_m > furthest_m {
            (best, furthest_m) = (Some((passage, style)), reached_m);
        }
    }
    best.ok_or_else(|| "no style was tried".into())
}

/// Returns the best of the driver's runs at a speed: passed, or with the section that was missed.
///
/// # Errors
/// Why there is no result, in words.
pub fn lane_change(
    subject: &Subject,
    change: &LaneChange,
    feel: &Feel,
    speed_m_s: f64,
) -> Result<Passage, NoResult> {
    best(subject, change, feel, speed_m_s, (&Style::FIRST, 0)).map(|best| best.0)
}

/// Finds the driver's fastest passage, by bisection between a speed at which no cone falls and one at which some do.
///
/// # Errors
/// Why there is no result, in words.
pub fn fastest_lane_change(subject: &Subject, change: &LaneChange, feel: &Feel) -> Result<Passage, NoResult> {
    let (mut low, mut high) = (FROM_M_S[0], UP_TO_M_S);
    let (mut fastest, mut style) = best(subject, change, feel, low, (&Style::FIRST, 0))?;
    for from in &FROM_M_S[1..] {
        if !fastest.passes() {
            low = *from;
            (fastest, style) = best(subject, change, feel, low, (&Style::FIRST, 0))?;
        }
    }
    if !fastest.passes() {
        let (section, speed) = (fastest.section, units::to_kmh(low));
        return Err(format!("cones of section {section} fall even at {speed:.0} km/h").into());
    }
    for round in 0..ROUNDS {
        while high - low > CLOSE_M_S {
            let middle = 0.5 * (low + high);
            let (passage, its_style) = best(subject, change, feel, middle, (&style, round))?;
            if passage.passes() {
                (low, fastest, style) = (middle, passage, its_style);
            } else {
                high = middle;
            }
        }
        // With what he has learnt he tries again, a little faster.
        high = AGAIN * low;
    }
    Ok(fastest)
}
