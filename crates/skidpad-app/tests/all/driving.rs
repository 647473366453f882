//! Driving without a screen: frames of any length, other rates, ghosts, walls, and going back in time.

use skidpad_app::choice::{Choice, ChoiceError};
use skidpad_app::drive::{Drive, Pace};
use skidpad_app::setup::RATES_HZ;
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::step::Status;
use skidpad_models::MODELS;
use skidpad_world::contact::{Wall, Walls};
use skidpad_world::scene::{Place, Scene};
use skidpad_world::world::{Event, EventKind, Party};

use crate::saved::saved;

fn car(model: &str) -> Choice {
    Choice::preset(model, "boxster-s").unwrap()
}

fn full() -> Controls {
    Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() }
}

/// Drives for a time in frames of some length.
fn driven(drive: &mut Drive, controls: &Controls, frame_s: f64, duration_s: f64) {
    for _ in 0..(duration_s / frame_s).round() as usize {
        drive.frame(frame_s, controls);
    }
}

/// A model whose states have the position of the rear axle started at the origin, and not where the scene's start is.
#[test]
fn every_model_that_steers_starts_where_the_scene_says() {
    let scene = Scene::by_name("wet").unwrap();
    for model in MODELS.iter().filter(|model| model.abilities.steers) {
        let car = Choice::preset(model.name, skidpad_formats::choose::names(model)[0]).unwrap();
        let drive = Drive::new(scene.clone(), &car).unwrap();
        let [x, y, _] = drive.player().drawn(1.0).position_m;
        let [start_x, start_y] = scene.start.position_m;
        // The centre of mass is ahead of the rear axle by less than the wheelbase.
        assert!((x - start_x).abs() < 3.0 && (y - start_y).abs() < 1e-9, "{}: {x} {y}", model.name);
    }
}

/// Whatever the frames, the same steps: the same bits at the same simulated time.
#[test]
fn frames_of_any_length_give_the_same_bits() {
    let hash = |frames: &[f64]| {
        let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
        let steer = Controls { steer_rad: 0.02, ..full() };
        let mut index = 0;
        while drive.time_s() < 3.0 - 1e-9 {
            // Short of the end single steps, so that all end at the same one.
            if drive.time_s() < 2.8 {
                drive.frame(frames[index % frames.len()], &steer);
                index += 1;
            } else {
                drive.frame(1.0 / 240.0, &steer);
            }
        }
        (drive.time_s(), drive.player_hash())
    };
    let even = hash(&[1.0 / 60.0]);
    assert_eq!(even, hash(&[1.0 / 144.0]));
    assert_eq!(even, hash(&[0.004, 0.031, 0.0, 0.0166, 0.09]));
}

/// At every rate of the selector the car comes as far, to 0.1 %.
#[test]
fn rates_hardly_matter() {
    let way = |rate: u32| {
        let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
        drive.set_rate_hz(rate);
        while drive.time_s() < 5.0 - 1e-9 {
            drive.single_step_with(&full());
        }
        drive.player().drawn(1.0).position_m[0]
    };
    let expected = way(1000);
    for rate in RATES_HZ {
        assert!((way(rate) / expected - 1.0).abs() < 1e-3, "{rate} Hz: {} m, {expected} m", way(rate));
    }
}

/// A tab that slept, a clock that jumped, a frame that is no number: the car moves on from where it was.
#[test]
fn late_frames_do_not_make_the_car_jump() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    driven(&mut drive, &full(), 1.0 / 60.0, 4.0);
    for late in [1.0, 3600.0, f64::INFINITY, f64::NAN, -5.0, 1e300] {
        let before = drive.player().drawn(drive.alpha()).position_m[0];
        let speed = drive.player().seen().speed_m_s();
        drive.frame(late, &full());
        let moved = drive.player().drawn(drive.alpha()).position_m[0] - before;
        assert!((0.0..=0.13 * (speed + 2.0)).contains(&moved), "{late}: {moved} m");
        assert_eq!(drive.status(), Status::Running);
    }
}

/// Every model drives, alone and as a ghost.
#[test]
fn every_model_drives() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    // Workload W1 is no car to set off in: it divides by its speed.
    for model in MODELS.iter().filter(|model| model.name != "w1") {
        if let Ok(ghost) = car("two_track").in_model(model.name) {
            drive.add_ghost(&ghost).unwrap();
        }
    }
    assert!(drive.entrants().len() >= MODELS.len() - 5, "{}", drive.entrants().len());
    driven(&mut drive, &Controls { steer_rad: 0.03, ..full() }, 1.0 / 60.0, 3.0);
    for entrant in drive.entrants() {
        let name = entrant.choice().model.name;
        let position = entrant.drawn(1.0).position_m;
        assert!(position.into_iter().all(f64::is_finite), "{name}: {position:?}");
        assert_eq!(entrant.time_s(), drive.time_s(), "{name}");
    }
}

/// Paused, nothing moves; a single step moves by one; slow motion takes longer.
#[test]
fn time_stands_steps_and_goes_slowly() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    drive.set_pace(Pace::Paused);
    driven(&mut drive, &full(), 0.01, 1.0);
    assert_eq!(drive.time_s(), 0.0);
    drive.single_step();
    assert!((drive.time_s() - 1.0 / 240.0).abs() < 1e-12);
    drive.restart();
    drive.set_pace(Pace::Running(0.25));
    driven(&mut drive, &full(), 0.01, 2.0);
    assert!((drive.time_s() - 0.5).abs() < 0.01, "{}", drive.time_s());
}

/// Back in time and on again: the same bits as the first time.
#[test]
fn goes_back_in_time() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    driven(&mut drive, &full(), 1.0 / 240.0, 4.0);
    let went_s = drive.rewind(2.0);
    assert!((1.9..=2.2).contains(&went_s), "{went_s}");
    let then_s = drive.time_s();
    let mut again = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    while again.time_s() < then_s - 1e-9 {
        again.frame(1.0 / 240.0, &full());
    }
    assert_eq!(drive.player_hash(), again.player_hash());
    assert!(drive.rewind(1e9) > 0.0 && drive.time_s() == 0.0);
}

/// A wall stops the car, and tells of it; the ghosts pass.
#[test]
fn walls_stop_the_player() {
    let walls = Walls::new(Wall::line(&[[40.0, -20.0], [40.0, 20.0]], 0.2, 0.5)).unwrap();
    let scene = Scene { walls, ..Scene::straight() };
    let mut drive = Drive::new(scene, &car("two_track")).unwrap();
    drive.add_ghost(&car("single_track")).unwrap();
    driven(&mut drive, &full(), 1.0 / 60.0, 6.0);
    let ways: Vec<_> = drive.entrants().iter().map(|entrant| entrant.drawn(1.0).position_m[0]).collect();
    assert!(ways[0] < 40.0 && ways[1] > 60.0, "{ways:?}");
    let events = drive.take_events();
    let is_hard = |event: &Event| matches!(event.kind, EventKind::Met { other: Party::Wall(_), approach_speed_m_s, .. } if approach_speed_m_s > 5.0);
    assert!(events.first().is_some_and(is_hard), "{events:?}");
    assert!(drive.take_events().is_empty());
}

/// Solid cars start behind the player, meet walls and each other, and a replay of the run has the same bits.
#[test]
fn solid_cars_collide() {
    let mut drive = Drive::new(Scene::by_name("walls").unwrap(), &car("two_track")).unwrap();
    for model in ["single_track", "two_track", "two_track_sprung", "spatial"] {
        drive.add_ghost(&car("two_track").in_model(model).unwrap()).unwrap();
    }
    let place = |drive: &Drive, car: usize| drive.entrants()[car].drawn(1.0).position_m;
    assert_eq!(place(&drive, 0), place(&drive, 3), "ghosts start where the player does");
    drive.set_solid(true);
    for car in 1..4 {
        let behind_m = place(&drive, 0)[0] - place(&drive, car)[0];
        assert!(behind_m > 6.0, "{car}: {behind_m}");
    }
    driven(&mut drive, &full(), 1.0 / 60.0, 12.0);
    // The car in front pushes against the wall; in reverse and on again all come to one.
    let back = Controls { gear: Gear::Reverse, steer_rad: -0.1, ..full() };
    driven(&mut drive, &back, 1.0 / 60.0, 4.0);
    driven(&mut drive, &full(), 1.0 / 60.0, 8.0);
    let events = drive.take_events();
    let hits = |is: &dyn Fn(Party) -> bool, car: usize| {
        events.iter().any(|event| {
            event.car.index() == car && matches!(event.kind, EventKind::Met { other, .. } if is(other))
        })
    };
    let meet = |is: &dyn Fn(Party) -> bool| (0..4).map(|car| hits(is, car)).collect::<Vec<_>>();
    assert_eq!(meet(&|other| matches!(other, Party::Wall(_))), [true; 4], "each meets a wall");
    assert!(
        meet(&|other| matches!(other, Party::Car(_))).iter().filter(|meets| **meets).count() >= 3,
        "{events:?}"
    );
    let run = saved(&drive);
    assert!(run.setup.is_solid && run.setup.link().contains("others=solid"));
    let mut again = Drive::replay(&run).unwrap();
    while !again.playback().unwrap().is_over() {
        again.frame(1.0 / 60.0, &Controls::default());
    }
    assert_eq!(again.hash(), drive.hash());
    drive.set_solid(false);
    assert_eq!(place(&drive, 0), place(&drive, 3), "and again");
}

/// Rewinding goes beyond a change of model: the new model goes on from there, and so it does in a replay.
#[test]
fn rewinds_beyond_a_change_of_model() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    driven(&mut drive, &full(), 1.0 / 60.0, 4.0);
    let then = (drive.player().drawn(1.0).position_m[0], drive.player().seen().speed_m_s());
    for model in ["single_track", "kinematic", "two_track_sprung"] {
        drive.tune(&drive.player().choice().in_model(model).unwrap()).unwrap();
        driven(&mut drive, &full(), 1.0 / 60.0, 1.0);
    }
    assert!((drive.rewind(3.0) - 3.0).abs() < 0.2);
    assert_eq!(drive.player().choice().model.name, "two_track_sprung");
    let now = (drive.player().drawn(1.0).position_m[0], drive.player().seen().speed_m_s());
    assert!((now.0 - then.0).abs() < 2.5 && (now.1 - then.1).abs() < 0.7, "{now:?}, then {then:?}");
    driven(&mut drive, &full(), 1.0 / 60.0, 2.0);
    let mut again = Drive::replay(&saved(&drive)).unwrap();
    while !again.playback().unwrap().is_over() {
        again.frame(1.0 / 60.0, &Controls::default());
    }
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
}

/// While time stands, models are tried and figures drawn: all of it is in the run, as far as it matters.
#[test]
fn models_tried_while_time_stands_are_driven_again() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    driven(&mut drive, &full(), 1.0 / 60.0, 3.0);
    let sprung = drive.player().choice().in_model("two_track_sprung").unwrap();
    for model in ["two_track_sprung", "single_track", "two_track"] {
        drive.tune(&sprung.in_model(model).unwrap()).unwrap();
    }
    driven(&mut drive, &full(), 1.0 / 60.0, 1.0);
    let mut again = Drive::replay(&drive.run()).unwrap();
    while !again.playback().unwrap().is_over() {
        again.frame(1.0 / 60.0, &Controls::default());
    }
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
}

/// On a hill a car on springs that takes the place of a rigid one stands on the road: from the plane its springs threw it up.
#[test]
fn a_car_on_springs_takes_over_on_a_hill() {
    let scene = Scene::by_name("slope").unwrap();
    let [x, y] = scene.start.position_m;
    // Over the top, up the slope, and across it.
    for (ahead_m, heading_rad) in [(50.0, 0.0), (32.0, 0.0), (32.0, 1.5)] {
        let start = Place { position_m: [x + ahead_m, y], heading_rad };
        let mut drive = Drive::new(Scene { start, ..scene.clone() }, &car("two_track")).unwrap();
        drive.tune(&drive.player().choice().in_model("two_track_sprung").unwrap()).unwrap();
        let parked = Controls { brake: 1.0, gear: Gear::Neutral, ..Controls::default() };
        driven(&mut drive, &parked, 1.0 / 60.0, 0.5);
        let seen = drive.player().seen();
        assert!(drive.scene().ground.under(start.position_m).height_m > 1.0);
        for wheel in ["front_left", "front_right", "rear_left", "rear_right"] {
            let travel_m = seen.by_name(&format!("{wheel}_suspension_travel_m")).unwrap();
            assert!(travel_m.abs() < 0.1, "{ahead_m} m: {wheel} {travel_m} m");
        }
        assert_eq!(drive.status(), Status::Running);
    }
}

/// What is no car is refused with a message, and the car that was driven stays.
#[test]
fn broken_choices_leave_the_car() {
    assert!(matches!(Choice::preset("no_such", "boxster-s"), Err(ChoiceError::UnknownModel(_))));
    assert!(Choice::preset("two_track", "boxter").unwrap_err().to_string().contains("boxster"));
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    driven(&mut drive, &full(), 1.0 / 60.0, 2.0);
    let (time, hash) = (drive.time_s(), drive.player_hash());
    let model = drive.player().choice().model;
    let broken = Choice::file(model, "mine.toml", b"[body]\nmass = 3\n");
    assert!(broken.unwrap_err().to_string().contains("mine.toml:"));
    let nameless = Choice { name: String::from("no-such-car"), vehicle: None, ..car("two_track") };
    assert!(drive.choose(&nameless).is_err());
    assert_eq!((drive.time_s(), drive.player_hash()), (time, hash));
}

/// Another model drives on from the same place at the same speed, whichever it is, and all is well half a second later.
#[test]
fn models_are_switched_while_driving() {
    let models = MODELS.iter().filter(|model| model.name != "w1");
    let cars: Vec<Choice> = models.filter_map(|model| car("two_track").in_model(model.name).ok()).collect();
    assert!(cars.len() > 18, "{}", cars.len());
    for from in &cars {
        let mut drive = Drive::new(Scene::straight(), from).unwrap();
        driven(&mut drive, &full(), 1.0 / 60.0, 2.0);
        for to in &cars {
            let (before, speed) = (drive.player().drawn(1.0).position_m, drive.player().seen().speed_m_s());
            let time_s = drive.time_s();
            drive.tune(to).unwrap();
            assert_eq!(drive.time_s(), time_s, "time goes on");
            let name = format!("{} to {}", from.model.name, to.model.name);
            let after = drive.player().drawn(1.0).position_m;
            // A model that knows only how far it has come goes along the straight.
            let aside = if to.model.abilities.steers { after[1] - before[1] } else { 0.0 };
            let off = skidpad_core::math::Real::hypot(after[0] - before[0], aside);
            assert!(off < 0.5, "{name}: {off} m");
            driven(&mut drive, &Controls { gear: Gear::Automatic, ..Controls::default() }, 1.0 / 60.0, 0.2);
            let later = drive.player().seen().speed_m_s();
            assert!((0.75 * speed - 1.0..speed + 1.0).contains(&later), "{name}: {speed} to {later}");
            assert_eq!(drive.status(), Status::Running, "{name}");
            drive.tune(from).unwrap();
        }
    }
}

/// To choose the rate that it has changes nothing: the picture flicked back to the last step but one.
#[test]
fn the_same_rate_leaves_the_picture_where_it_is() {
    let mut drive = Drive::new(Scene::straight(), &car("two_track")).unwrap();
    drive.frame(0.003, &full());
    let alpha = drive.alpha();
    assert!(alpha > 0.5, "{alpha}");
    drive.set_rate_hz(drive.rate_hz());
    assert_eq!(drive.alpha(), alpha);
}

/// After a restart nothing is asked for yet. What was asked last shaped the first row of models that look at it.
#[test]
fn restarted_nothing_is_asked_for() {
    let mut drive = Drive::new(Scene::straight(), &car("kinematic")).unwrap();
    let (asked, command) = (*drive.asked(), *drive.command());
    driven(&mut drive, &full(), 1.0 / 60.0, 1.0);
    assert!(drive.asked() != &asked && drive.command() != &command);
    drive.restart();
    assert_eq!((drive.asked(), drive.command()), (&asked, &command));
}
