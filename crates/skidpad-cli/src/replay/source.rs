//! Logs of files, with their cars.

use std::path::Path;

use skidpad_formats::BaseFolder;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::log::{self, FileCar};
use skidpad_world::log::{CarLabel, LogReplay, WorldLog};
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::CarId;

use crate::failure::Failure;
use crate::options::Reach;

/// A log's file, and where its cars are.
#[derive(Clone, Copy)]
pub struct LogSource<'a> {
    pub path: &'a Path,
    /// The first car, where it is not where the log says.
    pub car: Option<&'a str>,
    /// True for a command with the option `--car`, which messages then name.
    pub has_car_option: bool,
    pub reach: Reach,
}

/// A log that was read, with its cars.
pub struct Opened {
    pub first: FileCar,
    /// All others, those that joined later included.
    pub further: Vec<FileCar>,
    pub log: WorldLog,
}

impl LogSource<'_> {
    /// Reads the log and finds its cars.
    pub fn open(&self, listed: &Models) -> Result<Opened, Failure> {
        let file = log::read_file(self.path, listed)?;
        let Some((first, further)) = file.cars().split_first() else {
            return Err(self.refused("a log without cars"));
        };
        let (first, further) = (first.clone(), further.to_vec());
        let found: Vec<Car> = (file.cars())
            .iter()
            .enumerate()
            .map(|(place, car)| self.load(listed, place, car))
            .collect::<Result<_, _>>()?;
        let choices: Vec<CarChoice> = found.iter().map(Car::choice).collect();
        let log = file.into_log(&choices).map_err(|error| self.refused(error))?;
        Ok(Opened { first, further, log })
    }

    /// The message about the log.
    pub fn refused(&self, message: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}: {message}", self.path.display()))
    }

    /// A car of a model by its description in the log.
    pub fn car(&self, listed: &Models, model: &ModelInfo, label: &CarLabel) -> Result<Car, Failure> {
        let base = BaseFolder::of_file(self.path, self.reach.outside());
        let car = match &label.vehicle {
            Some(text) => choose::car_of_text(model, &label.car, text),
            None => choose::car_from(listed, model, &label.car, &base).map(|loaded| loaded.car),
        };
        car.map_err(|message| self.refused(message))
    }

    /// A car that is there in a replay, with its model, as it was chosen.
    pub fn car_in(
        &self,
        listed: &Models,
        replay: &LogReplay,
        id: CarId,
    ) -> Result<(&'static ModelInfo, Car), Failure> {
        let model = replay.world().car(id).and_then(|car| listed.by_name(car.layout().model));
        let logged = replay.cars().find(|(here, _)| *here == id).map(|(_, car)| car);
        let (Some(model), Some(logged)) = (model, logged) else {
            return Err(self.refused("a car of a model that is not in the list"));
        };
        Ok((model, self.car(listed, model, &logged.label)?))
    }

    /// The car from the vehicle that the log carries, else by its name; the first from `--car`, where that is given.
    fn load(&self, listed: &Models, place: usize, named: &FileCar) -> Result<Car, Failure> {
        let moved = self.car.filter(|_| place == 0);
        let base = match moved {
            Some(_) => self.reach.typed(),
            None => BaseFolder::of_file(self.path, self.reach.outside()),
        };
        let by_name = || {
            let loaded = choose::car_from(listed, named.model, moved.unwrap_or(&named.car), &base);
            loaded.map(|loaded| loaded.car)
        };
        let carried = named.carried().filter(|_| moved.is_none());
        carried.unwrap_or_else(by_name).map_err(|message| {
            let whose = match &*named.name {
                _ if place == 0 => String::new(),
                "" => format!("in car {place}: "),
                name => format!("in {name}: "),
            };
            let can_be_named = self.has_car_option
                && place == 0
                && moved.is_none()
                && named.vehicle.is_none()
                && choose::is_path(&named.car);
            let hint = if can_be_named { "; or name the car's file with --car" } else { "" };
            self.refused(format!("{whose}{message}{hint}"))
        })
    }
}
