//! The ideal line of a track and the driver who follows it: at the player's wheel, and as an opponent.
#![allow(clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, RACE_POLICY};
use skidpad_app::ideal::IdealLap;
use skidpad_app::plots::lap_trace::{LapTrace, WhichLap};
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::scene::Scene;

fn released() -> Controls {
    Controls { gear: Gear::Automatic, ..Controls::default() }
}

/// Waits for work beside the frames.
fn wait(drive: &mut Drive, is_over: impl Fn(&Drive) -> bool) {
    let begun = Instant::now();
    while !is_over(drive) {
        drive.frame(0.0, &released());
        assert!(begun.elapsed() < Duration::from_secs(300), "{:?}", drive.ideal_note());
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn on_the_kart_track() -> Drive {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    Drive::new(Scene::by_name("kart-track").unwrap(), &car).unwrap()
}

/// He drives a lap on the road, slower than the ideal one; a held pedal is the player's, and his laps can be laid over the
/// ideal one.
#[test]
fn the_line_driver_drives_while_no_control_is_held() {
    let mut drive = on_the_kart_track();
    drive.set_line_driver(true);
    wait(&mut drive, |drive| drive.ideal().is_some());
    let ideal = drive.ideal().unwrap().clone();
    while drive.laps().unwrap().driven().is_empty() && drive.time_s() < 200.0 {
        drive.frame(0.1, &released());
    }
    assert!(drive.line_driver_drives());
    let lap = drive.laps().unwrap().driven()[0];
    assert!(lap.is_clean && lap.time_s > ideal.time_s() && lap.time_s < 1.4 * ideal.time_s(), "{lap:?}");
    let (own, optimal) = (drive.lap_traces().lap(WhichLap::Last).unwrap(), LapTrace::from_ideal(&ideal));
    let lap_m = drive.scene().course.as_ref().unwrap().lap_m();
    let [own, optimal] = [own, &optimal].map(|trace| trace.at(lap_m - 10.0).unwrap());
    assert!(own.time_s > optimal.time_s && own.speed_m_s > 0.7 * optimal.speed_m_s, "{own:?} {optimal:?}");
    assert_eq!(drive.lap_traces().lap(WhichLap::Best), drive.lap_traces().lap(WhichLap::Last));

    drive.frame(0.1, &Controls { brake: 1.0, ..released() });
    assert!(!drive.line_driver_drives() && drive.command().brake > 0.0);
    drive.frame(0.1, &released());
    assert!(drive.line_driver_drives());
    drive.set_line_driver(false);
    drive.frame(0.1, &released());
    assert!(!drive.line_driver_drives() && drive.command().throttle == 0.0);
}

/// The opponent's laps are a run, which is raced against from the grid.
#[test]
fn the_line_driver_is_raced_against() {
    let mut drive = on_the_kart_track();
    drive.race_line_driver();
    wait(&mut drive, |drive| drive.rival().is_some() && drive.lap_search_share().is_none());
    assert_eq!(drive.ideal_note(), None);
    assert!(drive.laps().unwrap().best().is_some_and(|lap| lap.is_clean), "his best lap is the one to beat");
    for _ in 0..100 {
        drive.frame(0.1, &released());
    }
    let [x, y, _] = drive.rival().unwrap().car().drawn(1.0).position_m;
    let [start_x, start_y] = drive.scene().start.position_m;
    assert!((x - start_x).hypot(y - start_y) > 20.0, "he drives, and the player stands");
}

/// There is none for a car without a vehicle file, nor without a course.
#[test]
fn a_car_without_an_envelope_has_no_line() {
    let own = Choice::preset("commonroad_ks", "commonroad-2").unwrap();
    let mut drive = Drive::new(Scene::by_name("kart-track").unwrap(), &own).unwrap();
    drive.race_line_driver();
    wait(&mut drive, |drive| drive.ideal_note().is_some_and(|note| note != "Finding the ideal line"));
    assert!(drive.ideal_note().unwrap().contains("commonroad-2") && drive.ideal().is_none());
    drive.go_to(Scene::straight());
    drive.find_ideal();
    assert_eq!(drive.ideal_note(), None);
}

/// The learnt driver, who saw neither this track nor this precision of numbers, drives clean laps in the car in which it learnt, at either rate, about
/// a fifth slower than the ideal lap.
#[test]
fn the_learnt_driver_is_raced_against() {
    let player = Choice::preset("two_track", "mx5-nd-2016").unwrap();
    let learnt_in = Choice::preset("single_track", "gti-mk7-dsg-2015").unwrap();
    let scene = Scene::by_name("grand-prix").unwrap();
    let track = scene.course.clone().unwrap();
    let ideal = IdealLap::find(&learnt_in, &track, &scene.surface).unwrap();
    for rate_hz in [100, 500] {
        let mut drive = Drive::new(scene.clone(), &player).unwrap();
        drive.set_rate_hz(rate_hz);
        drive.race_policy(RACE_POLICY).unwrap();
        assert_eq!(drive.ideal_note(), Some("The opponent is driving"));
        wait(&mut drive, |drive| drive.rival().is_some() && drive.lap_search_share().is_none());
        assert_eq!(drive.rival().unwrap().car().choice().name, learnt_in.name);
        let best = *drive.laps().unwrap().best().unwrap();
        assert!(
            best.is_clean && best.time_s > ideal.time_s() && best.time_s < 1.3 * ideal.time_s(),
            "{best:?}"
        );
        (0..50).for_each(|_| _ = drive.frame(0.1, &released()));
        let [x, y, _] = drive.rival().unwrap().car().drawn(1.0).position_m;
        let [start_x, start_y] = drive.scene().start.position_m;
        assert!((x - start_x).hypot(y - start_y) > 20.0, "it drives, and the player stands");
    }
}

/// What is no policy, and a scene without a track, are refused at once, with the reason.
#[test]
fn a_policy_that_cannot_drive_is_refused() {
    let mut drive = on_the_kart_track();
    let why = drive.race_policy(b"no such file").unwrap_err();
    assert!(why.contains("ONNX"), "{why}");
    drive.go_to(Scene::straight());
    let why = drive.race_policy(RACE_POLICY).unwrap_err();
    assert!(why.contains("track"), "{why}");
    assert!(drive.rival().is_none() && drive.ideal_note().is_none());
}
