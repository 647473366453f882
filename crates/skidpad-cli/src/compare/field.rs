//! Who drives: each model with each of the cars that it takes.

use skidpad_formats::presets;
use skidpad_formats::scenario::Scenario;
use skidpad_world::compare::Entrant;
use skidpad_world::models::{Cars, FrictionChoice, ModelInfo, Models};

use super::options::Options;
use crate::failure::Failure;
use skidpad_formats::choose::{self, Car};

/// A model with a car.
#[derive(Debug)]
pub struct Runner {
    /// The model.
    pub model: &'static ModelInfo,
    /// The car.
    pub car: Car,
    /// Its name.
    pub car_name: String,
    /// Name in the legends.
    pub name: String,
}

impl Runner {
    /// Returns the entrant of the comparison. The friction function applies to the models that have a choice of it.
    pub fn entrant(&self, friction: Option<FrictionChoice>) -> Entrant<'_> {
        let friction = friction.filter(|_| self.model.chooses_friction);
        Entrant { model: self.model, car: self.car.choice().with_friction(friction) }
    }
}

/// The most runs of a comparison: more lines cannot be told apart.
const MOST_RUNS: usize = 14;

/// All runs: each model with each of the cars that it takes.
pub fn field(
    listed: &Models,
    options: &Options,
    scenario: &Scenario,
    models: &[&'static ModelInfo],
) -> Result<Vec<Runner>, Failure> {
    let mut cars: Vec<&str> = options.cars.iter().map(|name| name.trim()).collect();
    let are_given = !cars.is_empty();
    if cars.is_empty() {
        cars.push(&scenario.car);
    }
    cars.dedup();
    for car in &cars {
        known(listed, scenario, car, are_given)?;
    }
    let mut runners = Vec::new();
    for model in models {
        let taken: Vec<&str> = match model.cars {
            Cars::Vehicles => {
                cars.iter().copied().filter(|car| choose::owners(listed, car).is_empty()).collect()
            }
            Cars::Own(names) => cars.iter().copied().filter(|car| names.contains(car)).collect(),
            Cars::Fixed => vec![model.name],
        };
        if taken.is_empty() {
            return Err(Failure::input(format!(
                "the model {} takes none of the cars {}; name with --cars {}",
                model.name,
                cars.join(", "),
                choose::must(model)
            )));
        }
        for name in taken {
            let loaded = match are_given {
                true => choose::car_from(listed, model, name, &options.reach.typed()),
                false => scenario.load_car(listed, model, name),
            };
            let car = loaded.map_err(Failure::Input)?.car;
            runners.push(Runner { model, car, car_name: name.to_owned(), name: String::new() });
        }
    }
    let untaken = cars.iter().find(|car| are_given && !runners.iter().any(|runner| runner.car_name == **car));
    if let Some(car) = untaken {
        let owners = choose::owners(listed, car);
        let who = if owners.is_empty() { "models that take vehicles".to_owned() } else { owners.join(", ") };
        return Err(Failure::input(format!("--cars: none of these models takes {car}; it is for {who}")));
    }
    if runners.len() > MOST_RUNS {
        let all = runners.len();
        return Err(Failure::input(format!(
            "{all} runs are too many for one picture; name fewer --models or --cars, at most {MOST_RUNS} runs"
        )));
    }
    name(&mut runners);
    Ok(runners)
}

/// A car that is not known is refused with the place where it was named.
fn known(listed: &Models, scenario: &Scenario, car: &str, is_given: bool) -> Result<(), Failure> {
    let is_known = choose::is_path(car)
        || presets::preset_names().any(|name| name == car)
        || !choose::owners(listed, car).is_empty();
    if is_known {
        return Ok(());
    }
    let mut names: Vec<&str> = presets::preset_names().collect();
    for model in listed {
        if let Cars::Own(own) = model.cars {
            names.extend(own.iter().filter(|name| !names.contains(name)).copied().collect::<Vec<_>>());
        }
    }
    if is_given {
        return Err(Failure::input(format!("--cars: {}", skidpad_world::names::unknown("car", car, &names))));
    }
    let must = format!("one of {}, or the path of a vehicle file ending in .toml", names.join(", "));
    Err(scenario.error_at("car", &must, &names).into())
}

/// A run is called after its model, its car, or both: what tells it from the others.
fn name(runners: &mut [Runner]) {
    let one_car = runners.iter().filter(|runner| runner.model.cars != Cars::Fixed);
    let mut cars: Vec<String> = one_car.map(|runner| runner.car_name.clone()).collect();
    cars.sort_unstable();
    cars.dedup();
    for runner in runners {
        runner.name = match (cars.len() > 1, runner.model.cars) {
            (true, Cars::Vehicles | Cars::Own(_)) => format!("{}, {}", runner.model.name, runner.car_name),
            _ => runner.model.name.to_owned(),
        };
    }
}
