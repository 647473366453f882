//! Cars that join a fleet at its beginning.

use numpy::Element;
use pyo3::prelude::*;
use skidpad::core::controls::Gear;
use skidpad::fleet::{Entrant, Fleet, FleetError, FleetModel, Precision};
use skidpad::world::channel::CarChannels;
use skidpad::world::rolling::Begin;
use skidpad::world::track::Track;
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION, Site, body_of};

use crate::driven::{Cars, Driven};
use crate::entrants::Car;
use crate::error::{refused, unknown};

/// Entrants of a fleet: cars in turn, each with its own states at the start, all on one site.
pub struct Joining {
    pub model: &'static FleetModel,
    pub cars: Vec<Car>,
    pub count: usize,
    /// States that are given, with a number for each car.
    pub states: Vec<(&'static str, Vec<f64>)>,
    pub site: Site,
    pub meets: bool,
}

impl Joining {
    /// Adds them; nobody touches their controls, and their gearboxes choose the gears.
    pub fn join<T: Precision + Element>(&self, mut fleet: Fleet<T>) -> PyResult<Box<dyn Driven>> {
        self.check_finite::<T>()?;
        let Self { model, cars, site, meets, .. } = self;
        let site = fleet.add_site(site.clone()).map_err(refused)?;
        let starts: Vec<Vec<_>> = (0..self.count)
            .map(|car| self.states.iter().map(|(name, numbers)| (*name, numbers[car])).collect())
            .collect();
        let entrants = starts.iter().enumerate().map(|(car, initial)| {
            let car = cars[car % cars.len()].choice();
            let body = meets.then(|| body_of(model.info(), &car, BODY_RESTITUTION, BODY_FRICTION));
            Entrant { car, begin: Begin { gear: Gear::Automatic, initial, method: None }, site, body }
        });
        let entrants: Vec<_> = entrants.collect();
        let id = fleet.add(model, &entrants).map_err(in_words_of_python)?;
        let group = fleet.group_mut(id);
        let automatic = group.command("automatic").map_err(unknown)?;
        group.command_mut(automatic).fill(T::one());
        Ok(Box::new(Cars { fleet, id, lent: Vec::new() }))
    }

    /// Puts cars whose place is not given on the start line of a track, along it.
    pub fn place_at_start(&mut self, track: &Track) {
        let channels = CarChannels::resolve(&self.model.info().layout());
        let line = track.at(track.start_m());
        let [x, y] = line.position_m;
        for (channel, value) in
            [(channels.position_x, x), (channels.position_y, y), (channels.yaw, line.heading_rad)]
        {
            let name = channel.and_then(|channel| channel.state_name());
            if let Some(name) = name.filter(|name| self.states.iter().all(|(given, _)| given != name)) {
                self.states.push((name, vec![value; self.count]));
            }
        }
    }

    /// Refuses numbers that are not finite in the fleet's precision.
    fn check_finite<T: Precision>(&self) -> PyResult<()> {
        for (name, numbers) in &self.states {
            let finite = |number: &f64| T::lit(*number).is_finite();
            if let Some(car) = numbers.iter().position(|number| !finite(number)) {
                return Err(refused(format!("start[{name:?}][{car}] = {}: must be finite", numbers[car])));
            }
        }
        Ok(())
    }
}

/// Errors of fleets, by the names of Python's arguments.
fn in_words_of_python(error: FleetError) -> PyErr {
    match error {
        FleetError::NotInPrecision { model, .. } => {
            refused(format!("dtype = \"float32\": the model {model} has fleets of float64 only"))
        }
        FleetError::CannotMeet { model, .. } => refused(format!(
            "meets = True: the model {model} has no motion in the plane, so its cars meet nothing"
        )),
        FleetError::NoAir { model, .. } => {
            refused(format!("surface: no wind blows on the model {model}, which has no aerodynamics"))
        }
        other => refused(other),
    }
}
