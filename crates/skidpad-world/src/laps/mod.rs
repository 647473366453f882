//! Laps of a course: lap and sector times, the best lap, and the current lap's delta to it.
//!
//! A [`World`] times the laps of its cars, and reports each that is completed as an event. [`Laps`] follows the laps of one of
//! them, and keeps the best with its ghost.
//!
//! A lap of a circuit begins and ends at the start line, that of an open track ends at its finish line. Gates end the sectors, and
//! must be passed in their order. Times are those at which the car's centre of mass passes a gate, interpolated inside the step, so
//! that they do not depend on frames: the same run gives the same times.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_models::MODELS;
//! use skidpad_world::laps::Laps;
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_world::scene::Scene;
//! use skidpad_world::world::{Member, Site, World};
//!
//! let scene = Scene::by_name("course").unwrap();
//! let (model, line) = (MODELS.by_name("commonroad_ks").unwrap(), scene.course.as_ref().unwrap().at(-10.0));
//! let [x_m, y_m] = line.position_m;
//! // 20 m/s over the start line.
//! let states = [("speed_m_s", 20.0), ("rear_x_m", x_m), ("rear_y_m", y_m), ("yaw_rad", line.heading_rad)];
//! let begin = Begin { gear: Gear::Forward(1), initial: &states, method: None };
//! let car = model.begin(&CarChoice::Own("commonroad-2"), &begin).unwrap();
//! let mut world = World::new(Site::from(&scene));
//! let id = world.add(Member { car, body: None }).unwrap();
//!
//! let mut laps = Laps::new(&scene).unwrap();
//! for _ in 0..100 {
//!     world.step(Dt::new(0.01).unwrap());
//!     laps.follow(&world, id);
//! }
//! assert!((0.4..0.7).contains(&laps.time_s().unwrap()) && laps.driven().is_empty());
//! ```

pub(crate) mod timer;
mod trail;

use skidpad_core::model::Pose;

use crate::scene::Scene;
use crate::track::{Gate, Track, TrackPosition};
use crate::world::{CarId, World};

pub use timer::{Lap, LapTimer, Passed, SectorTimes, Way};
pub use trail::Trail;

/// Laps of a car: those that it completed, the best with its ghost, and the delta of the current lap.
#[derive(Clone, Debug)]
pub struct Laps {
    gates: Vec<Gate>,
    /// The car that was followed last.
    car: Option<CarId>,
    /// Clock of the car's lap after the last step; `None` at first, and after the car was put elsewhere.
    timer: Option<LapTimer>,
    /// Time of the last step, s.
    now_s: f64,
    /// Position on the track after the last step.
    place: Option<TrackPosition>,
    /// Poses of the current lap; `None` where it is abandoned or has not begun.
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
    pub fn on(course: &Track) -> Self {
        Self {
            gates: course.gates().to_vec(),
            car: None,
            timer: None,
            now_s: 0.0,
            place: None,
            trail: None,
            driven: Vec::new(),
            best: None,
        }
    }

    /// Abandons the current lap, for a car that was put elsewhere. Completed laps remain.
    pub fn abandon(&mut self) {
        (self.timer, self.trail, self.place) = (None, None, None);
    }

    /// Follows a car of a world on a course, after each step.
    pub fn follow(&mut self, world: &World, car: CarId) {
        let Some((rolling, timer)) = world.car(car).zip(world.laps(car)) else { return };
        // The lap of one car is not another's.
        if self.car.replace(car).is_some_and(|before| before != car) {
            self.abandon();
        }
        let site = world.site();
        if let Some(course) = &site.course {
            self.update(course, timer, world.time_s(), rolling.pose(&site.surface));
        }
    }

    /// Takes the clock of the car's lap and the car's pose at a time, after each step: see [`follow`](Self::follow).
    pub fn update(&mut self, course: &Track, timer: &LapTimer, time_s: f64, pose: Pose<f64>) {
        self.now_s = time_s;
        let Some(before) = self.timer.replace(*timer) else { return };
        if timer.began_s() == before.began_s() {
            self.note(course, timer, pose);
            return;
        }
        let next = timer.began_s().map(|_| Trail::from(0.0, pose));
        let trail = core::mem::replace(&mut self.trail, next);
        let completed = timer.last().filter(|_| timer.completed() > before.completed());
        if let Some((lap, mut trail)) = completed.zip(trail) {
            trail.note(lap.time_s, course.lap_m(), pose);
            self.finish(*lap, trail);
        }
    }

    /// Adds the last pose to the trail of the current lap.
    fn note(&mut self, course: &Track, timer: &LapTimer, pose: Pose<f64>) {
        let (Some(time_s), Some(trail)) = (timer.time_s(self.now_s), &mut self.trail) else { return };
        let [x_m, y_m, _] = pose.position_m;
        let place = course.locate([x_m, y_m], self.place.as_ref());
        self.place = Some(place);
        let distance_m = course.since_start_m(place.distance_m);
        // At the start line the distance along the course jumps by a whole lap.
        let is_behind = timer.is_in_first_sector() && distance_m > 0.9 * course.lap_m();
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
        self.current()?.time_s(self.now_s)
    }

    /// Time, s, and distance along the course, m, since the current lap began; the distance never decreases. `None` before the start
    /// line was passed.
    pub fn progress(&self) -> Option<[f64; 2]> {
        self.trail.as_ref()?.last().map(|(time_s, distance_m)| [time_s, distance_m])
    }

    /// Times of the current lap's completed sectors, s.
    pub fn sectors_s(&self) -> SectorTimes {
        self.current().map(LapTimer::sectors_s).unwrap_or_default()
    }

    /// True if the current lap has stayed on the course.
    pub fn is_clean(&self) -> bool {
        self.current().is_some_and(LapTimer::is_clean)
    }

    /// Clock of the current lap; `None` where it is abandoned.
    fn current(&self) -> Option<&LapTimer> {
        self.timer.as_ref().filter(|_| self.trail.is_some())
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

    /// The gates of a lap, the start line first: see [`Track::gates`].
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }
}
