//! The slalom of American magazines: seven cones, 100 ft apart, timed over the 600 ft from the first to the last.
//!
//! Motor Trend's rules (C. Walton, its tester, in the magazine's forum, 1 December 2005): seven cones of 9 in by 9 in and 12 in
//! height, on centres 100 ft apart; the car may enter on either side of the first, and by whatever technique, as long as no cone
//! tips over or leaves the box painted round it; stability control off; the figure is the mean speed over the 600 ft.
//! Edmunds' course, six times 100 ft, is the same.
//!
//! A lateral acceleration a that changes its sign at once between two cones, at the distance d, brings a car a d^2 / (8 v^2) to
//! the side, and one that follows a cosine a d^2 / (pi v)^2, a fifth less: who is fast turns the steering wheel to and fro
//! between its largest useful angles. So does the driver here ([`Technique`]). He finds his way as a tester does: after each run
//! he widens or narrows his line at each cone by what he had to spare there, varies the rest of his technique and his speed, and
//! keeps what was better.

use core::f64::consts::PI;

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::units;

use super::circle::start;
use super::course::Body;
use super::lane_change::HANDS_RAD_S;
use super::no_result::NoResult;
use super::preview::{Feel, world_velocity};
use super::session::{Act, Feet, Subject};
use super::turning::Turning;
use crate::chance::chance;
use crate::scene::dimensions::{CONES, CONES_APART_M, cone_x_m};
use crate::telemetry::Recording;
use crate::world::OVERHANG;

/// Radius of a cone's body at its foot, m: 0.62 of half of the base. A purchase specification of 28 in cones (public tender of a
/// Type II traffic cone) has 7.5 to 10.5 in for a base of 13.75 to 15.25 in; none was found for 12 in.
const FOOT_RADIUS_M: f64 = 0.62 * 4.5 * units::INCH_M;
/// Radius of a cone's body at the height of sills and bumpers, m: a taper to 1 in at 12 in, 0.12 m above the road (an ordinary
/// ground clearance; vehicle files do not have it).
const BODY_RADIUS_M: f64 = FOOT_RADIUS_M - (FOOT_RADIUS_M - units::INCH_M) * 0.12 / (12.0 * units::INCH_M);
/// Half of a tyre's width, m: of a car's 225 mm.
const HALF_TYRE_M: f64 = 0.1125;
/// Half of the length of a tyre's contact with the road, m.
const HALF_CONTACT_M: f64 = 0.1;
/// Radius of the body's corners in the top view, m: an estimate; bumpers are round, and the corners of a car that turns come
/// nearest to the cones.
const CORNER_M: f64 = 0.4;

/// Sideslip at which the driver gives up, rad.
const LOST_RAD: f64 = 0.6;
/// Lateral distance from the line of the cones at which he gives up, m.
const LOST_M: f64 = 8.0;
/// Distance by which a cone is missed at which he gives up, m.
const FAR_OFF_M: f64 = 1.0;

/// Number of runs of the driver.
const RUNS: u64 = 160;
/// Speed of the first run, over that of a cosine through the cones at the tyres' limit of lateral acceleration.
const FIRST_SPEED: f64 = 0.9;
/// Largest random change of the speed from a run to the next, as a share of it, and the part of that change that is always
/// added: more speed while all cones stand, less while cones fall.
const SPEED_SPREAD: f64 = 0.08;
const FASTER: f64 = 0.2;
const SLOWER: f64 = -0.2;
/// Penalty per metre by which cones were missed, and per cone distance that was not driven, m/s: much more than the speed
/// that a metre of room is worth (v / 2 y, 15 m/s).
const MISSED_M_S: f64 = 150.0;
/// Factors on the spread of his changes after a run that was no better and after a better one; the least, first and largest
/// spread.
const CALMER: f64 = 0.93;
const BOLDER: f64 = 1.6;
const SPREADS: (f64, f64, f64) = (0.02, 0.5, 1.0);

/// Results of the slalom.
#[derive(Clone, Debug, PartialEq)]
pub struct Slalom {
    /// Mean speed from the first cone to the last, m/s, on the fastest run in which every cone stood.
    pub speed_m_s: f64,
    /// Largest lateral acceleration from the first cone to the last, m/s^2; its magnitude.
    pub lateral_m_s2: f64,
    /// Recording of the fastest run in which every cone stood.
    pub recording: Recording,
}

/// Side of a cone on which the car passes: 1 for left, -1 for right.
fn side(index: usize) -> f64 {
    if index.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Driving technique: the line, and the steering along it.
///
/// The driver steers for the curvature of his line some way ahead and a correction back to it, within the largest lateral
/// acceleration that is useful. A fast technique has a line of small amplitude, far ahead of the car: the steering is then mostly
/// at its bounds, and the line sets the times at which it goes from one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Technique {
    /// Amplitude of his line at each cone beyond what the body needs there, m.
    extra_m: [f64; CONES],
    /// Distance before a cone at which his line is farthest out, m: it compensates for the lag of the car.
    ahead_m: f64,
    /// Share of the third harmonic in his line: with 1/27 its curvature is nearly rectangular.
    third: f64,
    /// Time by which he steers before his line, s.
    lead_s: f64,
    /// Preview time in which he returns to his line, s.
    preview_s: f64,
    /// Steering for the line's curvature over that of a steady turn.
    gain: f64,
    /// Largest lateral acceleration that he steers for, over the tyres' limit.
    most: f64,
}

impl Technique {
    /// Technique of the first run: near those that were found for a dozen cars.
    const FIRST: Self = Self {
        extra_m: [-0.3, -0.7, -0.8, -0.8, -0.8, -0.8, -0.8],
        ahead_m: 10.5,
        third: 0.02,
        lead_s: 0.02,
        preview_s: 0.45,
        gain: 1.0,
        most: 1.1,
    };
    /// Seed of the variations.
    const SEED: u64 = 1;
    /// Number of random numbers for a variation.
    const CHANCES: u64 = 16;

    /// Returns a variation: the line narrower or wider by a part of the room at each cone, the rest at random.
    fn varied(&self, rooms_m: &[f64; CONES], spread: f64, index: u64) -> Self {
        /// Room that he leaves, and largest change of his line at a cone, m.
        const LEFT_M: f64 = 0.005;
        const CHANGE_M: f64 = 0.15;
        let any = |place: u64| chance(Self::SEED, Self::CHANCES * index + place);
        let by = |place: u64, most: f64| spread * most * any(place);
        let part = 0.4 + 0.4 * any(14);
        let mut extra_m = self.extra_m;
        for (extra, room) in extra_m.iter_mut().zip(rooms_m).filter(|(_, room)| room.is_finite()) {
            let change = Real::clamp(part * (room - LEFT_M), -CHANGE_M, CHANGE_M);
            *extra = Real::clamp(*extra - change, -1.3, 1.0);
        }
        Self {
            extra_m,
            ahead_m: Real::clamp(self.ahead_m + by(3, 3.0), -6.0, 16.0),
            third: Real::clamp(self.third + by(4, 0.03), -0.05, 0.1),
            lead_s: Real::clamp(self.lead_s + by(5, 0.1), 0.0, 0.5),
            preview_s: Real::clamp(self.preview_s * (1.0 + by(6, 0.4)), 0.2, 1.5),
            gain: Real::clamp(self.gain * (1.0 + by(7, 0.3)), 0.3, 2.5),
            most: Real::clamp(self.most * (1.0 + by(8, 0.2)), 0.9, 3.0),
        }
    }

    /// Lateral position of his line at `x_m`, m; positive to the left: a wave through the cones, which grows and fades over
    /// one distance between cones.
    fn line(&self, needed_m: f64, x_m: f64) -> f64 {
        let cones = (x_m + self.ahead_m - cone_x_m(0)) / CONES_APART_M;
        let last = (CONES - 1) as f64;
        let swing = Real::clamp(Real::min(cones + 1.0, last + 1.0 - cones), 0.0, 1.0);
        let place = Real::clamp(cones, 0.0, last);
        let before = usize::min(place as usize, CONES - 2);
        let share = 0.5 - 0.5 * Real::cos(PI * (place - before as f64));
        let extra_m = (1.0 - share) * self.extra_m[before] + share * self.extra_m[before + 1];
        let wave = (Real::cos(PI * cones) - self.third * Real::cos(3.0 * PI * cones)) / (1.0 - self.third);
        (needed_m + extra_m) * 0.5 * (1.0 - Real::cos(PI * swing)) * wave
    }

    /// Returns the steering angle, rad.
    fn steer(&self, subject: &Subject, feel: &Feel, needed_m: f64, now: &Turning<f64>) -> f64 {
        /// Distance of the points for the finite differences of the line, m.
        const STEP_M: f64 = 1.0;
        let Vec2 { x: along_m_s, y: across_m_s } = world_velocity(now);
        let along_m_s = Real::max(along_m_s, 1.0);
        let line = |x_m: f64| self.line(needed_m, x_m);
        let at = now.x_m + along_m_s * self.lead_s;
        let curvature = (line(at + STEP_M) - 2.0 * line(at) + line(at - STEP_M)) / (STEP_M * STEP_M);
        let slope = (line(now.x_m + STEP_M) - line(now.x_m - STEP_M)) / (2.0 * STEP_M);
        // The arc that meets, at the preview's distance, the line's tangent from here.
        let ahead_m = self.preview_s * along_m_s;
        let off_m = now.y_m - line(now.x_m) + ahead_m * (across_m_s / along_m_s - slope);
        let back = -2.0 * off_m / (ahead_m * ahead_m);
        let v2 = along_m_s * along_m_s;
        let most = self.most * subject.promised_m_s2() / v2;
        let per_curvature = subject.wheelbase_m + Real::max(feel.understeer_rad_s2_m, 0.0) * v2;
        per_curvature * Real::clamp(self.gain * curvature + back, -most, most)
    }
}

/// Parts of a car that may touch a cone.
struct Outline {
    body: Body,
    half_track_m: f64,
    /// Distances from the centre of mass to the front and the rear axle, m.
    to_front_m: f64,
    to_rear_m: f64,
}

impl Outline {
    fn new(subject: &Subject) -> Self {
        let (body, overhang_m) = (Body::new(subject), OVERHANG * subject.wheelbase_m);
        let (to_front_m, to_rear_m) = (body.front_m - overhang_m, body.rear_m - overhang_m);
        Self { body, half_track_m: 0.5 * subject.track_m, to_front_m, to_rear_m }
    }

    /// Smallest distance of a cone's centre from the car's centre line that is allowed, m, at a position along the car; `None`
    /// beyond its ends. The body passes over the base and meets the cone at the height of its sills. A tyre may roll onto the
    /// edge of the base, which neither tips the cone nor moves it out of its box, but may not reach the foot of the cone.
    fn reach_m(&self, ahead_m: f64) -> Option<f64> {
        let Body { front_m, rear_m, half_width_m } = self.body;
        let from_end_m = Real::min(front_m - ahead_m, ahead_m + rear_m);
        let in_corner_m = Real::clamp(CORNER_M - from_end_m, 0.0, CORNER_M);
        let inset_m = CORNER_M - Real::sqrt(CORNER_M * CORNER_M - in_corner_m * in_corner_m);
        let at_body = half_width_m - inset_m + BODY_RADIUS_M;
        let is_at = |axle_m: f64| Real::abs(ahead_m - axle_m) < HALF_CONTACT_M;
        let is_at_tyre = is_at(self.to_front_m) || is_at(-self.to_rear_m);
        let at_tyre = if is_at_tyre { self.half_track_m + HALF_TYRE_M + FOOT_RADIUS_M } else { 0.0 };
        (from_end_m >= 0.0).then(|| Real::max(at_body, at_tyre))
    }

    /// Largest value of [`Self::reach_m`], m.
    fn most_m(&self) -> f64 {
        let at_tyre = self.half_track_m + HALF_TYRE_M + FOOT_RADIUS_M;
        Real::max(self.body.half_width_m + BODY_RADIUS_M, at_tyre)
    }

    /// Room between the car and a cone, m, on the side on which it is to be passed; `None` where the cone is not beside the car.
    fn room_m(&self, now: &Turning<f64>, index: usize) -> Option<f64> {
        let to_cone_m = Vec2::new(cone_x_m(index) - now.x_m, -now.y_m);
        let Vec2 { x: ahead_m, y: left_m } = to_cone_m.to_child(Direction::at_angle(now.yaw_rad));
        self.reach_m(ahead_m).map(|reach_m| -side(index) * left_m - reach_m)
    }
}

/// One run at a speed.
struct Attempt {
    /// Least room at each cone, m; negative where it fell, infinite where the car did not come so far.
    rooms_m: [f64; CONES],
    /// Distance along the course that the car reached, m.
    reached_m: f64,
    /// Mean speed from the first cone to the last, m/s; NaN where the car did not pass both.
    mean_m_s: f64,
    lateral_m_s2: f64,
    recording: Recording,
}

impl Attempt {
    fn passes(&self) -> bool {
        self.mean_m_s.is_finite() && self.rooms_m.iter().all(|room| (0.0..f64::INFINITY).contains(room))
    }

    /// Score of the run, m/s: its speed, less penalties for missed cones and for the distance that was not driven.
    fn worth_m_s(&self, asked_m_s: f64) -> f64 {
        let missed_m: f64 = self.rooms_m.iter().map(|room| Real::clamp(-room, 0.0, 2.0)).sum();
        let to_go = Real::max(cone_x_m(CONES - 1) - self.reached_m, 0.0) / CONES_APART_M;
        let speed_m_s = if self.mean_m_s.is_finite() { self.mean_m_s } else { asked_m_s };
        speed_m_s - MISSED_M_S * (missed_m + to_go)
    }
}

fn run(subject: &Subject, feel: &Feel, technique: &Technique, speed_m_s: f64) -> Result<Attempt, NoResult> {
    let outline = Outline::new(subject);
    let needed_m = outline.most_m();
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let end_m = cone_x_m(CONES - 1) + outline.body.rear_m + 1.0;
    let most_change = HANDS_RAD_S * subject.dt.seconds();
    let mut rooms_m = [f64::INFINITY; CONES];
    let (mut steer, mut lateral_m_s2, mut reached_m) = (0.0, 0.0, 0.0);
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
        for (index, least_m) in rooms_m.iter_mut().enumerate() {
            *least_m = outline.room_m(now, index).map_or(*least_m, |room| Real::min(*least_m, room));
        }
        if (first_m..=last_m).contains(&now.x_m) {
            lateral_m_s2 = Real::max(lateral_m_s2, Real::abs(now.acceleration_y_m_s2));
        }
        let is_off = rooms_m.iter().any(|room| *room < -FAR_OFF_M);
        let is_lost = Real::abs(now.y_m) > LOST_M || Real::abs(now.sideslip_rad) > LOST_RAD;
        if now.x_m > end_m || is_off || is_lost || now.velocity_x_m_s < 0.5 * speed_m_s {
            return None;
        }
        let wish = technique.steer(subject, feel, needed_m, now);
        steer += Real::clamp(wish - steer, -most_change, most_change);
        Some(Act { steer_rad: steer, feet: Feet::Speed(speed_m_s) })
    })?;
    let mean_m_s = (last_m - first_m) / (passed_s[1] - passed_s[0]);
    Ok(Attempt { rooms_m, reached_m, mean_m_s, lateral_m_s2, recording: session.into_recording() })
}

/// Finds the driver's fastest slalom: of a fixed number of runs, the fastest in which every cone stood.
///
/// The search is the simplest evolution strategy, one parent and one child, whose step grows with success and shrinks without (I.
/// Rechenberg, "Evolutionsstrategie", 1973); the speed is one of its unknowns.
///
/// # Errors
/// Why there is no result.
pub fn slalom(subject: &Subject, feel: &Feel) -> Result<Slalom, NoResult> {
    let cosine_m_s =
        CONES_APART_M / PI * Real::sqrt(subject.promised_m_s2() / Outline::new(subject).most_m());
    let (mut technique, mut speed_m_s) = (Technique::FIRST, FIRST_SPEED * cosine_m_s);
    let first = run(subject, feel, &technique, speed_m_s)?;
    let (mut worth_m_s, mut rooms_m) = (first.worth_m_s(speed_m_s), first.rooms_m);
    let mut passes = first.passes();
    let mut fastest = Some(first).filter(Attempt::passes);
    let (least, mut spread, most) = SPREADS;
    for index in 1..RUNS {
        let next = technique.varied(&rooms_m, spread, index);
        let by =
            chance(Technique::SEED, Technique::CHANCES * index + 15) + if passes { FASTER } else { SLOWER };
        let next_m_s = speed_m_s * (1.0 + spread * SPEED_SPREAD * by);
        let attempt = run(subject, feel, &next, next_m_s)?;
        let is_better = attempt.worth_m_s(next_m_s) > worth_m_s;
        if is_better {
            (technique, speed_m_s, passes) = (next, next_m_s, attempt.passes());
            (worth_m_s, rooms_m) = (attempt.worth_m_s(next_m_s), attempt.rooms_m);
        }
        spread = Real::clamp(spread * if is_better { BOLDER } else { CALMER }, least, most);
        if attempt.passes() && fastest.as_ref().is_none_or(|fastest| attempt.mean_m_s > fastest.mean_m_s) {
            fastest = Some(attempt);
        }
    }
    let why = format!("a cone falls in each of {RUNS} runs");
    let Attempt { mean_m_s, lateral_m_s2, recording, .. } = fastest.ok_or(why)?;
    Ok(Slalom { speed_m_s: mean_m_s, lateral_m_s2, recording })
}

#[cfg(test)]
mod tests {
    use super::{BODY_RADIUS_M, CONES, FOOT_RADIUS_M, HALF_TYRE_M, Outline, Technique, cone_x_m, side};
    use crate::manoeuvre::{Body, Turning};
    use skidpad_core::record::Record;

    const OUTLINE: Outline = Outline {
        body: Body { front_m: 2.0, rear_m: 2.0, half_width_m: 0.9 },
        half_track_m: 0.8,
        to_front_m: 1.3,
        to_rear_m: 1.3,
    };

    fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> Turning<f64> {
        Turning { x_m, y_m, yaw_rad, ..Record::splat(0.0) }
    }

    #[test]
    fn the_timed_course_is_600_ft_long() {
        assert!((cone_x_m(CONES - 1) - cone_x_m(0) - 600.0 * 0.3048).abs() < 1e-9);
    }

    /// A cone is passed on its side: the first with the car to its left, the second to its right. Only while it is beside
    /// the body does it have room, and a nose that points at it takes some.
    #[test]
    fn the_body_has_to_pass_each_cone_on_its_side() {
        let x = cone_x_m(0);
        let room = OUTLINE.room_m(&at(x, 1.2, 0.0), 0).unwrap();
        assert!((room - (1.2 - 0.9 - BODY_RADIUS_M)).abs() < 1e-12, "{room}");
        assert!(OUTLINE.room_m(&at(x, -1.2, 0.0), 0).unwrap() < -1.0);
        assert!(OUTLINE.room_m(&at(cone_x_m(1), -1.2, 0.0), 1).unwrap() > 0.0);
        assert_eq!(OUTLINE.room_m(&at(x - 2.1, 1.2, 0.0), 0), None);
        let turned = OUTLINE.room_m(&at(x - 1.5, 1.2, -0.05), 0).unwrap();
        assert!(turned < room - 0.05, "{turned}");
    }

    /// The body was a box that must not come over the base of 9 in. It passes over the base, and meets the cone where that is
    /// narrower; its corners are round; and a tyre may not come to the foot of the cone.
    #[test]
    fn the_cones_were_boxes_of_9_inches_as_high_as_the_car() {
        let x = cone_x_m(0);
        let room = |ahead: f64| OUTLINE.room_m(&at(x - ahead, 1.0, 0.0), 0).unwrap();
        assert!((room(0.0) - (0.1 - BODY_RADIUS_M)).abs() < 1e-12);
        // Of a base of 114 mm, 71 mm at the foot; 53 mm at the body's height.
        assert!((FOOT_RADIUS_M - 0.0709).abs() < 1e-4 && (BODY_RADIUS_M - 0.0530).abs() < 1e-4);
        for axle in [1.3, -1.3] {
            assert!((room(axle) - (1.0 - 0.8 - HALF_TYRE_M - FOOT_RADIUS_M)).abs() < 1e-12);
        }
        let corner = 0.4 - (0.4_f64 * 0.4 - 0.3 * 0.3).sqrt();
        assert!((room(1.9) - (0.1 + corner - BODY_RADIUS_M)).abs() < 1e-12, "{}", room(1.9));
        assert!((room(-1.9) - room(1.9)).abs() < 1e-12);
        assert!(
            (OUTLINE.most_m() - OUTLINE.reach_m(0.0).unwrap().max(OUTLINE.reach_m(1.3).unwrap())).abs()
                < 1e-12
        );
    }

    /// The line is farthest out at each cone, on its side, and runs straight from and to the middle.
    #[test]
    fn the_line_swings_through_the_cones() {
        let extra_m = core::array::from_fn(|index| 0.1 * index as f64);
        let technique = Technique { extra_m, ahead_m: 0.0, ..Technique::FIRST };
        for (index, extra) in extra_m.iter().enumerate() {
            let y = technique.line(1.0, cone_x_m(index));
            assert!((y - side(index) * (1.0 + extra)).abs() < 1e-12, "{index}: {y}");
        }
        assert_eq!(technique.line(1.0, cone_x_m(0) - 31.0), 0.0);
        assert!(technique.line(1.0, cone_x_m(CONES) + 0.1).abs() < 1e-12);
    }

    /// Room to spare at a cone makes the line narrower there, and a missed cone makes it wider; a cone that was not reached
    /// changes nothing.
    #[test]
    fn a_driver_learns_from_each_cone() {
        let mut rooms_m = [0.005; CONES];
        (rooms_m[1], rooms_m[2], rooms_m[3]) = (0.105, -0.095, f64::INFINITY);
        let (before, after) = (Technique::FIRST, Technique::FIRST.varied(&rooms_m, 0.5, 3));
        let change = |index: usize| after.extra_m[index] - before.extra_m[index];
        assert!(change(1) < 0.0 && (change(1) + change(2)).abs() < 1e-12 && change(2) <= 0.08 + 1e-12);
        assert!(change(0).abs() < 1e-12 && change(3) == 0.0);
        assert_ne!(after.preview_s, before.preview_s);
    }
}
