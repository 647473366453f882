//! Laps along a track, and their corners.

use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::qss::{self, Options, QssError};
use skidpad_laptime::{
    Envelope, LapPoint, LapTrace, ModelEnvelope, Path, PathPoint, Point, TraceError, lap_corners,
};
use skidpad_world::track::{Track, track_by_name};

fn oval() -> Track {
    Track::new(&track_by_name("oval").unwrap()).unwrap()
}

/// Points of a lap at a constant speed, beside the reference line.
fn points(track: &Track, speed_m_s: f64, offset_m: f64, count: usize) -> Vec<LapPoint> {
    let point = |at: usize| {
        let along_m = track.lap_m() * at as f64 / count as f64;
        LapPoint {
            position_m: track.beside(track.start_m() + along_m, offset_m),
            line_m: along_m,
            time_s: along_m / speed_m_s,
            speed_m_s,
        }
    };
    (0..=count).map(point).collect()
}

#[test]
fn traces_lie_on_the_track() {
    let track = oval();
    let slow = LapTrace::new(&track, &points(&track, 30.0, 0.0, 300)).unwrap();
    // Other points beside the line, at another speed.
    let fast = LapTrace::new(&track, &points(&track, 40.0, 2.0, 217)).unwrap();
    for along_m in [0.0, 1.0, 123.4, 777.7, track.lap_m() - 0.1] {
        assert!((slow.at(along_m).time_s - along_m / 30.0).abs() < 1e-6);
        let behind_s = slow.at(along_m).time_s - fast.at(along_m).time_s;
        assert!((behind_s - along_m * (1.0 / 30.0 - 1.0 / 40.0)).abs() < 1e-3, "{along_m} m: {behind_s} s");
    }
    assert!((slow.between_s(track.lap_m() - 30.0, 60.0) - 3.0).abs() < 1e-6, "over the start line");
}

#[test]
fn points_that_are_no_lap_are_refused() {
    let track = oval();
    let whole = points(&track, 30.0, 0.0, 300);
    let refused = |points: &[LapPoint]| LapTrace::new(&track, points).unwrap_err();
    assert_eq!(refused(&whole[..2]), TraceError::Points);
    assert!(matches!(refused(&whole[..200]), TraceError::Part { .. }));
    assert!(matches!(refused(&points(&track, 30.0, 300.0, 300)), TraceError::Beside { .. }));
    let mut backwards: Vec<LapPoint> = whole.iter().rev().copied().collect();
    (0..backwards.len()).for_each(|at| backwards[at].time_s = at as f64);
    assert!(matches!(refused(&backwards), TraceError::Backwards(_)));
    let mut standing = whole;
    standing[7].time_s = standing[6].time_s;
    assert_eq!(refused(&standing), TraceError::Time(7));
}

#[test]
fn corners_are_those_of_the_track() {
    let track = oval();
    let vehicle = preset("boxster-s").unwrap().spec.validate().unwrap();
    let car = ModelEnvelope::shared("two_track", &vehicle, &Surface::asphalt()).unwrap();
    let path = Path::along(&track, 2.0);
    let lap = qss::lap(&path, &*car, &Options::default()).unwrap();
    let trace = LapTrace::of_lap(&track, &path, &lap).unwrap();
    let corners = lap_corners(&track, &path, &lap, &trace);
    let known = track.figures().corners;
    assert_eq!(corners.len(), known.len());
    let in_corners_s: f64 = corners.iter().map(|corner| corner.time_s).sum();
    assert!(in_corners_s < lap.time_s);
    for (corner, known) in corners.iter().zip(&known) {
        assert_eq!((&corner.name, corner.side), (&known.name, known.side));
        // The reference line is driven.
        assert!((corner.least_radius_m / known.least_radius_m - 1.0).abs() < 0.02);
        let [entry, least, exit] = corner.speeds_m_s;
        assert!(least <= entry + 1e-9 && least <= exit + 1e-9);
        let slowest = lap.samples.iter().find(|sample| sample.distance_m == corner.apex_m).unwrap();
        assert_eq!((slowest.speed_m_s, slowest.gear), (least, corner.gear));
        assert!(corner.lateral_m_s2 >= slowest.lateral_m_s2.abs() - 1e-9);
    }
}

/// Curvature beyond the steering's lock: the boxster-s turns within a radius of about 3.6 m.
#[test]
fn a_line_sharper_than_the_turning_circle_is_refused() {
    let spec = preset("boxster-s").unwrap().spec;
    let vehicle = spec.validate().unwrap();
    let car = ModelEnvelope::shared("two_track", &vehicle, &Surface::asphalt()).unwrap();
    let (lock_rad, wheelbase_m) = (spec.body.largest_steer_rad, spec.body.wheelbase_m);
    let least_m = 1.0 / car.sharpest_1_m();
    let rear_m = wheelbase_m / lock_rad.tan();
    assert!(least_m > rear_m && least_m < rear_m.hypot(wheelbase_m), "{least_m} m");
    let circle = |radius_m: f64| {
        let length_m = core::f64::consts::TAU * radius_m;
        let point = |at: i32| PathPoint::level(length_m * f64::from(at) / 60.0, 1.0 / radius_m);
        let path = Path::new((0..60).map(point).collect(), length_m, true).unwrap();
        qss::lap(&path, &*car, &Options::default())
    };
    let lap = circle(1.01 * least_m).unwrap();
    assert!(lap.samples[0].speed_m_s < 6.0, "{} m/s", lap.samples[0].speed_m_s);
    let error = circle(0.99 * least_m).unwrap_err();
    assert!(matches!(error, QssError::TooSharp { distance_m: 0.0, .. }), "{error}");
    assert!(error.to_string().contains("the car's turning circle at full lock"));
}

/// Gears are those of the driven wheels: larger wheels on the other axle change nothing.
#[test]
fn gears_are_those_of_the_driven_axle() {
    let mut spec = preset("boxster-s").unwrap().spec;
    let envelope = |spec: &skidpad_core::spec::VehicleSpec| {
        ModelEnvelope::shared("two_track", &spec.validate().unwrap(), &Surface::asphalt()).unwrap()
    };
    let gears = |car: &ModelEnvelope| (0..300).map(|at| car.gear(0.25 * f64::from(at))).collect::<Vec<_>>();
    let before = gears(&envelope(&spec));
    spec.front.radius_m *= 1.1;
    assert_eq!(gears(&envelope(&spec)), before);
    spec.drive.front_share = 1.0;
    let front = gears(&envelope(&spec));
    assert_ne!(front, before, "by the larger front wheels the gears reach further");
    spec.rear.radius_m *= 1.1;
    assert_eq!(gears(&envelope(&spec)), front);
    let power = |at: f64| envelope(&spec).range(&Point::level(at, 0.0)).unwrap().power_m_s2;
    assert!(power(20.0) > power(40.0));
}
