//! Cars that a log or recording names, found again.

use skidpad_formats::BaseFolder;
use skidpad_formats::choose::{self, Car};
use skidpad_world::models::{ModelInfo, Models};

use super::options::Options;
use crate::failure::Failure;

/// A car as a file names it.
pub struct Named<'a> {
    /// Its name in the run.
    pub name: &'a str,
    pub model: &'static ModelInfo,
    /// The vehicle: a preset, a path from the file's folder, or one of the model's own.
    pub car: &'a str,
}

/// Loads all cars of a file; the first from `--car`, where that is given.
pub fn load<'a>(
    listed: &Models,
    options: &Options,
    named: impl IntoIterator<Item = Named<'a>>,
) -> Result<Vec<Car>, Failure> {
    named.into_iter().enumerate().map(|(place, car)| one(listed, options, place, &car)).collect()
}

fn one(listed: &Models, options: &Options, place: usize, named: &Named) -> Result<Car, Failure> {
    let moved = options.car.as_deref().filter(|_| place == 0);
    let base = match moved {
        Some(_) => options.reach.typed(),
        None => BaseFolder::of_file(&options.recording, options.reach.outside()),
    };
    let loaded = choose::car_from(listed, named.model, moved.unwrap_or(named.car), &base);
    loaded.map(|loaded| loaded.car).map_err(|message| {
        let whose = if place == 0 { String::new() } else { format!("in {}: ", named.name) };
        let can_be_named = place == 0 && moved.is_none() && choose::is_path(named.car);
        let hint = if can_be_named { "; or name the car's file with --car" } else { "" };
        Failure::input(format!("{}: {whose}{message}{hint}", options.recording.display()))
    })
}
