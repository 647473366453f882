//! Cars as they join a fleet.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::fleet::FleetModel;
use skidpad::formats::choose;
use skidpad::world::models::Cars;
use skidpad::world::names;
use skidpad::world::rolling::CarChoice;

use crate::error::{refused, unknown};
use crate::vehicle::PyVehicle;

/// A car that joins, as it lives until all of them have joined.
pub enum Car {
    Vehicle(Box<PyVehicle>),
    Own(String),
}

impl Car {
    pub fn of_argument(model: &FleetModel, argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        let info = model.info();
        if matches!(info.cars, Cars::Vehicles) {
            let vehicle = PyVehicle::of_argument(argument)?;
            info.takes(&vehicle.vehicle).map_err(refused)?;
            return Ok(Self::Vehicle(Box::new(vehicle)));
        }
        let known = choose::names(info);
        let must = || format!("car of the model {}", info.name);
        let name: String = argument
            .extract()
            .map_err(|_| refused(format!("a {} is one of {}", must(), known.join(", "))))?;
        match known.contains(&name.as_str()) {
            true => Ok(Self::Own(name)),
            false => Err(unknown(names::unknown(&must(), &name, &known))),
        }
    }

    pub fn choice(&self) -> CarChoice<'_> {
        match self {
            Self::Vehicle(vehicle) => CarChoice::Vehicle(&vehicle.vehicle),
            Self::Own(name) => CarChoice::Own(name),
        }
    }
}

/// Name of a state: `speed_m_s` is, for every model, the one that is the speed at the start.
pub fn state_name<'n>(model: &FleetModel, name: &'n str) -> &'n str {
    if name == "speed_m_s" { model.info().speed } else { name }
}

/// States at the start by name, with a number for each car.
pub fn initial_states(
    model: &FleetModel,
    count: usize,
    given: &Bound<'_, PyDict>,
) -> PyResult<Vec<(&'static str, Vec<f64>)>> {
    let channels = model.info().states;
    let mut all = Vec::new();
    for (name, numbers) in given {
        let name: String = name.extract()?;
        let known: Vec<_> = channels.iter().map(|channel| channel.name).collect();
        let found = known.iter().find(|known| **known == state_name(model, &name));
        let found = found.ok_or_else(|| unknown(names::unknown("state", &name, &known)))?;
        let numbers: PyReadonlyArray1<'_, f64> = numbers.extract()?;
        let numbers = numbers.as_array().to_vec();
        check_length(&format!("start[{name:?}]"), numbers.len(), count)?;
        if all.iter().any(|(given, _)| given == found) {
            return Err(refused(format!("start: {found} is given twice, as `speed_m_s`, too")));
        }
        all.push((*found, numbers));
    }
    Ok(all)
}

/// Refuses numbers that are not one for each car.
pub fn check_length(name: &str, found: usize, must: usize) -> PyResult<()> {
    let message = || refused(format!("{name}: has {found} values, must have {must}, one for each car"));
    (found == must).then_some(()).ok_or_else(message)
}
