//! A racing car of 1:10: every model that takes it drives it within what its tyres can do, and stops.
//!
//! The story: a vehicle weighed 20 kg at least, and its wheels had 5 cm of radius, so that the cars of the small leagues were refused.
#![allow(clippy::disallowed_methods)]

use crate::common;

use common::read;
use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_formats::presets::{preset, preset_text};
use skidpad_formats::vehicle::{VehicleFile, write};
use skidpad_models::MODELS;
use skidpad_world::contact::Motion;
use skidpad_world::models::ModelInfo;
use skidpad_world::roadtest::{Conditions, RoadModel, Test, single_test};
use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};

const NAME: &str = "roboracer-1-10";

fn file() -> VehicleFile {
    preset(NAME).unwrap()
}

fn vehicle() -> Vehicle<f64> {
    file().spec.validate().unwrap()
}

/// The models that turn a car on tyres with a limit.
const ON_TYRES: [&str; 11] = [
    "single_track",
    "two_track",
    "two_track_sprung",
    "two_track_brush",
    "two_track_fiala",
    "two_track_tmeasy",
    "two_track_pacejka89",
    "two_track_magic",
    "two_track_sprung_magic",
    "spatial",
    "spatial_magic",
];

/// Largest lateral acceleration and largest speed of a while, m/s2 and m/s.
#[derive(Clone, Copy, Debug)]
struct Largest {
    lateral_m_s2: f64,
    speed_m_s: f64,
}

/// Drives a car for a while under the same controls; all channels stay finite.
fn hold(model: &ModelInfo, car: &mut dyn Rolling, controls: Controls, seconds: f64) -> Largest {
    let request = Request::from_command(sanitise(&controls).0);
    let surface = Surface::asphalt();
    let lateral = model
        .layout()
        .columns()
        .iter()
        .position(|column| column.name == "acceleration_y_m_s2")
        .expect(model.name);
    let mut largest = Largest { lateral_m_s2: 0.0, speed_m_s: 0.0 };
    let mut row = Vec::new();
    for _ in 0..(seconds / 0.01) as usize {
        let status = car.step(&request, (&surface).into(), Dt::new(0.01).unwrap());
        assert_eq!(status, Status::Running, "{} at {} s", model.name, car.time_s());
        row.clear();
        car.row(&request, (&surface).into(), &mut row);
        assert!(row.iter().all(|value| value.is_finite()), "{} at {} s", model.name, car.time_s());
        largest.lateral_m_s2 = largest.lateral_m_s2.max(row[lateral].abs());
        largest.speed_m_s = largest.speed_m_s.max(speed(car));
    }
    largest
}

fn motion(car: &dyn Rolling) -> Motion {
    car.planar().expect("it moves in the plane")
}

fn speed(car: &dyn Rolling) -> f64 {
    let velocity = motion(car).velocity_m_s;
    velocity.x.hypot(velocity.y)
}

/// On every model with tyres it corners with what its tyres hold and no more, stops, and stands.
#[test]
fn every_model_corners_brakes_and_stands_with_it() {
    let car = vehicle();
    let grip_m_s2 = car.rear().lateral_friction * STANDARD_GRAVITY_M_S2;
    for name in ON_TYRES {
        let model = MODELS.by_name(name).unwrap();
        let begin = Begin { gear: Gear::Forward(1), initial: &[], method: None };
        let mut rolling = model.begin(&CarChoice::Vehicle(&car), &begin).expect(name);
        let gear = Gear::Forward(1);
        hold(model, rolling.as_mut(), Controls { throttle: 0.3, gear, ..Controls::default() }, 2.0);
        let turn = Controls { throttle: 0.15, steer_rad: 10_f64.to_radians(), gear, ..Controls::default() };
        let turned = hold(model, rolling.as_mut(), turn, 3.0);
        assert!(
            (0.85..1.1).contains(&(turned.lateral_m_s2 / grip_m_s2)),
            "{name}: {turned:?} of {grip_m_s2}"
        );
        assert!(turned.speed_m_s < 10.0, "{name}: {turned:?}");
        let brake = Controls { brake: 1.0, gear, ..Controls::default() };
        hold(model, rolling.as_mut(), brake, 4.0);
        let there = motion(rolling.as_ref()).position_m;
        let stood = hold(model, rolling.as_mut(), brake, 2.0);
        let moved_m = motion(rolling.as_ref()).position_m - there;
        assert!(stood.speed_m_s < 1e-3 && moved_m.x.hypot(moved_m.y) < 1e-4, "{name}: {stood:?}");
    }
}

/// The figures of the road test are those of its tyres, motor and gearing: worked out by hand.
#[test]
fn its_road_test_has_figures_that_can_be_true() {
    let car = vehicle();
    let conditions = Conditions::standard(RoadModel::TWO_TRACK, &car);
    let value = |test| single_test(&car, &conditions, test).value.unwrap();
    let top_speed_m_s = value(Test::TopSpeed) / 3.6;
    // The redline, 38850 rpm, through 12.3 to wheels of 50.8 mm: 16.8 m/s.
    let top_m_s = 38850.0 * std::f64::consts::TAU / 60.0 / 12.3 * 0.0508;
    assert!((top_speed_m_s / top_m_s - 1.0).abs() < 0.01, "{top_speed_m_s} m/s");
    // All wheels are driven and braked, so that all of the weight grips; wheels that spin or lock a little take some of it.
    let grip_m_s2 = 0.65 * STANDARD_GRAVITY_M_S2;
    let (speed_m_s, launch_s) = (30.0 * 0.447_04, value(Test::To30Mph));
    assert!(speed_m_s / launch_s < grip_m_s2, "{launch_s} s");
    assert!(speed_m_s / launch_s > 0.6 * grip_m_s2, "{launch_s} s");
}

/// Its sub-steps are not those of a car that drives 150 m/s on a tenth of the relaxation length: 83 in 10 ms where 40 and fewer do.
#[test]
fn its_sub_steps_are_those_of_its_speeds() {
    let car = vehicle();
    assert!(
        car.two_axles().longest_turning_step_s() > 0.01 / 40.0,
        "{}",
        car.two_axles().longest_turning_step_s()
    );
}

#[test]
fn its_file_is_written_and_read_back() {
    let file = file();
    assert_eq!(read(&write(&file)).unwrap(), file);
}

/// Wheels too light for any bearable step are refused by their name.
#[test]
fn wheels_of_five_grams_are_refused() {
    let light = preset_text(NAME).unwrap().replace(
        "estimate = \"0.10 kg\", range = [\"0.07 kg\"",
        "estimate = \"0.005 kg\", range = [\"0.005 kg\"",
    );
    let message = read(&light.replace(
        "centre_coupling = { estimate = \"0.1 N.m.s\", range = [\"0.05 N.m.s\", \"0.3 N.m.s\"]",
        "centre_coupling = { estimate = \"2 N.m.s\", range = [\"1 N.m.s\", \"3 N.m.s\"]",
    ))
    .unwrap_err()
    .to_string();
    assert!(message.contains("front.wheel_inertia") && message.contains("steps of"), "{message}");
}
