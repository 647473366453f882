//! Runs: what was driven is replayed to the bit, from memory or from a file, whatever the frames.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, Pace, read_run};
use skidpad_app::hand::keyboard;
use skidpad_app::plots::{Plots, Whose};
use skidpad_app::setup::MOST_GHOSTS;
use skidpad_app::tuning::Tuning;
use skidpad_core::controls::{Controls, Gear};
use skidpad_formats::{choose, log, presets};
use skidpad_models::MODELS;
use skidpad_world::log::LogReplay;
use skidpad_world::scene::Scene;
use skidpad_world::world::{Event, EventKind};

use crate::saved::{saved, to_end};

fn boxster() -> Choice {
    Choice::preset("two_track", "boxster-s").unwrap()
}

fn is_impact(event: &Event) -> bool {
    matches!(event.kind, EventKind::Met { .. })
}

/// Controls of a restless player after so many frames.
fn restless(frame: u32) -> Controls {
    let time_s = f64::from(frame) / 60.0;
    Controls {
        throttle: if frame % 200 < 150 { 1.0 } else { 0.0 },
        brake: if frame % 200 > 180 { 1.0 } else { 0.0 },
        handbrake: if frame % 333 > 320 { 1.0 } else { 0.0 },
        steer_rad: 0.35 * (1.7 * time_s).sin(),
        gear: Gear::Automatic,
        ..Controls::default()
    }
}

fn frames(drive: &mut Drive, from: u32, to: u32) {
    for frame in from..to {
        drive.frame(1.0 / 60.0, &restless(frame));
    }
}

/// Into walls and cones, with hands on keys; back in time, another mass, another rate, hands off.
fn eventful() -> Drive {
    eventful_with(&boxster())
}

/// The same with any car.
fn eventful_with(car: &Choice) -> Drive {
    let mut drive = Drive::new(Scene::by_name("walls").unwrap(), car).unwrap();
    drive.set_hands(Some(keyboard(car)));
    drive.add_ghost(&boxster().in_model("kinematic").unwrap()).unwrap();
    drive.add_ghost(&boxster().in_model("point_mass").unwrap()).unwrap();
    let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    (0..240).for_each(|_| {
        drive.frame(1.0 / 60.0, &full);
    });
    frames(&mut drive, 0, 120);
    let hits = car.model.name == "two_track";
    assert!(!hits || drive.take_events().iter().any(is_impact), "nothing was hit");
    let tuning = Tuning::new(drive.player().choice()).unwrap();
    let heavy = tuning.with(&tuning.place("body.load_mass").unwrap(), 400.0).unwrap();
    assert_eq!(drive.tune(&heavy), Ok(()));
    frames(&mut drive, 240, 300);
    assert!((drive.rewind(2.0) - 2.0).abs() < 0.2);
    frames(&mut drive, 400, 460);
    drive.set_rate_hz(1000);
    drive.tune(&drive.player().choice().in_model("two_track_sprung").unwrap()).unwrap();
    drive.remove_ghost(1);
    frames(&mut drive, 460, 500);
    drive.set_hands(None);
    frames(&mut drive, 500, 560);
    drive
}

/// What the simulator saves is a log as all others: the world replays it, with the vehicles that the file carries.
#[test]
fn a_saved_run_is_a_log_that_the_world_replays() {
    let drive = eventful();
    let file = log::decode(&drive.run().bytes().unwrap(), &MODELS).unwrap();
    let named: Vec<_> = file.cars().iter().map(|car| (car.model.name, &*car.car)).collect();
    // Those of the start, the tuned one, and two that drove on after going back and after the change of model.
    assert_eq!(named[0], ("two_track", "boxster-s"));
    assert_eq!(named.last(), Some(&("two_track_sprung", "boxster-s")));
    let cars: Vec<_> = file.cars().iter().map(|car| car.carried().expect("its vehicle").unwrap()).collect();
    let choices: Vec<_> = cars.iter().map(choose::Car::choice).collect();
    let replay = LogReplay::new(file.into_log(&choices).unwrap());
    let verified = replay.verify().unwrap();
    assert!(verified.steps > 2000 && verified.hashes > 80 && verified.keyframes > 5, "{verified:?}");
    assert_eq!(replay.log().end_hash(), Some(drive.hash()));
}

#[test]
fn a_run_is_driven_again_to_the_bit_whatever_the_frames() {
    let drive = eventful();
    let run = saved(&drive);
    for frame_s in [1.0 / 144.0, 1.0 / 60.0, 0.09] {
        let mut again = Drive::replay(&run).unwrap();
        to_end(&mut again, frame_s);
        let playback = again.playback().unwrap();
        assert_eq!((playback.parted_s(), playback.share()), (None, 1.0));
        assert_eq!(again.hash(), drive.hash());
        assert_eq!(again.cones(), drive.cones());
        assert_eq!(again.pace(), Pace::Paused, "time stands at the end");
        let then = again.time_s();
        again.single_step();
        assert_eq!(again.time_s(), then);
    }
}

/// What some models show of themselves depends on what they were given last, and hands look at it: after going back in time
/// a kinematic car was shown with the command of the time it came from, and its run was not driven again to the bit.
#[test]
fn so_it_is_in_every_model() {
    let cars = [
        boxster().in_model("kinematic").unwrap(),
        boxster().in_model("single_track").unwrap(),
        boxster().in_model("two_track_sprung_magic").unwrap(),
        Choice::preset("motorcycle", choose::names(choose::model(&MODELS, "motorcycle").unwrap())[0])
            .unwrap(),
    ];
    for car in cars {
        let drive = eventful_with(&car);
        let mut again = Drive::replay(&saved(&drive)).unwrap();
        to_end(&mut again, 1.0 / 60.0);
        assert_eq!(again.playback().unwrap().parted_s(), None, "{}", car.model.name);
        assert_eq!(again.player_hash(), drive.player_hash(), "{}", car.model.name);
        // After a restart it is the same again, whatever was asked for last.
        again.restart();
        again.set_pace(Pace::Running(1.0));
        to_end(&mut again, 0.05);
        assert_eq!(again.playback().unwrap().parted_s(), None, "{}", car.model.name);
    }
}

/// Where the rate becomes another in the middle of a frame, what was due at the old one is not driven at the new one: a
/// frame of 90 steps, a thousand a second, went on for three seconds at thirty a second.
#[test]
fn no_frame_jumps_where_the_rate_changes() {
    let mut drive = Drive::new(Scene::straight(), &boxster()).unwrap();
    drive.set_rate_hz(1000);
    frames(&mut drive, 0, 62);
    drive.set_rate_hz(30);
    frames(&mut drive, 62, 400);
    let mut again = Drive::replay(&drive.run()).unwrap();
    while again.playback().is_some_and(|playback| !playback.is_over()) {
        let then_s = again.time_s();
        again.frame(0.09, &Controls::default());
        let gone_s = again.time_s() - then_s;
        assert!(gone_s < 0.09 + 1.5 / 30.0, "{gone_s} s at {then_s}");
    }
    assert_eq!(again.player_hash(), drive.player_hash());
}

/// Whoever went back to before the end of the rival's run found it standing: it was still over.
#[test]
fn a_rival_whose_run_was_over_drives_again_after_going_back() {
    let mut drive = Drive::new(Scene::straight(), &boxster()).unwrap();
    frames(&mut drive, 0, 120);
    let end = drive.player().drawn(1.0).position_m;
    let mut other = Drive::new(Scene::straight(), &boxster()).unwrap();
    other.race(&drive.run()).unwrap();
    (0..180).for_each(|_| {
        other.frame(1.0 / 60.0, &Controls::default());
    });
    let has_ended = |other: &Drive| other.rival().unwrap().is_over();
    assert!(has_ended(&other));
    other.rewind(2.0);
    assert!(!has_ended(&other), "it is on its way again");
    assert!(other.rival().unwrap().car().drawn(1.0).position_m[0] < end[0] - 5.0);
    (0..120).for_each(|_| {
        other.frame(1.0 / 60.0, &Controls::default());
    });
    assert!(has_ended(&other));
    assert_eq!(other.rival().unwrap().car().drawn(1.0).position_m, end);
    assert_eq!(other.rival().unwrap().parted_s(), None);
}

/// All that drives beside one another, tuned, is kept in a file that is read; nobody more drives.
#[test]
fn what_is_written_is_read_with_the_most_ghosts() {
    let mut drive = Drive::new(Scene::straight(), &boxster()).unwrap();
    let tuning = Tuning::new(&boxster()).unwrap();
    let mass = tuning.place("body.kerb_mass").unwrap();
    for ghost in 0..MOST_GHOSTS {
        drive.add_ghost(&tuning.with(&mass, 1300.0 + ghost as f64 / 3.0).unwrap()).unwrap();
    }
    let error = drive.add_ghost(&boxster()).unwrap_err().to_string();
    assert!(error.contains("at most 31"), "{error}");
    assert_eq!(drive.entrants().len(), MOST_GHOSTS + 1);
    frames(&mut drive, 0, 30);
    // A car in which nothing was driven yet is a part of it.
    drive.tune(&tuning.with(&mass, 1500.0).unwrap()).unwrap();
    let run = saved(&drive);
    assert_eq!((run.setup.ghosts.len(), run.setup.link()), (MOST_GHOSTS, drive.run().setup.link()));
    let mut again = Drive::replay(&run).unwrap();
    to_end(&mut again, 0.05);
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
    assert_eq!(again.setup().link(), drive.setup().link());
}

/// A run whose car has its own tyre file could be saved and not be loaded. It carries the coefficients.
#[test]
fn a_run_carries_the_tyre_file_of_its_car() {
    let folder = std::env::temp_dir().join(format!("skidpad-own-tyres-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = presets::preset_text("boxster-s").unwrap();
    let tyres = "\n[tyres]\nfront = \"own.tir\"\nrear = \"own.tir\"\n";
    assert!(!text.contains("\n[tyres]\n"));
    std::fs::write(folder.join("own.toml"), format!("{text}{tyres}")).unwrap();
    let tyre = skidpad_formats::tyre::PRESETS[0].1;
    std::fs::write(folder.join("own.tir"), tyre).unwrap();
    let path = folder.join("own.toml");
    let own = Choice::named("two_track", path.to_str().unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    let mut drive = Drive::new(Scene::straight(), &own.unwrap()).unwrap();
    frames(&mut drive, 0, 10);
    let mut again = Drive::replay(&saved(&drive)).unwrap();
    to_end(&mut again, 0.05);
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
}

#[test]
fn going_back_in_a_run_that_is_driven_again_changes_nothing() {
    let drive = eventful();
    let mut again = Drive::replay(&drive.run()).unwrap();
    let mut frame = 0;
    while again.playback().is_some_and(|playback| !playback.is_over()) {
        again.frame(1.0 / 60.0, &Controls::default());
        frame += 1;
        if frame % 97 == 0 && frame < 1000 {
            again.rewind(0.7);
        }
    }
    assert_eq!(again.playback().unwrap().parted_s(), None);
    assert_eq!(again.player_hash(), drive.player_hash());
    again.restart();
    again.set_pace(Pace::Running(1.0));
    to_end(&mut again, 0.05);
    assert_eq!(again.player_hash(), drive.player_hash(), "from the start once more");
    // The run of a replay is the one that is replayed.
    assert!(again.run().bytes().unwrap() == drive.run().bytes().unwrap());
}

#[test]
fn whoever_takes_over_goes_on_from_there() {
    let drive = eventful();
    let mut again = Drive::replay(&drive.run()).unwrap();
    (0..120).for_each(|_| {
        again.frame(1.0 / 60.0, &Controls::default());
    });
    let then = again.time_s();
    again.take_over();
    (0..60).for_each(|_| {
        again.frame(1.0 / 60.0, &restless(7));
    });
    assert!((again.time_s() - then - 1.0).abs() < 0.01 && again.pace() != Pace::Paused);
    let own = again.run();
    let mut third = Drive::replay(&own).unwrap();
    to_end(&mut third, 0.03);
    assert_eq!(third.player_hash(), again.player_hash());
}

/// The rival's channels stand beside the player's in the plots and in their table; its line ends where its run does.
fn has_lines_of_both(drive: &Drive) {
    let cars: Vec<_> = drive.past().cars().collect();
    assert_eq!(cars.iter().map(|(whose, _)| *whose).collect::<Vec<_>>(), [Whose::Player, Whose::Rival]);
    let (rival, at) = (drive.rival().unwrap(), cars[1].1);
    let [first_s, last_s] = at.ends_s().unwrap();
    assert!(first_s == 0.0 && rival.time_s() - last_s < 1.0 / 60.0 && last_s < drive.time_s() - 1.0);
    let speed = at.place("velocity_x_m_s").unwrap();
    assert!(at.all(speed).any(|[_, speed_m_s]| speed_m_s > 5.0), "the rival drives, and the player stands");
    let channels = vec![String::from("velocity_x_m_s")];
    let table = Plots { channels, ..Plots::default() }.csv(drive.past()).unwrap();
    assert!(table.starts_with("time_s,velocity_x_m_s,rival_velocity_x_m_s\n"));
    assert!(table.lines().all(|line| line.split(',').count() == 3));
    // The cells are empty from the end of the rival's run on, and only from there on.
    let cells = table.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    for cells in cells {
        let time_s: f64 = cells[0].parse().unwrap();
        assert!(cells[2].is_empty() || time_s < rival.time_s() + 2.0 / 60.0, "{cells:?}");
        assert!(!cells[2].is_empty() || time_s > rival.time_s() - 1.0 / 60.0, "{cells:?}");
    }
}

#[test]
fn a_rival_drives_its_run_beside_the_player() {
    let mut drive = Drive::new(Scene::by_name("walls").unwrap(), &boxster()).unwrap();
    frames(&mut drive, 0, 300);
    let (run, place) = (drive.run(), drive.player().drawn(1.0));
    let mut other = Drive::new(Scene::by_name("walls").unwrap(), &boxster()).unwrap();
    other.set_rate_hz(60);
    other.race(&run).unwrap();
    for _ in 0..150 {
        other.frame(1.0 / 60.0, &Controls::default());
    }
    other.rewind(1.0);
    for _ in 0..300 {
        other.frame(1.0 / 60.0, &Controls::default());
    }
    let rival = other.rival().unwrap();
    has_lines_of_both(&other);
    assert_eq!(rival.car().drawn(1.0).position_m, place.position_m, "where it stopped");
    assert_eq!(rival.parted_s(), None);
    let still = other.player().drawn(1.0).position_m;
    assert!((still[0] - other.scene().start.position_m[0]).abs() < 0.1, "the player did nothing");
    other.restart();
    assert_eq!(other.rival().unwrap().time_s(), 0.0);
    other.go_to(Scene::by_name("course").unwrap());
    assert!(other.rival().is_none() && other.past().cars().count() == 1);
    assert!(other.race(&run).unwrap_err().contains("`walls`"));
}

#[test]
fn a_rival_is_drawn_where_it_is_at_the_time_of_the_picture() {
    let mut drive = Drive::new(Scene::straight(), &boxster()).unwrap();
    frames(&mut drive, 0, 240);
    let mut other = Drive::new(Scene::straight(), &boxster()).unwrap();
    other.race(&drive.run()).unwrap();
    // The same keys: the same place in every picture.
    for frame in 0..239 {
        other.frame(1.0 / 60.0, &restless(frame));
        let alpha = other.alpha();
        let (own, rival) = (other.player().drawn(alpha), other.rival_drawn(alpha).unwrap());
        let off = (own.position_m[0] - rival.position_m[0]).hypot(own.position_m[1] - rival.position_m[1]);
        assert!(off < 1e-9, "{frame}: {off}");
    }
}

/// Ghosts meet nothing and change nothing of a run: for a race it is replayed without them, and hashes are of all cars.
#[test]
fn ghosts_change_nothing_of_a_race() {
    let mut drive = Drive::new(Scene::by_name("walls").unwrap(), &boxster()).unwrap();
    drive.add_ghost(&boxster().in_model("single_track").unwrap()).unwrap();
    frames(&mut drive, 0, 90);
    drive.tune(&boxster().in_model("two_track_sprung").unwrap()).unwrap();
    frames(&mut drive, 90, 150);
    let mut other = Drive::new(Scene::by_name("walls").unwrap(), &boxster()).unwrap();
    other.race(&saved(&drive)).unwrap();
    let rival = |other: &Drive| other.rival().unwrap().entrants().len();
    assert_eq!(rival(&other), 1);
    (0..200).for_each(|_| {
        other.frame(1.0 / 60.0, &Controls::default());
    });
    assert_eq!(other.rival().unwrap().hash(), drive.player_hash());
    drive.set_solid(true);
    frames(&mut drive, 0, 30);
    other.race(&drive.run()).unwrap();
    assert_eq!(rival(&other), 2, "a solid car may meet the player");
}

/// Bytes that are no run are refused, whatever they begin with, and a log that is cut or altered anywhere.
#[test]
fn broken_logs_are_refused() {
    let refused = |bytes: &[u8]| read_run(&MODELS, bytes).unwrap_err();
    assert!(refused(b"").contains("log"), "{}", refused(b""));
    assert!(refused(b"name = 1").contains("log"));
    assert_eq!(refused(b"{\xff"), "not UTF-8 text");
    let mut drive = Drive::new(Scene::straight(), &boxster()).unwrap();
    frames(&mut drive, 0, 30);
    let bytes = drive.run().bytes().unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 16) {
        refused(&bytes[..at]);
        let mut other = bytes.clone();
        other[at] ^= 0x10;
        refused(&other);
    }
}

/// The ghost stayed, and the plots lost its numbers.
#[test]
fn a_ghost_that_is_removed_from_a_replay_is_gone() {
    let mut drive = Drive::replay(&eventful().run()).unwrap();
    (0..30).for_each(|_| _ = drive.frame(1.0 / 60.0, &Controls::default()));
    let cars = drive.entrants().len();
    assert!(cars > 2 && drive.playback().is_some());
    drive.remove_ghost(cars);
    assert!(drive.playback().is_some(), "there is no such ghost");
    drive.remove_ghost(1);
    assert!(drive.playback().is_none());
    assert_eq!(drive.entrants().len(), cars - 1);
}

/// A slider that was dragged for half a minute while the car stood still ended the log: cars that no log had were counted.
#[test]
fn tuning_before_a_step_does_not_end_the_log() {
    let mut drive = Drive::new(Scene::by_name("straight").unwrap(), &boxster()).unwrap();
    (0..2_100).for_each(|_| drive.tune(&boxster()).unwrap());
    frames(&mut drive, 0, 2);
    assert!(!drive.run_is_cut());
}

/// At every twentieth place or so it went a step too far: the difference of two times of steps is rounded.
#[test]
fn a_second_back_is_a_second_from_everywhere() {
    let mut drive = Drive::new(Scene::by_name("endless").unwrap(), &boxster()).unwrap();
    (0..300).for_each(|_| drive.single_step_with(&restless(0)));
    for _ in 0..120 {
        let back_s = drive.rewind(1.0);
        assert!((back_s - 1.0).abs() < 1e-9, "{back_s} s at {} s", drive.time_s());
        (0..241).for_each(|_| drive.single_step_with(&restless(0)));
    }
}
