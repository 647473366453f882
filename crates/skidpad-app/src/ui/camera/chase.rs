//! What the follow camera follows, smoothed.

use core::f64::consts::PI;
use std::collections::VecDeque;

use crate::drive::Drive;
use crate::tread::{heading_rad, turned};

/// Below the first speed the camera's direction is the car's heading, above the second its direction of travel, m/s. A car
/// that spins at speed turns in the picture, and not the picture around it.
const BY_TRAVEL_M_S: [f64; 2] = [3.0, 10.0];
/// Below this speed the car may set off either way, m/s.
const SETS_OFF_M_S: f64 = 2.0;
/// A car that travels against the way that it set off for so long keeps to it, s: half a spin is shorter.
const TURNED_S: f64 = 1.0;
/// Time constants of the direction and of the velocity, s.
const DIRECTION_S: f64 = 0.25;
const VELOCITY_S: f64 = 0.25;
/// The fastest that the picture turns, rad/s.
const FASTEST_RAD_S: f64 = 3.5;
/// A car that moves by more than its speed explains was put there, m; and one whose time goes back, s. Another physics rate sets
/// the picture back by less.
const PUT_M: f64 = 3.0;
const BACK_S: f64 = 0.05;
/// A heading that differs by more than this, and by more than the fastest spin explains, was set, rad and rad/s.
const PUT_RAD: f64 = 0.05;
const SPIN_RAD_S: f64 = 15.0;
/// Time that the camera remembers itself, s, and interval at which it keeps its position, s: as far as the drive can be
/// rewound.
const REMEMBERED_S: f64 = 61.0;
const EVERY_S: f64 = 0.1;

/// The car as the camera sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Subject {
    /// Simulated time, s.
    pub time_s: f64,
    /// Place in the world, m.
    pub position_m: [f64; 2],
    /// Heading, rad.
    pub heading_rad: f64,
    /// Velocity in the world, m/s.
    pub velocity_m_s: [f64; 2],
}

impl Subject {
    /// The player's car as it is drawn.
    pub fn new(drive: &Drive) -> Self {
        let (player, alpha) = (drive.player(), drive.alpha());
        let pose = player.drawn(alpha);
        let ([x, y, _], heading_rad) = (pose.position_m, heading_rad(&pose));
        Self {
            time_s: drive.time_s() - (1.0 - alpha) / f64::from(drive.rate_hz()),
            position_m: [x, y],
            heading_rad,
            velocity_m_s: turned(player.seen().heading_velocity_m_s(), heading_rad),
        }
    }

    fn speed_m_s(&self) -> f64 {
        self.velocity_m_s[0].hypot(self.velocity_m_s[1])
    }

    /// Cosine of the angle between heading and travel.
    fn forwards(&self) -> f64 {
        let [x, y] = turned(self.velocity_m_s, -self.heading_rad);
        if x.hypot(y) > 0.0 { x / x.hypot(y) } else { 1.0 }
    }

    /// True if it did not drive here from where it was.
    fn was_put_after(&self, before: &Self) -> bool {
        self.time_s < before.time_s - BACK_S || self.is_far_from(before)
    }

    /// True if it is further from an earlier place than it can have driven.
    fn is_far_from(&self, before: &Self) -> bool {
        let [x, y] = [0, 1].map(|axis| self.position_m[axis] - before.position_m[axis]);
        let passed_s = (self.time_s - before.time_s).max(0.0);
        let driven_m = 2.0 * self.speed_m_s().max(before.speed_m_s()) * passed_s;
        x.hypot(y) > PUT_M + driven_m
    }

    /// True if it was, at an earlier time, where and as it is remembered: a drive that is rewound comes back to it,
    /// one that is set up again does not.
    fn follows(&self, then: &Self) -> bool {
        let turned_rad = wrapped(self.heading_rad - then.heading_rad).abs();
        let passed_s = self.time_s - then.time_s;
        !self.is_far_from(then) && passed_s >= 0.0 && turned_rad <= PUT_RAD + SPIN_RAD_S * passed_s
    }
}

/// The smoothed direction and velocity of the car that is followed.
#[derive(Clone, Debug, Default)]
pub struct Chase {
    now: Followed,
    /// Earlier states, the oldest first.
    kept: VecDeque<Followed>,
}

/// The camera at one time.
#[derive(Clone, Copy, Debug, Default)]
struct Followed {
    before: Option<Subject>,
    /// True if the car set off backwards: then its way is the other one.
    is_backwards: bool,
    /// Time that it has travelled against it, s.
    against_s: f64,
    target_rad: f64,
    up_rad: f64,
    velocity_m_s: [f64; 2],
}

impl Chase {
    /// Follows the car to where it is now. One that was rewound is followed from where the camera was then: found
    /// again in the middle of a spin, it would be taken for one that drives backwards, and the picture would turn
    /// round. A car that was put somewhere else is found there at once.
    pub fn follow(&mut self, now: &Subject) {
        self.go_back(now);
        self.now.follow(now);
        let is_due = |last: &Followed| now.time_s >= last.time_s() + EVERY_S;
        if self.kept.back().is_none_or(is_due) {
            self.kept.push_back(self.now);
        }
        while self.kept.front().is_some_and(|oldest| oldest.time_s() < now.time_s - REMEMBERED_S) {
            self.kept.pop_front();
        }
    }

    /// Takes up the camera of an earlier time, where time has gone back to it.
    fn go_back(&mut self, now: &Subject) {
        if now.time_s >= self.now.time_s() - BACK_S {
            return;
        }
        while self.kept.back().is_some_and(|last| last.time_s() > now.time_s) {
            self.kept.pop_back();
        }
        match self.kept.back() {
            Some(then) if then.before.is_some_and(|then| now.follows(&then)) => self.now = *then,
            _ => self.kept.clear(),
        }
    }

    /// Place of the car, m.
    pub fn position_m(&self) -> [f64; 2] {
        self.now.before.map_or([0.0; 2], |before| before.position_m)
    }

    /// Direction of the world that is up, rad.
    pub fn up_rad(&self) -> f64 {
        self.now.up_rad
    }

    /// Speed that the picture must make room for, m/s: the car's own at once as it gains speed, and the smoothed one as it
    /// loses it, or hits a wall.
    pub fn speed_m_s(&self) -> f64 {
        let [x, y] = self.now.velocity_m_s;
        self.now.before.map_or(0.0, |before| before.speed_m_s()).max(x.hypot(y))
    }

    /// Smoothed velocity in the world, m/s.
    pub fn velocity_m_s(&self) -> [f64; 2] {
        self.now.velocity_m_s
    }
}

impl Followed {
    fn time_s(&self) -> f64 {
        self.before.map_or(f64::NEG_INFINITY, |before| before.time_s)
    }

    fn follow(&mut self, now: &Subject) {
        let Some(before) = self.before.filter(|before| !now.was_put_after(before)) else {
            return self.find(now);
        };
        let dt_s = now.time_s - before.time_s;
        if dt_s <= 0.0 {
            self.before = Some(Subject { position_m: now.position_m, ..before });
            return;
        }
        self.before = Some(*now);
        self.choose_way(now, dt_s);
        let target_rad = self.direction_rad(now);
        let moved_rad = wrapped(target_rad - self.target_rad);
        let off_rad = lag(wrapped(self.up_rad - self.target_rad), moved_rad, dt_s / DIRECTION_S);
        let turn_rad = wrapped(target_rad + off_rad - self.up_rad);
        let most_rad = FASTEST_RAD_S * dt_s;
        self.up_rad = wrapped(self.up_rad + turn_rad.clamp(-most_rad, most_rad));
        self.target_rad = target_rad;
        for axis in 0..2 {
            let (from, to) = (before.velocity_m_s[axis], now.velocity_m_s[axis]);
            self.velocity_m_s[axis] = to + lag(self.velocity_m_s[axis] - from, to - from, dt_s / VELOCITY_S);
        }
    }

    fn find(&mut self, now: &Subject) {
        let is_backwards = now.speed_m_s() > SETS_OFF_M_S && now.forwards() < 0.0;
        *self = Self { before: Some(*now), is_backwards, velocity_m_s: now.velocity_m_s, ..Self::default() };
        self.target_rad = self.direction_rad(now);
        self.up_rad = self.target_rad;
    }

    /// Which of its two ways the car drives: chosen as it sets off, and kept through a spin.
    fn choose_way(&mut self, now: &Subject, dt_s: f64) {
        let is_against = (now.forwards() < 0.0) != self.is_backwards;
        if now.speed_m_s() < SETS_OFF_M_S {
            (self.is_backwards, self.against_s) = (self.is_backwards != is_against, 0.0);
            return;
        }
        self.against_s = if is_against { self.against_s + dt_s } else { 0.0 };
        if self.against_s >= TURNED_S {
            (self.is_backwards, self.against_s) = (!self.is_backwards, 0.0);
        }
    }

    /// Direction that is to be up: heading at rest, way of travel at speed.
    fn direction_rad(&self, now: &Subject) -> f64 {
        let [from, to] = BY_TRAVEL_M_S;
        let speed = now.speed_m_s();
        let share = ((speed - from) / (to - from)).clamp(0.0, 1.0);
        let by_travel = share * share * (3.0 - 2.0 * share);
        let sign = if self.is_backwards { -1.0 } else { 1.0 };
        let (sin, cos) = now.heading_rad.sin_cos();
        let part = |heading: f64, velocity: f64| {
            let travel = if by_travel > 0.0 { sign * velocity / speed } else { 0.0 };
            (1.0 - by_travel) * heading + by_travel * travel
        };
        let [x, y] = [part(cos, now.velocity_m_s[0]), part(sin, now.velocity_m_s[1])];
        // Right against each other they say nothing.
        if x.hypot(y) > 1e-6 { y.atan2(x) } else { self.target_rad }
    }
}

/// Distance of a first-order lag from its input after a step, from that before it and an input that moves evenly
/// meanwhile: exact, so that the frame rate does not matter. `x' = (u - x) / tau`, `u` linear in time, and `steps` the
/// step over `tau`.
fn lag(off: f64, moved: f64, steps: f64) -> f64 {
    let kept = (-steps).exp();
    off * kept - moved * (1.0 - kept) / steps
}

/// An angle within half a turn of 0, rad.
fn wrapped(angle_rad: f64) -> f64 {
    (angle_rad + PI).rem_euclid(2.0 * PI) - PI
}
