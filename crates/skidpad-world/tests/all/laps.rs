//! Laps: times at the gates, sectors, the best lap, its ghost and the delta to it.

use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;
use skidpad_world::laps::{LapTimer, Laps, Way};
use skidpad_world::scene::Scene;
use skidpad_world::track::Track;

fn course() -> Track {
    Scene::by_name("course").unwrap().course.unwrap()
}

/// Pose on the course at a distance along it and a lateral offset.
fn pose_at(course: &Track, distance_m: f64, lateral_m: f64) -> Pose<f64> {
    let point = course.at(distance_m);
    let (sin, cos) = point.heading_rad.sin_cos();
    let [x, y] = point.position_m;
    Pose::on_road([x - lateral_m * sin, y + lateral_m * cos], point.heading_rad, &Surface::asphalt())
}

/// A car that is put from place to place along the course.
struct Driven {
    course: Track,
    timer: LapTimer,
    laps: Laps,
    before: Option<(f64, [f64; 2])>,
    clock_s: f64,
    dt_s: f64,
}

impl Driven {
    fn new(dt_s: f64) -> Self {
        let course = course();
        let laps = Laps::on(&course);
        Self { course, timer: LapTimer::default(), laps, before: None, clock_s: 100.0, dt_s }
    }

    /// Takes a step to a distance along the course and a lateral offset.
    fn put(&mut self, distance_m: f64, lateral_m: f64) {
        self.clock_s += self.dt_s;
        let pose = pose_at(&self.course, distance_m, lateral_m);
        let [x_m, y_m, _] = pose.position_m;
        let to = (self.clock_s, [x_m, y_m]);
        if let Some(from) = self.before.replace(to) {
            self.timer.advance(&self.course, &Way { from, to }, lateral_m.abs() <= 5.0);
        }
        self.laps.update(&self.course, &self.timer, self.clock_s, pose);
    }

    /// Drives along the centre line at a speed, from a distance to another.
    fn go(&mut self, [from_m, to_m]: [f64; 2], speed_m_s: f64) {
        let mut distance_m = from_m;
        while distance_m < to_m {
            distance_m = (distance_m + speed_m_s * self.dt_s).min(to_m + 1e-9);
            self.put(distance_m, 0.0);
        }
    }
}

/// At an even speed a lap takes its length over the speed, whatever the steps.
#[test]
fn times_are_those_of_the_gates() {
    let length = course().length_m();
    for dt_s in [0.001, 0.01, 1.0 / 30.0] {
        let mut driven = Driven::new(dt_s);
        driven.go([-20.0, 2.0 * length + 10.0], 17.0);
        let laps = &driven.laps;
        assert_eq!((laps.driven().len(), laps.driven().last()), (2, driven.timer.last()));
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
    let length = course().length_m();
    let mut driven = Driven::new(0.004);
    driven.go([-5.0, 0.9 * length], 15.0);
    assert_eq!(driven.laps.delta_s(), None, "there is no best yet");
    driven.go([0.9 * length, length], 15.0);
    driven.go([length, 1.5 * length], 16.0);
    let laps = &driven.laps;
    let delta = laps.delta_s().unwrap();
    let expected = 0.5 * length * (1.0 / 16.0 - 1.0 / 15.0);
    assert!((delta - expected).abs() < 0.01, "{delta} {expected}");
    let ghost = laps.ghost(0.0).unwrap().position_m;
    let there = pose_at(&driven.course, 15.0 * laps.time_s().unwrap(), 0.0).position_m;
    assert!((ghost[0] - there[0]).hypot(ghost[1] - there[1]) < 0.2, "{ghost:?} {there:?}");
    let before = laps.ghost(0.1).unwrap().position_m;
    let gone = (ghost[0] - before[0]).hypot(ghost[1] - before[1]);
    assert!((gone - 1.5).abs() < 0.1, "a tenth of a second at 15 m/s: {gone}");
    assert_eq!(laps.sectors_s().len(), 1);
    driven.go([1.5 * length, 2.0 * length], 14.0);
    let laps = &driven.laps;
    assert!(laps.driven()[1].time_s > laps.driven()[0].time_s);
    assert_eq!(laps.best(), Some(&laps.driven()[0]));
}

/// A short cut past a gate is no lap; one beside the course is none that counts.
#[test]
fn cutting_does_not_pay() {
    let length = course().length_m();
    let mut driven = Driven::new(0.01);
    driven.go([-5.0, 0.2 * length], 15.0);
    // Across, from before the first gate to behind the second.
    driven.go([0.8 * length, length], 15.0);
    assert!(driven.laps.driven().is_empty());
    let mut distance_m = length;
    while distance_m < 2.0 * length + 1.0 {
        distance_m += 0.1;
        let lateral_m = if (1.4..1.45).contains(&(distance_m / length)) { 5.5 } else { 0.0 };
        driven.put(distance_m, lateral_m);
    }
    let laps = &driven.laps;
    assert_eq!((laps.driven().len(), laps.driven()[0].is_clean, laps.best()), (1, false, None));
}
