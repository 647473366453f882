//! Keys that steer by grip: near what the tyres bear at any speed, and no spin.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::hand::{Raw, Shaping, Source, grip, hands, lock_rad};
use skidpad_app::tread::treads;
use skidpad_app::tuning::Tuning;
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::scene::Scene;

const RATE_HZ: usize = 240;

/// The presets, and one with 60 % of its weight on the rear axle.
fn cars() -> Vec<Choice> {
    let preset = |name| Choice::preset("two_track", name).unwrap();
    let tuning = Tuning::new(&preset("boxster-s")).unwrap();
    let rear_heavy = tuning.with(&tuning.place("body.front_weight_share").unwrap(), 0.40).unwrap();
    vec![preset("boxster-s"), preset("corvette-c5"), preset("boxster-981-2013"), rear_heavy]
}

fn keys(drive: &Drive, steer: f64, throttle: f64, handbrake: f64) -> Controls {
    let raw = Raw { steer, throttle, handbrake, ..Raw::default() };
    raw.controls(lock_rad(drive.player().choice()), Gear::Automatic)
}

/// On the straight at a speed, keys steering some way, with the pedals let go of.
fn at(car: &Choice, shaping: Shaping, km_h: f64) -> Drive {
    let mut drive = Drive::new(Scene::straight(), car).unwrap();
    drive.set_hands(hands(Source::Keys, shaping, car));
    while drive.player().seen().speed_km_h() < km_h {
        assert!(drive.time_s() < 60.0, "{} does not reach {km_h} km/h", car.name);
        drive.single_step_with(&keys(&drive, 0.0, 1.0, 0.0));
    }
    (0..RATE_HZ / 2).for_each(|_| drive.single_step_with(&keys(&drive, 0.0, 0.0, 0.0)));
    drive
}

/// Full left for three seconds: the mean lateral acceleration of the second, as a share of the front tyres' friction
/// times gravity; the largest slip of front and rear tyres in shares of their peaks; and the largest sideslip angle.
fn full_left(mut drive: Drive) -> [f64; 4] {
    let friction = drive.player().choice().vehicle.as_ref().unwrap().1.front().lateral_friction;
    let [mut share, mut front, mut rear, mut sideslip] = [0.0_f64; 4];
    for step in 0..3 * RATE_HZ {
        drive.single_step_with(&keys(&drive, 1.0, 0.0, 0.0));
        let seen = drive.player().seen();
        if (RATE_HZ..2 * RATE_HZ).contains(&step) {
            share += seen.acceleration_m_s2()[1] / (friction * 9.81 * RATE_HZ as f64);
        }
        // Below, the lock is the limit.
        if step >= RATE_HZ && seen.speed_km_h() > 28.0 {
            let sliding: Vec<_> = treads(drive.player()).iter().map(|tread| tread.sliding(&seen)).collect();
            let half = sliding.len() / 2;
            front = sliding[..half].iter().copied().fold(front, f64::max);
            rear = sliding[half..].iter().copied().fold(rear, f64::max);
            sideslip = sideslip.max(seen.sideslip_rad().abs());
        }
    }
    [share, front, rear, sideslip]
}

#[test]
fn a_full_key_asks_for_what_the_tyres_bear_at_any_speed() {
    for car in cars() {
        for km_h in [40.0, 80.0, 120.0, 160.0] {
            let [share, front, rear, sideslip] = full_left(at(&car, Shaping::Grip, km_h));
            let what = format!("{} {km_h} km/h: {share:.3} {front:.2} {rear:.2} {sideslip:.3}", car.name);
            println!("{what}");
            assert!((0.84..1.0).contains(&share), "{what}");
            // Neither ploughs nor spins: no tyre goes beyond its peak.
            assert!(front < 0.85 && rear < 1.0 && sideslip < 0.18, "{what}");
        }
    }
}

/// By angle the same key is far beyond the front tyres' peak at 80 km/h: they plough, and bear less.
#[test]
fn by_angle_the_front_tyres_plough() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let by_grip = full_left(at(&car, Shaping::Grip, 80.0));
    let by_angle = full_left(at(&car, Shaping::Angle, 80.0));
    assert!(by_angle[1] > 2.0 && by_angle[0] < by_grip[0] - 0.02, "{by_angle:?} {by_grip:?}");
}

/// The handbrake throws the rear out; the other key turns the wheels against it, further than the car slides, and
/// catches it.
#[test]
fn the_other_key_catches_a_drift() {
    for car in cars() {
        let mut drive = at(&car, Shaping::Grip, 70.0);
        let mut out = 0.0_f64;
        for _ in 0..2 * RATE_HZ {
            drive.single_step_with(&keys(&drive, 1.0, 0.0, 1.0));
            out = drive.player().seen().sideslip_rad();
            if out < -0.15 {
                break;
            }
        }
        assert!(out < -0.15, "{}: the rear does not come out: {out}", car.name);
        let mut least = 0.0_f64;
        let mut furthest = out;
        for _ in 0..3 * RATE_HZ {
            let seen = drive.player().seen();
            // Against the slide until it is caught, then free.
            let against = if seen.sideslip_rad() < -0.1 && seen.yaw_rate_rad_s() > 0.0 { -1.0 } else { 0.0 };
            drive.single_step_with(&keys(&drive, against, 0.0, 0.0));
            least = least.min(drive.command().steer_rad);
            furthest = furthest.min(drive.player().seen().sideslip_rad());
        }
        let seen = drive.player().seen();
        let what = format!("{}: {out:.2} to {furthest:.2}, steered {least:.2}", car.name);
        println!("{what}, ends {:.2} at {:.0} km/h", seen.sideslip_rad(), seen.speed_km_h());
        assert!(least < -0.3, "{what}");
        assert!(seen.velocity_m_s()[0] > 1.0 && seen.sideslip_rad().abs() < 0.1, "{what}");
    }
}

/// Where a model has no tyres that slide, or tells nothing of them, a key asks for an angle.
#[test]
fn models_without_grip_are_steered_by_angle() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    for (model, has_grip) in [("two_track", true), ("single_track", true), ("kinematic", false)] {
        let car = car.in_model(model).unwrap();
        assert_eq!(grip(&car).is_some(), has_grip, "{model}");
        let (keys, by_angle) = (Source::Keys, hands(Source::Keys, Shaping::Angle, &car));
        assert_eq!(hands(keys, Shaping::Grip, &car) == by_angle, !has_grip, "{model}");
        assert_eq!(hands(keys, Shaping::Unshaped, &car), None);
    }
    for source in Source::ALL {
        for model in &skidpad_models::MODELS {
            let Ok(car) = car.in_model(model.name) else { continue };
            for shaping in Shaping::ALL {
                let fault = hands(source, shaping, &car).and_then(|hands| hands.fault());
                assert_eq!(fault, None, "{} {source:?} {shaping:?}", model.name);
            }
        }
    }
}

/// Backwards, after a tap on a key the car goes on straight: by angle. By grip, where the wheels follow the way of the
/// front axle, which then goes behind, nothing would hold it.
#[test]
fn backwards_a_free_key_goes_straight() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let turned = |shaping: Shaping| {
        let mut drive = Drive::new(Scene::straight(), &car).unwrap();
        drive.set_hands(hands(Source::Keys, shaping, &car));
        let back = |drive: &Drive, steer: f64, throttle: f64| {
            let raw = Raw { steer, throttle, ..Raw::default() };
            raw.controls(lock_rad(drive.player().choice()), Gear::Reverse)
        };
        while drive.player().seen().speed_km_h() < 35.0 && drive.time_s() < 20.0 {
            drive.single_step_with(&back(&drive, 0.0, 0.5));
        }
        (0..RATE_HZ / 8).for_each(|_| drive.single_step_with(&back(&drive, 1.0, 0.0)));
        (0..RATE_HZ * 3 / 2).for_each(|_| drive.single_step_with(&back(&drive, 0.0, 0.3)));
        drive.player().seen().yaw_rate_rad_s().abs()
    };
    let (by_angle, by_grip) = (turned(Shaping::Angle), turned(Shaping::Grip));
    assert!(by_angle < 0.02, "{by_angle}");
    assert!(by_grip > 0.1, "{by_grip}");
    let in_gear = |gear: Gear| Shaping::ALL.map(|shaping| shaping.in_gear(gear));
    assert_eq!(in_gear(Gear::Reverse), [Shaping::Angle, Shaping::Angle, Shaping::Unshaped]);
    assert_eq!(in_gear(Gear::Automatic), Shaping::ALL);
}

/// In every model that has grip a full key turns the car, and none spins.
#[test]
fn every_model_with_grip_holds() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut count = 0;
    for model in &skidpad_models::MODELS {
        let Some(car) = car.in_model(model.name).ok().filter(|car| grip(car).is_some()) else { continue };
        let [share, front, _, sideslip] = full_left(at(&car, Shaping::Grip, 80.0));
        let what = format!("{}: {share:.3} {front:.2} {sideslip:.3}", model.name);
        assert!((0.6..1.0).contains(&share) && front < 0.75 && sideslip < 0.2, "{what}");
        count += 1;
    }
    assert!(count > 8, "{count}");
}
