//! Laps of a course: lap and sector times, the best lap, and the current lap's delta to it.
//!
//! A lap begins and ends at the start line. Gates at a third and at two thirds of the course end the sectors, and must be
//! passed in this order. Times are those at which the car's centre of mass passes a gate, interpolated inside the step, so
//! that they do not depend on frames: the same run gives the same times.
//!
//! ```
//! use skidpad_core::model::Pose;
//! use skidpad_world::laps::Laps;
//! use skidpad_world::scene::Scene;
//!
//! let scene = Scene::by_name("course").unwrap();
//! let course = scene.course.as_ref().unwrap();
//! let mut laps = Laps::new(&scene).unwrap();
//! // A car on the centre line at 20 m/s, from 10 m before the start line on.
//! for step in 0..1000 {
//!     let time_s = 0.05 * f64::from(step);
//!     let point = course.at(20.0 * time_s - 10.0);
//!     laps.update(course, time_s, Pose::on_road(point.position_m, point.heading_rad, &scene.surface));
//! }
//! let best = laps.best().unwrap();
//! assert!(best.is_clean && (best.time_s - course.length_m() / 20.0).abs() < 1e-3);
//! ```

mod trail;

use skidpad_core::model::Pose;

use crate::scene::{Course, Gate, Scene};

pub use trail::Trail;

/// Number of sectors of a lap.
pub const SECTORS: usize = 3;

/// A completed lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lap {
    /// Lap time, s.
    pub time_s: f64,
    /// Sector times, s.
    pub sectors_s: [f64; SECTORS],
    /// True if the car's centre of mass stayed on the course throughout. Only clean laps can be the best.
    pub is_clean: bool,
}

/// The current lap.
#[derive(Clone, Debug)]
struct CurrentLap {
    began_s: f64,
    /// Time of each gate after the start line, from the start of the lap, s.
    passed_s: Vec<f64>,
    is_clean: bool,
    trail: Trail,
}

/// The laps of a car.
#[derive(Clone, Debug)]
pub struct Laps {
    gates: [Gate; SECTORS],
    before: Option<(f64, Pose<f64>)>,
    now: Option<CurrentLap>,
    driven: Vec<Lap>,
    best: Option<(Lap, Trail)>,
}

impl Laps {
    /// No laps yet, on the course of a scene; `None` if the scene has no course.
    pub fn new(scene: &Scene) -> Option<Self> {
        scene.course.as_ref().map(Self::on)
    }

    /// No laps yet, on a course.
    pub fn on(course: &Course) -> Self {
        let gate = |sector: usize| course.gate(course.length_m() * sector as f64 / SECTORS as f64);
        Self { gates: [gate(0), gate(1), gate(2)], before: None, now: None, driven: Vec::new(), best: None }
    }

    /// Abandons the current lap, for a car that was put elsewhere. Completed laps remain.
    pub fn abandon(&mut self) {
        (self.before, self.now) = (None, None);
    }

    /// Takes the car's pose at a time, after each step.
    pub fn update(&mut self, course: &Course, time_s: f64, pose: Pose<f64>) {
        let position = |pose: &Pose<f64>| [pose.position_m[0], pose.position_m[1]];
        let Some((before_s, before)) = self.before.replace((time_s, pose)) else {
            return;
        };
        let crossed = |gate: &Gate| {
            let share = gate.crossed(position(&before), position(&pose))?;
            Some(before_s + share * (time_s - before_s))
        };
        let start = crossed(&self.gates[0]);
        if let Some(now) = &mut self.now {
            let next = now.passed_s.len() + 1;
            if let Some(at_s) = self.gates.get(next).and_then(crossed) {
                now.passed_s.push(at_s - now.began_s);
            }
            let at = course.locate(position(&pose));
            now.is_clean &= at.lateral_offset_m.abs() <= 0.5 * course.width_m();
            // At the start line the distance along the course jumps by a whole lap.
            let is_new = now.passed_s.is_empty();
            let is_behind = is_new && at.distance_m > 0.9 * course.length_m();
            if start.is_none() && !is_behind {
                now.trail.note(time_s - now.began_s, at.distance_m, pose);
            }
        }
        if let Some(at_s) = start {
            self.finish(course, at_s, pose);
            let trail = Trail::from(0.0, pose);
            self.now = Some(CurrentLap { began_s: at_s, passed_s: Vec::new(), is_clean: true, trail });
        }
    }

    /// Ends the current lap at the start line. A lap that missed a gate does not count.
    fn finish(&mut self, course: &Course, at_s: f64, pose: Pose<f64>) {
        let Some(mut now) = self.now.take() else { return };
        let time_s = at_s - now.began_s;
        let [first_s, second_s] = now.passed_s[..] else { return };
        let sectors_s = [first_s, second_s - first_s, time_s - second_s];
        let lap = Lap { time_s, sectors_s, is_clean: now.is_clean };
        now.trail.note(time_s, course.length_m(), pose);
        self.driven.push(lap);
        if lap.is_clean && self.best.as_ref().is_none_or(|(best, _)| time_s < best.time_s) {
            self.best = Some((lap, now.trail));
        }
    }

    /// Adopts the best lap of others on the same course as the best, if it is faster.
    pub fn adopt_best(&mut self, others: &Self) {
        if let Some((lap, trail)) = &others.best
            && self.best.as_ref().is_none_or(|(best, _)| lap.time_s < best.time_s)
        {
            self.best = Some((*lap, trail.clone()));
        }
    }

    /// All completed laps, in order.
    pub fn driven(&self) -> &[Lap] {
        &self.driven
    }

    /// The fastest clean lap.
    pub fn best(&self) -> Option<&Lap> {
        self.best.as_ref().map(|(lap, _)| lap)
    }

    /// Time since the current lap began, s; `None` before the start line was passed.
    pub fn time_s(&self) -> Option<f64> {
        let (now_s, _) = self.before?;
        self.now.as_ref().map(|now| now_s - now.began_s)
    }

    /// Times of the current lap's completed sectors, s.
    pub fn sectors_s(&self) -> Vec<f64> {
        let passed = self.now.as_ref().map_or(&[][..], |now| &now.passed_s);
        let begun = [0.0].into_iter().chain(passed.iter().copied());
        passed.iter().zip(begun).map(|(end, begin)| end - begin).collect()
    }

    /// True if the current lap has stayed on the course.
    pub fn is_clean(&self) -> bool {
        self.now.as_ref().is_some_and(|now| now.is_clean)
    }

    /// Delta of the current lap to the best at the same distance along the course, s; negative: the current lap is faster.
    pub fn delta_s(&self) -> Option<f64> {
        let (_, best) = self.best.as_ref()?;
        let (time_s, distance_m) = self.now.as_ref()?.trail.last()?;
        best.time_at(distance_m).map(|then_s| time_s - then_s)
    }

    /// Ghost of the best lap: its pose at the current lap's time, less `less_s`, by which a picture is behind the last step.
    pub fn ghost(&self, less_s: f64) -> Option<Pose<f64>> {
        let (_, best) = self.best.as_ref()?;
        best.pose_at(self.time_s()? - less_s)
    }

    /// The gates that end the sectors, the start line first.
    pub fn gates(&self) -> &[Gate; SECTORS] {
        &self.gates
    }
}
