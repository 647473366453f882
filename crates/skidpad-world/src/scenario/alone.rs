//! Runs of one car alone.

use core::ops::ControlFlow;

use super::ending::{Ending, Finished, RowSink, stopped_by};
use super::script::Script;
use super::scripted::ScriptedCars;
use crate::log::CarLabel;
use crate::models::ModelInfo;
use crate::rolling::{CarChoice, Request, Rolling};
use crate::world::Member;

/// Drives a model by a script. The initial states are taken as they are: see
/// [`Script::initial_errors`]. A row goes to the sink at the start and after each step. `None` where
/// the model does not take this car.
pub fn run(model: &ModelInfo, car: &CarChoice, script: &Script, sink: &mut RowSink) -> Option<Finished> {
    let mut row = Vec::new();
    drive(model, car, script, &mut |car, request| {
        row.clear();
        car.row(request, script.road(), &mut row);
        stopped_by(sink(&row))
    })
}

/// Inspects the car before each step and after the last, under the request of the step; it may end the run.
pub(crate) type Inspect<'a> = dyn FnMut(&dyn Rolling, &Request) -> ControlFlow<Ending> + 'a;

/// Drives a car by a script, alone in a world. `None` where the model does not take the car.
pub(crate) fn drive(
    model: &ModelInfo,
    car: &CarChoice,
    script: &Script,
    inspect: &mut Inspect,
) -> Option<Finished> {
    let member = Member { car: script.begin(model, car)?, body: None };
    let mut cars = ScriptedCars::new(script.site(), None, script.time());
    if cars.add(member, CarLabel::default(), script.pilot()).is_err() {
        unreachable!("any car without a body joins a site without wind")
    }
    let (finished, _) = cars.drive(&mut |world, requests| {
        world.cars().zip(requests).try_for_each(|(car, (_, request))| inspect(car, request))
    });
    Some(finished)
}
