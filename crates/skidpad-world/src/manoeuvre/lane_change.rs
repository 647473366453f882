//! A driver through the lanes of ISO 3888, and the fastest at which no cone falls.

use core::f64::consts::PI;

use skidpad::math::Real;
use skidpad::units;

use super::circle::start;
use super::course::{Body, Course};
use super::session::{Act, Feet, Stop, Subject};
use super::slalom::{Feel, world_velocity};
use super::turning::Turning;
use crate::telemetry::Recording;

/// The way up to the first lane, m.
const RUN_UP_M: f64 = 40.0;
/// How far into the first lane the throttle of the obstacle avoidance is let go, m: ISO 3888-2.
const RELEASE_M: f64 = 2.0;
/// The speeds between which the fastest is sought, m/s.
const SPEEDS_M_S: (f64, f64) = (units::kmh(20.0), units::kmh(180.0));
/// How closely the fastest is found, m/s.
const CLOSE_M_S: f64 = units::kmh(0.2);
/// The fastest that the hands turn the front wheels, rad/s: some 1000 degrees a second at the steering wheel.
const HANDS_RAD_S: f64 = 1.1;
/// The speed of ISO 3888-1, m/s.
pub const LANE_CHANGE_SPEED_M_S: f64 = units::kmh(80.0);

/// What is driven through the lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneChange {
    /// The lanes.
    pub course: Course,
    /// Whether the throttle is let go in the first lane (ISO 3888-2), or the speed kept (ISO 3888-1).
    pub lets_go: bool,
}

impl LaneChange {
    /// ISO 3888-1 for a car.
    pub fn double(subject: &Subject) -> Self {
        Self { course: Course::double_lane_change(subject.width_m()), lets_go: false }
    }

    /// ISO 3888-2 for a car.
    pub fn obstacle(subject: &Subject) -> Self {
        Self { course: Course::obstacle_avoidance(subject.width_m()), lets_go: true }
    }
}

/// A run through the lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The least room between body and cones, m; negative: cones fell.
    pub room_m: f64,
    /// The section in which it was least.
    pub section: usize,
    /// Speed at the end of the first lane, m/s: the entry speed of ISO 3888-2.
    pub entry_m_s: f64,
    /// Speed at the end of the course, m/s.
    pub exit_m_s: f64,
    /// The largest lateral acceleration, m/s^2.
    pub lateral_m_s2: f64,
    /// The recording; the first lane begins at x = 0.
    pub recording: Recording,
}

impl Passage {
    /// Whether all cones stand.
    pub fn passes(&self) -> bool {
        self.room_m >= 0.0
    }
}

/// How a driver drives: where he begins and ends to change lanes, and how far he looks ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Style {
    /// How far within a lane he is already, or still, on his way across, m.
    within_m: f64,
    /// How much further than the middle of the second lane he goes, m.
    further_m: f64,
    /// How far ahead of the car he steers, in response times of the car.
    ahead: f64,
}

/// The styles that are tried.
fn styles() -> impl Iterator<Item = Style> {
    let withins = [2.0, 4.0, 5.5];
    withins.into_iter().flat_map(|within_m| {
        [0.0, -0.2, 0.2].into_iter().flat_map(move |further_m| {
            [0.5, 0.8, 1.1].map(|ahead| Style { within_m, further_m, ahead })
        })
    })
}

/// The driver's line at a place of the course: how far to the left, its slope, its second derivative. Between two
/// lanes half a cosine.
fn line(course: &Course, style: &Style, x: f64) -> [f64; 3] {
    let [first, second, last] = &course.lanes;
    let aside = second.middle_m() + style.further_m;
    let crossing = |from: f64, to: f64| {
        let k = PI / (to - from);
        let (sin, cos) = Real::sin_cos(k * (Real::clamp(x, from, to) - from));
        let within = if x > from && x < to { 0.5 } else { 0.0 };
        [0.5 * (1.0 - cos), within * k * sin, within * k * k * cos]
    };
    let out = crossing(first.to_m - style.within_m, second.from_m + style.within_m);
    let back = crossing(second.to_m - style.within_m, last.from_m + style.within_m);
    [0, 1, 2].map(|order| aside * (out[order] - back[order]))
}

/// One run at a speed.
///
/// The driver previews: the curvature of his line some way ahead, and errors of place and direction here, become a
/// lateral acceleration; what the car is known to need for it becomes the steering angle.
fn run(
    subject: &Subject,
    change: &LaneChange,
    feel: &Feel,
    style: &Style,
    speed_m_s: f64,
) -> Result<Passage, String> {
    /// Feedback of the line's error, rad/s.
    const OMEGA: f64 = 2.5;
    let (course, body) = (&change.course, Body::of(subject));
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let end_m = course.length_m() + body.rear_m;
    let (mut room_m, mut section) = (f64::INFINITY, 0);
    let (mut steer, mut lateral_m_s2, mut entry_m_s, mut is_through) = (0.0, 0.0, 0.0, false);
    let change_rad = HANDS_RAD_S * subject.dt.seconds();
    let limit = 1.1 * subject.promised_m_s2();
    let end = session.drive(3.0 * (end_m + RUN_UP_M) / speed_m_s, &mut |seen| {
        let now = on_course(seen, RUN_UP_M);
        if let Some((room, lane)) = course.room(&body, &now) {
            (room_m, section) = if room < room_m { (room, lane) } else { (room_m, section) };
        }
        lateral_m_s2 = Real::max(lateral_m_s2, Real::abs(now.acceleration_y_m_s2));
        entry_m_s = if now.x_m < course.lanes[0].to_m { now.speed_m_s() } else { entry_m_s };
        is_through = now.x_m > end_m;
        let is_lost = Real::abs(now.y_m) > 10.0 || Real::abs(now.sideslip_rad) > 0.8;
        if is_through || is_lost || now.velocity_x_m_s < 0.3 * speed_m_s {
            return None;
        }
        let (vx, vy) = world_velocity(&now);
        let ahead = line(course, style, now.x_m + vx * style.ahead * feel.response_s);
        let here = line(course, style, now.x_m);
        let (off, drift) = (here[0] - now.y_m, here[1] * vx - vy);
        let wanted = ahead[2] * vx * vx + OMEGA * OMEGA * off + 1.6 * OMEGA * drift;
        let wanted = Real::clamp(wanted, -limit, limit);
        let angle = wanted * (subject.wheelbase_m / (vx * vx) + feel.understeer_rad_s2_m);
        steer += Real::clamp(angle - steer, -change_rad, change_rad);
        let is_off = change.lets_go && now.x_m + body.front_m >= RELEASE_M;
        Some(Act { steer_rad: steer, feet: if is_off { Feet::Off } else { Feet::Speed(speed_m_s) } })
    });
    end.map_err(Stop::reason)?;
    let exit_m_s = session.now().speed_m_s();
    let mut recording = session.into_recording();
    shift(&mut recording, RUN_UP_M);
    if !is_through {
        // Who does not arrive has missed what comes next.
        room_m = Real::min(room_m, -1.0);
    }
    Ok(Passage { room_m, section, entry_m_s, exit_m_s, lateral_m_s2, recording })
}

/// The car seen from where the first lane begins.
fn on_course(seen: &Turning<f64>, run_up_m: f64) -> Turning<f64> {
    Turning { x_m: seen.x_m - run_up_m, ..*seen }
}

/// Moves the places of a recording to where the first lane begins.
fn shift(recording: &mut Recording, run_up_m: f64) {
    if let Some(place) = recording.channels.iter().position(|channel| channel.name == "x_m") {
        recording.rows.iter_mut().for_each(|row| row[place] -= run_up_m);
    }
}

/// The best of the driver's styles at a speed: the first that passes, beginning with one that did, or the one with
/// the most room.
fn best(
    subject: &Subject,
    change: &LaneChange,
    feel: &Feel,
    speed_m_s: f64,
    likely: Option<Style>,
) -> Result<(Passage, Style), String> {
    let mut best: Option<(Passage, Style)> = None;
    for style in likely.into_iter().chain(styles()) {
        let passage = run(subject, change, feel, &style, speed_m_s)?;
        let passes = passage.passes();
        if best.as_ref().is_none_or(|best| passage.room_m > best.0.room_m) {
            best = Some((passage, style));
        }
        if passes {
            break;
        }
    }
    best.ok_or("no style was tried".to_owned())
}

/// The run at a speed, at the driver's best: passed, or which section was missed by how much.
///
/// # Errors
/// Why there is no result, in words.
pub fn lane_change(
    subject: &Subject,
    change: &LaneChange,
    feel: &Feel,
    speed_m_s: f64,
) -> Result<Passage, String> {
    best(subject, change, feel, speed_m_s, None).map(|best| best.0)
}

/// The fastest passage: by bisection between a speed at which the cones stand and one at which they fall.
///
/// # Errors
/// Why there is no result, in words.
pub fn fastest_lane_change(subject: &Subject, change: &LaneChange, feel: &Feel) -> Result<Passage, String> {
    let (mut low, mut high) = SPEEDS_M_S;
    let (mut fastest, mut style) = best(subject, change, feel, low, None)?;
    if !fastest.passes() {
        let (section, speed) = (fastest.section, units::to_kmh(low));
        return Err(format!("cones of section {section} fall even at {speed:.0} km/h"));
    }
    while high - low > CLOSE_M_S {
        let middle = 0.5 * (low + high);
        let (passage, its_style) = best(subject, change, feel, middle, Some(style))?;
        if passage.passes() {
            (low, fastest, style) = (middle, passage, its_style);
        } else {
            high = middle;
        }
    }
    Ok(fastest)
}
