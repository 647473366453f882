//! What a program is shown that connects as Foxglove does.

mod client;

use client::Client;
use foxglove::messages::{FrameTransforms, SceneEntity, SceneUpdate};
use skidpad_core::controls::Gear;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_foxglove::{LiveView, ViewedCar};
use skidpad_models::MODELS;
use skidpad_world::contact::Wall;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::scene::Cone;
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::world::{CarId, Member, Site, World};

/// A world with one car of a model that rolls at 20 m/s in neutral.
struct Rolling {
    world: World,
    car: CarId,
    viewed: ViewedCar,
    view: LiveView,
}

impl Rolling {
    fn new(site: Site, model: &'static str) -> Self {
        let model = MODELS.by_name(model).expect("a model");
        let vehicle = skidpad_formats::presets::preset("boxster-s")
            .expect("a preset")
            .spec
            .validate()
            .expect("it is right");
        Self::of(site, model, &vehicle)
    }

    fn of(site: Site, model: &'static ModelInfo, vehicle: &Vehicle<f64>) -> Self {
        let choice = CarChoice::Vehicle(vehicle);
        let begin = Begin { gear: Gear::Neutral, initial: &[("velocity_x_m_s", 20.0)], method: None };
        let mut world = World::new(site);
        let member = Member { car: model.begin(&choice, &begin).expect("it begins"), body: None };
        let car = world.add(member).expect("room");
        world.set_request(car, Request::untouched());
        let view = LiveView::start("127.0.0.1", 0).expect("a free port");
        Self { world, car, viewed: ViewedCar::new(model, Some(vehicle)), view }
    }

    /// Steps for a time and shows each tenth of a second, until the client was told what it waits for.
    fn drive(&mut self, seconds: f64) {
        for step in 0..(seconds * 100.0) as u32 {
            self.world.step(Dt::new(0.01).expect("a step"));
            if step % 10 == 0 {
                self.view.show(&self.world, self.car, &mut self.viewed);
            }
        }
        self.view.show(&self.world, self.car, &mut self.viewed);
    }

    fn client(&self) -> Client {
        Client::connect(self.view.port())
    }
}

fn entity<'a>(update: &'a SceneUpdate, id: &str) -> &'a SceneEntity {
    update.entities.iter().find(|entity| entity.id == id).unwrap_or_else(|| panic!("no {id}: {update:?}"))
}

#[test]
fn a_program_that_connects_is_shown_the_car_where_it_is() {
    let mut rolling = Rolling::new(Site::asphalt(), "two_track_sprung");
    let mut client = rolling.client();
    client.subscribe("/tf");
    client.subscribe("/cars");
    rolling.drive(1.0);
    let x_m = rolling.world.car(rolling.car).expect("the car").pose(&rolling.world.surface()).position_m[0];
    assert!(x_m > 19.0, "{x_m}");
    let transforms: FrameTransforms = client.last("/tf");
    let moved = transforms.transforms[0].translation.expect("a translation");
    assert!((moved.x - x_m).abs() < 1e-12, "{moved:?}");
    let cars: SceneUpdate = client.last("/cars");
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
    let mut client = rolling.client();
    rolling.drive(0.1);
    client.subscribe("/channels");
    rolling.drive(0.5);
    let (row, schema) = (client.last_json("/channels"), client.schema("/channels"));
    let model = MODELS.by_name("two_track").expect("a model");
    let mut names = 0;
    for channel in model.layout().columns() {
        assert!(row[channel.name].is_number(), "{}: {}", channel.name, row[channel.name]);
        assert!(schema["properties"][channel.name]["description"].is_string(), "{}", channel.name);
        names += 1;
    }
    assert!(names > 50, "{names}");
    let x_m = rolling.world.car(rolling.car).expect("the car").pose(&rolling.world.surface()).position_m[0];
    assert_eq!(row["x_m"].as_f64(), Some(x_m));
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
    let mut client = rolling.client();
    client.subscribe("/place");
    rolling.drive(0.1);
    let place: SceneUpdate = client.last("/place");
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

/// Nothing is computed, and nothing waits, where nobody looks.
#[test]
fn without_a_viewer_nothing_is_shown_and_the_car_drives_on() {
    let mut rolling = Rolling::new(Site::asphalt(), "single_track");
    rolling.drive(1.0);
    assert_eq!(rolling.view.viewers(), 0);
    assert!(rolling.world.time_s() > 0.99);
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let first = LiveView::start("127.0.0.1", 0).expect("a free port");
    let message = LiveView::start("127.0.0.1", first.port()).expect_err("it is taken").to_string();
    assert!(message.contains("choose another port"), "{message}");
}
