//! Tracks that are made: random circuits by a seed, and a few by name.

mod draw;
mod dress;
mod layout;
mod named;
mod polygon;
mod terrain;

use skidpad_core::math::Real;

use super::check::{Ranges, TrackFault};
use super::{Track, TrackSpec};
use draw::Draw;
use dress::Dressing;
use layout::{Layout, Vertex};
pub use named::{track_by_name, track_names};

/// Attempts with a seed; after each few of them fewer corners are tried, and in the end a plain round.
const ATTEMPTS: u64 = 120;
const ATTEMPTS_OF_EACH: u64 = 8;
/// The fewest corners.
const FEWEST: usize = 4;

/// Options of a random circuit.
///
/// ```
/// use skidpad_world::track::{MakeOptions, Track, make_track};
///
/// let spec = make_track(&MakeOptions { seed: 7, length_m: 3000.0, ..MakeOptions::default() })?;
/// let track = Track::new(&spec)?;
/// assert!((track.length_m() / 3000.0 - 1.0).abs() < 0.01);
/// assert!(track.inspect(&spec.stations).is_empty());
/// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MakeOptions {
    /// Seed: each gives another circuit, and the same one on every platform.
    pub seed: u64,
    /// Length of a lap, m: 200 to 50,000, and 60 times the width or more.
    pub length_m: f64,
    /// Least radius of the line, m: three quarters of the width or more, and a 40th of the length or less.
    pub least_radius_m: f64,
    /// Width of the road, m: 2 to 40. It varies by a tenth.
    pub width_m: f64,
    /// Height between the lowest and the highest place, m: 0 to a 20th of the length. It becomes less where the road would rise by more
    /// than 9 %.
    pub hills_m: f64,
    /// Largest banking of corners, rad: 0 to 0.6.
    pub banking_rad: f64,
    /// Number of corners: 4 to 60, fewer where they have no room; `None` chooses by the length.
    pub corners: Option<usize>,
}

impl Default for MakeOptions {
    /// A circuit of 4 km.
    fn default() -> Self {
        Self {
            seed: 1,
            length_m: 4000.0,
            least_radius_m: 15.0,
            width_m: 12.0,
            hills_m: 25.0,
            banking_rad: 0.07,
            corners: None,
        }
    }
}

impl MakeOptions {
    /// All options out of their ranges.
    fn faults(&self) -> Vec<TrackFault> {
        let mut ranges = Ranges::default();
        ranges.check("width_m", self.width_m, [2.0, 40.0]);
        ranges.check("length_m", self.length_m, [200.0, 50_000.0]);
        if ranges.found.is_empty() {
            ranges.check("length_m", self.length_m, [60.0 * self.width_m, 50_000.0]);
            let least_m = Real::max(0.75 * self.width_m, 3.5);
            ranges.check("least_radius_m", self.least_radius_m, [least_m, self.length_m / 40.0]);
            ranges.check("hills_m", self.hills_m, [0.0, 0.05 * self.length_m]);
        }
        ranges.check("banking_rad", self.banking_rad, [0.0, 0.6]);
        if let Some(corners) = self.corners {
            ranges.check("corners", corners as f64, [FEWEST as f64, 60.0]);
        }
        ranges.found
    }

    /// Least distance between lines beside each other, m.
    fn apart_m(&self) -> f64 {
        2.0 * self.width_m + 4.0
    }

    /// Room for the pits beside the longest straight, m.
    fn pits_m(&self) -> f64 {
        0.5 * self.width_m + 4.0
    }
}

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
        let corners = usize::max(corners.saturating_sub(fewer), FEWEST);
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
