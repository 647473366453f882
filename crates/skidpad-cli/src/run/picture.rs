//! The picture of a run: cars, walls and cones.

use skidpad_formats::choose::Car;
use skidpad_formats::scenario::Scenario;
use skidpad_plot::{Scene, SceneCar};
use skidpad_world::contact::{Barrier, Body, Shape, Wall};
use skidpad_world::models::ModelInfo;
use skidpad_world::scene::Cone;

use super::contacts::name;
use super::plan::Plan;

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
