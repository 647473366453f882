//! Walls along a track, and notes on what lies beside it.

use skidpad_world::track::{Side, TrackWall};

use super::segments::Segment;
use super::sides::kind;

/// Notes on surfaces whose names say nothing.
pub(super) fn surface_notes(segments: &[Segment], notes: &mut Vec<String>) {
    for sides in segments.iter().flat_map(|segment| &segment.sides) {
        for surface in [&sides.border_surface, &sides.side_surface] {
            let note = format!("the surface {surface} beside the road is not known: read as asphalt");
            if kind(surface).is_none() && notes.len() < 50 && !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
}

/// Walls: barriers outside of the sides, and borders that are walls. `spans`: where each segment begins and ends, m.
pub(super) fn walls(segments: &[Segment], spans: &[[f64; 2]], width_m: f64) -> Vec<TrackWall> {
    let mut walls: Vec<TrackWall> = Vec::new();
    for (side, of) in Side::ALL.into_iter().zip(0..) {
        for (segment, stretch_m) in segments.iter().zip(spans) {
            let half_m = 0.5 * width_m;
            let sides = &segment.sides[of];
            let offsets_m = if segment.has_border_wall(of) {
                [half_m; 2]
            } else {
                [half_m + sides.beside_m(0.0), half_m + sides.beside_m(1.0)]
            };
            if stretch_m[1] > stretch_m[0] {
                walls.push(TrackWall { side, stretch_m: *stretch_m, offsets_m });
            }
        }
    }
    walls
}
