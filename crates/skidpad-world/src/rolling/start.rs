//! Cars at their start.

use skidpad_core::controls::Gear;
use skidpad_core::model::Model;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::step::Simulation;

use super::{Begin, CarChoice, Rolling};
use crate::models::Drivable;
use crate::overridden::Overridden;

/// Vehicle, mode and state of a car of a model.
pub type CarParts<M> = (<M as Model>::Car<f64>, <M as Model>::Mode<f64>, <M as Model>::State<f64>);

/// Vehicle, mode and state of a model's car at its start; `None` where the model does not take the car.
pub fn parts_at_start<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<CarParts<M>> {
    let car = car.car::<M>()?;
    let given =
        |channel: &Channel| begin.initial.iter().find(|entry| entry.0 == channel.name).map(|entry| entry.1);
    let (mode, state) = start_of::<M>(&car, begin.gear, |place| given(&M::State::<f64>::CHANNELS[place]));
    Some((car, mode, state))
}

/// Mode and state at the start of a car in a gear. `given` returns the value of a state by its place; where it returns `None`,
/// the state is in balance with the speed. Nothing is allocated.
pub fn start_of<M: Drivable>(
    car: &M::Car<f64>,
    gear: Gear,
    given: impl Fn(usize) -> Option<f64>,
) -> (M::Mode<f64>, M::State<f64>) {
    let speed = M::State::<f64>::CHANNELS.iter().position(|channel| channel.name == M::SPEED);
    let (mode, state) = M::start(car, speed.and_then(&given).unwrap_or(0.0), gear);
    let chosen = Overridden { record: &state, given };
    (mode, Record::load(&chosen))
}

/// A car of a model at its start.
pub(crate) fn begin<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<Box<dyn Rolling>> {
    Some(Box::new(simulation::<M>(car, begin)?))
}

/// A car of a model at its start that takes no sub-steps of its own.
pub(crate) fn begin_bare<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<Box<dyn Rolling>> {
    Some(Box::new(simulation::<M>(car, begin)?.bare()))
}

fn simulation<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<Simulation<M>> {
    let (car, mode, state) = parts_at_start::<M>(car, begin)?;
    let simulation = Simulation::<M>::new(car, mode, state);
    Some(match begin.method {
        Some(method) => simulation.with_method(method),
        None => simulation,
    })
}
