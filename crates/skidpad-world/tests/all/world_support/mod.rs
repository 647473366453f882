//! Worlds with many cars, for the tests of world.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_workload::vehicle as numbered;
use skidpad_world::contact::Wall;
use skidpad_world::models::{ModelInfo, STANDARD};
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::world::{CarId, Member, Site, World, body_of};

pub fn dt(rate_hz: f64) -> Dt {
    Dt::new(1.0 / rate_hz).expect("a step")
}

pub fn vehicle() -> Vehicle<f64> {
    numbered(5)
}

pub fn model(name: &str) -> &'static ModelInfo {
    STANDARD.by_name(name).expect("a model")
}

/// A car that rolls at a place along a heading.
pub fn member(model_name: &str, place_m: [f64; 2], yaw_rad: f64, speed_m_s: f64) -> Member {
    let (model, vehicle) = (model(model_name), vehicle());
    let car = CarChoice::Vehicle(&vehicle);
    let [x, y] = place_m;
    let initial = [(model.speed, speed_m_s), ("x_m", x), ("y_m", y), ("yaw_rad", yaw_rad)];
    let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
    let rolling = model.begin(&car, &begin).expect("its car");
    Member { car: rolling, body: Some(body_of(model, &car, 0.25, 0.5)) }
}

/// Some throttle and a bend, another for each number.
pub fn request(number: usize) -> Request {
    let controls = Controls {
        throttle: 0.2 + 0.1 * (number % 5) as f64,
        steer_rad: 0.05 * (number % 7) as f64 - 0.15,
        gear: Gear::Automatic,
        ..Controls::default()
    };
    Request::from_command(sanitise(&controls).0)
}

/// Three walls in a bend.
pub fn walls() -> Vec<Wall> {
    Wall::line(&[[60.0, -40.0], [70.0, 0.0], [60.0, 40.0], [20.0, 60.0]], 0.3, 0.5)
}

/// A pack of cars that drive towards the walls so closely that they meet.
pub fn pack(model_name: &str, count: usize) -> Vec<(Member, Request)> {
    let car = |number: usize| {
        let (row, column) = (number / 4, number % 4);
        let place_m = [-7.0 * row as f64, 2.6 * column as f64 - 4.0];
        (member(model_name, place_m, 0.04 * column as f64 - 0.06, 18.0 + row as f64), request(number))
    };
    (0..count).map(car).collect()
}

/// A world with walls and cars, each with its request.
pub fn world(cars: Vec<(Member, Request)>) -> (World, Vec<CarId>) {
    let mut world = World::new(Site::asphalt().with_walls(walls()).expect("sound walls"));
    let add = |(member, request): (Member, Request)| {
        let id = world.add(member).expect("it joins");
        assert!(world.set_request(id, request));
        id
    };
    let ids = cars.into_iter().map(add).collect();
    (world, ids)
}

/// The distance of the car from the origin, m.
pub fn far_m(world: &World, id: CarId) -> f64 {
    let at = world.car(id).expect("it is here").planar().expect("it has a place").position_m;
    Real::hypot(at.x, at.y)
}
