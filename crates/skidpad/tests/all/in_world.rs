//! A car in a world is the car that it is alone.

use std::sync::Arc;

use skidpad::core::controls::sanitise;
use skidpad::core::model::SingleTrack;
use skidpad::core::step::Dt;
use skidpad::fleet::{FleetModel, FleetModels, Lanes};
use skidpad::prelude::*;
use skidpad::world::ground::{Area, Ground, Patch, Road, Shape};
use skidpad::world::models::SINGLE_TRACK;
use skidpad::world::rolling::{Begin, CarChoice, Request, Rolling};
use skidpad::world::world::Member;

fn controls() -> Controls {
    Controls { throttle: 0.5, steer_rad: 0.05, gear: Gear::Automatic, ..Controls::default() }
}

fn request() -> Request {
    Request::from_command(sanitise(&controls()).0)
}

/// A wet patch of 60 m on a slope: what a car has to take over of the world's road.
fn ground() -> Ground {
    let area = Area { centre_m: [60.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 30.0 } };
    Ground::from_patches(vec![Patch::Even { area, grip: Some(0.5), rolling: None }])
}

fn slope() -> Surface<f64> {
    Surface { slope_rad: 0.05, ..Surface::asphalt() }
}

/// The model in lanes.
static IN_LANES: FleetModel = FleetModel::new::<SingleTrack>(&SINGLE_TRACK);
static MODELS: FleetModels = FleetModels::new(&[&IN_LANES]);

/// Cars that go in lanes are read as one that is alone: wheels that have turned, outputs on the road that they are on.
#[test]
fn cars_in_lanes_read_as_alone() {
    let car = || Car::builder().model("single_track").preset("mx5-nd-2016").expect("a car");
    let mut alone = car();
    alone.set_surface(slope());
    alone.set_ground(Arc::new(ground()));
    let mut world = World::new(Site::new(slope()).with_ground(ground())).stepped_together(Lanes::new(MODELS));
    let ghost = || Member { body: None, ..car().into_member() };
    let ids: Vec<_> = (0..5).map(|_| world.add(ghost()).expect("it joins")).collect();
    let dt = Dt::try_from(1.0 / 60.0).expect("a step");
    for _ in 0..200 {
        alone.step(&controls(), dt.seconds()).expect("a step");
        ids.iter().for_each(|id| assert!(world.set_request(*id, request())));
        world.step(dt);
    }
    for id in ids {
        let there = Car::in_world(&world, id).expect("it is there");
        assert_eq!((there.hash(), there.time_s()), (alone.hash(), alone.time_s()));
        assert_eq!((there.wheels(), there.surface()), (alone.wheels(), alone.surface()));
        let all = |car: &Car| car.outputs().iter().map(|output| output.value.to_bits()).collect::<Vec<_>>();
        assert_eq!(all(there), all(&alone));
    }
}

/// Bits, wheels and outputs are those of a car with the same road of its own.
#[test]
fn a_car_in_a_world_drives_and_reads_as_alone() {
    for model in ["single_track", "two_track", "two_track_sprung"] {
        let car = || Car::builder().model(model).preset("mx5-nd-2016").expect("a car");
        let mut alone = car();
        alone.set_surface(slope());
        alone.set_ground(Arc::new(ground()));
        let mut world = World::new(Site::new(slope()).with_ground(ground()));
        let id = world.add(car().into_member()).expect("it joins");
        assert!(world.set_request(id, request()) && world.body(id).is_some());
        let dt = Dt::try_from(1.0 / 60.0).expect("a step");
        for _ in 0..400 {
            alone.step(&controls(), dt.seconds()).expect("a step");
            world.step(dt);
        }
        let there = Car::in_world(&world, id).expect("it is there");
        assert_eq!((there.hash(), there.time_s()), (alone.hash(), alone.time_s()), "{model}");
        assert_eq!(there.wheels(), alone.wheels(), "{model}");
        assert_eq!(there.surface(), alone.surface());
        let all = |car: &Car| car.outputs().iter().map(|output| output.value.to_bits()).collect::<Vec<_>>();
        assert_eq!(all(there), all(&alone), "{model}");
        assert!(alone.pose().position_m[0] > 30.0, "it has met the wet patch");
    }
}

/// A driver who is asked at each sub-step is asked as often as by the model's own car: the wrapper asked once more.
#[test]
fn a_driver_is_asked_once_for_each_sub_step() {
    let count = |car: &mut dyn Rolling| {
        let (surface, ground) = (slope(), ground());
        let road = Road::new(&surface, &ground);
        let mut asked = 0;
        car.step_by(
            &mut |_, _| {
                asked += 1;
                request()
            },
            road,
            Dt::try_from(0.02).expect("a step"),
        );
        (asked, car.hash())
    };
    let mut car = Car::preset("mx5-nd-2016").expect("a car");
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
    let choice = CarChoice::Vehicle(car.vehicle());
    let mut plain = car.model().begin(&choice, &begin).expect("its car");
    plain.restore(&Rolling::save(&car)).expect("the same model");
    let asked = count(&mut car);
    assert_eq!(asked, count(plain.as_mut()));
    assert!(asked.0 >= 10, "sub-steps of at most 2 ms: {asked:?}");
}

/// A car that was made otherwise is in the world and is not found as a [`Car`].
#[test]
fn a_car_of_another_type_is_none() {
    let mut world = World::new(Site::asphalt());
    let model = Car::preset("mx5-nd-2016").expect("a car").model();
    let vehicle = *Car::preset("mx5-nd-2016").expect("a car").vehicle();
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
    let car = model.begin(&CarChoice::Vehicle(&vehicle), &begin).expect("its car");
    let id = world.add(Member { car, body: None }).expect("it joins");
    assert!(world.car(id).is_some() && Car::in_world(&world, id).is_none());
}
