//! A driver who keeps a speed and follows a path, in cars of every model that is steered.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::ground::Road;
use skidpad_world::manoeuvre::TurningSampler;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::path_driver::{DrivePath, DriverTask, PathDriver};
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::world::{Member, Site, World};

/// Places of a car's centre of mass after each step, m, and its speed at the end, m/s.
fn drive(model: &ModelInfo, task: DriverTask, start_m_s: f64) -> (Vec<[f64; 2]>, f64) {
    let vehicle = vehicle(5);
    let car = match model.cars {
        Cars::Own(names) => CarChoice::Own(names[0]),
        Cars::Fixed => CarChoice::Own(model.name),
        Cars::Vehicles => CarChoice::Vehicle(&vehicle),
    };
    let begin = Begin { gear: Gear::Automatic, initial: &[(model.speed, start_m_s)], method: None };
    let mut world = World::new(Site::asphalt());
    let member = Member { car: model.begin(&car, &begin).expect(model.name), body: None };
    let id = world.add(member).expect(model.name);
    let dt = Dt::new(0.02).expect("a step");
    let (mut driver, mut sampler) = (PathDriver::new(model, &car, task, dt), TurningSampler::new(model));
    let mut place = |world: &World, request: &Request| {
        let (surface, ground) = (world.surface(), &world.site().ground);
        let car = world.car(id).expect("it is here");
        let now = sampler.sample(car, request, Road::new(&surface, ground));
        [now.x_m, now.y_m]
    };
    let [from_x_m, from_y_m] = place(&world, &PathDriver::in_gear());
    let mut places = Vec::new();
    for _ in 0..750 {
        let request = driver.request_in(&world, id, &PathDriver::in_gear());
        // Without a path the steering stays as it was.
        assert!(task.path.is_some() || request.command.steer_rad == 0.0, "{}", model.name);
        world.set_request(id, request);
        world.step(dt);
        let [x_m, y_m] = place(&world, &request);
        places.push([x_m - from_x_m, y_m - from_y_m]);
    }
    let last = &places[places.len() - 2..];
    let speed = Real::hypot(last[1][0] - last[0][0], last[1][1] - last[0][1]) / 0.02;
    (places, speed)
}

/// Models that turn when steered, and follow pedals or an acceleration.
fn steered() -> impl Iterator<Item = &'static ModelInfo> {
    MODELS.iter().filter(|model| {
        let abilities = &model.abilities;
        abilities.steers && !abilities.leans && (abilities.pedals || abilities.acceleration)
    })
}

/// RARS's car swings about a path: its heading has no inertia, and its velocity follows late.
fn that_follow() -> impl Iterator<Item = &'static ModelInfo> {
    steered().filter(|model| model.name != "slip_vector")
}

/// The largest distance from a circle, and that at the end, m.
fn off_circle(places: &[[f64; 2]], radius_m: f64) -> (f64, f64) {
    let off = |place: &[f64; 2]| Real::hypot(place[0], place[1] - radius_m) - Real::abs(radius_m);
    let largest = places.iter().map(|place| Real::abs(off(place))).fold(0.0, Real::max);
    (largest, off(&places[places.len() - 1]))
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn circles_to_both_sides_are_followed_at_the_speed() {
        assert!(that_follow().count() > 8);
        for (at, model) in that_follow().enumerate() {
            let radius_m = [40.0, -60.0][at % 2];
            let task = DriverTask { speed_m_s: 12.0, path: Some(DrivePath::Circle { radius_m }) };
            let (places, speed) = drive(model, task, 10.0);
            let (largest, last) = off_circle(&places, radius_m);
            assert!(largest < 0.2 && Real::abs(last) < 0.05, "{}: {largest} m, at last {last} m", model.name);
            assert!(Real::abs(speed - 12.0) < 0.2, "{}: {speed} m/s", model.name);
        }
    }

    /// The integral over the yaw rate that lacked wound up while a car stood.
    #[test]
    #[ignore = "long: some seconds"]
    fn circles_are_followed_from_rest() {
        for model in that_follow().filter(|model| model.abilities.pedals) {
            let task = DriverTask { speed_m_s: 12.0, path: Some(DrivePath::Circle { radius_m: 40.0 }) };
            let (places, speed) = drive(model, task, 0.0);
            let (largest, last) = off_circle(&places, 40.0);
            // At walking pace the slip angle of `ackermann` is that of its steering.
            let most = if model.name == "ackermann" { 6.0 } else { 1.0 };
            assert!(
                largest < most && Real::abs(last) < 0.05,
                "{}: {largest} m, at last {last} m",
                model.name
            );
            assert!(Real::abs(speed - 12.0) < 0.2, "{}: {speed} m/s", model.name);
        }
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn a_lane_change_ends_in_the_other_lane() {
        for (at, model) in that_follow().enumerate() {
            let offset_m = [3.5, -3.0][at % 2];
            let path = DrivePath::LaneChange { from_m: 30.0, length_m: 50.0, offset_m };
            let task = DriverTask { speed_m_s: 18.0, path: Some(path) };
            let (places, speed) = drive(model, task, 18.0);
            let line = |x: f64| {
                let share = Real::clamp((x - 30.0) / 50.0, 0.0, 1.0);
                0.5 * offset_m * (1.0 - Real::cos(core::f64::consts::PI * share))
            };
            let largest =
                places.iter().map(|place| Real::abs(place[1] - line(place[0]))).fold(0.0, Real::max);
            let last = places[places.len() - 1][1] - offset_m;
            let most = if model.name.starts_with("two_track") { 0.2 } else { 0.4 };
            assert!(
                largest < most && Real::abs(last) < 0.05,
                "{}: {largest} m, at last {last} m",
                model.name
            );
            assert!(Real::abs(speed - 18.0) < 0.2, "{}: {speed} m/s", model.name);
        }
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn a_speed_is_reached_from_above_and_below() {
        for model in steered() {
            for start_m_s in [8.0, 22.0] {
                let (_, speed) = drive(model, DriverTask { speed_m_s: 15.0, path: None }, start_m_s);
                assert!(Real::abs(speed - 15.0) < 0.2, "{} from {start_m_s}: {speed} m/s", model.name);
            }
        }
    }
}
