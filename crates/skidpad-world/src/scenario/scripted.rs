//! Cars in a world, each with its driver or script: the one loop of runs and comparisons.

use core::ops::ControlFlow;

use skidpad_core::step::Status;

use super::contacts::ContactEvents;
use super::ending::{Ending, Finished};
use super::seat::{Pilot, Seat};
use super::staged::Staged;
use super::time::RunTime;
use crate::log::{CarLabel, LogSettings};
use crate::rolling::{Request, Rolling};
use crate::world::{CarId, Condition, EventKind, Member, Site, World, WorldError};

/// Inspects the world before each step and after the last, with each car of the run and its request for the step; it may end the
/// run.
pub(super) type InspectWorld<'a> = dyn FnMut(&World, &[(CarId, Request)]) -> ControlFlow<Ending> + 'a;

/// Cars of a world with their drivers and scripts.
pub(super) struct ScriptedCars<'a> {
    pub staged: Staged,
    seats: Vec<Seat<'a>>,
    time: RunTime,
    /// Contacts so far.
    pub contacts: ContactEvents,
    /// True where bodies overlapped at the start.
    pub overlapped: bool,
}

impl<'a> ScriptedCars<'a> {
    /// A world without cars, with a log where there are settings of one.
    pub fn new(site: Site, log: Option<LogSettings>, time: RunTime) -> Self {
        Self::on(Staged::new(World::new(site), log), Vec::new(), time)
    }

    /// A world under way.
    pub fn on(staged: Staged, seats: Vec<Seat<'a>>, time: RunTime) -> Self {
        Self { staged, seats, time, contacts: ContactEvents::default(), overlapped: false }
    }

    /// Lets a car join with its driver or script.
    ///
    /// # Errors
    /// As for [`World::add`].
    pub fn add(&mut self, member: Member, label: CarLabel, pilot: Pilot<'a>) -> Result<(), WorldError> {
        let car = self.staged.add(member, label)?;
        self.seats.push(Seat { car, pilot });
        Ok(())
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.staged.world()
    }

    /// Drives all cars, until the time is over or a car can no longer drive. Returns the seat of that car, too.
    pub fn drive(&mut self, inspect: &mut InspectWorld) -> (Finished, Option<usize>) {
        let mut requests = Vec::new();
        for step in 0..=self.time.steps {
            self.decide(step, &mut requests);
            if let ControlFlow::Break(ending) = inspect(self.world(), &requests) {
                return (self.finished(ending), None);
            }
            if let Some((ending, by)) = self.ended() {
                return (self.finished(ending), Some(by));
            }
            if step == self.time.steps {
                break;
            }
            for (car, request) in &requests {
                self.staged.set_request(*car, *request);
            }
            let began_s = self.world().time_s();
            self.staged.step(self.time.dt);
            self.overlapped |= step == 0 && self.world().pushed_m() > 0.0;
            self.contacts.add(self.staged.world().impacts(), began_s);
            if let Some(stopped) = self.stopped() {
                return stopped;
            }
        }
        (self.finished(Ending::Complete), None)
    }

    fn finished(&self, ending: Ending) -> Finished {
        Finished { ending, time_s: self.world().time_s() }
    }

    /// The request of each car for the step after so many.
    fn decide(&mut self, steps: u64, requests: &mut Vec<(CarId, Request)>) {
        let (world, time_s) = (self.staged.world(), self.time.after(steps));
        requests.clear();
        requests.extend(self.seats.iter_mut().map(|seat| (seat.car, (seat.pilot)(world, seat.car, time_s))));
    }

    /// The cars, in the order of their seats.
    fn cars(&self) -> impl Iterator<Item = &dyn Rolling> {
        self.seats.iter().filter_map(|seat| self.world().car(seat.car))
    }

    /// The ending of the run where the last step brought it about, and the seat of the car.
    fn stopped(&mut self) -> Option<(Finished, Option<usize>)> {
        let events = self.staged.take_events();
        if let Some((by, car)) = self.cars().enumerate().find(|(_, car)| car.status() == Status::Quarantined)
        {
            // A step from which a car was quarantined is undone for it.
            return Some((Finished { ending: Ending::Quarantined, time_s: car.time_s() }, Some(by)));
        }
        let is_lost = events.iter().any(|event| event.kind == EventKind::Starts(Condition::OutOfRange));
        is_lost.then(|| (self.finished(Ending::OutOfRange), None))
    }

    /// The seat of the first car that can no longer drive, a quarantined one before others, and its ending.
    fn ended(&self) -> Option<(Ending, usize)> {
        let all = || self.cars().map(|car| Ending::from_status(car.status())).enumerate();
        let quarantined = all().find(|(_, ending)| *ending == Some(Ending::Quarantined));
        let first = quarantined.or_else(|| all().find(|(_, ending)| ending.is_some()));
        first.and_then(|(by, ending)| ending.map(|ending| (ending, by)))
    }
}
