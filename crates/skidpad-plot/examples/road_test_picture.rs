//! Draws a road test as one picture: `road_test_picture CAR FILE`. CAR is a preset or the path of a vehicle file.

use std::error::Error;
use std::fs;

use skidpad_models::MODELS;
use skidpad_plot::overview;
use skidpad_world::roadtest::{Conditions, RoadModel, road_test};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [car, file] = arguments.as_slice() else {
        return Err("usage: road_test_picture CAR FILE".into());
    };
    let car = skidpad_formats::presets::load(car)?;
    let vehicle =
        car.spec.validate().map_err(|errors| errors.iter().map(ToString::to_string).collect::<String>())?;
    let model = car
        .model
        .as_deref()
        .and_then(|name| RoadModel::by_name(&MODELS, name))
        .unwrap_or_else(|| RoadModel::standard(&vehicle));
    let mut conditions = Conditions::standard(model, &vehicle);
    conditions.surface = car.conditions.unwrap_or(conditions.surface);
    let test = road_test(&vehicle, &conditions)?;
    fs::write(file, overview(&car.title, &vehicle, &test))?;
    Ok(())
}
