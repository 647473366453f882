//! The cars of a drive as members of a world.

use std::sync::Arc;

use skidpad_core::controls::{Command, Controls, sanitise};
use skidpad_core::step::Dt;
use skidpad_formats::log;
use skidpad_world::log::{LogSettings, LoggedCar, LoggedWorld};
use skidpad_world::models::Models;
use skidpad_world::rolling::Rolling;
use skidpad_world::scene::Place;
use skidpad_world::world::{CarId, Event, Site, World};

use super::begin::{at_rest, carrying_on, member};
use super::driven::Driven;
use super::entrant::Entrant;
use super::playback::Playback;
use crate::choice::{Choice, ChoiceError};
use crate::run::{Garage, Run, label};

/// A new log begins where the one under way takes so much memory, bytes, so that a file can hold it: hours of a car on a pad at 240
/// steps a second.
const MOST_LOG_BYTES: usize = log::MOST_UNPACKED / 4 * 3;
/// The most cars of a log: a slider that is drawn for half a minute while the car drives.
const MOST_LOG_CARS: usize = 2_000;

/// The player's car and the others, in their logged world.
pub(super) struct Cars {
    driven: Driven,
    pub(super) entrants: Vec<Entrant>,
    garage: Garage,
    models: Models,
}

/// The cars that are to start, the player's first.
pub(super) struct Field {
    pub(super) cars: Vec<Arc<Choice>>,
    /// True if the others meet each other and the player. Otherwise they pass through everything and start where the player does.
    pub(super) is_solid: bool,
}

impl Field {
    /// Start place of a car. Solid ones stand on a grid behind the player.
    fn place(&self, index: usize, start: Place) -> Place {
        if self.is_solid { start.on_grid(index) } else { start }
    }
}

/// Controls that nobody touches.
pub(super) fn released() -> Command<f64> {
    sanitise(&Controls::default()).0
}

impl Cars {
    /// All cars at their start places.
    pub(super) fn at_start(field: &Field, start: Place, site: &Site) -> Result<Self, ChoiceError> {
        let mut world = World::new(site.clone());
        for (index, choice) in field.cars.iter().enumerate() {
            let car = at_rest(choice, field.place(index, start))?;
            let member = member(choice, car, index == 0 || field.is_solid);
            world.add(member).map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
        }
        let mut world = LoggedWorld::new(world, LogSettings::default());
        let ids: Vec<CarId> = world.world().ids().collect();
        for (id, choice) in ids.iter().zip(&field.cars) {
            world.set_label(*id, label(choice));
        }
        let mut garage = Garage::default();
        let mut entrants = Vec::new();
        for (index, ((id, car), choice)) in world.cars().zip(&field.cars).enumerate() {
            garage.keep(car, choice);
            entrants.push(Entrant::new(id, car, choice, field.place(index, start)));
        }
        entrants.iter_mut().for_each(|entrant| entrant.place(world.world()));
        let models = field.cars[0].models.clone();
        Ok(Self { driven: Driven::Live(Box::new(world)), entrants, garage, models })
    }

    /// The cars of a run at its start.
    pub(super) fn replaying(run: &Run, start: Place) -> Result<Self, String> {
        let driven = Driven::Again(Box::new(Playback::begin(run)?));
        let (garage, models) = (run.garage.clone(), run.setup.car.models.clone());
        let mut cars = Self { driven, entrants: Vec::new(), garage, models };
        if !cars.find_entrants(start) {
            return Err(String::from("a car of the log cannot be shown"));
        }
        cars.place();
        Ok(cars)
    }

    pub(super) fn world(&self) -> &World {
        self.driven.world()
    }

    /// Hash of everything of the player's car that changes.
    pub(super) fn player_hash(&self) -> u64 {
        self.world().car(self.entrants[0].id()).map_or(0, Rolling::hash)
    }

    pub(super) fn take_events(&mut self) -> Vec<Event> {
        self.driven.take_events()
    }

    /// The run that is replayed.
    pub(super) fn playback(&self) -> Option<&Playback> {
        match &self.driven {
            Driven::Live(_) => None,
            Driven::Again(playback) => Some(playback),
        }
    }

    /// Command by which the player's car drove last.
    pub(super) fn command(&self) -> Command<f64> {
        self.world().request(self.entrants[0].id()).map_or_else(released, |request| request.command)
    }

    /// The run so far, or the one that is replayed.
    pub(super) fn run(&self) -> Result<Run, String> {
        match &self.driven {
            Driven::Live(world) => Run::from_log(world.log(), self.garage.clone(), &self.models),
            Driven::Again(playback) => Ok(playback.run().clone()),
        }
    }

    /// Moves all cars on by a step with the same controls.
    pub(super) fn step(&mut self, command: &Command<f64>, dt: Dt) {
        let Driven::Live(world) = &mut self.driven else { return };
        for entrant in &self.entrants {
            world.set_request(entrant.id(), entrant.request(command));
        }
        world.step(dt);
        self.entrants.iter_mut().for_each(|entrant| entrant.follow(world.world()));
    }

    /// Replays a step. Returns false at the end.
    pub(super) fn step_again(&mut self) -> bool {
        let Driven::Again(playback) = &mut self.driven else { return false };
        let has_moved = playback.step();
        if !self.find_entrants(self.entrants[0].start()) {
            self.driven.give_up();
            return false;
        }
        if has_moved {
            let world = self.driven.world();
            self.entrants.iter_mut().for_each(|entrant| entrant.follow(world));
        }
        has_moved
    }

    /// Lets the player drive on from where a replay is.
    pub(super) fn take_over(&mut self) -> bool {
        let Driven::Again(playback) = &self.driven else { return false };
        let world = playback.replay.clone().take_over();
        self.driven = Driven::Live(Box::new(world));
        true
    }

    /// Puts a replay back to its start. Returns false where none is under way.
    pub(super) fn restart_replay(&mut self, start: Place) -> bool {
        let Driven::Again(playback) = &mut self.driven else { return false };
        playback.restart();
        if self.find_entrants(start) {
            self.place();
        }
        true
    }

    /// Number of steps of the log before a time that lies so far back from when the player's car moved last, s.
    pub(super) fn steps_back(&self, back_s: f64) -> u64 {
        // A difference of two times of steps is the time of a step but for rounding.
        self.driven.log().steps_at(self.entrants[0].moved_s() - back_s + 1e-9)
    }

    /// Goes back to where the cars were after so many steps of the log. Returns false, with nothing changed, where that is not
    /// possible.
    pub(super) fn rewind(&mut self, steps: u64) -> bool {
        let has_gone = self.driven.go_to(steps);
        if self.find_entrants(self.entrants[0].start()) {
            self.place();
        } else {
            self.driven.give_up();
        }
        has_gone
    }

    /// Removes a car; the player's, 0, stays.
    pub(super) fn remove(&mut self, index: usize) -> bool {
        let is_other = index > 0 && index < self.entrants.len();
        if let Driven::Live(world) = &mut self.driven
            && is_other
        {
            world.remove(self.entrants.remove(index).id());
        }
        is_other
    }

    /// Puts the player in another car, which goes on from where his is: with the same state, or in another model with the
    /// same position and motion.
    pub(super) fn replace_player(&mut self, choice: &Arc<Choice>) -> Result<(), ChoiceError> {
        let Driven::Live(world) = &mut self.driven else { return Ok(()) };
        let before = &self.entrants[0];
        let (id, start) = (before.id(), before.start());
        let saved = world.world().car(id).map(Rolling::save);
        let mut car = at_rest(choice, start)?;
        let is_same_model = before.choice().model.name == choice.model.name;
        if let Some(saved) = &saved
            && !(is_same_model && car.restore(saved).is_ok())
        {
            car = carrying_on(choice, before, saved)?;
        }
        let replaced = world.replace(id, member(choice, car, true), label(choice));
        replaced.map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
        if let Some((_, car)) = world.cars().find(|(other, _)| *other == id) {
            self.garage.keep(car, choice);
            self.entrants[0] = Entrant::new(id, car, choice, start);
        }
        self.entrants[0].place(world.world());
        Ok(())
    }

    /// True where the log under way is as long as it may become.
    pub(super) fn is_log_full(&self) -> bool {
        let Driven::Live(world) = &self.driven else { return false };
        let bytes = world.unfinished_log().approximate_bytes() + self.garage.vehicle_bytes();
        bytes > MOST_LOG_BYTES || self.garage.len() > MOST_LOG_CARS
    }

    /// Lets a new log begin with the world as it is.
    pub(super) fn begin_log(&mut self) {
        let Driven::Live(world) = &mut self.driven else { return };
        let mut next = LoggedWorld::new(world.world().clone(), LogSettings::default());
        self.garage = Garage::default();
        for entrant in &mut self.entrants {
            next.set_label(entrant.id(), entrant.logged().label.clone());
            if let Some((_, car)) = next.cars().find(|(id, _)| *id == entrant.id()) {
                entrant.log_as(car);
                self.garage.keep(car, &entrant.shared_choice());
            }
        }
        **world = next;
    }

    /// Takes the cars of the world, which may have joined, left or been replaced, as entrants. Returns false, with those that
    /// were, where one of them cannot be shown.
    fn find_entrants(&mut self, start: Place) -> bool {
        let here = self.driven.cars();
        let is_same = |((id, car), entrant): (&(CarId, Arc<LoggedCar>), &Entrant)| entrant.is(*id, car);
        if here.is_empty()
            || here.len() == self.entrants.len() && here.iter().zip(&self.entrants).all(is_same)
        {
            return true;
        }
        let mut found = Vec::new();
        for (id, car) in &here {
            let start =
                self.entrants.iter().find(|entrant| entrant.id() == *id).map_or(start, Entrant::start);
            let Ok(choice) = self.garage.choice(&self.models, car) else { return false };
            let mut entrant = Entrant::new(*id, car, &choice, start);
            entrant.place(self.driven.world());
            found.push(entrant);
        }
        // Those that were here go on in the picture.
        for old in core::mem::take(&mut self.entrants) {
            if let Some(new) = found.iter_mut().find(|new| old.is(new.id(), new.logged())) {
                *new = old;
            }
        }
        self.entrants = found;
        true
    }

    /// Takes numbers and poses of all cars, which were put elsewhere.
    fn place(&mut self) {
        let world = self.driven.world();
        self.entrants.iter_mut().for_each(|entrant| entrant.place(world));
    }
}
