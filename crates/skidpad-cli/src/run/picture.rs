//! The picture of a run: cars, walls and cones.

use skidpad_core::math::Vec2;
use skidpad_formats::choose::Car;
use skidpad_formats::scenario::Scenario;
use skidpad_plot::{Scene, SceneCar};
use skidpad_world::contact::{Barrier, Body, Shape, Wall};
use skidpad_world::log::LogReplay;
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::scene::Cone;
use skidpad_world::world::{BODY_FRICTION, BODY_RESTITUTION, CarId, body_of};

use super::contacts::name;
use super::plan::Plan;
use crate::failure::Failure;
use crate::replay::LogSource;

/// A cone in a picture: a post where it is at the start.
fn post(centre_m: Vec2<f64>) -> Wall {
    let barrier = Barrier::Post { centre_m, radius_m: Cone::RADIUS_M };
    Wall { barrier, restitution: 0.0, friction: Cone::FRICTION }
}

/// A car of a picture, the first or another.
fn scene_car(is_first: bool, name: &str, model: &ModelInfo, car: &Car, body: &Body) -> SceneCar {
    let outline_m = match body.shape {
        Shape::Box { length_m, width_m, ahead_m } => [length_m, width_m, ahead_m],
        Shape::Circle { radius_m } => [2.0 * radius_m, 2.0 * radius_m, 0.0],
    };
    let wheels_m = match car {
        Car::Vehicle(vehicle) => Some(vehicle.wheel_places_m()),
        Car::Own(_) => None,
    };
    SceneCar {
        name: name.to_owned(),
        prefix: if is_first { String::new() } else { format!("{name}.") },
        layout: model.layout(),
        outline_m,
        wheels_m,
    }
}

/// The picture of a run, before its contacts.
pub fn scene(scenario: &Scenario, plan: &Plan) -> Scene {
    let further = plan.further.iter().map(|further| (further.model, &further.car));
    let cars = std::iter::once((plan.model, &plan.car)).chain(further);
    let bodies = plan.bodies(scenario);
    let scene_car = |(at, (body, (model, car))): (usize, (&Body, (&ModelInfo, &Car)))| {
        scene_car(at == 0, name(scenario, at), model, car, body)
    };
    let cones = scenario.cones.iter().map(|cone| post(cone.position_m.into()));
    Scene {
        cars: bodies.iter().zip(cars).enumerate().map(scene_car).collect(),
        walls: scenario.walls.iter().map(|wall| wall.wall).chain(cones).collect(),
        contacts: Vec::new(),
    }
}

/// The picture of a run that goes on from a log, before its contacts: its cars with their names, the first ahead.
pub fn scene_of_log(
    listed: &Models,
    source: &LogSource,
    replay: &LogReplay,
    cars: &[(CarId, String)],
) -> Result<Scene, Failure> {
    let world = replay.world();
    // Where they lie now: earlier cars may have hit some.
    let cones = world.cones().iter().map(|cone| post(cone.motion.position_m));
    let mut scene =
        Scene { walls: world.site().walls.list().iter().copied().chain(cones).collect(), ..Scene::default() };
    for (at, (id, name)) in cars.iter().enumerate() {
        let (model, car) = source.car_in(listed, replay, *id)?;
        let usual = || body_of(model, &car.choice(), BODY_RESTITUTION, BODY_FRICTION);
        let body = world.body(*id).copied().unwrap_or_else(usual);
        scene.cars.push(scene_car(at == 0, name, model, &car, &body));
    }
    Ok(scene)
}
