//! Worlds that log what their owners do.

use std::sync::Arc;

use skidpad_core::snapshot::Saved;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::change::WorldChange;
use super::keyframes::Keyframe;
use super::position::Position;
use super::{CarLabel, LogFault, LogSettings, LoggedCar, WorldLog, requests};
use crate::contact::Motion;
use crate::rolling::{Request, RestoreError};
use crate::world::{CarId, Event, Member, RestoreWorldError, SavedWorld, World, WorldError};

/// A world that logs every change that its owner makes, with the step before which it was made.
///
/// Cars are seen and driven as in a [`World`]. A pause is nothing to a log, as only steps count.
#[derive(Clone)]
pub struct LoggedWorld {
    pub(super) world: World,
    pub(super) log: WorldLog,
    /// The cars that are here, as they joined.
    pub(super) cars: Vec<(CarId, Arc<LoggedCar>)>,
}

impl LoggedWorld {
    /// A log that begins now. Cars that are here have empty labels, which [`set_label`](Self::set_label) changes.
    pub fn new(world: World, settings: LogSettings) -> Self {
        let log = WorldLog::begin(&world, settings);
        Self { cars: log.start.cars.clone(), world, log }
    }

    /// Describes a car that was here when the log began. Returns false where it is not here any more or joined later.
    pub fn set_label(&mut self, id: CarId, label: CarLabel) -> bool {
        let of_start = self.log.start.cars.iter_mut().find(|(car, _)| *car == id);
        let here = self.cars.iter_mut().find(|(car, _)| *car == id);
        let (Some((_, first)), Some((_, car))) = (of_start, here) else { return false };
        if !Arc::ptr_eq(first, car) {
            return false;
        }
        *first = Arc::new(LoggedCar { label, member: first.member.clone() });
        *car = Arc::clone(first);
        true
    }

    /// The cars that are here, as they joined.
    pub fn cars(&self) -> impl ExactSizeIterator<Item = (CarId, &Arc<LoggedCar>)> {
        self.cars.iter().map(|(id, car)| (*id, car))
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the world, which is no longer logged, and the log.
    pub fn into_parts(mut self) -> (World, WorldLog) {
        self.log.end_hash = Some(self.world.hash());
        (self.world, self.log)
    }

    /// The log so far, as it is to be replayed or written.
    pub fn log(&self) -> WorldLog {
        WorldLog { end_hash: Some(self.world.hash()), ..self.log.clone() }
    }

    /// The log so far, to be looked up while it grows: it has no hash of the end.
    pub fn unfinished_log(&self) -> &WorldLog {
        &self.log
    }

    /// Number of steps since the log began.
    pub fn steps(&self) -> u64 {
        self.log.steps
    }

    /// Lets a car join: see [`World::add`].
    ///
    /// # Errors
    /// A car that cannot join.
    pub fn add(&mut self, member: Member, label: CarLabel) -> Result<CarId, WorldError> {
        let car = Arc::new(LoggedCar { label, member: member.clone() });
        let id = self.world.add(member)?;
        self.cars.push((id, Arc::clone(&car)));
        self.note(WorldChange::Joined { id, car });
        Ok(id)
    }

    /// Puts another car in the place of one: see [`World::replace`]. Of several before the same step only the last is logged.
    ///
    /// # Errors
    /// A car that cannot join.
    pub fn replace(
        &mut self,
        id: CarId,
        member: Member,
        label: CarLabel,
    ) -> Result<Option<Member>, WorldError> {
        let car = Arc::new(LoggedCar { label, member: member.clone() });
        let replaced = self.world.replace(id, member)?;
        if replaced.is_some() {
            self.cars.iter_mut().filter(|(here, _)| *here == id).for_each(|(_, old)| *old = Arc::clone(&car));
            self.log.changes.push_replaced(self.log.steps, id, car);
        }
        Ok(replaced)
    }

    /// Takes a car out: see [`World::remove`].
    pub fn remove(&mut self, id: CarId) -> Option<Member> {
        let removed = self.world.remove(id)?;
        self.cars.retain(|(here, _)| *here != id);
        self.note(WorldChange::Left { id });
        Some(removed)
    }

    /// Sets the request of a car: see [`World::set_request`]. One that is set already costs nothing.
    pub fn set_request(&mut self, id: CarId, request: Request) -> bool {
        let Some(before) = self.world.request(id) else { return false };
        if requests::bits(before) != requests::bits(&request) {
            self.world.set_request(id, request);
            self.note(WorldChange::Requested { id, request });
        }
        true
    }

    /// Schedules a request for a step of the world: see [`World::schedule_request`].
    pub fn schedule_request(&mut self, id: CarId, step: u64, request: Request) -> bool {
        let is_here = self.world.schedule_request(id, step, request);
        if is_here {
            self.note(WorldChange::Scheduled { id, step, request });
        }
        is_here
    }

    /// Puts a car back to a state of its own: see [`Rolling::restore`](crate::rolling::Rolling::restore). Returns false where
    /// the car is not here.
    ///
    /// # Errors
    /// A state that the car does not take.
    pub fn restore_car(&mut self, id: CarId, saved: &Saved) -> Result<bool, RestoreError> {
        let Some(car) = self.world.car_mut(id) else { return Ok(false) };
        car.restore(saved)?;
        self.note(WorldChange::CarRestored { id, saved: Box::new(saved.clone()) });
        Ok(true)
    }

    /// Gives a car another motion: see [`Rolling::correct`](crate::rolling::Rolling::correct). Returns false where the car is
    /// not here.
    pub fn move_car(&mut self, id: CarId, motion: &Motion) -> bool {
        let Some(car) = self.world.car_mut(id) else { return false };
        car.correct(motion);
        self.note(WorldChange::CarMoved { id, motion: *motion });
        true
    }

    /// Abandons the current lap of a car: see [`World::abandon_lap`]. Returns false where the car is not here.
    pub fn abandon_lap(&mut self, id: CarId) -> bool {
        let is_here = self.world.abandon_lap(id);
        if is_here {
            self.note(WorldChange::LapAbandoned { id });
        }
        is_here
    }

    /// Puts all cones back to where they stood at first.
    pub fn reset_cones(&mut self) {
        self.world.reset_cones();
        self.note(WorldChange::ConesReset);
    }

    /// Sets road and air, from the next step on.
    pub fn set_surface(&mut self, surface: Surface<f64>) {
        self.world.set_surface(surface);
        self.note(WorldChange::SurfaceSet(Box::new(surface)));
    }

    /// Puts the whole world back to a state, and logs that: see [`World::restore`]. [`rewind`](Self::rewind) forgets what came
    /// since.
    ///
    /// # Errors
    /// Other cars than when the world was saved.
    pub fn restore(&mut self, saved: &SavedWorld) -> Result<(), RestoreWorldError> {
        self.world.restore(saved)?;
        self.note(WorldChange::Restored(Box::new(saved.clone())));
        Ok(())
    }

    /// Goes back to where the world was after so many steps of the log, and forgets what came since, with all events that were
    /// not taken. At the end of the log or beyond nothing changes.
    ///
    /// # Errors
    /// A change that the world does not take a second time. Then nothing has changed.
    pub fn rewind(&mut self, steps: u64) -> Result<(), LogFault> {
        if steps < self.log.steps {
            let position = Position::reach(&self.log, steps)?;
            self.log.truncate(position.step, position.cursor);
            // Lanes, if there are any, go on with the cars as they are now.
            (self.world, self.cars) = (position.world.stepped_as(&mut self.world), position.cars);
        }
        Ok(())
    }

    /// Moves all cars on by a step: see [`World::step`].
    pub fn step(&mut self, dt: Dt) {
        self.log.times.note(self.log.steps, dt);
        self.world.step(dt);
        self.log.steps += 1;
        let LogSettings { keyframe_interval, hash_interval, keyframe_bytes } = self.log.settings;
        let is_due = |interval: u32| interval > 0 && self.log.steps.is_multiple_of(u64::from(interval));
        if is_due(hash_interval) {
            self.log.hashes.push(self.world.hash());
        }
        if is_due(keyframe_interval) {
            self.log.changes.begin_block(self.log.steps);
            let keyframe = Keyframe::from_world(&self.world, self.log.steps, &self.cars);
            self.log.keyframes.push(keyframe, keyframe_bytes);
        }
    }

    /// Returns events since the last call: see [`World::take_events`].
    pub fn take_events(&mut self) -> Vec<Event> {
        self.world.take_events()
    }

    fn note(&mut self, change: WorldChange) {
        self.log.changes.push(self.log.steps, change);
    }
}
