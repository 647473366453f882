//! The fastest lines of cars, and the sensitivity of their laps.
#![allow(clippy::disallowed_methods)]

use skidpad_laptime::line::{LineOptions, RacingLine, fastest};
use skidpad_laptime::{Envelope, Path, PathPoint, Point, Range, qss};
use skidpad_world::track::Track;

use super::support::{bare, ring, tum_f1_car, winding};

/// A point with the same grip in all directions, a weak engine, and brakes for a share of the grip.
struct Grip {
    brakes: f64,
}

const GRIP: Grip = Grip { brakes: 1.0 };

impl Envelope for Grip {
    fn range(&self, at: &Point) -> Option<Range> {
        let rest = 100.0 - at.lateral_m_s2 * at.lateral_m_s2;
        (rest >= 0.0).then(|| Range {
            braking_m_s2: -self.brakes * rest.sqrt(),
            coasting_m_s2: 0.0,
            traction_m_s2: rest.sqrt(),
            power_m_s2: 5.0,
        })
    }

    fn top_speed_m_s(&self) -> f64 {
        80.0
    }

    fn gear(&self, _: f64) -> usize {
        1
    }
}

/// The time around a circle at a lateral acceleration is 2 pi (R / a)^(1/2): least at the inner edge, where the speed is least.
#[test]
fn the_fastest_line_of_a_ring_is_its_inner_edge() {
    let track = ring(50.0, [6.0, 4.0]);
    let found = fastest(&track, &GRIP, &bare(3.0), &qss::Options::default()).unwrap();
    let expected_s = core::f64::consts::TAU * (44.0_f64 / 10.0).sqrt();
    assert!((found.time_s / expected_s - 1.0).abs() < 1e-3, "{} {expected_s}", found.time_s);
    assert!(found.line.offsets_m().iter().all(|offset_m| (offset_m - 6.0).abs() < 0.01));
    assert!((found.least_curvature_s / expected_s - (54.0_f64 / 44.0).sqrt()).abs() < 1e-3);
}

#[test]
fn the_fastest_line_is_faster_than_those_it_begins_from() {
    let track = Track::closed(&winding()).unwrap();
    for car in [&GRIP as &dyn Envelope, &tum_f1_car()] {
        let options = qss::Options::default();
        let found = fastest(&track, car, &LineOptions::default(), &options).unwrap();
        let shortest_s = found.shortest_s.unwrap();
        println!("{} {} {}", found.least_curvature_s, shortest_s, found.time_s);
        assert!(found.time_s < 0.998 * f64::min(found.least_curvature_s, shortest_s));
        let lap = qss::lap(&found.line.path(&track).unwrap(), car, &options).unwrap();
        assert_eq!(lap.time_s, found.time_s);
    }
}

/// On an open road the first and the last place are free.
#[test]
fn open_roads_have_fastest_lines() {
    let stations = winding();
    let track = Track::open(&stations[..120]).unwrap();
    let options = qss::Options { start: qss::Start::At(10.0), ..qss::Options::default() };
    let found = fastest(&track, &GRIP, &LineOptions::default(), &options).unwrap();
    assert!(found.time_s < f64::min(found.least_curvature_s, found.shortest_s.unwrap()));
    assert_eq!(
        RacingLine::beside(&track, 3.0, &|_| 0.0).unwrap().offsets_m().len(),
        found.line.offsets_m().len()
    );
}

/// A path with bumps on its curvature.
fn bent(base: &Path, bend: &dyn Fn(f64) -> f64) -> Path {
    let point = |of: &PathPoint| PathPoint { curvature_1_m: of.curvature_1_m + bend(of.distance_m), ..*of };
    Path::new(base.points().iter().map(point).collect(), base.length_m(), base.is_closed()).unwrap()
}

/// Bumps of 60 m on the curvature, at many places, and their effect on the lap by differences and by derivatives.
fn compare(car: &Grip) {
    let track = Track::closed(&winding()).unwrap();
    let base = Path::along(&track, 2.0);
    let options = qss::Options::default();
    let (mut differences, mut derivatives) = (Vec::new(), Vec::new());
    let lap = qss::lap(&base, car, &options).unwrap();
    let of = qss::sensitivity(&base, car, &options, &lap);
    for place in 0..24 {
        let middle_m = base.length_m() * (f64::from(place) + 0.5) / 24.0;
        let bend = |distance_m: f64| {
            let away = (distance_m - middle_m) / 30.0;
            if away.abs() < 1.0 { 4e-5 * (1.0 - away * away) } else { 0.0 }
        };
        let time_s =
            |sign: f64| qss::lap(&bent(&base, &|at_m| sign * bend(at_m)), car, &options).unwrap().time_s;
        differences.push(0.5 * (time_s(1.0) - time_s(-1.0)));
        let parts = base.points().iter().zip(&of.curvature_s_m);
        derivatives.push(parts.map(|(point, slope)| slope * bend(point.distance_m)).sum::<f64>());
    }
    let largest = differences.iter().fold(0.0, |most, one| f64::max(most, one.abs()));
    let mut worst = 0.0;
    for (one, other) in differences.iter().zip(&derivatives) {
        worst = f64::max(worst, (one - other).abs() / largest);
    }
    println!("{worst}");
    assert!(worst < 0.13, "{worst}: {differences:?} {derivatives:?}");
}

#[test]
fn sensitivities_agree_with_differences() {
    compare(&GRIP);
}

#[test]
fn sensitivities_of_a_car_that_brakes_for_long_agree_with_differences() {
    compare(&Grip { brakes: 0.2 });
}

/// All lengths times 1 + e, all curvatures over it: a larger track of the same form.
#[test]
fn sensitivities_to_lengths_and_curvatures_give_that_to_the_size() {
    let track = ring(50.0, [5.0; 2]);
    let base = Path::along(&track, 2.0);
    let options = qss::Options::default();
    let lap = qss::lap(&base, &GRIP, &options).unwrap();
    let of = qss::sensitivity(&base, &GRIP, &options, &lap);
    let lengths: f64 = of.length_s_m.iter().enumerate().map(|(at, slope)| slope * base.step_m(at)).sum();
    let bends: f64 =
        of.curvature_s_m.iter().zip(base.points()).map(|(slope, point)| slope * point.curvature_1_m).sum();
    // The time grows as the root of the size.
    assert!(((lengths - bends) / lap.time_s - 0.5).abs() < 0.01, "{lengths} {bends} {}", lap.time_s);
}
