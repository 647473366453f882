//! Smoothing of measured lines: the tolerance is kept, the curvature becomes calm, and shapes without noise stay.

use core::f64::consts::TAU;

use skidpad_core::math::Real;
use skidpad_testing::Random;
use skidpad_world::track::{Station, Tolerance, Track, smooth};

const TOLERANCE: Tolerance = Tolerance { plan_m: 0.25, height_m: 0.1 };

/// A bean-shaped circuit of about 1,400 m with hills, measured with a noise to either side, m.
fn measured(count: usize, noise_m: f64) -> Vec<Station> {
    let mut random = Random::new(5);
    let station = |place: usize| {
        let angle = TAU * place as f64 / count as f64;
        let radius_m = 200.0 + 60.0 * Real::sin(2.0 * angle) + random.between(-noise_m, noise_m);
        Station {
            position_m: [radius_m * Real::cos(angle), radius_m * Real::sin(angle)],
            height_m: 10.0 * Real::sin(angle) + random.between(-0.4 * noise_m, 0.4 * noise_m),
            banking_rad: 0.05 * Real::cos(angle),
            widths_m: [5.0, 7.0],
        }
    };
    (0..count).map(station).collect()
}

fn circle(radius_m: f64, count: usize) -> Vec<Station> {
    let station = |place: usize| {
        let (sin, cos) = Real::sin_cos(TAU * place as f64 / count as f64);
        Station { position_m: [radius_m * cos, radius_m * sin], ..Station::flat([4.0, 4.0]) }
    };
    (0..count).map(station).collect()
}

/// The root of the mean square of the change of curvature along a track, 1/m^2.
fn roughness(track: &Track) -> f64 {
    let count = (track.length_m() / 0.5) as usize;
    let step_m = track.length_m() / count as f64;
    let at = |place: usize| track.at(step_m * place as f64).curvature_1_m;
    let rates = (0..count).map(|place| (at(place + 1) - at(place)) / step_m);
    Real::sqrt(rates.map(|rate| rate * rate).sum::<f64>() / count as f64)
}

#[test]
fn noise_leaves_the_curvature_and_the_tolerance_is_kept_and_used() {
    for count in [300, 1000] {
        let noisy = measured(count, 0.15);
        let smoothed = smooth(&noisy, true, TOLERANCE);
        let [raw, track, true_one] = [&noisy, &smoothed.stations, &measured(count, 0.0)]
            .map(|stations| Track::closed(stations).unwrap());
        assert!(smoothed.largest_m <= TOLERANCE.plan_m && smoothed.largest_m > 0.9 * TOLERANCE.plan_m);
        assert!(smoothed.largest_height_m <= TOLERANCE.height_m && smoothed.largest_height_m > 0.09);
        for station in &noisy {
            let place = track.locate(station.position_m, None);
            assert!(Real::abs(place.lateral_offset_m) < TOLERANCE.plan_m + 1e-3, "{count}: {station:?}");
            let off_m = track.at(place.distance_m).height_m - station.height_m;
            assert!(Real::abs(off_m) < TOLERANCE.height_m + 0.02, "{count}: {station:?} {off_m}");
        }
        let [raw, found, truth] = [&raw, &track, &true_one].map(roughness);
        assert!(found < 1.5 * truth && raw > 10.0 * truth, "{count}: {raw} {found} {truth}");
    }
}

#[test]
fn straight_lines_and_circles_are_left_alone() {
    for (radius_m, count) in [(5.0, 60), (10.0, 31), (20.0, 25), (100.0, 126), (1000.0, 1000)] {
        let smoothed = smooth(&circle(radius_m, count), true, TOLERANCE);
        assert!(smoothed.largest_m < 1e-6, "{radius_m}: {}", smoothed.largest_m);
        let track = Track::closed(&smoothed.stations).unwrap();
        assert!(Real::abs(track.length_m() / (TAU * radius_m) - 1.0) < 1e-4, "{radius_m}");
    }
    let line: Vec<_> = (0..200)
        .map(|at| Station {
            position_m: [3.0 * f64::from(at), 4.0 * f64::from(at)],
            ..Station::flat([4.0; 2])
        })
        .collect();
    let smoothed = smooth(&line, false, TOLERANCE);
    assert!(smoothed.largest_m < 1e-6);
    let track = Track::open(&smoothed.stations).unwrap();
    assert!(Real::abs(track.length_m() - 995.0) < 1e-6);
    assert!((0..1000).all(|at| Real::abs(track.at(f64::from(at)).curvature_1_m) < 1e-9));
}

#[test]
fn a_turned_line_is_smoothed_into_the_turned_smooth_line() {
    let stations = measured(400, 0.15);
    let (sin, cos) = Real::sin_cos(0.7);
    let turn = |station: &Station| {
        let [x, y] = station.position_m;
        Station { position_m: [cos * x - sin * y, sin * x + cos * y], ..*station }
    };
    let turned: Vec<_> = stations.iter().map(turn).collect();
    let [one, other] = [&stations, &turned].map(|stations| smooth(stations, true, TOLERANCE).stations);
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().map(turn).zip(&other) {
        let off = [0, 1].map(|axis| Real::abs(one.position_m[axis] - other.position_m[axis]));
        assert!(off[0] < 1e-6 && off[1] < 1e-6, "{one:?} {other:?}");
    }
}

/// Where the line moves, the edges do not.
#[test]
fn edges_stay_where_they_were_measured() {
    let noisy = measured(300, 0.15);
    let track = Track::closed(&smooth(&noisy, true, TOLERANCE).stations).unwrap();
    for station in &noisy {
        let place = track.locate(station.position_m, None);
        let [left_m, right_m] = track.at(place.distance_m).widths_m;
        let [left_m, right_m] = [left_m - place.lateral_offset_m, right_m + place.lateral_offset_m];
        assert!(Real::abs(left_m - 5.0) < 0.12 && Real::abs(right_m - 7.0) < 0.12, "{left_m} {right_m}");
    }
}

/// Corners with dense points, and straights of two points.
#[test]
fn uneven_points_are_kept_near_too() {
    let mut stations = Vec::new();
    for (centre_x_m, begin) in [(300.0, -0.25), (-300.0, 0.25)] {
        for at in 0..=40 {
            let (sin, cos) = Real::sin_cos(TAU * (begin + f64::from(at) / 80.0));
            let position_m = [centre_x_m + 30.0 * cos, 30.0 * sin];
            stations.push(Station { position_m, ..Station::flat([5.0, 5.0]) });
        }
    }
    let smoothed = smooth(&stations, true, TOLERANCE);
    assert!(smoothed.largest_m <= TOLERANCE.plan_m && smoothed.stations.len() > 400);
    let track = Track::closed(&smoothed.stations).unwrap();
    let exact_m = TAU * 30.0 + 1200.0;
    assert!(Real::abs(track.length_m() / exact_m - 1.0) < 2e-3, "{} {exact_m}", track.length_m());
}

#[test]
fn stations_that_cannot_be_smoothed_come_back_as_they_are() {
    let sound = measured(100, 0.1);
    let mut broken = sound.clone();
    broken[7].height_m = f64::INFINITY;
    let strict = |plan_m: f64, height_m: f64| Tolerance { plan_m, height_m };
    for (stations, tolerance) in [
        (&sound[..3], TOLERANCE),
        (&broken[..], TOLERANCE),
        (&[], TOLERANCE),
        (&sound[..], strict(f64::NAN, 0.1)),
        (&sound[..], strict(-1.0, 0.1)),
        (&sound[..], strict(0.0, 0.1)),
        (&sound[..], strict(0.1, 0.0)),
    ] {
        let smoothed = smooth(stations, true, tolerance);
        assert_eq!(format!("{:?}", smoothed.stations), format!("{stations:?}"));
        assert_eq!((smoothed.largest_m, smoothed.largest_height_m), (0.0, 0.0));
    }
    // A tolerance of kilometres gives a line all the same.
    let far = smooth(&sound, true, strict(1e4, 1e4));
    assert!(Track::closed(&far.stations).is_ok());
}
