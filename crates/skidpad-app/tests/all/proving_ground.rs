//! The proving ground: cars can drive on all of it, and a look at its ground costs little.
#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::step::Status;
use skidpad_world::scene::{Cone, Mark, Paint, Place, Scene};
use skidpad_world::world::{Event, EventKind, Party};

fn car(model: &str) -> Choice {
    Choice::preset(model, "boxster-s").unwrap()
}

fn throttle(throttle: f64) -> Controls {
    Controls { throttle, gear: Gear::Automatic, ..Controls::default() }
}

fn parked() -> Controls {
    Controls { brake: 1.0, gear: Gear::Neutral, ..Controls::default() }
}

/// A parked car stays on the slope of 30 %, rigid or on springs; without its brake it rolls down.
#[test]
fn a_car_parks_on_the_slope() {
    for model in ["two_track", "two_track_sprung", "spatial"] {
        let slope = Scene::by_name("slope").unwrap();
        // In the middle of what is painted as the slope.
        let middle = slope.marks.iter().find_map(|mark| match mark {
            Mark::Area { area, paint: Paint::Slope } => Some(area.centre_m),
            _ => None,
        });
        let start = Place { position_m: middle.unwrap(), ..slope.start };
        let scene = Scene { start, ..slope };
        let grade = scene.ground.under(start.position_m).rise[0];
        assert!((grade - 0.3).abs() < 1e-9, "{grade}");
        let mut drive = Drive::new(scene, &car(model)).unwrap();
        let roll = |drive: &mut Drive, controls: Controls, duration_s: f64| {
            let before = drive.player().drawn(1.0).position_m[0];
            for _ in 0..(duration_s * 60.0) as usize {
                drive.frame(1.0 / 60.0, &controls);
            }
            drive.player().drawn(1.0).position_m[0] - before
        };
        roll(&mut drive, parked(), 5.0);
        let moved = roll(&mut drive, parked(), 30.0);
        assert!(moved.abs() < 1e-3, "{model}: {moved} m in 30 s");
        let rolled = roll(&mut drive, Controls { brake: 0.0, ..parked() }, 3.0);
        assert!(rolled < -3.0, "{model}: {rolled} m");
        assert_eq!(drive.status(), Status::Running);
    }
}

/// From every place a car of every kind drives on, over the hill too.
#[test]
fn cars_drive_from_every_place() {
    for scene in Scene::all() {
        for model in ["two_track", "two_track_sprung", "spatial", "single_track"] {
            let name = scene.name;
            let mut drive = Drive::new(scene.clone(), &car(model)).unwrap();
            for _ in 0..600 {
                drive.frame(1.0 / 60.0, &throttle(0.5));
            }
            assert_eq!(drive.status(), Status::Running, "{name} {model}");
            let [x, y, _] = drive.player().drawn(1.0).position_m;
            let came = (x - drive.scene().start.position_m[0]).hypot(y - drive.scene().start.position_m[1]);
            assert!(came > 20.0, "{name} {model}: {came} m");
        }
    }
}

/// A car throws cones about; they slide to rest, do not stop it, and stand in their places after a restart.
#[test]
fn cones_are_thrown_and_put_back() {
    let scene = Scene::by_name("walls").unwrap();
    let mut drive = Drive::new(scene.clone(), &car("two_track")).unwrap();
    let place = |drive: &Drive, index: usize| drive.cones()[index].motion.position_m;
    let mut fastest: f64 = 0.0;
    for _ in 0..600 {
        if drive.cones().iter().filter(|cone| cone.is_hit).count() >= 5 {
            break;
        }
        drive.frame(1.0 / 60.0, &throttle(0.6));
        for cone in drive.cones() {
            fastest = fastest.max(cone.motion.velocity_m_s.x.hypot(cone.motion.velocity_m_s.y));
        }
    }
    let hit = drive.cones().iter().filter(|cone| cone.is_hit).count();
    assert!((5..=10).contains(&hit) && fastest > 5.0, "{hit} {fastest}");
    assert!(drive.player().seen().speed_m_s() > 8.0, "{}", drive.player().seen().speed_m_s());
    let is_cone = |event: &Event| matches!(event.kind, EventKind::Met { other: Party::Cone(_), .. });
    assert!(drive.take_events().iter().filter(|event| is_cone(event)).count() >= 5, "each is an event");
    for _ in 0..300 {
        drive.frame(1.0 / 60.0, &Controls { brake: 1.0, ..throttle(0.0) });
    }
    assert!(drive.cones().iter().all(|cone| cone.motion.velocity_m_s.x == 0.0), "they lie");
    let thrown: Vec<_> = (0..scene.cones.len()).map(|index| place(&drive, index)).collect();
    assert!(drive.rewind(8.0) > 7.0);
    assert_ne!(thrown, (0..scene.cones.len()).map(|index| place(&drive, index)).collect::<Vec<_>>());
    drive.restart();
    for (cone, Cone { position_m }) in drive.cones().iter().zip(&scene.cones) {
        assert_eq!([cone.motion.position_m.x, cone.motion.position_m.y], *position_m);
        assert!(!cone.is_hit);
    }
}

/// What the ground costs 16 cars at 1000 Hz: four wheels, and a look at the car's numbers.
#[test]
#[ignore = "soak: a measurement, of a release build"]
fn a_look_at_the_ground_costs_little() {
    let scene = Scene::by_name("straight").unwrap();
    let place = |index: u32| [f64::from(index % 977) * 0.7, f64::from(index % 353) - 250.0];
    let looks = 4_000_000_u32;
    let began = Instant::now();
    let sum: f64 = (0..looks).map(|index| scene.ground.under(place(index)).grip).sum();
    let per_look_ns = began.elapsed().as_nanos() as f64 / f64::from(looks);
    // 16 cars, 1000 steps, 4 wheels, and once more for the row of numbers.
    let share = 16.0 * 1000.0 * 4.0 * 2.0 * per_look_ns * 1e-9;
    println!("{per_look_ns:.1} ns a look; {:.2} % of a core (sum {sum})", 100.0 * share);
    let mut drive = Drive::new(scene, &car("two_track")).unwrap();
    drive.set_rate_hz(1000);
    for _ in 0..15 {
        drive.add_ghost(&car("two_track")).unwrap();
    }
    let began = Instant::now();
    for _ in 0..2000 {
        drive.single_step_with(&throttle(0.5));
    }
    println!("16 cars at 1000 Hz: {:.1} % of a core", 50.0 * began.elapsed().as_secs_f64());
    assert!(share < 0.02, "{share}");
}

/// A body on springs follows the road: it pitches by the slope's angle, and its heave by the road's height.
#[test]
fn a_car_on_springs_follows_the_slope() {
    let mut drive = Drive::new(Scene::by_name("slope").unwrap(), &car("two_track_sprung")).unwrap();
    let (mut steepest, mut highest, mut lightest): (f64, f64, f64) = (0.0, 0.0, f64::INFINITY);
    for _ in 0..2400 {
        let too_fast = drive.player().seen().speed_m_s() > 3.0;
        drive.frame(1.0 / 60.0, &throttle(if too_fast { 0.0 } else { 0.5 }));
        let seen = drive.player().seen();
        steepest = steepest.min(seen.by_name("pitch_rad").unwrap());
        highest = highest.max(seen.by_name("heave_m").unwrap());
        lightest = lightest.min(seen.by_name("front_load_n").unwrap());
    }
    assert!((-0.36..-0.26).contains(&steepest), "{steepest}");
    assert!((5.9..6.1).contains(&highest), "{highest}");
    assert!(lightest > 1000.0, "{lightest}");
    assert!(drive.player().drawn(1.0).position_m[0] > 40.0 + 88.0 - 30.0);
}
