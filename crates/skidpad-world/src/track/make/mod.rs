//! Tracks that are made: random circuits by a seed, and a few by name.

mod draw;
mod dress;
mod layout;
mod named;
mod options;
mod polygon;
mod terrain;

use skidpad_core::math::Real;

use super::check::TrackFault;
use super::{Track, TrackSpec};
use draw::Draw;
use dress::{Dressing, EDGE_GRADE};
use layout::{Layout, Vertex};
use options::FEWEST_CORNERS;

pub use named::{track_by_name, track_names};
pub use options::MakeOptions;

/// Attempts with a seed; after each few of them fewer corners are tried, and in the end a plain round.
const ATTEMPTS: u64 = 120;
const ATTEMPTS_OF_EACH: u64 = 8;
/// A random circuit: straights and corners of many kinds, hills, banked corners, kerbs, run-off, walls, a pit lane beside the longest
/// straight with the start line, and three sectors. The start line is at the origin, driven to the east.
///
/// # Errors
/// All options out of their ranges.
pub fn make_track(options: &MakeOptions) -> Result<TrackSpec, Vec<TrackFault>> {
    let faults = options.faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut first = Draw::new(options.seed, ATTEMPTS);
    let usual = 4.0 + 0.2 * Real::sqrt(options.length_m) + first.between(-2.0, 2.0);
    let corners = options.corners.unwrap_or(usual as usize);
    for attempt in 0..ATTEMPTS {
        let mut draw = Draw::new(options.seed, attempt);
        let fewer = (attempt / ATTEMPTS_OF_EACH) as usize;
        let corners = usize::max(corners.saturating_sub(fewer), FEWEST_CORNERS);
        let Some(layout) = polygon::layout(options, corners, &mut draw) else { continue };
        // A layout that used up its tries before it had its corners is none of many corners.
        if layout.vertices.len() + usize::min(1 + fewer, corners / 4) < corners {
            continue;
        }
        if let Some(spec) = made(&layout, options, &mut draw) {
            return Ok(spec);
        }
    }
    let spec = made(&plain(options), options, &mut first);
    Ok(spec.expect("a rectangle with round corners has room for the options in their ranges"))
}

/// The track of a layout, where it is sound.
fn made(layout: &Layout, options: &MakeOptions, draw: &mut Draw) -> Option<TrackSpec> {
    let course = layout.scaled(layout.scale_for(options.length_m)).course()?;
    let dressing = Dressing {
        width_m: options.width_m,
        varied: 0.06,
        hills_m: options.hills_m,
        climb_m: 0.0,
        bankings_rad: [0.2 * options.banking_rad, options.banking_rad],
        edge_grade: EDGE_GRADE,
        run_off: 2.0,
        has_kerbs: true,
        is_closed: true,
    };
    let mut spec = dressing.dress(&course, draw);
    spec.name = format!("circuit {}", options.seed);
    let track = Track::new(&spec).ok()?;
    let is_round =
        track.samples().iter().all(|at| Real::abs(at.curvature_1_m) * options.least_radius_m <= 1.0);
    (is_round && track.inspect(&spec.stations).is_empty()).then_some(spec)
}

/// A rectangle with round corners.
fn plain(options: &MakeOptions) -> Layout {
    let [x, y] = [options.length_m / 3.0, options.length_m / 6.0];
    let vertex =
        |position_m: [f64; 2]| Vertex { position_m, radius_m: options.least_radius_m * polygon::ABOVE };
    Layout { is_closed: true, vertices: [[0.0, 0.0], [x, 0.0], [x, y], [0.0, y]].map(vertex).to_vec() }
}
