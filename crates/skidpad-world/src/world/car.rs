//! A car in a world.

use core::fmt;

use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::condition::{Condition, ConditionSet};
use super::site::Site;
use crate::channel::place_of;
use crate::contact::{Body, Motion, Mover};
use crate::ground::{Casts, FoundGround, GroundCasts, Road};
use crate::laps::timer::LapTimer;
use crate::rolling::{Request, Rolling};
use crate::track::TrackPosition;

/// The number of a car in a world. It stays the same while others join and leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CarId(pub(super) u32);

impl CarId {
    /// The car of a number, such as one that a file names. Not every world has a car of it.
    pub fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// The number: 0 for the first car that joined, 1 for the second.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for CarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A car that is to join a world.
#[derive(Clone)]
pub struct Member {
    /// The car.
    pub car: Box<dyn Rolling>,
    /// Its body, by which it meets walls and other cars; `None`: it passes through everything, as a ghost.
    pub body: Option<Body>,
}

/// A car of a world with what is known of it, as [`StepTogether`](super::StepTogether) sees it.
#[derive(Clone)]
pub struct Entry {
    pub(super) id: CarId,
    pub(super) car: Box<dyn Rolling>,
    pub(super) body: Option<Body>,
    pub(super) request: Request,
    pub(super) told: Told,
    /// Position at the beginning of the step, m; known while laps are timed.
    pub(super) began_m: Option<[f64; 2]>,
    /// Ground that rays found at the end of the last step, for the outputs; `None` after a step on the site's ground, and after the world
    /// was put back.
    pub(super) under: Option<FoundGround>,
}

/// Conditions of a car that an event has reported.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Told {
    /// The run of the car has ended, or it was quarantined.
    pub ended: bool,
    /// Conditions that have begun and are not over.
    pub holding: ConditionSet,
    /// Time at which each condition held last, s.
    pub held_s: [f64; Condition::COUNT],
    /// Laps of the site's course.
    pub laps: LapTimer,
    /// True once the car has been on the course.
    pub was_on_course: bool,
    /// Position on the site's track; `None` without one.
    pub on_track: Option<TrackPosition>,
}

impl Entry {
    /// The car's number.
    pub fn id(&self) -> CarId {
        self.id
    }

    /// The car.
    pub fn car_mut(&mut self) -> &mut dyn Rolling {
        self.car.as_mut()
    }

    /// Request by which the car drives.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Moves the car on by a step.
    pub fn step(&mut self, road: Road<'_>, dt: Dt) {
        self.car.step(&self.request, road.of_car_at(self.told.on_track), dt);
    }

    /// Moves the car on by a step on ground that is found by rays.
    pub(super) fn step_over(&mut self, road: Road<'_>, rays: &dyn GroundCasts, dt: Dt) {
        self.step(road.over(Casts::Rays(rays)), dt);
        self.under = Some(self.car.found(rays));
        self.car.note_present(&self.request, self.under.as_ref());
    }

    /// Notes that the car's simulation was moved by a step from outside ([`Rolling::simulation_mut`]).
    pub fn note_step(&mut self, road: Road<'_>, dt: Dt) {
        self.car.note_step(&self.request, road.of_car_at(self.told.on_track), dt);
    }

    pub(super) fn new(id: CarId, member: Member) -> Self {
        let Member { car, body } = member;
        Self {
            id,
            car,
            body,
            request: Request::untouched(),
            told: Told::default(),
            began_m: None,
            under: None,
        }
    }

    /// The car with a body, for contact, at the beginning of a step with its motion there.
    pub(super) fn mover(&self, body: &Body, start: Motion) -> Mover {
        Mover::at_start(*body, start, self.car.in_contact(body))
    }

    /// The mover of the car after its model has moved it.
    pub(super) fn moved(&self, before: &Mover) -> Mover {
        let proposed = self.car.planar().unwrap_or(before.start);
        before.proposing(proposed, self.car.in_contact(&before.body))
    }

    /// Position of the car in the plane of the road, m; `None` where its model has a distance alone.
    pub(super) fn position_m(&self) -> Option<[f64; 2]> {
        if let Some(motion) = self.car.planar() {
            return Some(motion.position_m.into());
        }
        place_of(self.car.layout().states, "yaw_rad")?;
        // On a level road the world's axes are those of the road.
        let [x_m, y_m, _] = self.car.pose(&Surface::asphalt()).position_m;
        Some([x_m, y_m])
    }

    /// Position on the site's track at the beginning of the next step; `None` without one.
    pub fn on_track(&self) -> Option<TrackPosition> {
        self.told.on_track
    }

    /// Finds the position on the site's track, from the one that was known before.
    pub(super) fn find_on_track(&mut self, site: &Site) {
        if let Some(track) = site.track() {
            let before = self.told.on_track;
            self.told.on_track = self.position_m().map(|place_m| track.locate(place_m, before.as_ref()));
        }
    }

    pub(super) fn into_member(self) -> Member {
        Member { car: self.car, body: self.body }
    }
}
