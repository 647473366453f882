//! Two laps laid over each other by distance: their channels at the same places, and where the one loses time to the other.
//!
//! On a track the distance is that of the foot of the car's position on the line, so that both laps are compared at the same place,
//! whichever line each drives. Without a track it is the distance that each drove, stretched to the same length.
//!
//! ```
//! use skidpad_world::overlay::{LapTrace, Overlay};
//! // 100 m at 20 m/s, and at 25 m/s.
//! let slow = LapTrace::new(vec![0.0, 100.0], vec![0.0, 5.0], vec![]);
//! let fast = LapTrace::new(vec![0.0, 100.0], vec![0.0, 4.0], vec![]);
//! let overlay = Overlay::new(&slow, &fast, 1.0).expect("they overlap");
//! assert!((overlay.delta_s[50] + 0.5).abs() < 1e-12 && overlay.delta_s.len() == 101);
//! ```

mod sections;
mod trace;

use skidpad_core::math::Real;

pub use sections::{Section, sections};
pub use trace::{LapTrace, RecordedMotion, driven, on_track};

/// Largest number of places of an overlay.
const MOST_PLACES: f64 = 1e6;

/// Two laps at the same places.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Distances, evenly spaced, m.
    pub distance_m: Vec<f64>,
    /// Times since the first of the places, s: of the first lap and of the second one.
    pub time_s: [Vec<f64>; 2],
    /// Time that the second lap takes more than the first one up to each place, s.
    pub delta_s: Vec<f64>,
    /// Channels that both laps have, with their values at each place.
    pub channels: Vec<OverlaidChannel>,
}

/// Channel of two laps.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlaidChannel {
    /// Name with its unit: `speed_m_s`.
    pub name: String,
    /// Values of the first lap and of the second one.
    pub values: [Vec<f64>; 2],
}

impl Overlay {
    /// Lays two laps over each other where both have been, at a spacing, m. `None` where no two places are common.
    pub fn new(first: &LapTrace, second: &LapTrace, step_m: f64) -> Option<Self> {
        let [from_m, to_m] =
            [Real::max(first.from_m()?, second.from_m()?), Real::min(first.to_m()?, second.to_m()?)];
        let count = ((to_m - from_m) / step_m).floor();
        if !(1.0..=MOST_PLACES).contains(&count) {
            return None;
        }
        // The last place is the end, so that its delta is that of the laps.
        let inner = (0..=count as usize).map(|place| from_m + step_m * place as f64);
        let end = Some(to_m).filter(|to_m| *to_m > from_m + step_m * count);
        let distance_m: Vec<f64> = inner.chain(end).collect();
        let laps = [first, second];
        let time_s = laps.map(|lap| {
            let times_s = lap.sampled(lap.times_s(), &distance_m, false);
            let begin_s = times_s[0];
            times_s.into_iter().map(|time_s| time_s - begin_s).collect::<Vec<f64>>()
        });
        let delta_s = time_s[1].iter().zip(&time_s[0]).map(|(second, first)| second - first).collect();
        let common = first.channels().iter().filter_map(|(name, _)| {
            let values = [first.channel(name)?, second.channel(name)?];
            let is_held = name == "gear";
            let values = [
                first.sampled(values[0], &distance_m, is_held),
                second.sampled(values[1], &distance_m, is_held),
            ];
            Some(OverlaidChannel { name: name.clone(), values })
        });
        Some(Self { channels: common.collect(), distance_m, time_s, delta_s })
    }

    /// Times of both laps over the common stretch, s.
    pub fn total_s(&self) -> [f64; 2] {
        [0, 1].map(|lap: usize| self.time_s[lap].last().copied().unwrap_or(0.0))
    }

    /// Values of a channel of both laps.
    pub fn channel(&self, name: &str) -> Option<&[Vec<f64>; 2]> {
        self.channels.iter().find(|channel| channel.name == name).map(|channel| &channel.values)
    }

    /// Delta at a distance, s, interpolated; that of the nearer end beyond them.
    pub fn delta_at_s(&self, distance_m: f64) -> f64 {
        trace::interpolated(&self.distance_m, &self.delta_s, distance_m)
    }
}
