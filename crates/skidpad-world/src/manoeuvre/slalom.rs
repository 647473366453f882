//! The slalom of American magazines: six cones, 100 ft apart.

use core::f64::consts::PI;

use skidpad::math::Real;
use skidpad::units;

use super::circle::{points, start};
use super::session::{Act, Feet, Stop, Subject};
use super::turning::Turning;
use crate::telemetry::Recording;

/// Distance between two cones, m.
pub const CONES_APART_M: f64 = 100.0 * units::FOOT_M;
/// How many cones there are.
pub const CONES: usize = 6;
/// The way up to the first cone, m.
const RUN_UP_M: f64 = 60.0;
/// From the wheels to the side of the car with its mirrors, m.
const OVERHANG_M: f64 = 0.15;
/// The speeds between which the fastest is sought, m/s.
const SPEEDS_M_S: (f64, f64) = (units::kmh(30.0), units::kmh(160.0));
/// How closely the fastest is found, m/s.
const CLOSE_M_S: f64 = units::kmh(0.2);

/// What the slalom shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Slalom {
    /// The fastest speed at which every cone stood, m/s.
    pub speed_m_s: f64,
    /// The largest lateral acceleration there, m/s^2.
    pub lateral_m_s2: f64,
    /// The recording of that run.
    pub recording: Recording,
}

/// Where the cones stand: along x.
pub fn cone_x_m(index: usize) -> f64 {
    RUN_UP_M + index as f64 * CONES_APART_M
}

/// On which side a cone is passed: 1 left.
fn side(index: usize) -> f64 {
    if index.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Half of the width that must pass.
fn clearance_m(subject: &Subject) -> f64 {
    0.5 * subject.track_m + OVERHANG_M
}

/// The driver's line, its slope and its second derivative: a cosine through the cones, swung in and
/// out over one distance of cones.
fn line(x: f64, amplitude_m: f64) -> [f64; 3] {
    let k = PI / CONES_APART_M;
    let (first, last) = (cone_x_m(0), cone_x_m(CONES - 1));
    if x < first - CONES_APART_M || x > last + CONES_APART_M {
        return [0.0; 3];
    }
    let swing = if x < first || x > last { 0.5 } else { 1.0 };
    let angle = k * (x - first);
    let (sin, cos) = Real::sin_cos(angle);
    // Before the first cone and after the last half a cosine leads from the middle to its side.
    let shift = if x < first {
        0.5
    } else if x > last {
        0.5 * side(CONES - 1)
    } else {
        0.0
    };
    let a = amplitude_m * swing;
    [a * cos + amplitude_m * shift, -a * k * sin, -a * k * k * cos]
}

/// What the driver knows of the car: how long it takes to answer, and its understeer gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feel {
    /// Understeer gradient, rad s^2/m.
    pub understeer_rad_s2_m: f64,
    /// Response time of the lateral acceleration, s.
    pub response_s: f64,
}

/// What a driver tries: how far he passes the cones beyond what is needed, m, and how far ahead of the
/// car he steers, over its response time.
#[derive(Clone, Copy, Debug)]
struct Try {
    margin_m: f64,
    ahead: f64,
}

/// The tries, the most careful first.
fn tries() -> impl Iterator<Item = Try> {
    [0.3, 0.15, 0.5]
        .into_iter()
        .flat_map(|margin_m| [0.5, 0.8, 1.2, 0.25].map(|ahead| Try { margin_m, ahead }))
}

/// A run in which every cone stands, of those that the driver tries at a speed.
fn best_run(subject: &Subject, feel: &Feel, speed_m_s: f64) -> Option<Recording> {
    let runs = tries().filter_map(|attempt| run(subject, feel, attempt, speed_m_s).ok());
    runs.filter(|(room, _)| *room >= 0.0).map(|(_, recording)| recording).next()
}

/// One run at a speed: how much room the closest cone had, m, and the recording.
fn run(subject: &Subject, feel: &Feel, attempt: Try, speed_m_s: f64) -> Result<(f64, Recording), String> {
    /// Feedback of the line's error, rad/s.
    const OMEGA: f64 = 2.2;
    const STEER_RATE_RAD_S: f64 = 1.2;
    let amplitude = clearance_m(subject) + attempt.margin_m;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let end_m = cone_x_m(CONES - 1) + 0.5 * CONES_APART_M;
    let (mut room, mut steer, mut before_m) = (f64::INFINITY, 0.0, 0.0);
    let dt_s = subject.dt.seconds();
    let end = session.drive(2.0 * end_m / speed_m_s, &mut |now| {
        for index in 0..CONES {
            let cone = cone_x_m(index);
            if (before_m..now.x_m).contains(&cone) {
                room = Real::min(room, side(index) * now.y_m - clearance_m(subject));
            }
        }
        before_m = now.x_m;
        let (vx, vy) = world_velocity(now);
        let ahead = line(now.x_m + vx * attempt.ahead * feel.response_s, amplitude);
        let here = line(now.x_m, amplitude);
        let off = here[0] - now.y_m;
        let drift = here[1] * vx - vy;
        let wanted = ahead[2] * vx * vx + OMEGA * OMEGA * off + 1.6 * OMEGA * drift;
        let limit = 1.1 * subject.promised_m_s2();
        let wanted = Real::clamp(wanted, -limit, limit);
        let angle = wanted * (subject.wheelbase_m / (vx * vx) + feel.understeer_rad_s2_m);
        steer += Real::clamp(angle - steer, -STEER_RATE_RAD_S * dt_s, STEER_RATE_RAD_S * dt_s);
        let is_lost = Real::abs(now.y_m) > 8.0 || Real::abs(now.sideslip_rad) > 0.6;
        let goes_on = now.x_m < end_m && !is_lost && now.velocity_x_m_s > 0.5 * speed_m_s;
        if is_lost {
            room = Real::min(room, -1.0);
        }
        goes_on.then_some(Act { steer_rad: steer, feet: Feet::Speed(speed_m_s) })
    });
    end.map_err(Stop::reason)?;
    let is_through = session.now().x_m >= cone_x_m(CONES - 1);
    let is_slow = session.now().speed_m_s() < 0.93 * speed_m_s;
    Ok((if is_through && !is_slow { room } else { -1.0 }, session.into_recording()))
}

/// Velocity in the axes of the road, m/s.
pub(super) fn world_velocity(now: &Turning<f64>) -> (f64, f64) {
    let (sin, cos) = Real::sin_cos(now.yaw_rad);
    let (vx, vy) = (now.velocity_x_m_s, now.velocity_y_m_s);
    (vx * cos - vy * sin, vx * sin + vy * cos)
}

/// The fastest slalom: by bisection between a speed at which the cones stand and one at which they
/// do not.
///
/// # Errors
/// Why there is no result, in words.
pub fn slalom(subject: &Subject, feel: &Feel) -> Result<Slalom, String> {
    let (mut low, mut high) = SPEEDS_M_S;
    let fallen = format!("a cone falls even at {:.0} km/h", units::to_kmh(low));
    let mut best = best_run(subject, feel, low).ok_or(fallen)?;
    while high - low > CLOSE_M_S {
        let middle = 0.5 * (low + high);
        match best_run(subject, feel, middle) {
            Some(recording) => (low, best) = (middle, recording),
            None => high = middle,
        }
    }
    let lateral = points(&best, 0.0, |now| (now.time_s, Real::abs(now.acceleration_y_m_s2)));
    let lateral_m_s2 = lateral.iter().map(|row| row.1).fold(0.0, Real::max);
    Ok(Slalom { speed_m_s: low, lateral_m_s2, recording: best })
}
