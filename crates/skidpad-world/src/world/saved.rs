//! All of a world that changes, to go back to.

use core::fmt;

use skidpad_core::snapshot::Saved;
use skidpad_core::step::Clock;

use super::car::{CarId, Entry, Told};
use super::contacts::SavedMeeting;
use super::watch::Watch;
use super::{Scheduled, Site, World};
use crate::rolling::{Request, RestoreError};
use crate::scene::ConeState;

/// All of a world that changes while its cars drive, but for the site: see [`World::save`].
#[derive(Clone, Debug)]
pub struct SavedWorld {
    cars: Vec<SavedMember>,
    clock: Clock,
    steps: u64,
    meeting: SavedMeeting,
    watch: Watch,
    scheduled: Vec<Scheduled>,
}

/// A car of a saved world.
#[derive(Clone, Debug, PartialEq)]
struct SavedMember {
    id: CarId,
    car: Saved,
    request: Request,
    told: Told,
}

impl SavedWorld {
    /// The state of a car; `None` where the car was not there.
    pub fn car(&self, car: CarId) -> Option<&Saved> {
        let place = self.cars.binary_search_by_key(&car, |member| member.id).ok()?;
        Some(&self.cars[place].car)
    }

    /// The state of a cone of the site on which the world was saved.
    pub(crate) fn cone(&self, cone: usize, site: &Site) -> Option<ConeState> {
        self.meeting.cone(cone, site)
    }

    /// The saved world without the events that were not taken yet.
    #[must_use]
    pub(crate) fn without_events(mut self) -> Self {
        self.watch.take();
        self
    }

    /// The memory that it takes, bytes.
    pub(crate) fn approximate_bytes(&self) -> usize {
        let numbers = |member: &SavedMember| member.car.numbers.len() * size_of::<f64>();
        size_of::<Self>()
            + self.cars.iter().map(numbers).sum::<usize>()
            + size_of_val(&self.cars[..])
            + size_of_val(&self.scheduled[..])
            + self.meeting.approximate_bytes()
    }
}

/// Why a world was not put back. Then nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreWorldError {
    /// The site has other cones than when it was saved.
    OtherCones,
    /// Other cars are here than when it was saved: keep a clone of the world instead, where cars join and leave.
    OtherCars,
    /// A car that was not put back, and why.
    Car(CarId, RestoreError),
}

impl fmt::Display for RestoreWorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCones => f.write_str("other cones are in the world than when it was saved"),
            Self::OtherCars => f.write_str("other cars are in the world than when it was saved"),
            Self::Car(car, error) => write!(f, "car {car}: {error}"),
        }
    }
}

impl core::error::Error for RestoreWorldError {}

impl World {
    /// Saves all that changes while the cars drive: their states, requests, what presses against what, events that were
    /// not taken yet, and the clock.
    pub fn save(&self) -> SavedWorld {
        let member = |entry: &Entry| SavedMember {
            id: entry.id,
            car: entry.car.save(),
            request: entry.request,
            told: entry.told,
        };
        SavedWorld {
            cars: self.cars.iter().map(member).collect(),
            clock: self.clock,
            steps: self.steps,
            meeting: self.meeting.save(&self.site),
            watch: self.watch.clone(),
            scheduled: self.scheduled.clone(),
        }
    }

    /// Puts everything back; the world goes on with the same bits. Outputs of cars that drove on ground found by rays are those on the
    /// site's ground until the next step.
    ///
    /// # Errors
    /// Other cars or cones than when it was saved, or a car that does not take its numbers. Then nothing has changed.
    pub fn restore(&mut self, saved: &SavedWorld) -> Result<(), RestoreWorldError> {
        let ids = saved.cars.iter().map(|member| member.id);
        if !ids.eq(self.cars.iter().map(|entry| entry.id)) {
            return Err(RestoreWorldError::OtherCars);
        }
        if !saved.meeting.is_of(&self.site) {
            return Err(RestoreWorldError::OtherCones);
        }
        let mut cars = self.cars.clone();
        for (entry, member) in cars.iter_mut().zip(&saved.cars) {
            entry.car.restore(&member.car).map_err(|error| RestoreWorldError::Car(member.id, error))?;
            (entry.request, entry.told, entry.under) = (member.request, member.told, None);
            entry.car.note_present(&entry.request, None);
        }
        self.cars = cars;
        (self.clock, self.steps) = (saved.clock, saved.steps);
        self.meeting.restore(&saved.meeting, &self.site);
        self.watch.restore(&saved.watch);
        self.scheduled.clone_from(&saved.scheduled);
        Ok(())
    }
}
