//! A program that connects as Foxglove does is shown the world.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod client;

use client::Client;
use foxglove::messages::{FrameTransforms, SceneEntity, SceneUpdate};
use skidpad_core::controls::Gear;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_foxglove::{LiveView, ViewedCar};
use skidpad_models::MODELS;
use skidpad_world::contact::Wall;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::scene::Cone;
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::world::{CarId, Member, Site, World};

fn boxster() -> Vehicle<f64> {
    skidpad_formats::presets::preset("boxster-s").expect("a preset").spec.validate().expect("it is right")
}

/// A world with one car of a model that rolls in neutral.
struct Rolling {
    world: World,
    car: CarId,
    viewed: ViewedCar,
    view: LiveView,
}

impl Rolling {
    fn new(site: Site, model: &'static str) -> Self {
        Self::begun(site, model, &[("velocity_x_m_s", 20.0)])
    }

    fn begun(site: Site, model: &'static str, initial: &[(&str, f64)]) -> Self {
        let (model, vehicle) = (MODELS.by_name(model).expect("a model"), boxster());
        let choice = CarChoice::Vehicle(&vehicle);
        let begin = Begin { gear: Gear::Neutral, initial, method: None };
        let mut world = World::new(site);
        let member = Member { car: model.begin(&choice, &begin).expect("it begins"), body: None };
        let car = world.add(member).expect("room");
        world.set_request(car, Request::untouched());
        let view = LiveView::start("127.0.0.1", 0).expect("a free port");
        Self { world, car, viewed: ViewedCar::new(model, Some(&vehicle)), view }
    }

    /// Steps for a time.
    fn drive(&mut self, seconds: f64) {
        for _ in 0..(seconds * 100.0) as u32 {
            self.world.step(Dt::new(0.01).expect("a step"));
        }
    }

    fn show(&mut self) {
        self.view.show(&self.world, self.car, &mut self.viewed);
    }

    /// A program that connects now, to a topic.
    fn client(&mut self, topic: &str) -> Client {
        self.show();
        let mut client = Client::connect(self.view.port());
        client.subscribe(topic);
        client
    }

    /// The message that a program gets which connects now.
    fn seen<T: foxglove::Decode>(&mut self, topic: &str) -> T {
        let mut client = self.client(topic);
        client.next(|| self.show())
    }

    fn position_m(&self) -> [f64; 3] {
        self.world.car(self.car).expect("the car").pose(&self.world.surface()).position_m
    }
}

fn entity<'a>(update: &'a SceneUpdate, id: &str) -> &'a SceneEntity {
    update.entities.iter().find(|entity| entity.id == id).unwrap_or_else(|| panic!("no {id}: {update:?}"))
}

#[test]
fn a_program_that_connects_is_shown_the_car_where_it_is() {
    let mut rolling = Rolling::new(Site::asphalt(), "two_track_sprung");
    rolling.drive(1.0);
    let x_m = rolling.position_m()[0];
    assert!(x_m > 19.0, "{x_m}");
    let transforms: FrameTransforms = rolling.seen("/tf");
    let moved = transforms.transforms[0].translation.expect("a translation");
    assert!((moved.x - x_m).abs() < 1e-12, "{moved:?}");
    let cars: SceneUpdate = rolling.seen("/cars");
    let car = entity(&cars, "car 0");
    assert_eq!((car.cubes.len(), car.cylinders.len()), (1, 4));
    for wheel in &car.cylinders {
        let (middle, size) =
            (wheel.pose.expect("a pose").position.expect("a place"), wheel.size.expect("a size"));
        assert!((middle.x - x_m).abs() < 2.0 && (middle.z - 0.5 * size.x).abs() < 1e-9, "{wheel:?}");
    }
    // The loads, 1 m for 4 kN, carry the car.
    let up_m: f64 = (car.arrows.iter())
        .map(|arrow| (arrow, arrow.pose.expect("a pose").orientation.expect("an orientation")))
        .filter(|(_, along)| along.x * along.z - along.w * along.y > 0.49)
        .map(|(arrow, _)| arrow.shaft_length + arrow.head_length)
        .sum();
    let weight_m = 1425.0 * 9.80665 / 4000.0;
    assert!((up_m / weight_m - 1.0).abs() < 0.15, "{up_m} m of {weight_m} m");
}

#[test]
fn every_channel_comes_by_its_name_with_its_unit() {
    let mut rolling = Rolling::new(Site::asphalt(), "two_track");
    rolling.drive(0.5);
    let mut client = rolling.client("/telemetry");
    let (row, schema) = (client.next_json(|| rolling.show()), client.schema("/telemetry"));
    let model = MODELS.by_name("two_track").expect("a model");
    let mut names = 0;
    for channel in model.layout().columns() {
        assert!(row[channel.name].is_number(), "{}: {}", channel.name, row[channel.name]);
        assert!(schema["properties"][channel.name]["description"].is_string(), "{}", channel.name);
        names += 1;
    }
    assert!(names > 50, "{names}");
    assert_eq!(row["x_m"].as_f64(), Some(rolling.position_m()[0]));
    assert_eq!(schema["properties"]["velocity_x_m_s"]["description"], "m/s");
}

#[test]
fn track_walls_and_cones_stand_where_the_world_has_them() {
    let track = Track::new(&track_by_name("hill-climb").expect("a track")).expect("it is right");
    let highest_m = (0..200).map(|share| track.at(track.length_m() * f64::from(share) / 200.0).height_m);
    let highest_m = highest_m.fold(0.0, f64::max);
    let site = Site::asphalt().with_track(track).with_cones(vec![Cone { position_m: [3.0, 4.0] }]);
    let walls = Wall::line(&[[0.0, 10.0], [20.0, 10.0]], 0.1, 0.4);
    let mut rolling = Rolling::new(site.with_walls(walls.to_vec()).expect("walls"), "single_track");
    let place: SceneUpdate = rolling.seen("/place");
    let road = entity(&place, "track");
    assert_eq!(road.lines.len(), 3);
    let top_m = road.lines.iter().flat_map(|line| &line.points).map(|point| point.z).fold(0.0, f64::max);
    assert!(
        top_m > 0.95 * highest_m && top_m < highest_m + 5.0 && highest_m > 20.0,
        "{top_m} of {highest_m}"
    );
    let ends: Vec<[f64; 2]> =
        entity(&place, "walls").lines[0].points.iter().map(|point| [point.x, point.y]).collect();
    assert_eq!(ends, [[0.0, 10.0], [20.0, 10.0]]);
    let cone = entity(&place, "cones").cylinders[0].pose.expect("a pose").position.expect("a place");
    assert_eq!([cone.x, cone.y], [3.0, 4.0]);
}

/// A model without springs has no height: its body was drawn at the height 0, tens of metres below its wheels.
#[test]
fn a_car_without_springs_is_drawn_on_its_hill() {
    let track = Track::new(&track_by_name("hill-climb").expect("a track")).expect("it is right");
    let at = track.at(0.5 * track.length_m());
    let ([x, y], height_m) = (at.position_m, at.height_m);
    assert!(height_m > 10.0, "{height_m}");
    let initial = [("x_m", x), ("y_m", y), ("yaw_rad", at.heading_rad)];
    let mut rolling = Rolling::begun(Site::asphalt().with_track(track), "two_track", &initial);
    let cars: SceneUpdate = rolling.seen("/cars");
    let car = entity(&cars, "car 0");
    let z_m = |pose: &Option<foxglove::messages::Pose>| pose.expect("a pose").position.expect("a place").z;
    assert!((z_m(&car.cubes[0].pose) - height_m - 0.725).abs() < 0.05, "{:?} over {height_m}", car.cubes[0]);
    for wheel in &car.cylinders {
        assert!((z_m(&wheel.pose) - height_m).abs() < 1.0, "{wheel:?} over {height_m}");
    }
}

/// One topic with other channels takes the place of the one before.
#[test]
fn another_model_has_its_own_channels() {
    let mut rolling = Rolling::new(Site::asphalt(), "two_track");
    let mut client = rolling.client("/telemetry");
    assert!(client.next_json(|| rolling.show())["front_left_load_n"].is_number());
    let other = MODELS.by_name("single_track").expect("a model");
    let vehicle = boxster();
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
    let car = other.begin(&CarChoice::Vehicle(&vehicle), &begin).expect("it begins");
    rolling.world.replace(rolling.car, Member { car, body: None }).expect("another car");
    rolling.viewed = ViewedCar::new(other, Some(&vehicle));
    let mut client = rolling.client("/telemetry");
    let row = client.next_json(|| rolling.show());
    assert!(row["front_load_n"].is_number() && row.get("front_left_load_n").is_none(), "{row}");
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let first = LiveView::start("127.0.0.1", 0).expect("a free port");
    let message = LiveView::start("127.0.0.1", first.port()).expect_err("it is taken").to_string();
    assert!(message.contains("choose another port"), "{message}");
}
