//! Paths of lines.
#![allow(clippy::disallowed_methods)]

use skidpad_laptime::line::RacingLine;
use skidpad_laptime::{Path, PathError};
use skidpad_world::track::{Station, Track};

use super::support::{ring, winding};

fn weaving(track: &Track, spacing_m: f64) -> Path {
    let waves = (track.length_m() / 120.0).round() * core::f64::consts::TAU / track.length_m();
    RacingLine::beside(track, spacing_m, &|distance_m| 1.5 * (waves * distance_m).sin())
        .unwrap()
        .path(track)
        .unwrap()
}

/// Largest difference of a path's curvature, and of its steps, from those of circles through three points in a row.
fn misses(path: &Path) -> [f64; 2] {
    let points = path.points();
    let mut largest = [0.0; 2];
    for at in 1..points.len() - 1 {
        let [a, b, c] = [at - 1, at, at + 1].map(|place| points[place].position_m);
        let (one, other) = ([b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
        let (l, m, n) = (one[0].hypot(one[1]), other[0].hypot(other[1]), (c[0] - a[0]).hypot(c[1] - a[1]));
        let curvature_1_m = 2.0 * (one[0] * other[1] - one[1] * other[0]) / (l * m * n);
        largest[0] = f64::max(largest[0], (curvature_1_m - points[at].curvature_1_m).abs());
        // The arc over the chord.
        let arc_m = m * (1.0 + m * m * curvature_1_m * curvature_1_m / 24.0);
        largest[1] = f64::max(largest[1], (path.step_m(at) - arc_m).abs());
    }
    largest
}

#[test]
fn curvature_and_distance_agree_with_differences_of_positions_and_better_the_closer_they_are() {
    let track = Track::closed(&winding()).unwrap();
    let [coarse, fine] = [4.0, 1.0].map(|spacing_m| misses(&weaving(&track, spacing_m)));
    // Where the slope of the road's curvature jumps, differences miss a hundredth of the largest curvature.
    assert!(fine[0] < 6e-4 && fine[0] < coarse[0] / 4.0, "{coarse:?} {fine:?}");
    assert!(fine[1] < 1e-5 && coarse[1] < 2e-3, "{coarse:?} {fine:?}");
}

#[test]
fn the_curvature_is_that_of_offsets_in_closed_form() {
    // n = 1.5 sin(w s) beside a circle of 60 m: k = (a n'' + a^2 c + 2 c n'^2) / (a^2 + n'^2)^(3/2), a = 1 - n c.
    let track = ring(60.0, [5.0; 2]);
    let path = weaving(&track, 1.0);
    let waves = (track.length_m() / 120.0).round() * core::f64::consts::TAU / track.length_m();
    let step_m = track.length_m() / path.points().len() as f64;
    for (at, point) in path.points().iter().enumerate() {
        let (sin, cos) = (waves * step_m * at as f64).sin_cos();
        let (n, n1, n2, c) = (1.5 * sin, 1.5 * waves * cos, -1.5 * waves * waves * sin, 1.0 / 60.0);
        let a = 1.0 - n * c;
        let expected = (a * n2 + a * a * c + 2.0 * c * n1 * n1) / (a * a + n1 * n1).powf(1.5);
        assert!((point.curvature_1_m - expected).abs() < 1e-5, "{at}: {} {expected}", point.curvature_1_m);
        assert!((point.lateral_offset_m - n).abs() < 1e-12);
    }
}

/// On a tilted plane every line rises as the plane does in its direction, and falls to its right as the plane does there.
#[test]
fn grade_and_banking_on_a_tilted_plane_are_those_of_the_plane() {
    let slope = [0.08, -0.05];
    let station = |at: i32| {
        let (sin, cos) = (f64::from(at) * core::f64::consts::TAU / 240.0).sin_cos();
        let position_m = [80.0 * cos, 80.0 * sin];
        // The left of the line is towards the centre.
        let to_left = -slope[0] * cos - slope[1] * sin;
        Station {
            position_m,
            height_m: slope[0] * position_m[0] + slope[1] * position_m[1],
            banking_rad: to_left.atan(),
            widths_m: [5.0; 2],
        }
    };
    let track = Track::closed(&(0..240).map(station).collect::<Vec<_>>()).unwrap();
    let path = weaving(&track, 1.0);
    let count = path.points().len();
    for (at, point) in path.points().iter().enumerate() {
        let [before, after] =
            [(at + count - 1) % count, (at + 1) % count].map(|place| path.points()[place].position_m);
        let [x, y] = [after[0] - before[0], after[1] - before[1]];
        let length_m = x.hypot(y);
        let grade = (slope[0] * x + slope[1] * y) / length_m;
        let to_left = (slope[1] * x - slope[0] * y) / length_m;
        assert!((point.grade - grade).abs() < 2e-5, "{at}: {} {grade}", point.grade);
        assert!((point.banking_rad.tan() - to_left).abs() < 2e-5, "{at}: {} {to_left}", point.banking_rad);
        // The plane is flat along straight lines: the grade changes as the line turns.
        let rate = point.curvature_1_m * to_left;
        assert!((point.grade_rate_1_m - rate).abs() < 2e-5, "{at}: {} {rate}", point.grade_rate_1_m);
    }
}

#[test]
fn offsets_that_are_not_finite_are_an_error() {
    let line = RacingLine::beside(&ring(60.0, [5.0; 2]), 3.0, &|_| f64::NAN).unwrap();
    assert!(matches!(
        line.path(&ring(60.0, [5.0; 2])),
        Err(PathError::NotFinite(_) | PathError::Distance(_))
    ));
}
