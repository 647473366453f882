//! Logs that the simulator did not make, and rewinding through its own.

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, read_run};
use skidpad_app::hand::keyboard;
use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::step::Dt;
use skidpad_formats::{choose, log, presets};
use skidpad_models::MODELS;
use skidpad_world::contact::Wall;
use skidpad_world::log::{CarLabel, LogSettings, LoggedWorld, WorldLog};
use skidpad_world::rolling::{Begin, Request};
use skidpad_world::weather::Weather;
use skidpad_world::world::{Member, Site, World};

use crate::saved::to_end;

/// What `skidpad run --record` may have logged: a site of no scene, a rate that no link has, a car that joins later and one that
/// leaves.
fn scenario() -> WorldLog {
    let weather = Weather { wind_m_s: [-4.0, 0.0], ..Weather::CALM };
    let walls = Wall::line(&[[60.0, -9.0], [60.0, 9.0]], 0.3, 0.5);
    let site = Site::asphalt().with_walls(walls).unwrap().with_weather(weather).unwrap();
    let mut world = LoggedWorld::new(World::new(site), LogSettings::default());
    let car = |model: &str, name: &str, y_m: f64| {
        let info = MODELS.by_name(model).unwrap();
        let car = choose::car(&MODELS, info, name).unwrap();
        let initial = [(info.speed, 15.0), ("y_m", y_m)];
        let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
        Member { car: info.begin(&car.choice(), &begin).unwrap(), body: None }
    };
    let first = world.add(car("two_track", "leaf-2011", 2.0), CarLabel::named("leaf-2011")).unwrap();
    for step in 0..300 {
        let controls =
            Controls { throttle: 0.3, steer_rad: 0.02, gear: Gear::Automatic, ..Controls::default() };
        world.set_request(first, Request::from_command(sanitise(&controls).0));
        match step {
            100 => {
                let later = car("single_track", "boxster-s", -3.0);
                world.add(later, CarLabel::named("boxster-s")).unwrap();
            }
            250 => assert!(world.remove(first).is_some()),
            _ => {}
        }
        world.step(Dt::new(0.01).unwrap());
    }
    world.log()
}

/// Everything that records writes logs, and the simulator replays them all.
#[test]
fn a_log_of_a_scenario_is_replayed_and_driven_on() {
    let logged = scenario();
    let run = read_run(&MODELS, &log::encode(&logged, &MODELS).unwrap()).unwrap();
    assert_eq!(
        (run.setup.scene, run.setup.car.name.as_str(), run.setup.rate_hz),
        ("recorded", "leaf-2011", 100)
    );
    assert!(run.setup.comes_back().unwrap_err().contains("scene"));
    let mut drive = Drive::replay(&run).unwrap();
    let names = |drive: &Drive| {
        drive.entrants().iter().map(|entrant| entrant.choice().name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&drive), ["leaf-2011"]);
    assert_eq!(drive.scene().start.position_m, [0.0, 2.0]);
    let mut seen = vec![names(&drive)];
    while drive.playback().is_some_and(|playback| !playback.is_over()) {
        drive.frame(0.01, &Controls::default());
        seen.push(names(&drive));
    }
    seen.dedup();
    assert_eq!(seen, [vec!["leaf-2011"], vec!["leaf-2011", "boxster-s"], vec!["boxster-s"]]);
    assert_eq!((drive.playback().unwrap().parted_s(), Some(drive.hash())), (None, logged.end_hash()));
    // Back to where both drove, and on from there at a rate that a link has.
    assert!((drive.rewind(1.0) - 1.0).abs() < 1e-6);
    assert_eq!(names(&drive), ["leaf-2011", "boxster-s"]);
    drive.take_over();
    assert_eq!(drive.rate_hz(), 120);
    (0..60).for_each(|_| drive.single_step_with(&Controls { brake: 1.0, ..Controls::default() }));
    let again = read_run(&MODELS, &drive.run().bytes().unwrap()).unwrap();
    let mut again = Drive::replay(&again).unwrap();
    to_end(&mut again, 0.05);
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
    drive.restart();
    assert_eq!((drive.time_s(), drive.player().drawn(1.0).position_m[1]), (0.0, 2.0));
}

/// A car that is in a file, which the simulator does not look for.
#[test]
fn a_log_whose_car_is_in_a_file_names_the_program_that_replays_it() {
    let model = MODELS.by_name("two_track").unwrap();
    let car = choose::car_of_text(model, "mine", presets::preset_text("boxster-s").unwrap()).unwrap();
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default());
    let member = Member { car: model.begin(&car.choice(), &begin).unwrap(), body: None };
    world.add(member, CarLabel::named("cars/mine.toml")).unwrap();
    let error = read_run(&MODELS, &log::encode(&world.log(), &MODELS).unwrap()).unwrap_err();
    assert!(error.contains("`skidpad replay` plays logs whose cars are in files"), "{error}");
    let empty = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default()).log();
    let error = read_run(&MODELS, &log::encode(&empty, &MODELS).unwrap()).unwrap_err();
    assert!(error.contains("no cars"), "{error}");
}

/// Rewinding reached a minute back, as far as states were kept. It goes through the log, to the start.
#[test]
fn rewinding_reaches_the_start_of_a_long_run() {
    let car = Choice::preset("kinematic", "boxster-s").unwrap();
    let mut drive = Drive::new(skidpad_world::scene::Scene::straight(), &car).unwrap();
    let controls = Controls { throttle: 0.4, steer_rad: 0.1, gear: Gear::Automatic, ..Controls::default() };
    let mut hashes = Vec::new();
    for _ in 0..240 * 90 {
        hashes.push(drive.hash());
        drive.single_step_with(&controls);
    }
    assert!((drive.rewind(85.0) - 85.0).abs() < 1e-9);
    assert_eq!(drive.hash(), hashes[240 * 5]);
    (0..240).for_each(|_| drive.single_step_with(&controls));
    assert_eq!(drive.hash(), hashes[240 * 6], "the same controls lead to the same place");
    drive.rewind(1e6);
    assert_eq!((drive.time_s(), drive.hash()), (0.0, hashes[0]));
}

/// The steering wheel does not jump: hands go on from where the controls were then, in a replay that is taken over, too.
#[test]
fn hands_go_on_from_where_the_controls_were() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut drive = Drive::new(skidpad_world::scene::Scene::straight(), &car).unwrap();
    drive.set_hands(Some(keyboard(&car)));
    let left = Controls { throttle: 0.5, steer_rad: 0.5, gear: Gear::Automatic, ..Controls::default() };
    let right = Controls { steer_rad: -0.5, ..left };
    (0..240).for_each(|_| drive.single_step_with(&left));
    let then = *drive.command();
    assert!(then.steer_rad > 0.1 && then.throttle == 0.5);
    (0..240).for_each(|_| drive.single_step_with(&right));
    let run = drive.run();
    let jump = |drive: &mut Drive, to: &Controls| {
        let before = *drive.command();
        drive.single_step_with(to);
        let after = *drive.command();
        [after.steer_rad - before.steer_rad, after.throttle - before.throttle].map(f64::abs)
    };
    drive.rewind(1.0);
    assert_eq!(drive.command(), &then);
    let [steer, throttle] = jump(&mut drive, &left);
    assert!(steer < 0.5 * 4.0 / 240.0 && throttle < 1e-12, "{steer} rad, {throttle}");

    let mut taken = Drive::replay(&run).unwrap();
    (0..240).for_each(|_| taken.single_step());
    taken.take_over();
    taken.set_hands(Some(keyboard(&car)));
    assert_eq!(taken.command(), &then);
    let [steer, throttle] = jump(&mut taken, &left);
    assert!(steer < 0.5 * 4.0 / 240.0 && throttle < 1e-12, "{steer} rad, {throttle}");
}

/// The rival drove in the wind of its log, and the player in calm air.
#[test]
fn a_race_has_the_weather_of_its_run() {
    let run = read_run(&MODELS, &log::encode(&scenario(), &MODELS).unwrap()).unwrap();
    let drive = Drive::racing(&run).unwrap();
    assert_eq!(drive.run().log.start().site().weather.wind_m_s, [-4.0, 0.0]);
}

/// A road with wind is not the scene of the same road without.
#[test]
fn a_site_with_wind_is_no_named_scene() {
    for (wind_m_s, name) in [([0.0; 2], "endless"), ([3.0, 0.0], "recorded")] {
        let weather = Weather { wind_m_s, ..Weather::CALM };
        let site = Site::asphalt().with_weather(weather).unwrap();
        let mut world = LoggedWorld::new(World::new(site), LogSettings::default());
        let info = MODELS.by_name("two_track").unwrap();
        let car = choose::car(&MODELS, info, "boxster-s").unwrap();
        let begin = Begin { gear: Gear::Automatic, initial: &[], method: None };
        let member = Member { car: info.begin(&car.choice(), &begin).unwrap(), body: None };
        world.add(member, CarLabel::named("boxster-s")).unwrap();
        let run = read_run(&MODELS, &log::encode(&world.log(), &MODELS).unwrap()).unwrap();
        assert_eq!(run.setup.scene, name);
    }
}
