//! The brake key stops the car and then reverses it.

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_core::controls::{Controls, Gear};
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;

use crate::saved::saved;

const OFF: Controls = Controls {
    throttle: 0.0,
    brake: 0.0,
    handbrake: 0.0,
    steer_rad: 0.0,
    clutch: 0.0,
    starter: 0.0,
    gear: Gear::Automatic,
};
const THROTTLE: Controls = Controls { throttle: 1.0, ..OFF };
const BRAKE: Controls = Controls { brake: 1.0, ..OFF };

fn drive(model: &str) -> Drive {
    let car = Choice::preset("two_track", "boxster-s").unwrap().in_model(model).unwrap();
    let mut drive = Drive::new(Scene::straight(), &car).unwrap();
    drive.set_auto_reverse(true);
    drive
}

fn held(drive: &mut Drive, controls: &Controls, seconds: f64) {
    for _ in 0..(60.0 * seconds).round() as usize {
        drive.frame(1.0 / 60.0, controls);
    }
}

fn forwards_m_s(drive: &Drive) -> f64 {
    drive.player().seen().velocity_m_s()[0]
}

/// With the brake key held the car stood for good: reverse was a matter of two presses of Q, which nobody told.
#[test]
fn the_brake_stops_the_car_and_then_reverses_it() {
    let mut drive = drive("two_track");
    held(&mut drive, &THROTTLE, 2.0);
    let speed = forwards_m_s(&drive);
    assert!(speed > 5.0, "{speed}");
    held(&mut drive, &BRAKE, 0.5);
    assert!(!drive.is_auto_reversing() && drive.command().brake > 0.9);
    held(&mut drive, &BRAKE, 4.0);
    assert!(drive.is_auto_reversing());
    assert!((-20.0..-2.0).contains(&forwards_m_s(&drive)), "{} m/s", forwards_m_s(&drive));
    assert_eq!((drive.asked().throttle, drive.asked().brake, drive.asked().gear), (1.0, 0.0, -1.0));
    // The other pedal brakes, and then drives forwards.
    held(&mut drive, &THROTTLE, 0.3);
    assert!(drive.asked().brake == 1.0 && forwards_m_s(&drive) < 0.0);
    held(&mut drive, &THROTTLE, 4.0);
    assert!(!drive.is_auto_reversing() && forwards_m_s(&drive) > 5.0, "{} m/s", forwards_m_s(&drive));
}

/// A short stop is a stop: at the lights nobody wants to go backwards.
#[test]
fn who_lets_go_of_the_brake_stands() {
    let mut drive = drive("two_track");
    held(&mut drive, &THROTTLE, 1.0);
    held(&mut drive, &BRAKE, 0.1);
    while forwards_m_s(&drive) > 0.0 {
        held(&mut drive, &BRAKE, 1.0 / 60.0);
    }
    held(&mut drive, &BRAKE, 0.1);
    held(&mut drive, &Controls { handbrake: 1.0, ..OFF }, 3.0);
    assert!(!drive.is_auto_reversing());
    assert!(forwards_m_s(&drive).abs() < 0.01, "{} m/s", forwards_m_s(&drive));
}

/// The direction is decided step by step: frames of any length end with the same bits.
#[test]
fn reversing_does_not_depend_on_frames() {
    let hash = |frames: &[f64]| {
        let mut drive = drive("two_track");
        let mut index = 0;
        while drive.time_s() < 3.0 - 1e-9 {
            // Short of the end single steps, so that all end at the same one.
            let frame_s = if drive.time_s() < 2.8 { frames[index % frames.len()] } else { 1.0 / 240.0 };
            drive.frame(frame_s, &BRAKE);
            index += 1;
        }
        assert!(forwards_m_s(&drive) < -2.0);
        (drive.time_s(), drive.hash())
    };
    let even = hash(&[1.0 / 60.0]);
    assert_eq!(even, hash(&[1.0 / 144.0]));
    assert_eq!(even, hash(&[0.004, 0.031, 0.0, 0.0166, 0.09]));
}

/// A run holds the pedals and the gear that resulted: it replays to the bit without auto-reverse, from its file, too, and
/// whoever takes over in the middle drives on backwards.
#[test]
fn a_run_with_reversing_replays_to_the_bit() {
    let mut drive = drive("two_track");
    held(&mut drive, &THROTTLE, 1.5);
    held(&mut drive, &BRAKE, 4.0);
    drive.rewind(0.5);
    held(&mut drive, &BRAKE, 1.0);
    held(&mut drive, &THROTTLE, 2.0);
    let run = saved(&drive);
    let mut again = Drive::replay(&run).unwrap();
    again.set_auto_reverse(true);
    let mut went_backwards = false;
    while again.playback().is_some_and(|playback| !playback.is_over()) {
        // What is pressed meanwhile changes nothing.
        again.frame(1.0 / 37.0, &BRAKE);
        went_backwards |= forwards_m_s(&again) < -1.0;
    }
    assert_eq!(again.playback().unwrap().parted_s(), None);
    assert_eq!(again.player_hash(), drive.player_hash());
    assert!(went_backwards);

    let mut taken = Drive::replay(&run).unwrap();
    taken.set_auto_reverse(true);
    while forwards_m_s(&taken) > -2.0 {
        taken.frame(1.0 / 60.0, &OFF);
    }
    taken.take_over();
    assert!(taken.is_auto_reversing());
    let then = forwards_m_s(&taken);
    held(&mut taken, &BRAKE, 0.5);
    assert!(forwards_m_s(&taken) < then, "the brake pedal still drives backwards");
}

/// Going back in time brings the direction back, too; a restart is forwards.
#[test]
fn the_direction_goes_back_in_time() {
    let mut drive = drive("two_track");
    held(&mut drive, &BRAKE, 0.2);
    assert!(!drive.is_auto_reversing());
    held(&mut drive, &BRAKE, 0.5);
    assert!(drive.is_auto_reversing());
    drive.rewind(0.6);
    assert!(!drive.is_auto_reversing());
    held(&mut drive, &BRAKE, 1.0);
    assert!(drive.is_auto_reversing());
    drive.restart();
    assert!(!drive.is_auto_reversing());
}

/// Every model that can drive backwards does so by the brake pedal; the others are not put in reverse.
#[test]
fn models_without_reverse_are_not_reversed() {
    let mut reversed = 0;
    for model in MODELS.iter().filter(|model| model.name != "w1") {
        let Ok(car) = Choice::preset("two_track", "boxster-s").unwrap().in_model(model.name) else {
            continue;
        };
        let mut drive = Drive::new(Scene::straight(), &car).unwrap();
        drive.set_auto_reverse(true);
        held(&mut drive, &BRAKE, 3.0);
        let speed = forwards_m_s(&drive);
        if model.abilities.reverses {
            assert!(speed < -1.0 && drive.is_auto_reversing(), "{}: {speed} m/s", model.name);
            reversed += 1;
        } else {
            assert!(!drive.is_auto_reversing() && drive.asked().brake == 1.0, "{}", model.name);
        }
    }
    assert!(reversed > 10, "{reversed}");
}
