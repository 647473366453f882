//! Tracks: smooth lines through stations, and positions along and across them.

use core::f64::consts::{PI, TAU};

use skidpad_core::math::Real;
use skidpad_testing::Random;
use skidpad_world::track::{Station, Track, TrackFault, TrackPoint};

fn station(position_m: [f64; 2]) -> Station {
    Station { position_m, ..Station::flat([4.0, 5.0]) }
}

/// A closed track of a curve, whose parameter is an angle.
fn around(count: usize, curve: impl Fn(f64) -> [f64; 2]) -> Track {
    let at = |place: usize| station(curve(TAU * place as f64 / count as f64));
    Track::closed(&(0..count).map(at).collect::<Vec<_>>()).expect("sound stations")
}

fn circle(radius_m: f64, count: usize) -> Track {
    around(count, |angle| [radius_m * Real::cos(angle), radius_m * Real::sin(angle)])
}

/// A random round course of about 1,500 m with hills, banking and changing widths.
fn random_course(seed: u64) -> Track {
    let mut random = Random::new(seed);
    let waves: Vec<_> = (2..6)
        .map(|k| (f64::from(k), random.between(0.0, 40.0 / f64::from(k)), random.between(0.0, TAU)))
        .collect();
    let sum = |angle: f64, scale: f64| -> f64 {
        waves.iter().map(|(k, size, phase)| scale * size * Real::sin(k * angle + phase)).sum()
    };
    let stations: Vec<_> = (0..200)
        .map(|place| {
            let angle = TAU * f64::from(place) / 200.0;
            let radius_m = 200.0 + sum(angle, 1.0);
            Station {
                position_m: [radius_m * Real::cos(angle), radius_m * Real::sin(angle)],
                height_m: sum(angle + 1.0, 0.3),
                banking_rad: 0.01 * sum(angle + 2.0, 0.1),
                widths_m: [5.0 + sum(angle, 0.02), 6.0 - sum(angle, 0.02)],
            }
        })
        .collect();
    Track::closed(&stations).expect("sound stations")
}

/// A position at an offset to the left of a point of the line.
fn beside(point: &TrackPoint, offset_m: f64) -> [f64; 2] {
    let (sin, cos) = Real::sin_cos(point.heading_rad);
    let [x, y] = point.position_m;
    [x - offset_m * sin, y + offset_m * cos]
}

#[test]
fn a_circle_has_its_length_curvature_and_radius() {
    for radius_m in [8.0, 50.0, 1000.0] {
        let track = circle(radius_m, 72);
        let points = (0..1000).map(|at| track.at(track.length_m() * f64::from(at) / 1000.0));
        assert!(Real::abs(track.length_m() / (TAU * radius_m) - 1.0) < 1e-6);
        for point in points {
            let [x, y] = point.position_m;
            assert!(Real::abs(Real::hypot(x, y) / radius_m - 1.0) < 1e-6, "{point:?}");
            // Of the fourth order in the angle between stations.
            assert!(Real::abs(point.curvature_1_m * radius_m - 1.0) < 1e-3, "{point:?}");
            assert_eq!((point.grade, point.height_m, point.banking_rad), (0.0, 0.0, 0.0));
        }
    }
}

/// Perimeter of an ellipse: 4 a E(e), by the series of Ivory in h = ((a - b) / (a + b))^2.
#[test]
fn an_ellipse_has_its_perimeter() {
    let (a, b) = (300.0, 120.0);
    let h = ((a - b) / (a + b)) * ((a - b) / (a + b));
    let mut sum = 1.0;
    let mut binomial = 1.0;
    for n in 1..40 {
        // (1/2 over n) = (1/2 over n - 1) (3/2 - n) / n.
        let n = f64::from(n);
        binomial *= (1.5 - n) / n;
        sum += binomial * binomial * h.powf(n);
    }
    let exact = PI * (a + b) * sum;
    let track = around(400, |angle| [a * Real::cos(angle), b * Real::sin(angle)]);
    assert!(Real::abs(track.length_m() / exact - 1.0) < 1e-8, "{} {exact}", track.length_m());
}

/// Checks that two points near each other are as far apart as their distances say.
fn assert_lengths(track: &Track, close: f64) {
    let step_m = 0.01;
    for at in 0..4000 {
        let distance_m = track.length_m() * f64::from(at) / 4000.0;
        let [one, other] = [0.0, step_m].map(|ahead| track.at(distance_m + ahead).position_m);
        let apart_m = Real::hypot(one[0] - other[0], one[1] - other[1]);
        assert!(Real::abs(apart_m / step_m - 1.0) < close, "{distance_m}: {apart_m}");
    }
}

#[test]
fn distances_are_lengths() {
    (0..5).for_each(|seed| assert_lengths(&random_course(seed), 1e-5));
}

/// Between stations of which some are three times as far apart as others the curve goes faster than its parameter here, and slower
/// there.
#[test]
fn uneven_stations_change_no_lengths() {
    let uneven = |angle: f64| {
        let angle = angle + 0.25 * Real::sin(2.0 * angle);
        [100.0 * Real::cos(angle), 60.0 * Real::sin(angle)]
    };
    assert_lengths(&around(16, uneven), 1e-6);
}

/// Nothing steps where pieces meet, nor where a closed line begins.
#[test]
fn curvature_grade_and_banking_are_continuous() {
    for seed in 0..5 {
        let track = random_course(seed);
        let pieces = (track.length_m() / 2.0).ceil();
        let piece_m = track.length_m() / pieces;
        for node in 0..pieces as usize {
            let at_m = piece_m * node as f64;
            let [before, after] = [-1e-7, 1e-7].map(|off| track.at(at_m + off));
            let turn = before.heading_rad - after.heading_rad;
            assert!(Real::abs(Real::sin(turn)) < 1e-7, "{seed} {at_m}");
            let pairs = [
                (before.curvature_1_m, after.curvature_1_m, 1e-7),
                (before.grade, after.grade, 1e-7),
                (before.grade_rate_1_m, after.grade_rate_1_m, 1e-7),
                (before.height_m, after.height_m, 1e-6),
                (before.banking_rad, after.banking_rad, 1e-7),
                (before.widths_m[0], after.widths_m[0], 1e-6),
            ];
            for (one, other, close) in pairs {
                assert!(Real::abs(one - other) < close, "{seed} {at_m}: {one} {other}");
            }
        }
    }
}

/// Curvature and grade are the derivatives of heading and height.
#[test]
fn rates_are_those_of_what_they_are_rates_of() {
    let track = random_course(7);
    let h = 1e-4;
    for at in 0..1000 {
        let distance_m = 1.0 + track.length_m() * f64::from(at) / 1001.0;
        let [before, now, after] = [-h, 0.0, h].map(|off| track.at(distance_m + off));
        let turn = Real::asin(Real::sin(after.heading_rad - before.heading_rad));
        assert!(Real::abs(turn / (2.0 * h) - now.curvature_1_m) < 1e-6, "{distance_m}");
        assert!(Real::abs((after.height_m - before.height_m) / (2.0 * h) - now.grade) < 1e-6);
        assert!(Real::abs((after.grade - before.grade) / (2.0 * h) - now.grade_rate_1_m) < 1e-6);
    }
}

/// Along and across, there and back; with and without the place where it was before.
#[test]
fn positions_are_found() {
    for seed in 0..5 {
        let (track, mut random) = (random_course(seed), Random::new(seed + 100));
        let mut before = None;
        for _ in 0..3000 {
            let distance_m = random.between(0.0, track.length_m());
            let point = track.at(distance_m);
            let offset_m = random.between(-point.widths_m[1], point.widths_m[0]);
            let position_m = beside(&point, offset_m);
            for found in [track.locate(position_m, None), track.locate(position_m, before.as_ref())] {
                let off = found.distance_m - point.distance_m;
                let off_m = off - (off / track.length_m()).round() * track.length_m();
                assert!(Real::abs(off_m) < 1e-6, "{seed} {distance_m} {offset_m}: {found:?}");
                assert!(
                    Real::abs(found.lateral_offset_m - offset_m) < 1e-6,
                    "{seed} {distance_m}: {found:?}"
                );
                before = Some(found);
            }
        }
    }
}

/// A car that follows the line of a figure of eight is on its own stretch at the crossing; so it is beside a stretch that lies
/// closer than the edge of its own.
#[test]
fn the_stretch_of_before_decides() {
    let eight = around(400, |angle| [200.0 * Real::sin(angle), 100.0 * Real::sin(2.0 * angle)]);
    // Back and forth, 6 m apart: each has 5 m to either side.
    let hairpins = around(400, |angle| [300.0 * Real::cos(angle), 3.0 * Real::sin(angle)]);
    for (name, track) in [("eight", eight), ("hairpins", hairpins)] {
        let mut at = track.locate(track.at(0.0).position_m, None);
        let (mut driven_m, step_m) = (0.0, 0.37);
        let mut has_parted = false;
        while driven_m < track.length_m() - 1.0 {
            driven_m += step_m;
            // Straight on the line, and 3.5 m to the right of it, beyond the middle between the hairpins.
            let offset_m = if name == "eight" { 0.5 } else { -3.5 };
            let point = track.at(driven_m);
            if name == "hairpins" && Real::abs(point.curvature_1_m) > 0.01 {
                at = track.locate(point.position_m, None);
                continue;
            }
            let position_m = beside(&point, -offset_m);
            at = track.locate(position_m, Some(&at));
            assert!(Real::abs(at.distance_m - driven_m) < 1e-3, "{name} {driven_m}: {at:?}");
            has_parted |= Real::abs(track.locate(position_m, None).distance_m - driven_m) > 10.0;
        }
        assert!(has_parted, "{name}: the nearest point is elsewhere somewhere");
    }
}

/// An open track ends at its ends; beyond them the nearest point is an end.
#[test]
fn an_open_track_has_ends() {
    let stations: Vec<_> = (0..20).map(|at| station([10.0 * f64::from(at), 0.0])).collect();
    let track = Track::open(&stations).unwrap();
    assert!(!track.is_closed() && Real::abs(track.length_m() - 190.0) < 1e-9);
    assert_eq!((track.at(-5.0), track.at(500.0)), (track.at(0.0), track.at(190.0)));
    for (x_m, distance_m) in [(-20.0, 0.0), (95.3, 95.3), (230.0, 190.0)] {
        let found = track.locate([x_m, 1.5], None);
        assert!(Real::abs(found.distance_m - distance_m) < 1e-9, "{x_m}: {found:?}");
        assert!(Real::abs(found.lateral_offset_m - 1.5) < 1e-9, "{x_m}: {found:?}");
    }
    assert!(track.at(100.0).curvature_1_m == 0.0);
}

#[test]
fn stations_that_are_no_track_are_refused_by_name() {
    let square = || [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]].map(station);
    let refused = |stations: &[Station]| -> Vec<String> {
        Track::closed(stations).expect_err("faults").iter().map(TrackFault::to_string).collect()
    };
    assert_eq!(refused(&square()[..3]), ["3 stations: must be 4 to 1000000"]);
    let mut wrong = square();
    (wrong[1].position_m[0], wrong[2].widths_m[1]) = (f64::NAN, -1.0);
    assert_eq!(
        refused(&wrong),
        [
            "stations[1].position_m[0] = NaN: must be -1000000 to 1000000",
            "stations[2].widths_m[1] = -1: must be 0 to 1000",
        ]
    );
    let mut twice = square().to_vec();
    twice.push(twice[0]);
    assert_eq!(
        refused(&twice),
        ["stations[0] is where the one before it is: stations in a row must be 1 mm apart or more"]
    );
    assert!(Track::open(&square()[..2]).is_ok());
}

/// No position makes a search fail; one that is no number is nowhere.
#[test]
fn any_position_has_an_answer() {
    let track = random_course(3);
    let somewhere = track.locate([0.0, 0.0], None);
    for position_m in [[f64::NAN, 0.0], [f64::INFINITY, 1.0], [1e300, -1e300], [0.0, 0.0]] {
        let found = track.locate(position_m, Some(&somewhere));
        assert!((0.0..track.length_m()).contains(&found.distance_m), "{position_m:?}: {found:?}");
        assert!(found.lateral_offset_m.is_finite() == (position_m == [0.0, 0.0]) || position_m[0] == 1e300);
    }
}
