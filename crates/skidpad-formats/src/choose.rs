//! Cars for models: a vehicle by preset or file, or one of the model's own.

use std::path::PathBuf;

use skidpad_core::spec::{SpecError, Vehicle};
use skidpad_world::models::{Cars, ModelInfo, Models, STANDARD};
use skidpad_world::names::{self, shown};
use skidpad_world::roadtest::{Conditions, RoadModel};
use skidpad_world::rolling::CarChoice;

use crate::disk::{BaseFolder, Outside};
use crate::edit::{Edit, File};
use crate::presets;
use crate::vehicle::{VehicleFile, parse};

pub use crate::presets::is_path;

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

/// A car that was loaded, with the paths of the files that were read for it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The car.
    pub car: Car,
    /// The vehicle file and its tyre files; none of a preset.
    pub paths: Vec<PathBuf>,
    /// The vehicle as a file would have it, where fields of it were changed: no file has that.
    pub changed: Option<Box<VehicleFile>>,
}

/// Conditions of a vehicle file's road test: a given model, or the file's own, or the one for such a vehicle; the file's air, or
/// standard air.
pub fn road_conditions(file: &VehicleFile, vehicle: &Vehicle<f64>, model: Option<RoadModel>) -> Conditions {
    let own = || file.model.as_deref().and_then(|name| RoadModel::by_name(&STANDARD, name));
    let model = model.or_else(own).unwrap_or_else(|| RoadModel::standard(vehicle));
    let standard = Conditions::standard(model, vehicle);
    Conditions { surface: file.conditions.unwrap_or(standard.surface), ..standard }
}

/// The names of all cars that a model takes; a vehicle file's path may stand in the place of a preset.
pub fn names(model: &ModelInfo) -> Vec<&'static str> {
    match model.cars {
        Cars::Vehicles => presets::preset_names().collect(),
        Cars::Own(names) => names.to_vec(),
        Cars::Fixed => vec![model.name],
    }
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

/// The models of a list that take a car of a name, where it is a model's own.
pub fn owners(models: &Models, car: &str) -> Vec<&'static str> {
    models.names_with(|model| matches!(model.cars, Cars::Own(names) if names.contains(&car)))
}

/// A car by name for a model of a list; a path is resolved from the current folder.
///
/// # Errors
/// A car that the model does not take, or a file that cannot be read or is wrong.
pub fn car(models: &Models, model: &ModelInfo, name: &str) -> Result<Car, String> {
    car_from(models, model, name, &BaseFolder::typed(Outside::Refused)).map(|loaded| loaded.car)
}

/// [`car`] with the folder from which a path is resolved, and with the paths of the files that were read.
///
/// # Errors
/// As of [`car`], and a path that the folder refuses.
pub fn car_from(models: &Models, model: &ModelInfo, name: &str, base: &BaseFolder) -> Result<Loaded, String> {
    car_edited(models, model, name, base, &[])
}

/// [`car_from`] with changes of single fields of the vehicle; those of scenarios are left out.
///
/// # Errors
/// As of [`car_from`], and changes that the vehicle cannot take, or of a model's own car.
pub fn car_edited(
    models: &Models,
    model: &ModelInfo,
    name: &str,
    base: &BaseFolder,
    edits: &[Edit],
) -> Result<Loaded, String> {
    if let Some(edit) = edits.iter().find(|edit| edit.file() == File::Vehicle)
        && !matches!(model.cars, Cars::Vehicles)
    {
        return Err(format!(
            "{}: the model {} has data of its own and reads no vehicle file; choose one of {}",
            edit.place(),
            model.name,
            models.names_with(|model| matches!(model.cars, Cars::Vehicles)).join(", ")
        ));
    }
    let own = || Ok(Loaded { car: Car::Own(name.to_owned()), paths: Vec::new(), changed: None });
    match model.cars {
        Cars::Own(known) if known.contains(&name) => own(),
        Cars::Fixed if name == model.name => own(),
        Cars::Own(_) => {
            Err(format!("the car `{}` is not one of {}'s; write {}", shown(name), model.name, must(model)))
        }
        Cars::Vehicles | Cars::Fixed => vehicle(models, model, name, base, edits),
    }
}

fn vehicle(
    models: &Models,
    model: &ModelInfo,
    name: &str,
    base: &BaseFolder,
    edits: &[Edit],
) -> Result<Loaded, String> {
    let others = owners(models, name);
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
    let opened = presets::load_edited(name, base, edits).map_err(|error| error.to_string())?;
    let vehicle = taken(model, name, &opened.file)?;
    let is_changed = edits.iter().any(|edit| edit.file() == File::Vehicle);
    let changed = is_changed.then(|| Box::new(opened.file));
    Ok(Loaded { car: Car::Vehicle(Box::new(vehicle)), paths: opened.paths, changed })
}

/// A car of a model from the text of a vehicle file, under a name for messages.
///
/// # Errors
/// A text that is no vehicle file, or a vehicle that the model does not take.
pub fn car_of_text(model: &ModelInfo, name: &str, text: &str) -> Result<Car, String> {
    let file = parse(name, text.as_bytes()).map_err(|error| error.to_string())?;
    taken(model, name, &file).map(|vehicle| Car::Vehicle(Box::new(vehicle)))
}

/// The vehicle of a file, where a model takes it.
fn taken(model: &ModelInfo, name: &str, file: &VehicleFile) -> Result<Vehicle<f64>, String> {
    let listed =
        |errors: Vec<SpecError>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let vehicle = file.spec.validate().map_err(listed)?;
    match model.refuses(&vehicle) {
        Some(why) => Err(format!("{}: {why}", shown(name))),
        None => Ok(vehicle),
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
            Some(format!("{car} is a motorcycle: {name} drives it upright"))
        }
        _ => None,
    }
}

/// A model of a list by its name, or what is known.
///
/// # Errors
/// An unknown name, with the nearest known one.
pub fn model(models: &Models, name: &str) -> Result<&'static ModelInfo, String> {
    models.by_name(name).ok_or_else(|| names::unknown("model", name, &models.names()))
}
