//! Runs: what was driven from a start on, as the log of its world, to be replayed to the bit, raced against and kept as a file.
//!
//! The log has what every car was given in each step, after hands had shaped it, so that a replay needs no hands. Its file is that
//! of all logs of worlds: `skidpad replay` plays it, too, and the simulator opens those of `skidpad run --record`.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear};
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::{Drive, read_run};
//! use skidpad_models::MODELS;
//! use skidpad_world::scene::Scene;
//!
//! let mut drive = Drive::new(Scene::straight(), &Choice::preset("kinematic", "boxster-s").unwrap()).unwrap();
//! let controls = Controls { throttle: 0.7, steer_rad: 0.1, gear: Gear::Automatic, ..Controls::default() };
//! for _ in 0..60 {
//!     drive.frame(1.0 / 60.0, &controls);
//! }
//! let hash = drive.hash();
//!
//! let file = drive.run().bytes().unwrap();
//! let run = read_run(&MODELS, &file).unwrap();
//! let mut again = Drive::replay(&run).unwrap();
//! while again.playback().is_some_and(|playback| !playback.is_over()) {
//!     again.frame(1.0 / 7.0, &Controls::default());
//! }
//! assert_eq!(again.hash(), hash);
//! ```

mod alone;
mod garage;
mod old;
mod scene;
mod text;

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_formats::choose::Car;
use skidpad_formats::log::{self, FileCar};
use skidpad_world::log::{LogReplay, WorldLog};
use skidpad_world::models::Models;
use skidpad_world::scene::{Place, Scene};

use crate::choice::Choice;
use crate::setup::{Setup, USUAL_RATE_HZ};

pub(crate) use garage::{Garage, label};
pub use old::{MOST_CARS, MOST_EVENTS, MOST_STEPS, OldEvent, OldRun, RunError};

/// Endings of the names of files that are read as runs: the one that is written, and those of earlier versions.
pub const ENDINGS: [&str; 3] = [log::ENDING, "skidrun", "skidplay"];
/// The longest file that is read, bytes: 256 MiB.
pub const LONGEST_FILE: usize = log::MOST_BYTES;

/// Everything that was driven from a start on.
#[derive(Clone, Debug)]
pub struct Run {
    /// Set-up at the start.
    pub setup: Setup,
    /// The log of its world.
    pub log: Arc<WorldLog>,
    /// Time at which the player's car was no longer the recorded one, s, where the run was read from a file of an earlier version
    /// that had other bits.
    pub(crate) parted_s: Option<f64>,
    pub(crate) garage: Garage,
}

impl Run {
    /// The run of a log, some of whose cars' choices are known.
    ///
    /// # Errors
    /// A log without cars, or with a car that is in a file.
    pub(crate) fn from_log(log: WorldLog, mut garage: Garage, models: &Models) -> Result<Self, String> {
        let log = Arc::new(log);
        let replay = begun(&log)?;
        let mut choices = Vec::new();
        for (_, car) in replay.cars() {
            choices.push(garage.choice(models, car).map_err(|error| error.to_string())?);
        }
        let [player, ghosts @ ..] = &choices[..] else { return Err(String::from("the log has no cars")) };
        let is_solid = replay.cars().skip(1).any(|(_, car)| car.member.body.is_some());
        let rate_hz = log.dt(0).map_or(USUAL_RATE_HZ, |dt| rate_hz(dt.seconds()));
        let setup = Setup {
            car: Choice::clone(player),
            scene: scene(&replay).name,
            rate_hz,
            ghosts: ghosts.iter().map(|ghost| Choice::clone(ghost)).collect(),
            is_solid,
        };
        Ok(Self { setup, log, parted_s: None, garage })
    }

    /// The run of the bytes of a log, or of a recording of earlier versions.
    ///
    /// # Errors
    /// Bytes that are no log, with the reason; a car that is in a file.
    pub fn from_bytes(models: &Models, bytes: &[u8]) -> Result<Self, String> {
        let file = log::decode(bytes, models).map_err(|error| error.to_string())?;
        let cars = file.cars().iter().map(|car| found(models, car)).collect::<Result<Vec<_>, _>>()?;
        let choices: Vec<_> = cars.iter().map(Car::choice).collect();
        let log = file.into_log(&choices).map_err(|error| error.to_string())?;
        Self::from_log(log, Garage::default(), models)
    }

    /// The bytes of the run's file: a log.
    ///
    /// # Errors
    /// A run that is too long to be read again, or with more cars than a file has.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        log::encode(&self.log, &self.setup.car.models).map_err(|error| error.to_string())
    }

    /// Scene in which it was driven.
    ///
    /// # Errors
    /// As of [`from_bytes`](Self::from_bytes).
    pub fn scene(&self) -> Result<Scene, String> {
        begun(&self.log).map(|replay| scene(&replay))
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.log.steps()
    }

    /// Time that it took, s.
    pub fn time_s(&self) -> f64 {
        self.log.time_s(self.log.steps())
    }
}

/// A replay at the start of a log, with the cars that joined before its first step.
pub(crate) fn begun(log: &Arc<WorldLog>) -> Result<LogReplay, String> {
    let mut replay = LogReplay::new(Arc::clone(log));
    if replay.cars().len() == 0 {
        replay.apply_changes().map_err(|fault| fault.to_string())?;
    }
    if replay.cars().len() == 0 { Err(String::from("the log has no cars at its start")) } else { Ok(replay) }
}

/// The scene of a replay that stands at the start.
fn scene(replay: &LogReplay) -> Scene {
    let site = replay.world().site();
    let place = replay.world().cars().next().map(|car| {
        let pose = car.pose(&site.surface);
        let [x, y, _] = pose.position_m;
        let [ahead_x, ahead_y, _] = pose.to_world([1.0, 0.0, 0.0]);
        Place { position_m: [x, y], heading_rad: Real::atan2(ahead_y, ahead_x) }
    });
    scene::scene_of(site, place.unwrap_or(Place { position_m: [0.0; 2], heading_rad: 0.0 }))
}

/// Steps a second of steps of a length.
pub(crate) fn rate_hz(dt_s: f64) -> u32 {
    Real::clamp((1.0 / dt_s).round(), 1.0, 10_000.0) as u32
}

/// A car of a file: from the vehicle in it, or a preset.
fn found(models: &Models, car: &FileCar) -> Result<Car, String> {
    if let Some(carried) = car.carried() {
        return carried;
    }
    let choice = Choice::preset_among(models, car.model.name, &car.car);
    let choice =
        choice.map_err(|error| format!("{error}; `skidpad replay` plays logs whose cars are in files"))?;
    Ok(match choice.vehicle {
        Some(own) => Car::Vehicle(Box::new(own.1)),
        None => Car::Own(choice.name),
    })
}
