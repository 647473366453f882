//! Lines whose forms are known, and what all lines have in common.
#![allow(clippy::disallowed_methods)]

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};

use skidpad_laptime::line::{LineError, LineOptions, RacingLine, least_curvature, shortest};
use skidpad_testing::Random;
use skidpad_world::track::{Segment, Station, Track};

use super::support::{bare, energy_1_m, ring, road, winding};

#[test]
fn on_a_ring_the_least_curvature_is_the_outer_edge_and_the_shortest_line_the_inner_one() {
    let track = ring(50.0, [6.0, 4.0]);
    let least = least_curvature(&track, &bare(2.0)).unwrap();
    for offset_m in least.offsets_m() {
        assert!((offset_m + 4.0).abs() < 1e-3, "{offset_m}");
    }
    let path = least.path(&track).unwrap();
    for point in path.points() {
        assert!((point.curvature_1_m * 54.0 - 1.0).abs() < 1e-3, "{}", point.curvature_1_m);
    }
    let short = shortest(&track, &bare(2.0)).unwrap();
    assert!(short.offsets_m().iter().all(|offset_m| (offset_m - 6.0).abs() < 1e-3));
    let length_m = short.path(&track).unwrap().length_m();
    assert!((length_m / (44.0 * TAU) - 1.0).abs() < 1e-4, "{length_m}");
}

#[test]
fn in_a_straight_corridor_both_lines_are_straight() {
    let track = Track::open(&road(&[Segment::straight(300.0)], 5.0)).unwrap();
    for line in [least_curvature(&track, &bare(3.0)).unwrap(), shortest(&track, &bare(3.0)).unwrap()] {
        let path = line.path(&track).unwrap();
        assert!((path.length_m() - 300.0).abs() < 1e-3, "{}", path.length_m());
        assert!(path.points().iter().all(|point| point.curvature_1_m.abs() < 1e-9));
    }
}

/// Two straights and a right angle between them, about a centre: the edges of the road have the radii 16 and 24 m there.
fn right_angle() -> Track {
    let segments = [Segment::straight(200.0), Segment::arc(20.0, FRAC_PI_2), Segment::straight(200.0)];
    Track::open(&road(&segments, 4.0)).unwrap()
}

/// The largest circle that touches the outer edges of both straights and the inner edge of the bend. With its centre a distance d from
/// that of the bend, its radius is R = 24 m + d cos 45 from the edges, and R = 16 m + d from the apex.
#[test]
fn a_right_angle_is_driven_from_the_outside_by_the_apex_to_the_outside() {
    let track = right_angle();
    let line = least_curvature(&track, &bare(2.0)).unwrap();
    let path = line.path(&track).unwrap();
    let circle_m = 16.0 + 8.0 / (1.0 - FRAC_1_SQRT_2);
    // No line bends less than the circle at its tightest point; and in the squares this one is better than circle and straights.
    let most_1_m = path.points().iter().fold(0.0, |most, point| f64::max(point.curvature_1_m, most));
    assert!(most_1_m * circle_m > 1.0 && most_1_m * circle_m < 1.4, "{}", most_1_m * circle_m);
    let of_circle_1_m = FRAC_PI_2 / circle_m;
    let energy_1_m = energy_1_m(&path);
    assert!(energy_1_m < of_circle_1_m && energy_1_m > 0.6 * of_circle_1_m, "{}", energy_1_m / of_circle_1_m);
    // At the apex, in the middle, it is at the inner edge; before and after it, at the outer one.
    let offsets_m = line.offsets_m();
    let middle = offsets_m.len() / 2;
    assert!((offsets_m[middle] - 4.0).abs() < 0.02, "{}", offsets_m[middle]);
    for half in [&offsets_m[..middle], &offsets_m[middle..]] {
        assert!(half.iter().any(|offset_m| (offset_m + 4.0).abs() < 0.01));
    }
}

/// The inner edge between the tangents, and the straight lines from there on.
#[test]
fn the_shortest_line_through_a_right_angle_keeps_to_the_inner_edge() {
    let track = right_angle();
    let path = shortest(&track, &bare(2.0)).unwrap().path(&track).unwrap();
    // From the inner edge the straights fan out to free ends: straight on along the edge is the shortest.
    let length_m = 400.0 + 16.0 * FRAC_PI_2;
    assert!(
        path.length_m() < length_m + 0.02 && path.length_m() > length_m - 0.2,
        "{} {length_m}",
        path.length_m()
    );
}

#[test]
fn lines_of_a_symmetric_road_are_symmetric() {
    let track = right_angle();
    for line in [least_curvature(&track, &bare(2.0)).unwrap(), shortest(&track, &bare(2.0)).unwrap()] {
        let offsets_m = line.offsets_m();
        for (one, other) in offsets_m.iter().zip(offsets_m.iter().rev()) {
            assert!((one - other).abs() < 0.01, "{one} {other}");
        }
    }
}

#[test]
fn mirrored_and_reversed_tracks_have_mirrored_lines() {
    let stations = winding();
    let mirror = |of: &Station| Station {
        position_m: [of.position_m[0], -of.position_m[1]],
        widths_m: [of.widths_m[1], of.widths_m[0]],
        ..*of
    };
    let mirrored: Vec<_> = stations.iter().map(mirror).collect();
    let turned = |of: &Station| Station { widths_m: [of.widths_m[1], of.widths_m[0]], ..*of };
    let mut reversed: Vec<_> = stations.iter().rev().map(turned).collect();
    reversed.rotate_right(1);
    let [track, mirrored, reversed] = [&stations, &mirrored, &reversed].map(|of| Track::closed(of).unwrap());
    for find in [least_curvature, shortest] {
        let [line, mirrored, reversed] =
            [&track, &mirrored, &reversed].map(|track| find(track, &LineOptions::default()).unwrap());
        let offsets_m = line.offsets_m();
        let count = offsets_m.len();
        for (at, offset_m) in offsets_m.iter().enumerate() {
            let [mirrored_m, reversed_m] =
                [mirrored.offsets_m()[at], reversed.offsets_m()[(count - at) % count]];
            assert!((offset_m + mirrored_m).abs() < 1e-3, "{at}: {offset_m} {mirrored_m}");
            assert!((offset_m + reversed_m).abs() < 0.02, "{at}: {offset_m} {reversed_m}");
        }
    }
}

#[test]
fn lines_stay_within_the_road_less_half_of_the_car_and_the_margin() {
    let track = Track::closed(&winding()).unwrap();
    let options = LineOptions { spacing_m: 3.0, car_width_m: 1.6, margin_m: 0.3 };
    for line in [least_curvature(&track, &options).unwrap(), shortest(&track, &options).unwrap()] {
        let step_m = track.length_m() / line.offsets_m().len() as f64;
        let mut reaches = 0;
        for (at, offset_m) in line.offsets_m().iter().enumerate() {
            let [left, right] = track.at(step_m * at as f64).widths_m;
            let room_m = f64::min(left - offset_m, right + offset_m);
            assert!(room_m > 1.1 - 1e-9, "{at}: {room_m}");
            reaches += usize::from(room_m < 1.1 + 1e-3);
        }
        assert!(reaches > 10, "{reaches}");
    }
}

#[test]
fn no_random_bump_has_less_curvature_than_the_line_of_least() {
    let track = Track::closed(&winding()).unwrap();
    let line = least_curvature(&track, &bare(3.0)).unwrap();
    let least_1_m = energy_1_m(&line.path(&track).unwrap());
    let offsets_m = line.offsets_m();
    let step_m = track.length_m() / offsets_m.len() as f64;
    let mut random = Random::new(11);
    for _ in 0..300 {
        let (middle_m, half_m) = (random.between(0.0, track.length_m()), random.between(15.0, 150.0));
        let height_m = random.between(-1.5, 1.5);
        let bumped = RacingLine::beside(&track, 3.0, &|distance_m| {
            let away_m = (distance_m - middle_m).abs();
            let away = f64::min(away_m, track.length_m() - away_m) / half_m;
            let bump_m = if away < 1.0 { 0.5 * height_m * (1.0 + (away * TAU / 2.0).cos()) } else { 0.0 };
            let [left, right] = track.at(distance_m).widths_m;
            (offsets_m[(distance_m / step_m).round() as usize] + bump_m).clamp(-right, left)
        });
        let energy_1_m = energy_1_m(&bumped.unwrap().path(&track).unwrap());
        assert!(
            energy_1_m > least_1_m * (1.0 - 2e-4),
            "{middle_m} {half_m} {height_m}: {energy_1_m} {least_1_m}"
        );
    }
}

#[test]
fn options_out_of_range_and_narrow_roads_are_errors() {
    let track = ring(50.0, [6.0, 4.0]);
    let fault = |options: LineOptions| least_curvature(&track, &options).unwrap_err().to_string();
    assert_eq!(fault(bare(f64::NAN)), "spacing_m = NaN: must be 0.5 to 20");
    assert_eq!(fault(LineOptions { car_width_m: -1.0, ..bare(3.0) }), "car_width_m = -1: must be 0 to 20");
    assert_eq!(fault(LineOptions { margin_m: 21.0, ..bare(3.0) }), "margin_m = 21: must be 0 to 20");
    let narrow = fault(LineOptions { car_width_m: 9.0, margin_m: 1.0, ..bare(3.0) });
    assert_eq!(
        narrow,
        "at 0 m the road is 10.00 m wide; the car with its margins needs 11.00 m (use a smaller car or margin)"
    );
    // As wide as the road: there is one line.
    let only = shortest(&track, &LineOptions { car_width_m: 10.0, ..bare(3.0) }).unwrap();
    assert!(only.offsets_m().iter().all(|offset_m| (offset_m - 1.0).abs() < 1e-6));
    let far = |x: f64| Station { position_m: [x, 0.0], ..Station::flat([4.0; 2]) };
    let long = Track::open(&[far(-5e5), far(0.0), far(5e5)]).unwrap();
    assert!(matches!(shortest(&long, &bare(0.5)), Err(LineError::TooLong { .. })));
}

/// A bend around its own centre: the normals meet within the road.
#[test]
fn lines_keep_away_from_the_centre_of_a_bend_within_the_road() {
    let track = ring(5.0, [8.0, 8.0]);
    for find in [least_curvature, shortest] {
        let line = find(&track, &bare(0.5)).unwrap();
        assert!(line.offsets_m().iter().all(|offset_m| *offset_m < 4.01), "{:?}", line.offsets_m());
        assert!(line.path(&track).is_ok());
    }
}
