//! Cars that a log names, found again.

use skidpad_formats::BaseFolder;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::log::FileCar;
use skidpad_world::models::Models;

use super::options::Options;
use crate::failure::Failure;

/// Loads all cars of a file; the first from `--car`, where that is given.
pub fn load(listed: &Models, options: &Options, cars: &[FileCar]) -> Result<Vec<Car>, Failure> {
    cars.iter().enumerate().map(|(place, car)| one(listed, options, place, car)).collect()
}

fn one(listed: &Models, options: &Options, place: usize, named: &FileCar) -> Result<Car, Failure> {
    let moved = options.car.as_deref().filter(|_| place == 0);
    let base = match moved {
        Some(_) => options.reach.typed(),
        None => BaseFolder::of_file(&options.log, options.reach.outside()),
    };
    let loaded = choose::car_from(listed, named.model, moved.unwrap_or(&named.car), &base);
    loaded.map(|loaded| loaded.car).map_err(|message| {
        let whose = match &*named.name {
            _ if place == 0 => String::new(),
            "" => format!("in car {place}: "),
            name => format!("in {name}: "),
        };
        let can_be_named = place == 0 && moved.is_none() && choose::is_path(&named.car);
        let hint = if can_be_named { "; or name the car's file with --car" } else { "" };
        Failure::input(format!("{}: {whose}{message}{hint}", options.log.display()))
    })
}
