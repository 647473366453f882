//! Options of random circuits, and their ranges.

use skidpad_core::math::Real;

use super::super::check::{Ranges, TrackFault};

/// The fewest corners.
pub(super) const FEWEST_CORNERS: usize = 4;

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
    pub(super) fn faults(&self) -> Vec<TrackFault> {
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
            ranges.check("corners", corners as f64, [FEWEST_CORNERS as f64, 60.0]);
        }
        ranges.found
    }

    /// Least distance between lines beside each other, m.
    pub(super) fn apart_m(&self) -> f64 {
        2.0 * self.width_m + 4.0
    }

    /// Room for the pits beside the longest straight, m.
    pub(super) fn pits_m(&self) -> f64 {
        0.5 * self.width_m + 4.0
    }
}
