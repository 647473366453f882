//! What is heard of the car that is driven.

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, Pace};
use skidpad_app::sound::{Heard, heard};
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::scene::Scene;

fn drive(model: &str, car: &str) -> Drive {
    let choice = Choice::preset("two_track", car).unwrap().in_model(model).unwrap();
    Drive::new(Scene::straight(), &choice).unwrap()
}

fn go(drive: &mut Drive, controls: &Controls, steps: usize) {
    (0..steps).for_each(|_| drive.single_step_with(controls));
}

const FULL: Controls = Controls {
    throttle: 1.0,
    brake: 0.0,
    handbrake: 0.0,
    steer_rad: 0.0,
    clutch: 0.0,
    starter: 0.0,
    gear: Gear::Automatic,
};

/// The engine that is heard has the speed of the engine that is shown; while time stands there is nothing.
#[test]
fn the_engine_that_turns_is_heard() {
    let mut drive = drive("two_track", "boxster-s");
    go(&mut drive, &FULL, 480);
    let heard_now = heard(&drive);
    let rpm = drive.player().seen().engine_rad_s().unwrap() * 30.0 / core::f64::consts::PI;
    assert!((heard_now.engine.rpm - rpm).abs() < 1e-6 && heard_now.engine.load == 1.0);
    assert!(
        (heard_now.engine.tone_hz() - rpm / 20.0).abs() < 1e-9,
        "a six-cylinder fires three times a turn"
    );
    assert_eq!(heard_now.speed_m_s, drive.player().seen().speed_m_s());
    drive.set_pace(Pace::Paused);
    assert_eq!(heard(&drive), Heard::default());
}

/// Locked rear wheels are heard, and from the rear.
#[test]
fn locked_wheels_are_heard() {
    let mut drive = drive("two_track", "boxster-s");
    go(&mut drive, &FULL, 720);
    let before = heard(&drive);
    assert!(before.tyres.iter().all(|tyre| tyre.sliding < 0.7), "{before:?}");
    go(&mut drive, &Controls { throttle: 0.0, handbrake: 1.0, steer_rad: 0.1, ..FULL }, 120);
    let [.., left, right] = heard(&drive).tyres;
    assert!(left.sliding > 1.5 && right.sliding > 1.5 && left.slip_m_s > 3.0, "{left:?} {right:?}");
}

/// At the limiter it is limited.
#[test]
fn the_limiter_is_heard() {
    let mut drive = drive("two_track", "boxster-s");
    go(&mut drive, &Controls { gear: Gear::Forward(1), ..FULL }, 2400);
    assert!(heard(&drive).engine.is_limited, "{:?}", heard(&drive).engine);
    go(&mut drive, &Controls { throttle: 0.0, gear: Gear::Forward(1), ..FULL }, 60);
    assert!(!heard(&drive).engine.is_limited);
}

/// Every model and every preset is heard without a number that is none.
#[test]
fn every_car_is_heard() {
    for model in skidpad_models::MODELS.iter().filter(|model| model.name != "w1") {
        for car in ["boxster-s", "leaf-2011", "cbr1000rr"] {
            let Ok(choice) = Choice::preset("two_track", "boxster-s").unwrap().in_model(model.name) else {
                continue;
            };
            let choice = Choice::preset(model.name, car).unwrap_or(choice);
            let mut drive = Drive::new(Scene::straight(), &choice).unwrap();
            go(&mut drive, &FULL, 240);
            let heard = heard(&drive);
            assert!(heard.sane().speed_m_s > 0.0, "{} {car}: {heard:?}", model.name);
        }
    }
    let mut leaf = drive("two_track", "leaf-2011");
    go(&mut leaf, &FULL, 240);
    let engine = heard(&leaf).engine;
    assert!(engine.is_electric && engine.tone_hz() > 50.0, "{engine:?}");
}
