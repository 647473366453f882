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

mod timer;
mod trail;

use skidpad_core::model::Pose;

use crate::scene::{Course, Gate, Scene};

pub use crate::scene::SECTORS;
pub use timer::{Lap, LapTimer, Started, Way};
pub use trail::Trail;

/// The laps of a car.
#[derive(Clone, Debug)]
pub struct Laps {
    gates: [Gate; SECTORS],
    before: Option<(f64, Pose<f64>)>,
    timer: LapTimer,
    /// Poses of the current lap.
    trail: Option<Trail>,
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
        Self {
            gates: *course.sector_gates(),
            before: None,
            timer: LapTimer::default(),
            trail: None,
            driven: Vec::new(),
            best: None,
        }
    }

    /// Abandons the current lap, for a car that was put elsewhere. Completed laps remain.
    pub fn abandon(&mut self) {
        (self.before, self.trail) = (None, None);
        self.timer.abandon();
    }

    /// Takes the car's pose at a time, after each step.
    pub fn update(&mut self, course: &Course, time_s: f64, pose: Pose<f64>) {
        let position = |pose: &Pose<f64>| [pose.position_m[0], pose.position_m[1]];
        let Some((before_s, before)) = self.before.replace((time_s, pose)) else {
            return;
        };
        let way = Way { from: (before_s, position(&before)), to: (time_s, position(&pose)) };
        let at = course.locate(position(&pose));
        let Some(Started { lap, .. }) = self.timer.advance(course, &way, at.lateral_offset_m) else {
            self.note(course, at.distance_m, pose);
            return;
        };
        let trail = self.trail.replace(Trail::from(0.0, pose));
        if let Some((lap, mut trail)) = lap.zip(trail) {
            trail.note(lap.time_s, course.length_m(), pose);
            self.finish(lap, trail);
        }
    }

    /// Adds the last pose to the trail of the current lap.
    fn note(&mut self, course: &Course, distance_m: f64, pose: Pose<f64>) {
        let (Some(time_s), Some(trail)) = (self.time_s(), &mut self.trail) else { return };
        // At the start line the distance along the course jumps by a whole lap.
        let is_behind = self.timer.is_in_first_sector() && distance_m > 0.9 * course.length_m();
        if !is_behind {
            trail.note(time_s, distance_m, pose);
        }
    }

    /// Adds a completed lap.
    fn finish(&mut self, lap: Lap, trail: Trail) {
        self.driven.push(lap);
        if lap.is_clean && self.best.as_ref().is_none_or(|(best, _)| lap.time_s < best.time_s) {
            self.best = Some((lap, trail));
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
        self.timer.time_s(now_s)
    }

    /// Times of the current lap's completed sectors, s.
    pub fn sectors_s(&self) -> Vec<f64> {
        self.timer.sectors_s().collect()
    }

    /// True if the current lap has stayed on the course.
    pub fn is_clean(&self) -> bool {
        self.timer.is_clean()
    }

    /// Delta of the current lap to the best at the same distance along the course, s; negative: the current lap is faster.
    pub fn delta_s(&self) -> Option<f64> {
        let (_, best) = self.best.as_ref()?;
        let (time_s, distance_m) = self.trail.as_ref()?.last()?;
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
