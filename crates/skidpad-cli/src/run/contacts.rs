//! What a run's car met, for standard error and the picture.

use std::collections::BTreeMap;

use skidpad_formats::choose::Car;
use skidpad_formats::scenario::Scenario;
use skidpad_plot::{Scene, SceneCar};
use skidpad_world::contact::{Barrier, Body, Met, Shape, Wall};
use skidpad_world::models::ModelInfo;
use skidpad_world::scenario::{ContactEvent, ContactEvents};
use skidpad_world::scene::Cone;

use super::plan::Plan;
use crate::output;
use crate::table::significant;

/// The most contacts that are printed, and the speed at which the two approached at least, m/s: cars that lean on each other
/// touch again and again.
const MOST_PRINTED: usize = 20;
const PRINTED_M_S: f64 = 0.1;
/// The scenario's own car.
const CAR: &str = "car";

/// The name of a participant.
pub fn name(scenario: &Scenario, car: usize) -> &str {
    car.checked_sub(1).and_then(|at| scenario.traffic.get(at)).map_or(CAR, |traffic| &traffic.name)
}

/// Names of the cars and walls of a run, for messages.
pub struct Names {
    /// By the numbers of the cars.
    cars: BTreeMap<usize, String>,
    walls: Vec<String>,
}

impl Names {
    /// The names that a scenario gives.
    pub fn of_scenario(scenario: &Scenario) -> Self {
        let cars = (0..=scenario.traffic.len()).map(|car| (car, name(scenario, car).to_owned()));
        Self { cars: cars.collect(), walls: scenario.walls.iter().map(|wall| wall.name.clone()).collect() }
    }

    /// Cars by their numbers and names, among so many walls without names.
    pub fn of_cars(cars: impl IntoIterator<Item = (usize, String)>, walls: usize) -> Self {
        let walls = (0..walls).map(|wall| format!("wall[{wall}]")).collect();
        Self { cars: cars.into_iter().collect(), walls }
    }

    fn car(&self, car: usize) -> &str {
        self.cars.get(&car).map_or("a car", String::as_str)
    }
}

fn line(names: &Names, event: &ContactEvent) -> String {
    let met = match event.met {
        Met::Body(other) => names.car(other),
        Met::Wall(wall) => names.walls.get(wall).map_or("a wall", String::as_str),
    };
    format!(
        "event: {} hits {met} at {:.3} s: approaching at {} m/s, impulse {} N.s, {} kJ lost",
        names.car(event.car),
        event.time_s,
        significant(event.approach_speed_m_s, 4),
        significant(event.normal_impulse_n_s, 4),
        significant(event.energy_lost_j / 1000.0, 4),
    )
}

/// Prints the contacts of a run on standard error.
pub fn say(names: &Names, contacts: &ContactEvents, overlapped: bool) {
    if overlapped {
        output::note("note: bodies overlap at the start: they are pushed apart; change x and y of the cars");
    }
    let hard: Vec<&ContactEvent> =
        contacts.listed.iter().filter(|event| event.approach_speed_m_s >= PRINTED_M_S).collect();
    for event in hard.iter().take(MOST_PRINTED) {
        output::note(&line(names, event));
    }
    let more = hard.len().saturating_sub(MOST_PRINTED) + contacts.left_out;
    if more > 0 {
        output::note(&format!("event: {more} more contacts; the columns contact_impulse_n_s have all"));
    }
}

/// Prints how many cones were hit, where there are any.
pub fn say_cones(count: usize, hit: usize) {
    if count > 0 {
        output::note(&format!("event: {hit} of {count} cones hit"));
    }
}

/// A cone in a picture: a post where it stood at the start.
fn post(cone: &Cone) -> Wall {
    let centre_m = cone.position_m.into();
    let barrier = Barrier::Post { centre_m, radius_m: Cone::RADIUS_M };
    Wall { barrier, restitution: 0.0, friction: Cone::FRICTION }
}

/// The picture of a run, before its contacts.
pub fn scene(scenario: &Scenario, plan: &Plan) -> Scene {
    let car = |(at, (body, (model, car))): (usize, (&Body, (&ModelInfo, &Car)))| {
        let outline_m = match body.shape {
            Shape::Box { length_m, width_m, ahead_m } => [length_m, width_m, ahead_m],
            Shape::Circle { radius_m } => [2.0 * radius_m, 2.0 * radius_m, 0.0],
        };
        let name = name(scenario, at).to_owned();
        let prefix = if at == 0 { String::new() } else { format!("{name}.") };
        let wheels_m = match car {
            Car::Vehicle(vehicle) => Some(vehicle.wheel_places_m()),
            Car::Own(_) => None,
        };
        SceneCar { name, prefix, layout: model.layout(), outline_m, wheels_m }
    };
    let bodies = plan.bodies(scenario);
    let further = plan.further.iter().map(|further| (further.model, &further.car));
    let cars = std::iter::once((plan.model, &plan.car)).chain(further);
    Scene {
        cars: bodies.iter().zip(cars).enumerate().map(car).collect(),
        walls: scenario.walls.iter().map(|wall| wall.wall).chain(scenario.cones.iter().map(post)).collect(),
        contacts: Vec::new(),
    }
}
