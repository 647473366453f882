//! Laps: times at the gates, sectors, the best lap, its ghost and the delta to it.

use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;
use skidpad_world::laps::Laps;
use skidpad_world::scene::{Course, Scene};

fn course() -> Course {
    Scene::by_name("course").unwrap().course.unwrap()
}

/// Pose on the course at a distance along it and a lateral offset.
fn pose_at(course: &Course, distance_m: f64, lateral_m: f64) -> Pose<f64> {
    let point = course.at(distance_m);
    let (sin, cos) = point.heading_rad.sin_cos();
    let [x, y] = point.position_m;
    Pose::on_road([x - lateral_m * sin, y + lateral_m * cos], point.heading_rad, &Surface::asphalt())
}

/// Drives along the centre line at a speed, from a distance to another.
fn go(
    laps: &mut Laps,
    course: &Course,
    (from_m, to_m): (f64, f64),
    speed_m_s: f64,
    clock_s: &mut f64,
    dt_s: f64,
) {
    let mut distance_m = from_m;
    while distance_m < to_m {
        distance_m = (distance_m + speed_m_s * dt_s).min(to_m + 1e-9);
        *clock_s += dt_s;
        laps.update(course, *clock_s, pose_at(course, distance_m, 0.0));
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
        let mut distance_m = -20.0;
        while distance_m < 2.0 * length + 10.0 {
            distance_m += 17.0 * dt_s;
            clock_s += dt_s;
            laps.update(&course, clock_s, pose_at(&course, distance_m, 0.0));
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
    let there = pose_at(&course, 15.0 * laps.time_s().unwrap(), 0.0).position_m;
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
    let mut distance_m = length;
    while distance_m < 2.0 * length + 1.0 {
        distance_m += 0.1;
        clock_s += 0.01;
        let lateral_m = if (1.4..1.45).contains(&(distance_m / length)) { 5.5 } else { 0.0 };
        laps.update(&course, clock_s, pose_at(&course, distance_m, lateral_m));
    }
    assert_eq!((laps.driven().len(), laps.driven()[0].is_clean, laps.best()), (1, false, None));
}
