//! Laps: times to the gate, sectors, the best, its ghost and the live delta; the same run gives the same.
#![allow(clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use skidpad_app::drive::{Choice, Drive};
use skidpad_app::laps::Laps;
use skidpad_app::scene::{Course, Scene};
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;

fn course() -> Course {
    Scene::by_name("course").unwrap().course.unwrap()
}

/// A point that goes along the course, so far to its left.
fn along(course: &Course, way_m: f64, aside_m: f64) -> Pose<f64> {
    let point = course.at(way_m);
    let (sin, cos) = point.heading_rad.sin_cos();
    let [x, y] = point.position_m;
    Pose::on_road([x - aside_m * sin, y + aside_m * cos], point.heading_rad, &Surface::asphalt())
}

/// Along the centre line at a speed, from a way to another.
fn go(
    laps: &mut Laps,
    course: &Course,
    (from_m, to_m): (f64, f64),
    speed_m_s: f64,
    clock_s: &mut f64,
    dt_s: f64,
) {
    let mut way_m = from_m;
    while way_m < to_m {
        way_m = (way_m + speed_m_s * dt_s).min(to_m + 1e-9);
        *clock_s += dt_s;
        laps.see(course, *clock_s, along(course, way_m, 0.0));
    }
}

/// At an even speed a lap takes its length over the speed, whatever the steps.
#[test]
fn times_are_those_of_the_gates() {
    let course = course();
    let length = course.length_m();
    for dt_s in [0.001, 0.01, 1.0 / 30.0] {
        let mut laps = Laps::on(&course);
        let mut clock_s = 100.0;
        let mut way_m = -20.0;
        while way_m < 2.0 * length + 10.0 {
            way_m += 17.0 * dt_s;
            clock_s += dt_s;
            laps.see(&course, clock_s, along(&course, way_m, 0.0));
        }
        assert_eq!(laps.driven().len(), 2);
        for lap in laps.driven() {
            assert!((lap.time_s - length / 17.0).abs() < 1e-3, "{dt_s}: {} {}", lap.time_s, length / 17.0);
            assert!((lap.sectors_s.iter().sum::<f64>() - lap.time_s).abs() < 1e-12);
            assert!(lap.sectors_s.iter().all(|sector| (3.0 * sector / lap.time_s - 1.0).abs() < 1e-3));
            assert!(lap.is_clean);
        }
    }
}

/// Faster on the first half: the delta grows as the closed form says, and the ghost is where the best lap was.
#[test]
fn the_delta_is_the_time_at_the_same_place() {
    let course = course();
    let length = course.length_m();
    let (mut laps, mut clock_s, dt_s) = (Laps::on(&course), 0.0, 0.004);
    go(&mut laps, &course, (-5.0, 0.9 * length), 15.0, &mut clock_s, dt_s);
    assert_eq!(laps.delta_s(), None, "there is no best yet");
    go(&mut laps, &course, (0.9 * length, length), 15.0, &mut clock_s, dt_s);
    go(&mut laps, &course, (length, 1.5 * length), 16.0, &mut clock_s, dt_s);
    let delta = laps.delta_s().unwrap();
    let expected = 0.5 * length * (1.0 / 16.0 - 1.0 / 15.0);
    assert!((delta - expected).abs() < 0.01, "{delta} {expected}");
    let ghost = laps.ghost(0.0).unwrap().position_m;
    let there = along(&course, 15.0 * laps.time_s().unwrap(), 0.0).position_m;
    assert!((ghost[0] - there[0]).hypot(ghost[1] - there[1]) < 0.2, "{ghost:?} {there:?}");
    let before = laps.ghost(0.1).unwrap().position_m;
    let gone = (ghost[0] - before[0]).hypot(ghost[1] - before[1]);
    assert!((gone - 1.5).abs() < 0.1, "a tenth of a second at 15 m/s: {gone}");
    assert_eq!(laps.sectors_s().len(), 1);
    go(&mut laps, &course, (1.5 * length, 2.0 * length), 14.0, &mut clock_s, dt_s);
    assert!(laps.driven()[1].time_s > laps.driven()[0].time_s);
    assert_eq!(laps.best(), Some(&laps.driven()[0]));
}

/// A short cut past a gate is no lap; one beside the course is none that counts.
#[test]
fn cutting_does_not_pay() {
    let course = course();
    let length = course.length_m();
    let (mut laps, mut clock_s) = (Laps::on(&course), 0.0);
    go(&mut laps, &course, (-5.0, 0.2 * length), 15.0, &mut clock_s, 0.01);
    // Across, from before the first gate to behind the second.
    go(&mut laps, &course, (0.8 * length, length), 15.0, &mut clock_s, 0.01);
    assert!(laps.driven().is_empty());
    let mut way_m = length;
    while way_m < 2.0 * length + 1.0 {
        way_m += 0.1;
        clock_s += 0.01;
        let aside = if (1.4..1.45).contains(&(way_m / length)) { 5.5 } else { 0.0 };
        laps.see(&course, clock_s, along(&course, way_m, aside));
    }
    assert_eq!((laps.driven().len(), laps.driven()[0].is_clean, laps.best()), (1, false, None));
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
        (drive.laps().unwrap().driven().to_vec(), drive.player().hash())
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
    let (speed, yaw) = (seen.speed_m_s(), seen.get("yaw_rad").unwrap());
    let here = course.locate([x, y]);
    let ahead = 5.0 + 0.3 * speed;
    let [to_x, to_y] = course.at(here.way_m + ahead).position_m;
    let bearing = (to_y - y).atan2(to_x - x) - yaw;
    let steer_rad = (2.0 * 2.4 * bearing.sin() / ahead).atan();
    let bend = (0..20).map(|step| course.at(here.way_m + 2.0 * f64::from(step)).curvature_1_m.abs());
    let wanted = (4.0 / bend.fold(0.0, f64::max).max(1e-3)).sqrt().min(20.0);
    let pedal = 0.4 * (wanted - speed);
    let (throttle, brake) = (pedal.clamp(0.0, 0.6), (-0.3 * pedal).clamp(0.0, 0.6));
    Controls { throttle, brake, steer_rad, gear: Gear::Automatic, ..Controls::default() }
}
