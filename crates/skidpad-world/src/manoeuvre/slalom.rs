//! The slalom of American magazines: seven cones, 100 ft apart, timed over the 600 ft from the first to the last.
//!
//! Motor Trend's rules (C. Walton, its tester, in the magazine's forum, 1 December 2005): seven cones of 9 in by 9 in and 12 in
//! height, on centres 100 ft apart; the car may enter on either side of the first, and by whatever technique, as long as no cone
//! tips over or leaves the box painted round it; stability control off; the figure is the mean speed over the 600 ft.
//! Edmunds' course, six times 100 ft, is the same.
//!
//! On a cosine through the cones the car needs a lateral acceleration of y (pi v / d)^2: at half the width of a car and 0.9 g
//! that is some 105 km/h. The driver looks for the best way that he can drive it, as a tester does: he tries, keeps what got
//! him farthest, and varies that.

use core::f64::consts::PI;

use skidpad::math::Real;
use skidpad::units;

use super::circle::start;
use super::course::Body;
use super::lane_change::HANDS_RAD_S;
use super::no_result::NoResult;
use super::preview::{Feel, Preview};
use super::session::{Act, Feet, Subject};
use super::spectrum::chance;
use super::turning::Turning;
use crate::telemetry::Recording;

/// Distance between two cones, m.
pub const CONES_APART_M: f64 = 100.0 * units::FOOT_M;
/// How many cones there are.
pub const CONES: usize = 7;
/// Distance up to the first cone, m.
const RUN_UP_M: f64 = 60.0;
/// Half of the foot of a cone, m: 9 in square.
const HALF_CONE_M: f64 = 4.5 * units::INCH_M;
/// Sideslip at which the driver gives up, rad.
const LOST_RAD: f64 = 0.6;
/// How far he may be from the cones' line before he gives up, m.
const LOST_M: f64 = 8.0;
/// The speeds between which the fastest is sought, m/s.
const SPEEDS_M_S: (f64, f64) = (units::kmh(30.0), units::kmh(160.0));
/// How closely the fastest is found, m/s.
const CLOSE_M_S: f64 = units::kmh(0.2);
/// How often he seeks it, and up to how much more than the last time.
const ROUNDS: u64 = 2;
const AGAIN: f64 = 1.05;

/// Results of the slalom.
#[derive(Clone, Debug, PartialEq)]
pub struct Slalom {
    /// Mean speed from the first cone to the last, m/s, on the fastest run in which every cone stood.
    pub speed_m_s: f64,
    /// The largest lateral acceleration between them, m/s^2.
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

/// How the driver drives: his line, and how far he looks ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Technique {
    /// Amplitude of his line beyond what the body needs at a cone, m.
    margin_m: f64,
    /// The same at the first cone, m.
    first_m: f64,
    /// How far before a cone his line is farthest out, m: a car that lags is led.
    ahead_m: f64,
    /// Preview time, s.
    preview_s: f64,
    /// The largest lateral acceleration that he steers for, over what the tyres promise.
    most: f64,
}

impl Technique {
    /// How he begins.
    const FIRST: Self = Self { margin_m: 0.3, first_m: 0.2, ahead_m: 2.0, preview_s: 0.5, most: 1.2 };
    /// How often he tries at a speed.
    const TRIES: u64 = 60;
    /// Which of all ways to vary a technique it is.
    const SEED: u64 = 600;

    /// Another try: the technique itself first, then techniques around it, some near and some far.
    fn varied(&self, round: u64, index: u64) -> Self {
        const SPREADS: [f64; 3] = [0.25, 1.0, 0.5];
        let spread = if index == 0 { 0.0 } else { SPREADS[(index % 3) as usize] };
        let by = |place: u64, most: f64| spread * most * chance(Self::SEED + round, 8 * index + place);
        Self {
            margin_m: Real::clamp(self.margin_m + by(0, 0.3), -0.3, 1.5),
            first_m: Real::clamp(self.first_m + by(1, 0.4), -0.5, 1.5),
            ahead_m: Real::clamp(self.ahead_m + by(2, 3.0), -4.0, 12.0),
            preview_s: Real::clamp(self.preview_s * (1.0 + by(3, 0.4)), 0.15, 1.0),
            most: Real::clamp(self.most * (1.0 + by(4, 0.2)), 0.9, 2.0),
        }
    }

    /// His line at a place of the course, m to the left: a cosine through the cones, swung in and out over one distance of
    /// cones.
    fn line(&self, needed_m: f64, x_m: f64) -> f64 {
        let cones = (x_m + self.ahead_m - cone_x_m(0)) / CONES_APART_M;
        let last = (CONES - 1) as f64;
        let swing = Real::clamp(Real::min(cones + 1.0, last + 1.0 - cones), 0.0, 1.0);
        // The share of the first cone's amplitude fades until the second.
        let first = Real::clamp(1.0 - cones, 0.0, 1.0);
        let amplitude = needed_m + first * self.first_m + (1.0 - first) * self.margin_m;
        amplitude * 0.5 * (1.0 - Real::cos(PI * swing)) * Real::cos(PI * cones)
    }
}

/// One run at a speed.
struct Attempt {
    /// Room of the closest cone, m; negative: it fell, and the run ended.
    room_m: f64,
    /// How far the driver came, m.
    reached_m: f64,
    /// Mean speed between the first cone and the last, m/s.
    mean_m_s: f64,
    lateral_m_s2: f64,
    recording: Recording,
}

impl Attempt {
    fn passes(&self) -> bool {
        self.room_m >= 0.0
    }

    /// How good a try it was: how far the car came, and by how much it missed.
    fn merit(&self) -> f64 {
        self.reached_m + 0.5 * CONES_APART_M * Real::clamp(self.room_m, -1.0, 0.0)
    }
}

/// Room between the body and the foot of a cone, m, where the cone is beside the body; on the side on which it is passed.
fn room_m(body: &Body, now: &Turning<f64>, index: usize) -> Option<f64> {
    let (sin, cos) = Real::sin_cos(now.yaw_rad);
    let (dx, dy) = (cone_x_m(index) - now.x_m, -now.y_m);
    let (ahead, left) = (dx * cos + dy * sin, dy * cos - dx * sin);
    let is_beside = ahead <= body.front_m && ahead >= -body.rear_m;
    is_beside.then(|| -side(index) * left - body.half_width_m - HALF_CONE_M)
}

fn run(subject: &Subject, feel: &Feel, technique: &Technique, speed_m_s: f64) -> Result<Attempt, NoResult> {
    let body = Body::of(subject);
    let needed_m = body.half_width_m + HALF_CONE_M;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let end_m = cone_x_m(CONES - 1) + body.rear_m + 1.0;
    let preview = Preview { feel: *feel, time_s: technique.preview_s, most: technique.most };
    let most_change = HANDS_RAD_S * subject.dt.seconds();
    let (mut least_m, mut steer, mut lateral_m_s2, mut reached_m) = (f64::INFINITY, 0.0, 0.0, 0.0);
    let (first_m, last_m) = (cone_x_m(0), cone_x_m(CONES - 1));
    let (mut before, mut passed_s) = (*session.now(), [f64::NAN; 2]);
    session.drive(2.0 * end_m / speed_m_s, &mut |now| {
        for (gate_m, time_s) in [first_m, last_m].into_iter().zip(&mut passed_s) {
            if before.x_m < gate_m && now.x_m >= gate_m {
                let share = (gate_m - before.x_m) / (now.x_m - before.x_m);
                *time_s = before.time_s + share * (now.time_s - before.time_s);
            }
        }
        before = *now;
        reached_m = now.x_m;
        let rooms = (0..CONES).filter_map(|index| room_m(&body, now, index));
        least_m = rooms.fold(least_m, Real::min);
        if (first_m..=last_m).contains(&now.x_m) {
            lateral_m_s2 = Real::max(lateral_m_s2, Real::abs(now.acceleration_y_m_s2));
        }
        let is_lost = Real::abs(now.y_m) > LOST_M || Real::abs(now.sideslip_rad) > LOST_RAD;
        if now.x_m > end_m || least_m < 0.0 || is_lost || now.velocity_x_m_s < 0.5 * speed_m_s {
            return None;
        }
        let wish = preview.steer(subject, now, &|x_m| technique.line(needed_m, x_m));
        steer += Real::clamp(wish - steer, -most_change, most_change);
        Some(Act { steer_rad: steer, feet: Feet::Speed(speed_m_s) })
    })?;
    // Who does not arrive has missed what comes next.
    let room_m = if reached_m > end_m { least_m } else { Real::min(least_m, -0.5) };
    let mean_m_s = (last_m - first_m) / (passed_s[1] - passed_s[0]);
    Ok(Attempt { room_m, reached_m, mean_m_s, lateral_m_s2, recording: session.into_recording() })
}

/// The first of the driver's tries at a speed that passes, or the best; each begins with the best so far.
fn best(
    subject: &Subject,
    feel: &Feel,
    speed_m_s: f64,
    (known, round): (&Technique, u64),
) -> Result<(Attempt, Technique), NoResult> {
    let mut best = (run(subject, feel, known, speed_m_s)?, *known);
    for index in 1..Technique::TRIES {
        if best.0.passes() {
            break;
        }
        let technique = best.1.varied(round, index);
        let next = run(subject, feel, &technique, speed_m_s)?;
        if next.passes() || next.merit() > best.0.merit() {
            best = (next, technique);
        }
    }
    Ok(best)
}

/// The fastest slalom: by bisection between a speed at which the cones stand and one at which they do not.
///
/// # Errors
/// Why there is no result.
pub fn slalom(subject: &Subject, feel: &Feel) -> Result<Slalom, NoResult> {
    let (mut low, mut high) = SPEEDS_M_S;
    let (mut fastest, mut technique) = best(subject, feel, low, (&Technique::FIRST, 0))?;
    if !fastest.passes() {
        return Err(format!("a cone falls even at {:.0} km/h", units::to_kmh(low)).into());
    }
    for round in 0..ROUNDS {
        while high - low > CLOSE_M_S {
            let middle = 0.5 * (low + high);
            let (next, its_technique) = best(subject, feel, middle, (&technique, round))?;
            if next.passes() {
                (low, fastest, technique) = (middle, next, its_technique);
            } else {
                high = middle;
            }
        }
        // With what he has learnt he tries again, a little faster.
        high = AGAIN * low;
    }
    Ok(Slalom {
        speed_m_s: fastest.mean_m_s,
        lateral_m_s2: fastest.lateral_m_s2,
        recording: fastest.recording,
    })
}

#[cfg(test)]
mod tests {
    use super::{CONES, HALF_CONE_M, Technique, cone_x_m, room_m, side};
    use crate::manoeuvre::{Body, Turning};
    use skidpad::record::Record;

    const BODY: Body = Body { front_m: 2.0, rear_m: 2.0, half_width_m: 0.9 };

    fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> Turning<f64> {
        Turning { x_m, y_m, yaw_rad, ..Record::splat(0.0) }
    }

    #[test]
    fn the_timed_course_is_600_ft_long() {
        assert!((cone_x_m(CONES - 1) - cone_x_m(0) - 600.0 * 0.3048).abs() < 1e-9);
    }

    /// A cone is passed on its side: the first with the car to its left, the second to its right. Only while it is beside
    /// the body does it have room, and a rear corner that swings out takes some.
    #[test]
    fn the_body_has_to_pass_each_cone_on_its_side() {
        let x = cone_x_m(0);
        let room = room_m(&BODY, &at(x, 1.2, 0.0), 0).unwrap();
        assert!((room - (1.2 - 0.9 - HALF_CONE_M)).abs() < 1e-12, "{room}");
        assert!(room_m(&BODY, &at(x, -1.2, 0.0), 0).unwrap() < -1.0);
        assert!(room_m(&BODY, &at(cone_x_m(1), -1.2, 0.0), 1).unwrap() > 0.0);
        assert_eq!(room_m(&BODY, &at(x - 2.1, 1.2, 0.0), 0), None);
        let turned = room_m(&BODY, &at(x + 1.5, 1.2, 0.05), 0).unwrap();
        assert!(turned < room - 0.05, "{turned}");
    }

    /// The line is farthest out at each cone, on its side, and runs straight from and to the middle.
    #[test]
    fn the_line_swings_through_the_cones() {
        let technique = Technique { ahead_m: 0.0, ..Technique::FIRST };
        for index in 0..CONES {
            let margin = if index == 0 { technique.first_m } else { technique.margin_m };
            let y = technique.line(1.0, cone_x_m(index));
            assert!((y - side(index) * (1.0 + margin)).abs() < 1e-12, "{index}: {y}");
        }
        assert_eq!(technique.line(1.0, 0.0), 0.0);
        assert!(technique.line(1.0, cone_x_m(CONES) + 0.1).abs() < 1e-12);
    }
}
