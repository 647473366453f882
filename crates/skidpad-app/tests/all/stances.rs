//! How cars stand: to which side they roll, dive and lean, and how their weight is shared.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::stance::Stance;
use skidpad_core::controls::{Controls, Gear};
use skidpad_formats::choose;
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;

fn drive(model: &str, car: &str, scene: &str) -> Drive {
    Drive::new(Scene::by_name(scene).unwrap(), &Choice::preset(model, car).unwrap()).unwrap()
}

fn stance(drive: &Drive) -> Stance {
    Stance::new(drive.player(), &drive.player().drawn(drive.alpha()), drive.scene())
}

fn driven(drive: &mut Drive, seconds: f64, throttle: f64, brake: f64, steer_rad: f64) -> Stance {
    let controls = Controls { throttle, brake, steer_rad, gear: Gear::Automatic, ..Controls::default() };
    for _ in 0..(60.0 * seconds) as usize {
        drive.frame(1.0 / 60.0, &controls);
    }
    stance(drive)
}

#[test]
fn a_car_on_springs_squats_dives_and_rolls_out_of_the_turn() {
    for model in ["two_track_sprung", "two_track_sprung_magic", "spatial"] {
        let mut drive = drive(model, "boxster-s", "endless");
        let still = driven(&mut drive, 1.0, 0.0, 0.0, 0.0);
        let squat = driven(&mut drive, 3.0, 1.0, 0.0, 0.0);
        let turn = driven(&mut drive, 1.5, 0.2, 0.0, 0.05);
        let state = |name: &str| drive.player().seen().by_name(name).unwrap();
        let now = Stance::new(drive.player(), &drive.player().drawn(1.0), drive.scene());
        assert!(
            (now.roll_rad - state("roll_rad")).abs() < 1e-9
                && (now.pitch_rad - state("pitch_rad")).abs() < 1e-9
        );
        let dive = driven(&mut drive, 0.7, 0.0, 1.0, 0.0);
        assert!(
            squat.pitch_rad < still.pitch_rad - 0.005 && dive.pitch_rad > still.pitch_rad + 0.01,
            "{model}"
        );
        // To the left: the right side goes down, and bears more.
        assert!(turn.roll_rad > 0.01, "{model}: {}", turn.roll_rad);
        let shares = turn.load_shares.unwrap();
        assert!(shares[1] > shares[0] && shares[3] > shares[2]);
        let front = |stance: &Stance| stance.load_shares.map(|shares| shares[0] + shares[1]).unwrap();
        assert!(front(&dive) > front(&still) + 0.1 && front(&squat) < front(&still) - 0.02);
    }
}

#[test]
fn a_motorcycle_leans_into_the_turn() {
    let mut drive = drive("motorcycle", "cbr1000rr", "endless");
    driven(&mut drive, 4.0, 0.4, 0.0, 0.0);
    let left = driven(&mut drive, 3.0, 0.2, 0.0, 0.2);
    assert!(left.leans && left.roll_rad < -0.1, "{}", left.roll_rad);
    let right = driven(&mut drive, 4.0, 0.2, 0.0, -0.2);
    assert!(right.roll_rad > 0.1, "{}", right.roll_rad);
    let lean = drive.player().seen().by_name("lean_rad").unwrap();
    assert!(
        (Stance::new(drive.player(), &drive.player().drawn(1.0), drive.scene()).roll_rad - lean).abs() < 1e-9
    );
}

/// Up to the middle of the slope, 15 m before whose foot the scene begins, and parked there.
fn parked(model: &str) -> Drive {
    let mut drive = drive(model, "boxster-s", "slope");
    let start = drive.player().drawn(1.0).position_m[0];
    while drive.player().drawn(1.0).position_m[0] < start + 15.0 + 17.5 && drive.time_s() < 30.0 {
        let throttle = if drive.player().seen().speed_m_s() < 4.0 { 0.5 } else { 0.1 };
        driven(&mut drive, 1.0 / 60.0, throttle, 0.0, 0.0);
    }
    driven(&mut drive, 3.0, 0.0, 1.0, 0.0);
    drive
}

#[test]
fn on_a_slope_a_car_stands_as_the_road_does() {
    let rigid = stance(&parked("two_track"));
    assert!((rigid.pitch_rad + 0.3_f64.atan()).abs() < 0.01 && !rigid.is_sprung, "{}", rigid.pitch_rad);
    let drive = parked("two_track_sprung");
    let sprung = stance(&drive);
    assert!((sprung.pitch_rad - rigid.pitch_rad).abs() < 0.03, "{}", sprung.pitch_rad);
    // It has squatted on its springs: the rear bears more.
    let [pitch, roll] = sprung.on_springs_rad(drive.player().wheels_m());
    assert!((-0.03..-0.001).contains(&pitch) && roll.abs() < 1e-6, "{pitch} {roll}");
}

#[test]
fn every_model_stands_somehow() {
    for model in MODELS.iter().filter(|model| model.name != "w1") {
        let car =
            choose::names(model).into_iter().find_map(|name| Choice::preset(model.name, name).ok()).unwrap();
        let mut drive = Drive::new(Scene::straight(), &car).unwrap();
        let stance = driven(&mut drive, 1.0, 0.5, 0.0, 0.02);
        let angles = [stance.pitch_rad, stance.roll_rad, stance.heave_m];
        assert!(angles.iter().all(|angle| angle.abs() < 0.5), "{}: {angles:?}", model.name);
    }
}
