//! Driving, putting it elsewhere, and roads of its own.

use skidpad::prelude::*;
use skidpad::world::contact::Motion;
use skidpad::world::ground::{Area, Ground, Patch, Shape};
use skidpad::world::track::{Track, track_by_name};

fn coast(car: &mut Car, seconds: u32) {
    for _ in 0..60 * seconds {
        car.step(&Controls { gear: Gear::Neutral, ..Controls::default() }, 1.0 / 60.0).unwrap();
    }
}

#[test]
fn a_wrong_step_is_an_error_and_moves_nothing() {
    let mut car = Car::preset("boxster-s").unwrap();
    let before = car.hash();
    for dt_s in [0.0, -0.1, f64::NAN, 1.5, f64::INFINITY] {
        let error = car.step(&Controls::default(), dt_s).unwrap_err();
        assert!(error.to_string().contains("above 0 and at most 1 s"), "{error}");
    }
    assert_eq!((car.hash(), car.time_s()), (before, 0.0));
}

#[test]
fn a_control_that_is_no_number_is_named_and_the_car_drives_on() {
    let mut car = Car::preset("boxster-s").unwrap();
    car.step(&Controls { steer_rad: f64::NAN, throttle: 7.0, ..Controls::default() }, 0.1).unwrap();
    assert_eq!(car.control_fault().unwrap().field, "steer_rad");
    assert_eq!(car.status(), Status::Running);
    car.step(&Controls::default(), 0.1).unwrap();
    assert!(car.control_fault().is_none());
}

#[test]
fn it_stands_still_on_a_slope_and_rolls_down_it_when_let_go() {
    let slope = Surface { slope_rad: 0.15, ..Surface::asphalt() };
    let mut car = Car::builder().surface(slope).gear(Gear::Neutral).preset("mx5-nd-2016").unwrap();
    let held = Controls { brake: 0.5, gear: Gear::Neutral, ..Controls::default() };
    for _ in 0..120 {
        car.step(&held, 1.0 / 60.0).unwrap();
    }
    let there = car.pose();
    for _ in 0..600 {
        car.step(&held, 1.0 / 60.0).unwrap();
    }
    assert_eq!((car.pose(), car.speed_m_s()), (there, 0.0));
    coast(&mut car, 2);
    // Uphill is forwards; g sin(0.15) for two seconds, less the wheels' inertia and rolling resistance.
    let [forwards, _] = car.velocity_m_s();
    assert!((-2.9..-2.3).contains(&forwards), "{forwards}");
}

#[test]
fn teleporting_puts_it_there_at_its_speed_and_keeps_the_clock() {
    let mut car = Car::preset("fr-s-2013").unwrap();
    coast(&mut car, 1);
    let to = Placement { position_m: [100.0, -20.0], heading_rad: 1.0, speed_m_s: 15.0 };
    car.teleport(&to).unwrap();
    assert!((car.time_s() - 1.0).abs() < 1e-12 && car.status() == Status::Running);
    assert_eq!(car.pose().position_m, [100.0, -20.0, 0.0]);
    assert_eq!(car.velocity_m_s(), [15.0, 0.0]);
    // Its wheels turn with the road: nothing pulls it.
    assert!(car.wheels().iter().all(|wheel| wheel.slip_ratio.abs() < 1e-9));
    coast(&mut car, 1);
    let [x, y, _] = car.pose().position_m;
    let travelled = [(x - 100.0) / 1.0_f64.cos(), (y + 20.0) / 1.0_f64.sin()];
    assert!(travelled.iter().all(|way_m| (14.5..15.0).contains(way_m)), "{travelled:?}");
    let before = car.hash();
    assert!(car.teleport(&Placement { heading_rad: f64::INFINITY, ..to }).is_err());
    assert_eq!(car.hash(), before);
}

#[test]
fn a_collision_may_give_it_another_motion() {
    let mut car = Car::preset("fr-s-2013").unwrap();
    let hit = Motion::at_rest(5.0, 6.0, 0.5).moving(0.0, 4.0, 1.0);
    assert_eq!(car.set_motion(&hit), Status::Running);
    let back = car.motion().unwrap();
    assert!((back.velocity_m_s.y - 4.0).abs() < 1e-12 && (car.yaw_rate_rad_s() - 1.0).abs() < 1e-15);
    assert!((car.speed_m_s() - 4.0).abs() < 1e-12);
}

#[test]
fn it_brakes_to_the_side_of_the_grip() {
    let left =
        Area { centre_m: [0.0, 50.0], heading_rad: 0.0, shape: Shape::Rectangle { size_m: [1000.0, 100.0] } };
    let ice = Ground::from_patches(vec![Patch::Even { area: left, grip: Some(0.2), rolling: None }]);
    let fast = Placement { speed_m_s: 25.0, ..Placement::default() };
    let mut car = Car::builder().at(fast).gear(Gear::Neutral).ground(ice).preset("boxster-981-2013").unwrap();
    for _ in 0..30 {
        car.step(&Controls { brake: 1.0, gear: Gear::Neutral, ..Controls::default() }, 1.0 / 60.0).unwrap();
    }
    assert!(car.yaw_rate_rad_s() < 0.0, "towards the grip on the right: {}", car.yaw_rate_rad_s());
    let wheels = car.wheels();
    assert!(wheels[0].force_n[0] > wheels[1].force_n[0], "the left wheels brake less");
    car.set_ground(Ground::default());
    assert_eq!(*car.ground(), Ground::default());
}

/// The kinematic car's yaw rate and lateral velocity are outputs and no states: `Car` returned 0 for both.
#[test]
fn a_model_that_computes_its_yaw_rate_shows_it() {
    let place = Placement { speed_m_s: 8.0, ..Placement::default() };
    let mut car = Car::builder().model("kinematic").at(place).preset("fr-s-2013").unwrap();
    car.step(&Controls { steer_rad: 0.1, gear: Gear::Neutral, ..Controls::default() }, 0.1).unwrap();
    let outputs = car.outputs();
    let speed_m_s = outputs.get("speed_m_s").unwrap();
    // The rear axle rolls along the car: r = v tan(delta) / L, and the centre of mass moves to the left by r times its
    // distance from that axle.
    let body = car.vehicle().body();
    let yaw_rate = speed_m_s * 0.1_f64.tan() / body.wheelbase_m;
    let [_, to_rear_m] = body.axle_distances_m();
    assert!((car.yaw_rate_rad_s() / yaw_rate - 1.0).abs() < 1e-12, "{}", car.yaw_rate_rad_s());
    let [x, y] = car.velocity_m_s();
    assert!(x == speed_m_s && (y / (yaw_rate * to_rear_m) - 1.0).abs() < 1e-12, "{x} {y}");
    assert!((car.speed_m_s() - x.hypot(y)).abs() < 1e-12);
}

/// A model without springs has no height of its own: on a hill its body was drawn on the plane of the road, below its wheels.
#[test]
fn a_car_without_springs_lies_on_its_hill_with_its_wheels() {
    let track = Track::new(&track_by_name("hill-climb").unwrap()).unwrap();
    let at = track.at(0.5 * track.length_m());
    let ground = Site::asphalt().with_track(track).ground;
    for model in ["two_track", "single_track", "two_track_sprung"] {
        let place = Placement { position_m: at.position_m, heading_rad: at.heading_rad, speed_m_s: 0.0 };
        let mut car =
            Car::builder().model(model).at(place).ground(Ground::clone(&ground)).preset("boxster-s").unwrap();
        car.step(&Controls { brake: 1.0, ..Controls::default() }, 0.01).unwrap();
        let pose = car.pose();
        assert!((pose.position_m[2] - at.height_m).abs() < 0.1, "{model}: {pose:?} at {} m", at.height_m);
        for wheel in car.wheels() {
            let [_, _, up_m] = pose.point_in_body(wheel.position_m);
            assert!((up_m - 0.31).abs() < 0.1, "{model}: {wheel:?} is {up_m} m above the body's origin");
        }
    }
}
