use std::sync::{Arc, Mutex};

use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Dt, Status};
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_world::contact::Motion;
use skidpad_world::forward_to_car;
use skidpad_world::ground::Road;
use skidpad_world::rolling::{Driver, Integrated, Request, RestoreError, Rolling};

use super::Exchange;
use crate::car::DrivenCar;
use crate::design::UnitDesign;

/// Throttle with which sub-steps begin and end.
type Throttles = Arc<Mutex<Vec<(&'static str, f64)>>>;

/// A car that notes the throttle with which each of its sub-steps begins and ends.
#[derive(Clone)]
struct NotingCar {
    car: Box<dyn Rolling>,
    throttles: Throttles,
}

impl NotingCar {
    fn note(&self, edge: &'static str, request: &Request) {
        self.throttles.lock().unwrap().push((edge, request.command.throttle));
    }
}

impl Rolling for NotingCar {
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        self.car.step(request, road, dt)
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        self.car.step_by(driver, road, dt)
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.car.correct(motion)
    }
    fn integrated(&mut self) -> Option<&mut dyn Integrated> {
        Some(self)
    }
    forward_to_car!(
        boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose, planar,
        feels_air, telltales, hands, lie_on
    );
}

impl Integrated for NotingCar {
    fn longest_sub_step_s(&self) -> f64 {
        0.002
    }
    fn set_states(&mut self, states: &[f64]) -> bool {
        self.car.integrated().unwrap().set_states(states)
    }
    fn begin(&mut self, request: &Request, road: Road<'_>, part: Dt) -> Status {
        self.note("begins", request);
        self.car.integrated().unwrap().begin(request, road, part)
    }
    fn end(&mut self, before: &[f64], request: &Request, road: Road<'_>, part: Dt) -> Status {
        self.note("ends", request);
        self.car.integrated().unwrap().end(before, request, road, part)
    }
}

/// An input that the importer sets at an edge is that of the next sub-step: the one that ends there ends with what it began with, as a
/// step of co-simulation. No model of the list reads its pedals as a sub-step ends, so that only a car that notes them shows it.
#[test]
fn a_sub_step_ends_with_the_inputs_that_it_began_with() {
    let model = MODELS.by_name("two_track").unwrap();
    let design = UnitDesign::of_vehicle(model, "boxster-s", presets::preset("boxster-s").unwrap()).unwrap();
    let throttle = design.variables.iter().position(|variable| variable.name == "throttle").unwrap();
    let mut settings: Vec<f64> = design.variables.iter().map(|variable| variable.start).collect();
    settings[throttle] = 0.2;
    let mut car = DrivenCar::begin(&design, &settings).unwrap();
    let throttles = Throttles::default();
    car.car = Box::new(NotingCar { car: car.car.clone(), throttles: throttles.clone() });
    let mut exchange = Exchange::begin(&mut car, &settings, 0.0);
    for throttle_then in [0.8, 0.5] {
        settings[throttle] = throttle_then;
        car.set_inputs(&design, &settings);
        exchange.set_time(exchange.clock().next_edge_s());
        exchange.end(&design, &mut car);
        exchange.begin_next(&design, &mut car, &settings);
    }
    let found = throttles.lock().unwrap().clone();
    assert_eq!(found, [("begins", 0.2), ("ends", 0.2), ("begins", 0.8), ("ends", 0.8), ("begins", 0.5)]);
}
