//! Lamps, and the switches of the assists.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::lamps::{Light, lamps, switched};
use skidpad_app::tuning::Tuning;
use skidpad_core::controls::{Controls, Gear};
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;

fn choice(model: &str) -> Choice {
    Choice::preset("two_track", "boxster-s").unwrap().in_model(model).unwrap()
}

fn light(drive: &Drive, name: &str) -> Light {
    lamps(drive.player()).assists.iter().find(|assist| assist.name == name).unwrap().light
}

/// Drives, and says whether a lamp was lit at any time.
fn was_lit(drive: &mut Drive, seconds: f64, controls: &Controls, name: &str) -> bool {
    (0..(240.0 * seconds) as usize).fold(false, |was, _| {
        drive.single_step_with(controls);
        was | (light(drive, name) == Light::Acts)
    })
}

fn throttle(throttle: f64) -> Controls {
    Controls { throttle, gear: Gear::Automatic, ..Controls::default() }
}

fn slippery() -> Scene {
    let mut scene = Scene::straight();
    scene.surface.grip = 0.3;
    scene
}

#[test]
fn every_model_has_the_lamps_of_what_it_knows() {
    for model in MODELS.iter().filter(|model| model.name != "w1") {
        let drive = Drive::new(Scene::straight(), &choice(model.name)).unwrap();
        let lamps = lamps(drive.player());
        let is_four_wheeled = model.name.starts_with("two_track") || model.name.starts_with("spatial");
        let expected = if is_four_wheeled { 4 } else { 0 };
        assert_eq!((lamps.assists.len(), lamps.trouble), (expected, None), "{}", model.name);
    }
}

/// Each lamp is dim while its assist has nothing to do, lit while it intervenes.
#[test]
fn lamps_are_lit_while_their_assist_intervenes() {
    let mut drive = Drive::new(slippery(), &choice("two_track")).unwrap();
    assert_eq!(
        ["ABS", "TC", "ESC", "LC"].map(|name| light(&drive, name)),
        [Light::Ready, Light::Ready, Light::Ready, Light::Off]
    );
    assert!(was_lit(&mut drive, 3.0, &throttle(1.0), "TC"));
    assert!(!was_lit(&mut drive, 1.0, &throttle(0.0), "ABS"));
    let brake = Controls { brake: 1.0, gear: Gear::Automatic, ..Controls::default() };
    assert!(was_lit(&mut drive, 0.5, &brake, "ABS"));
    let mut drive = Drive::new(Scene::straight(), &choice("two_track")).unwrap();
    was_lit(&mut drive, 5.0, &throttle(1.0), "ESC");
    let jerk = Controls { steer_rad: 0.3, ..throttle(0.0) };
    assert!(was_lit(&mut drive, 1.0, &jerk, "ESC"));
}

/// Switched off while driving: the car goes on from where it is, the wheels lock, and the lamp stays dark; and on again.
#[test]
fn an_assist_is_switched_while_driving() {
    let mut drive = Drive::new(slippery(), &choice("two_track")).unwrap();
    was_lit(&mut drive, 4.0, &throttle(1.0), "ABS");
    let (time_s, speed) = (drive.time_s(), drive.player().seen().speed_m_s());
    let off = switched(drive.player().choice(), "assists.abs", false).unwrap();
    assert_eq!(drive.tune(&off), Ok(()));
    assert_eq!((drive.time_s(), drive.player().seen().speed_m_s()), (time_s, speed));
    assert_eq!(light(&drive, "ABS"), Light::Off);
    let brake = Controls { brake: 1.0, gear: Gear::Automatic, ..Controls::default() };
    assert!(!was_lit(&mut drive, 0.6, &brake, "ABS"));
    assert!(drive.player().seen().by_name("front_left_slip").unwrap() < -0.9);
    let on = switched(drive.player().choice(), "assists.abs", true).unwrap();
    assert_eq!(drive.tune(&on), Ok(()));
    assert!(was_lit(&mut drive, 0.3, &brake, "ABS"));
}

/// What was tuned before stays when an assist is switched.
#[test]
fn switching_an_assist_keeps_what_was_tuned() {
    let tuning = Tuning::new(&choice("two_track")).unwrap();
    let heavy = tuning.with(&tuning.place("body.kerb_mass").unwrap(), 2000.0).unwrap();
    let mut drive = Drive::new(Scene::straight(), &heavy).unwrap();
    was_lit(&mut drive, 1.0, &throttle(1.0), "ABS");
    for is_on in [false, true] {
        let other = switched(drive.player().choice(), "assists.abs", is_on).unwrap();
        assert_eq!(drive.tune(&other), Ok(()));
        let mass_kg = drive.player().choice().vehicle.as_ref().unwrap().1.body().mass_kg;
        assert!((2000.0..2200.0).contains(&mass_kg), "{mass_kg}");
        let tuning = Tuning::new(drive.player().choice()).unwrap();
        assert_eq!(tuning.value(&tuning.place("body.kerb_mass").unwrap()), 2000.0);
    }
}

/// A first gear at full throttle runs into the limiter above the redline; engaged at speed it blows the engine, and the
/// lamps say so.
#[test]
fn redline_and_blown_engine_are_told() {
    let mut drive = Drive::new(Scene::straight(), &choice("two_track")).unwrap();
    let first = Controls { throttle: 1.0, gear: Gear::Forward(1), ..Controls::default() };
    (0..4 * 240).for_each(|_| drive.single_step_with(&first));
    let seen = drive.player().seen();
    let redline = drive.player().choice().vehicle.as_ref().unwrap().1.engine().redline_rad_s;
    assert!(lamps(drive.player()).redline && seen.engine_rad_s().unwrap() >= redline);
    (0..12 * 240).for_each(|_| drive.single_step_with(&throttle(1.0)));
    (0..240).for_each(|_| drive.single_step_with(&first));
    let is_blown = drive.player().seen().by_name("blown").unwrap() > 0.5;
    assert_eq!(lamps(drive.player()).trouble.is_some_and(|text| text.contains("BLOWN ENGINE")), is_blown);
    assert!(is_blown);
}

/// A car that can stall does so with the clutch in at a standstill, says which key starts it, and runs again with it.
#[test]
fn a_stalled_engine_is_told_and_started() {
    let tuning = Tuning::new(&choice("two_track")).unwrap();
    let by_pedal = tuning.with(&tuning.place("stalling.clutch_by_pedal").unwrap(), 1.0).unwrap();
    let tuning = Tuning::new(&by_pedal).unwrap();
    let car = tuning.with(&tuning.place("stalling.stall_speed").unwrap(), 40.0).unwrap();
    let mut drive = Drive::new(Scene::straight(), &car).unwrap();
    let first = Controls { brake: 1.0, gear: Gear::Forward(1), ..Controls::default() };
    (0..240).for_each(|_| drive.single_step_with(&first));
    assert!(
        lamps(drive.player()).trouble.is_some_and(|text| text.contains("STALLED") && text.contains("Hold I"))
    );
    let start = Controls { clutch: 1.0, starter: 1.0, ..first };
    (0..3 * 240).for_each(|_| drive.single_step_with(&start));
    assert_eq!(lamps(drive.player()).trouble, None);
}
