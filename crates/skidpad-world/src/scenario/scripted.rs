//! Cars in a world, each driven by its script: the one loop of runs and comparisons.

use core::ops::ControlFlow;

use skidpad_core::step::Status;

use super::contacts::ContactEvents;
use super::ending::{Ending, Finished};
use super::script::Script;
use super::staged::Staged;
use crate::log::{CarLabel, LogSettings};
use crate::rolling::Request;
use crate::world::{CarId, Condition, EventKind, Member, Site, World, WorldError};

/// Inspects the world before each step and after the last, under the requests of the step; it may end the run.
pub(super) type InspectWorld<'a> = dyn FnMut(&World, &[Request]) -> ControlFlow<Ending> + 'a;

/// Cars of a world with their scripts.
pub(super) struct ScriptedCars<'a> {
    pub staged: Staged,
    /// The cars in the order in which they joined.
    drivers: Vec<(CarId, &'a Script<'a>)>,
    /// Contacts so far.
    pub contacts: ContactEvents,
    /// True where bodies overlapped at the start.
    pub overlapped: bool,
}

impl<'a> ScriptedCars<'a> {
    /// A world without cars, with a log where there are settings of one.
    pub fn new(site: Site, log: Option<LogSettings>) -> Self {
        Self {
            staged: Staged::new(World::new(site), log),
            drivers: Vec::new(),
            contacts: ContactEvents::default(),
            overlapped: false,
        }
    }

    /// Lets a car join at the start of its script.
    ///
    /// # Errors
    /// As for [`World::add`].
    pub fn add(&mut self, member: Member, label: CarLabel, script: &'a Script<'a>) -> Result<(), WorldError> {
        let id = self.staged.add(member, label)?;
        self.drivers.push((id, script));
        Ok(())
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.staged.world()
    }

    /// Drives all cars, until the first script is over or a car can no longer drive. Returns that car, too.
    pub fn drive(&mut self, inspect: &mut InspectWorld) -> (Finished, Option<usize>) {
        let (steps, dt) = match self.drivers.first() {
            Some((_, first)) => (first.steps(), first.dt),
            None => return (self.finished(Ending::Complete), None),
        };
        let mut requests = Vec::new();
        for step in 0..=steps {
            requests.clear();
            requests.extend(self.requests());
            if let ControlFlow::Break(ending) = inspect(self.world(), &requests) {
                return (self.finished(ending), None);
            }
            if let Some((ending, by)) = self.ended() {
                return (self.finished(ending), Some(by));
            }
            if step == steps {
                break;
            }
            for ((id, _), request) in self.drivers.iter().zip(&requests) {
                self.staged.set_request(*id, *request);
            }
            let began_s = self.world().time_s();
            self.staged.step(dt);
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

    /// Requests of all scripts at the times of their cars.
    fn requests(&self) -> impl Iterator<Item = Request> {
        self.drivers.iter().zip(self.world().cars()).map(|((_, script), car)| script.request(car.time_s()))
    }

    /// The ending of the run where the last step brought it about, and the car.
    fn stopped(&mut self) -> Option<(Finished, Option<usize>)> {
        let events = self.staged.take_events();
        if let Some((by, car)) =
            self.world().cars().enumerate().find(|(_, car)| car.status() == Status::Quarantined)
        {
            // A step from which a car was quarantined is undone for it.
            return Some((Finished { ending: Ending::Quarantined, time_s: car.time_s() }, Some(by)));
        }
        let is_lost = events.iter().any(|event| event.kind == EventKind::Starts(Condition::OutOfRange));
        is_lost.then(|| (self.finished(Ending::OutOfRange), None))
    }

    /// The first car that can no longer drive, a quarantined one before others, and its ending.
    fn ended(&self) -> Option<(Ending, usize)> {
        let all = || self.world().cars().map(|car| Ending::from_status(car.status())).enumerate();
        let quarantined = all().find(|(_, ending)| *ending == Some(Ending::Quarantined));
        let first = quarantined.or_else(|| all().find(|(_, ending)| ending.is_some()));
        first.and_then(|(by, ending)| ending.map(|ending| (ending, by)))
    }
}
