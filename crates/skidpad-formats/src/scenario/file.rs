//! A scenario, read.

use std::collections::BTreeMap;
use std::path::PathBuf;

use skidpad_core::surface::Surface;
use skidpad_world::ground::Ground;
use skidpad_world::models::{FrictionChoice, ModelInfo, Models};
use skidpad_world::path_driver::DriverTask;
use skidpad_world::scene::Cone;
use skidpad_world::shaping::Hands;
use skidpad_world::weather::Weather;

use super::initial::InitialValue;
use super::position::Position;
use super::scene::{NamedWall, Touch, Traffic};
use super::start::StartFromLog;
use super::track::ControlTrack;
use crate::choose::{self, Loaded};
use crate::disk::{BaseFolder, Outside};
use crate::edit::Edit;
use crate::error::{FileError, Problem, did_you_mean};

/// Contents of a scenario file. Names of cars, models, integrators and states are checked by those who resolve them:
/// [`error_at`](Self::error_at) makes the error, with the place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The place of a log from which it goes on, with the cars and the scene that are there; `None`: it begins by itself.
    pub start: Option<StartFromLog>,
    /// The car as written: a preset's name, or a path that [`load_car`](Self::load_car) resolves. Empty with
    /// [`start`](Self::start).
    pub car: String,
    /// The model's name; empty with [`start`](Self::start).
    pub model: String,
    /// The step, s, (0, 1].
    pub dt_s: f64,
    /// Duration, s, (0, 1e5].
    pub duration_s: f64,
    /// The integrator's name, where one is asked for.
    pub integrator: Option<String>,
    /// Values of the model's states at the start, by name.
    pub initial: BTreeMap<String, InitialValue>,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Wind and gusts over the surface's.
    pub weather: Weather,
    /// Patches on which the road differs from [`surface`](Self::surface), bumps and maps.
    pub ground: Ground,
    /// The friction function that the car has instead of its own.
    pub friction: Option<FrictionChoice>,
    /// The car's own surface, and that of what gives none.
    pub contact: Touch,
    /// The walls.
    pub walls: Vec<NamedWall>,
    /// Cones as they stand at the start.
    pub cones: Vec<Cone>,
    /// The further cars.
    pub traffic: Vec<Traffic>,
    /// The hands on keys or a pad by which the controls are carried out; `None`: directly.
    pub shaping: Option<Hands<f64>>,
    /// The driver of the car: he has the pedals, and with a path the steering; `None`: the controls have all.
    pub driver: Option<DriverTask>,
    /// The controls over time; with [`shaping`](Self::shaping) a stick stands as its share of the lock.
    pub controls: ControlTrack,
    /// True where the file gives neither controls nor a driver: with [`start`](Self::start) the car goes on as in the log.
    pub is_untouched: bool,
    /// Paths of the scenario and its maps.
    pub paths: Vec<PathBuf>,
    pub(super) base: Option<BaseFolder>,
    pub(super) origin: String,
    pub(super) places: BTreeMap<String, Position>,
    /// Changes of single fields of the car's vehicle.
    pub(super) edits: Vec<Edit>,
}

impl Scenario {
    /// Loads a car that the scenario names; a path is resolved from the scenario's folder.
    ///
    /// # Errors
    /// A car that the model does not take, or a file that cannot be read or is wrong.
    pub fn load_car(&self, models: &Models, model: &ModelInfo, name: &str) -> Result<Loaded, String> {
        self.load_edited(models, model, name, &[])
    }

    /// Loads the scenario's own car, with the changes that the scenario was read with.
    ///
    /// # Errors
    /// As of [`load_car`](Self::load_car), and changes that the vehicle cannot take.
    pub fn load_own_car(&self, models: &Models, model: &ModelInfo) -> Result<Loaded, String> {
        self.load_edited(models, model, &self.car, &self.edits)
    }

    fn load_edited(
        &self,
        models: &Models,
        model: &ModelInfo,
        name: &str,
        edits: &[Edit],
    ) -> Result<Loaded, String> {
        match &self.base {
            Some(base) => choose::car_edited(models, model, name, base, edits),
            None if choose::is_path(name) => {
                Err(format!("{}: {name}: a text outside any folder names no file", self.origin))
            }
            None => choose::car_edited(models, model, name, &BaseFolder::of_lines(Outside::Refused), edits),
        }
    }

    /// Returns true where there is something that cars can meet: walls, cones or further cars.
    pub fn has_contact(&self) -> bool {
        !(self.walls.is_empty() && self.cones.is_empty() && self.traffic.is_empty())
    }

    /// The path of the log from which the scenario goes on; `None` where it begins by itself.
    ///
    /// # Errors
    /// A path that leads out of the scenario's folder; a scenario that was read from no file.
    pub fn start_path(&self) -> Option<Result<PathBuf, String>> {
        let start = self.start.as_ref()?;
        Some(match &self.base {
            Some(base) => {
                base.resolve(&start.log).map_err(|error| format!("{}: start.log: {error}", self.origin))
            }
            None => Err(format!("{}: start.log: a text outside any folder names no file", self.origin)),
        })
    }

    /// The error for a value that turns out to be wrong later: `path` is `car`, `model`,
    /// `integrator`, `friction`, `initial.NAME`, `start.car`, `traffic[0].vehicle` or `traffic[0].model`, `must` says what
    /// it must be, `known` lists the known names.
    pub fn error_at(&self, path: &str, must: &str, known: &[&str]) -> FileError {
        let nowhere = || Position { line: 1, column: 1, written: "nothing".to_owned(), option: None };
        let place = self.places.get(path).cloned().unwrap_or_else(nowhere);
        let (line, column, value) = (place.line, place.column, place.written);
        let name = match path.strip_prefix("initial.") {
            Some(name) => name,
            None => value.trim_matches('"'),
        };
        let is_known = known.contains(&name);
        let hint = if is_known { None } else { did_you_mean(name, known.iter().copied()) };
        let path = format!("{}{path}", place.option.unwrap_or_default());
        let problem = Problem { line, column, path, value, must: must.to_owned(), hint };
        FileError { origin: self.origin.clone(), problems: vec![problem] }
    }
}
