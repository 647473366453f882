//! Runs: what was driven is driven again to the bit, from memory or from a file, whatever the frames.
#![allow(clippy::disallowed_methods)]

use skidpad_app::drive::{Choice, Drive, Pace, keyboard};
use skidpad_app::plots::{Plots, Whose};
use skidpad_app::run::{MOST_STEPS, Run};
use skidpad_app::setup::MOST_GHOSTS;
use skidpad_app::tuning::Tuning;
use skidpad_core::controls::{Controls, Gear};
use skidpad_formats::{choose, presets};
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;
use skidpad_world::world::{Event, EventKind};

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

/// Drives a run to its end, with frames of some length.
fn to_end(drive: &mut Drive, frame_s: f64) {
    for _ in 0..100_000 {
        if drive.playback().is_none_or(|playback| playback.is_over()) {
            return;
        }
        drive.frame(frame_s, &Controls { brake: 1.0, steer_rad: -0.5, ..Controls::default() });
    }
    panic!("it has no end");
}

#[test]
fn a_run_is_driven_again_to_the_bit_whatever_the_frames() {
    let drive = eventful();
    let run = Run::read(&drive.run().text()).unwrap();
    assert!(run.checks.len() > 15 && run.steps > 2000, "{} {}", run.checks.len(), run.steps);
    for frame_s in [1.0 / 144.0, 1.0 / 60.0, 0.09] {
        let mut again = Drive::replay(&run).unwrap();
        to_end(&mut again, frame_s);
        let playback = again.playback().unwrap();
        assert_eq!((playback.parted_s(), playback.share()), (None, 1.0));
        assert_eq!(again.player_hash(), drive.player_hash());
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
        let mut again = Drive::replay(&Run::read(&drive.run().text()).unwrap()).unwrap();
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

/// A file of a hundred bytes asked for more steps than anybody lives to see, and the window stood still in them.
#[test]
fn a_run_has_no_more_steps_than_can_be_driven() {
    for steps in [MOST_STEPS + 1, u64::MAX] {
        let text = format!("{{\"skidpad_run\":1,\"setup\":\"\",\"steps\":{steps}}}\n");
        let error = Run::read(&text).unwrap_err().to_string();
        assert!(error.contains(&format!("at most {MOST_STEPS}")), "{error}");
    }
    let text = format!("{{\"skidpad_run\":1,\"setup\":\"\",\"steps\":{MOST_STEPS}}}\n");
    assert_eq!(Run::read(&text).unwrap().steps, MOST_STEPS);
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
    let has_ended = |other: &Drive| other.rival().unwrap().playback().unwrap().is_over();
    assert!(has_ended(&other));
    other.rewind(2.0);
    assert!(!has_ended(&other), "it is on its way again");
    assert!(other.rival().unwrap().player().drawn(1.0).position_m[0] < end[0] - 5.0);
    (0..120).for_each(|_| {
        other.frame(1.0 / 60.0, &Controls::default());
    });
    assert!(has_ended(&other));
    assert_eq!(other.rival().unwrap().player().drawn(1.0).position_m, end);
    assert_eq!(other.rival().unwrap().playback().unwrap().parted_s(), None);
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
    // Figures that nothing was driven with yet are no part of it.
    drive.tune(&tuning.with(&mass, 1500.0).unwrap()).unwrap();
    let run = drive.run();
    let again = Run::read(&run.text()).unwrap();
    assert_eq!((again.text(), again.setup.ghosts.len()), (run.text(), MOST_GHOSTS));
    let mut again = Drive::replay(&again).unwrap();
    to_end(&mut again, 0.05);
    assert_eq!(again.playback().unwrap().parted_s(), None);
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
    let run = drive.run();
    assert_eq!(run.comes_back(), Ok(()));
    let mut again = Drive::replay(&Run::read(&run.text()).unwrap()).unwrap();
    to_end(&mut again, 0.05);
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
    assert_eq!(eventful().run().comes_back(), Ok(()));
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
    // What was driven again is a run, too: the same.
    let (own, first) = (again.run().text(), drive.run().text());
    for (own, first) in own.lines().zip(first.lines()) {
        assert_eq!(own, first);
    }
    assert_eq!(own.len(), first.len());
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

/// A run of other bits is found out, and when.
#[test]
fn a_run_that_parts_says_when() {
    let mut run = eventful().run();
    run.setup.car = Choice::preset("two_track", "fr-s-2013").unwrap();
    run.events.retain(|(_, event)| !matches!(event, skidpad_app::run::Event::Car(_)));
    let mut again = Drive::replay(&run).unwrap();
    to_end(&mut again, 0.05);
    // The first hash is that after 100 steps of 240 a second.
    assert!((again.playback().unwrap().parted_s().unwrap() - 100.0 / 240.0).abs() < 1e-9);
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
    let table = Plots { channels, ..Plots::default() }.csv(drive).unwrap();
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
    assert_eq!(rival.player().drawn(1.0).position_m, place.position_m, "where it stopped");
    assert_eq!(rival.playback().unwrap().parted_s(), None);
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

#[test]
fn broken_files_are_refused_by_their_line() {
    let text = eventful().run().text();
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let steps = Run::read(&text).unwrap().steps;
    let last = |hash: &str| format!("{{\"after\":{steps},\"hash\":\"{hash}\"}}");
    let long = format!("{{\"at\":0,\"car\":\"{}\"}}", "x".repeat(2 << 20));
    let many = "{\"at\":0,\"rate\":60}\n".repeat(500_001);
    let cars = "{\"at\":0,\"car\":\"model=w1\"}\n".repeat(2_001);
    for (text, says) in [
        (String::new(), "line 1: an empty file is no run"),
        (String::from("name = 1"), "line 1: no run: "),
        (String::from("{}"), "line 1: no run: its first line has no `skidpad_run`"),
        (with(0, r#"{"skidpad_run":2}"#), "version 2; version 1 is read"),
        (with(0, r#"{"skidpad_run":1,"setup":"car=nobody","steps":9}"#), "unknown car `nobody`"),
        (with(1, r#"{"at":0,"rate":61}"#), "line 2: `rate` must be one of [30, 60"),
        (with(1, r#"{"at":0,"asked":[1,0]}"#), "line 2: `asked` must be the numbers of a command"),
        (with(1, r#"{"at":0,"asked":[9,0,0,0,0,1,1,0]}"#), "line 2: `asked` is out of its range"),
        (with(1, r#"{"at":0,"hands":[1]}"#), "line 2: `hands` must be the numbers of hands"),
        (with(1, r#"{"at":0}"#), "line 2: it says none of"),
        (with(1, r#"{"at":999999,"rate":60}"#), "and this lies beyond"),
        (with(1, r#"{"rate":60}"#), "neither `at` nor `after`"),
        (with(lines.len() - 1, r#"{"after":100,"hash":"zz"}"#), "stands after a later one"),
        (with(lines.len() - 1, &last("+123456789abcdef")), "`hash` must be 16 hexadecimal digits"),
        (with(lines.len() - 1, &last("123")), "`hash` must be 16 hexadecimal digits"),
        (with(1, &long), "line 2: the line has more than"),
        (format!("{}\n{many}", lines[0]), "more than 500000"),
        (format!("{}\n{cars}", lines[0]), "more than 2000 cars"),
        (with(5, "{"), "line 6: EOF"),
    ] {
        let error = Run::read(&text).unwrap_err().to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
    // Cut anywhere, it is a run or a message.
    for cut in (0..text.len()).step_by(text.len() / 16) {
        drop(Run::read(&text[..cut]));
    }
}
