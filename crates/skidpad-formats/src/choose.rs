//! Cars for models: a vehicle by preset or file, or one of the model's own.

use crate::presets;
use skidpad::spec::Vehicle;
use skidpad_world::models::{Cars, MODELS, ModelInfo};
use skidpad_world::rolling::CarChoice;

use crate::names::{self, shown};

/// A car that some model drives.
#[derive(Clone, Debug)]
pub enum Car {
    /// A vehicle.
    Vehicle(Box<Vehicle<f64>>),
    /// A model's own car.
    Own(String),
}

impl Car {
    /// As models take it.
    pub fn choice(&self) -> CarChoice<'_> {
        match self {
            Self::Vehicle(vehicle) => CarChoice::Vehicle(vehicle),
            Self::Own(name) => CarChoice::Own(name),
        }
    }
}

/// The names of all cars that a model takes; a vehicle file's path may stand in the place of a preset.
pub fn names(model: &ModelInfo) -> Vec<&'static str> {
    match model.cars {
        Cars::Vehicles => presets::preset_names().collect(),
        Cars::Own(names) => names.to_vec(),
        Cars::Fixed => vec![model.name],
    }
}

/// Whether a name is the path of a vehicle file.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.to_ascii_lowercase().ends_with(".toml")
}

/// What a car of a model must be, for messages.
pub fn must(model: &ModelInfo) -> String {
    let names = names(model).join(", ");
    match model.cars {
        Cars::Vehicles => format!("one of {names}, or the path of a vehicle file ending in .toml"),
        Cars::Own(_) => format!("one of {}'s own cars: {names}", model.name),
        Cars::Fixed => format!("{names}, or any vehicle: the model has one car of fixed data"),
    }
}

/// The models that take a car of a name, where it is a model's own.
pub fn owners(car: &str) -> Vec<&'static str> {
    ModelInfo::names_with(|model| matches!(model.cars, Cars::Own(names) if names.contains(&car)))
}

/// A car by name for a model.
pub fn car(model: &ModelInfo, name: &str) -> Result<Car, String> {
    match model.cars {
        Cars::Own(known) if known.contains(&name) => Ok(Car::Own(name.to_owned())),
        Cars::Fixed if name == model.name => Ok(Car::Own(name.to_owned())),
        Cars::Own(_) => {
            Err(format!("the car `{}` is not one of {}'s; write {}", shown(name), model.name, must(model)))
        }
        Cars::Vehicles | Cars::Fixed => vehicle(model, name),
    }
}

fn vehicle(model: &ModelInfo, name: &str) -> Result<Car, String> {
    let others = owners(name);
    if !others.is_empty() {
        let (car, others) = (shown(name), others.join(", "));
        return Err(format!(
            "{} takes vehicles, and `{car}` is a car of {others}; write {}",
            model.name,
            must(model)
        ));
    }
    let known = names(model);
    if !is_path(name) && matches!(model.cars, Cars::Vehicles) && !known.contains(&name) {
        return Err(format!(
            "{} (or the path of a vehicle file ending in .toml)",
            names::unknown("car", name, &known)
        ));
    }
    let file = presets::load(name).map_err(|error| error.to_string())?;
    let vehicle = file
        .spec
        .validate()
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    match model.refuses(&vehicle) {
        Some(why) => Err(format!("{}: {why}", shown(name))),
        None => Ok(Car::Vehicle(Box::new(vehicle))),
    }
}

/// Whether a model is made for a car.
pub fn fits(model: &ModelInfo, car: &Car) -> bool {
    let takes = match (model.cars, car) {
        (Cars::Vehicles, Car::Vehicle(_)) => true,
        (Cars::Own(names), Car::Own(name)) => names.contains(&name.as_str()),
        _ => false,
    };
    takes && misfit(model, car, "").is_none()
}

/// What is to be said of a model that drives a car of another kind than it is made for.
pub fn misfit(model: &ModelInfo, car: &Car, car_name: &str) -> Option<String> {
    let Car::Vehicle(vehicle) = car else { return None };
    let is_motorcycle = vehicle.body().track_m <= 0.0;
    let (name, car) = (model.name, shown(car_name));
    match (model.cars, model.abilities.leans, is_motorcycle) {
        (Cars::Vehicles, true, false) => Some(format!("{car} is a car: {name} rides it as if it leaned")),
        (Cars::Vehicles, false, true) if model.abilities.steers => {
            Some(format!("{car} is a motorcycle: {name} drives it as if it stood upright"))
        }
        _ => None,
    }
}

/// A model by name, or what is known.
pub fn model(name: &str) -> Result<&'static ModelInfo, String> {
    let known: Vec<&str> = MODELS.iter().map(|model| model.name).collect();
    ModelInfo::by_name(name).ok_or_else(|| names::unknown("model", name, &known))
}
