//! Laps that are driven: they repeat to the bit, are raced against, and end where the driver goes back in time.
#![allow(clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;
use skidpad_world::laps::{LapTimer, Laps, Way};
use skidpad_world::scene::Scene;
use skidpad_world::track::Track;

/// A lap of a course along its centre line at a speed, m/s.
pub fn lap_at(course: &Track, speed_m_s: f64) -> Laps {
    let (mut timer, mut laps) = (LapTimer::default(), Laps::on(course));
    let at = |step: u32| {
        let time_s = 0.1 * f64::from(step);
        (time_s, course.at(speed_m_s * time_s - 20.0))
    };
    for step in 1..(10.0 * (course.length_m() + 40.0) / speed_m_s) as u32 {
        let [from, to] = [at(step - 1), at(step)].map(|(time_s, point)| (time_s, point.position_m));
        timer.advance(course, &Way { from, to }, true);
        let pose = Pose::on_road(to.1, at(step).1.heading_rad, &Surface::asphalt());
        laps.update(course, &timer, to.0, pose);
    }
    laps
}

/// A driver who looks ahead along the centre line: a clean lap, and the same to the bit when it is driven again.
#[test]
fn a_lap_is_driven_and_repeats_to_the_bit() {
    let drive_lap = || {
        let choice = Choice::preset("single_track", "boxster-s").unwrap();
        let mut drive = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
        while drive.laps().unwrap().driven().is_empty() && drive.time_s() < 150.0 {
            let controls = follow(&drive);
            drive.frame(1.0 / 60.0, &controls);
        }
        (drive.laps().unwrap().driven().to_vec(), drive.player_hash())
    };
    let (laps, hash) = drive_lap();
    assert!(laps.len() == 1 && laps[0].is_clean && (50.0..120.0).contains(&laps[0].time_s), "{laps:?}");
    assert_eq!((laps, hash), drive_lap());
}

/// A run that is raced against brings its best lap: the delta is against it, and its ghost drives ahead.
#[test]
fn a_run_is_raced_against_by_its_best_lap() {
    let choice = Choice::preset("single_track", "boxster-s").unwrap();
    let mut drive = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
    while drive.laps().unwrap().driven().is_empty() {
        let controls = follow(&drive);
        drive.frame(1.0 / 60.0, &controls);
    }
    let run = drive.run();
    let mut other = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
    other.race(&run).unwrap();
    while other.lap_search_share().is_some() {
        other.frame(0.0, &Controls::default());
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(other.laps().unwrap().best(), Some(&drive.laps().unwrap().driven()[0]));
    assert!(other.laps().unwrap().driven().is_empty());
    while other.time_s() < 30.0 {
        let controls = follow(&other);
        // The same, a little slower.
        other.frame(1.0 / 60.0, &Controls { throttle: 0.8 * controls.throttle, ..controls });
    }
    let laps = other.laps().unwrap();
    assert!((0.05..20.0).contains(&laps.delta_s().unwrap()), "{:?}", laps.delta_s());
    assert!(laps.ghost(0.0).is_some() && other.rival().is_some());
}

/// "Race it" replayed the whole run at once to find its best lap, up to 3.6 million steps, while the window stood
/// still; in a slice of each frame an hour's run then took ten minutes. It is searched beside the frames, which only
/// take what was found: the car is driven meanwhile, and whoever ends the race ends the search.
#[test]
fn the_search_for_the_best_lap_does_not_hold_a_frame_up() {
    let choice = Choice::preset("single_track", "boxster-s").unwrap();
    let mut drive = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
    while drive.time_s() < 60.0 {
        let controls = follow(&drive);
        drive.frame(1.0 / 60.0, &controls);
    }
    let run = drive.run();
    let mut other = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
    let begun = Instant::now();
    other.race(&run).unwrap();
    other.frame(0.0, &Controls::default());
    let frame = begun.elapsed();
    assert!(other.lap_search_share().is_some_and(|share| share < 0.5), "a frame does not wait for it");
    let (mut before, mut frames) = (0.0, 0_u32);
    while let Some(share) = other.lap_search_share() {
        assert!((before..=1.0).contains(&share), "{share} after {before}");
        before = share;
        other.frame(1.0 / 60.0, &Controls { throttle: 0.2, gear: Gear::Automatic, ..Controls::default() });
        frames += 1;
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(frame < begun.elapsed() / 4, "{frame:?} of {:?}", begun.elapsed());
    assert!((other.time_s() - f64::from(frames) / 60.0).abs() < 0.05, "the player drives meanwhile");
    other.race(&run).unwrap();
    other.end_race();
    assert_eq!(other.lap_search_share(), None);
}

/// A lap is one of a car: its clock starts again at the start line after the car was replaced, even by one with the same figures.
#[test]
fn tuning_gives_the_lap_up() {
    let choice = Choice::preset("kinematic", "boxster-s").unwrap();
    let mut drive = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
    for _ in 0..60 * 60 {
        let controls = follow(&drive);
        drive.frame(1.0 / 60.0, &controls);
        if drive.laps().unwrap().time_s().is_some() {
            break;
        }
    }
    assert!(drive.laps().unwrap().time_s().is_some(), "no lap began");
    drive.tune(&choice).unwrap();
    drive.single_step();
    assert_eq!(drive.laps().unwrap().time_s(), None);
}

/// Who goes back in time, or to the start, does not finish the lap; what was driven stays.
#[test]
fn going_back_gives_the_lap_up() {
    let choice = Choice::preset("single_track", "boxster-s").unwrap();
    let mut drive = Drive::new(Scene::by_name("course").unwrap(), &choice).unwrap();
    let lap = |drive: &mut Drive, seconds: f64| {
        let end_s = drive.time_s() + seconds;
        while drive.time_s() < end_s {
            let controls = follow(drive);
            drive.frame(1.0 / 60.0, &controls);
        }
    };
    lap(&mut drive, 10.0);
    assert!(drive.laps().unwrap().time_s().is_some());
    drive.rewind(2.0);
    lap(&mut drive, 1.0);
    assert!(drive.laps().unwrap().time_s().is_none());
    drive.restart();
    lap(&mut drive, 100.0);
    assert_eq!(drive.laps().unwrap().driven().len(), 1);
    drive.restart();
    assert_eq!(drive.laps().unwrap().driven().len(), 1);
    assert!(drive.laps().unwrap().ghost(0.0).is_none(), "no lap is under way");
}

/// Steers for a point ahead, and slows for the bends to come.
fn follow(drive: &Drive) -> Controls {
    let course = drive.scene().course.as_ref().unwrap();
    let seen = drive.player().seen();
    let [x, y, _] = drive.player().drawn(1.0).position_m;
    let (speed, yaw) = (seen.speed_m_s(), seen.by_name("yaw_rad").unwrap());
    let here = course.locate([x, y], None);
    let ahead = 5.0 + 0.3 * speed;
    let [to_x, to_y] = course.at(here.distance_m + ahead).position_m;
    let bearing = (to_y - y).atan2(to_x - x) - yaw;
    let steer_rad = (2.0 * 2.4 * bearing.sin() / ahead).atan();
    let bend = (0..20).map(|step| course.at(here.distance_m + 2.0 * f64::from(step)).curvature_1_m.abs());
    let wanted = (4.0 / bend.fold(0.0, f64::max).max(1e-3)).sqrt().min(20.0);
    let pedal = 0.4 * (wanted - speed);
    let (throttle, brake) = (pedal.clamp(0.0, 0.6), (-0.3 * pedal).clamp(0.0, 0.6));
    Controls { throttle, brake, steer_rad, gear: Gear::Automatic, ..Controls::default() }
}
