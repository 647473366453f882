//! Lines whose forms are known.

use skidpad_laptime::line::{least_curvature, shortest};
use skidpad_world::track::{Segment, Track};

use super::support::{bare, ring, road};

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
    assert!((length_m / (44.0 * core::f64::consts::TAU) - 1.0).abs() < 1e-4, "{length_m}");
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
