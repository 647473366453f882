//! A track as observations read it: tables over the distance along its line.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_world::track::Track;

/// Longest distance between two entries of a table, m, and the fewest entries: a short track is one of small cars.
const LONGEST_M: f64 = 0.5;
const FEWEST: f64 = 4096.0;

/// A track with its figures in tables, between whose entries they are linear.
#[derive(Clone, Debug)]
pub struct Course {
    track: Arc<Track>,
    spacing_m: f64,
    per_m: f64,
    /// Curvature at each entry, 1/m; of a closed track those of its beginning follow its end.
    curvatures_1_m: Vec<f32>,
    /// Distances from the line to the left and to the right edge, m.
    widths_m: Vec<[f32; 2]>,
    /// Direction of the line, as a vector of length 1 at each entry.
    directions: Vec<[f32; 2]>,
}

/// Place in the tables.
#[derive(Clone, Copy, Debug)]
struct Entry {
    index: usize,
    share: f32,
}

impl Course {
    /// Tables of a track, in which a car sees up to `reach_m` ahead.
    pub fn new(track: Arc<Track>, reach_m: f64) -> Self {
        let length_m = track.length_m();
        let count = Real::max(FEWEST, (length_m / LONGEST_M).ceil());
        let spacing_m = length_m / count;
        let entries = count as usize + 2 + (reach_m / spacing_m) as usize;
        let points: Vec<_> = (0..entries).map(|entry| track.at(spacing_m * entry as f64)).collect();
        // Beyond the end of an open track the road goes straight on.
        let is_beyond = |entry: usize| !track.is_closed() && entry as f64 > count;
        let curvature = |(entry, curvature_1_m): (usize, f64)| {
            if is_beyond(entry) { 0.0 } else { curvature_1_m as f32 }
        };
        Self {
            curvatures_1_m: points
                .iter()
                .map(|point| point.curvature_1_m)
                .enumerate()
                .map(curvature)
                .collect(),
            widths_m: points.iter().map(|point| point.widths_m.map(|width_m| width_m as f32)).collect(),
            directions: points
                .iter()
                .map(|point| {
                    let (sin, cos) = Real::sin_cos(point.heading_rad);
                    [cos as f32, sin as f32]
                })
                .collect(),
            track,
            spacing_m,
            per_m: 1.0 / spacing_m,
        }
    }

    /// The track.
    pub fn track(&self) -> &Arc<Track> {
        &self.track
    }

    /// Distance between two entries, m.
    pub fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    #[inline(always)]
    fn entry(&self, distance_m: f64) -> Entry {
        let place = Real::max(distance_m * self.per_m, 0.0);
        let index = usize::min(place as usize, self.curvatures_1_m.len() - 2);
        Entry { index, share: (place - index as f64) as f32 }
    }

    /// Distances from the line to the left and to the right edge, m, at a distance along it.
    #[inline(always)]
    pub fn widths_m(&self, distance_m: f64) -> [f32; 2] {
        let Entry { index, share } = self.entry(distance_m);
        let ([from, to], mut widths_m) = ([self.widths_m[index], self.widths_m[index + 1]], [0.0; 2]);
        for side in 0..2 {
            widths_m[side] = from[side] + share * (to[side] - from[side]);
        }
        widths_m
    }

    /// Direction of the line at a distance along it, as a vector of length nearly 1.
    #[inline(always)]
    pub fn direction(&self, distance_m: f64) -> [f32; 2] {
        let Entry { index, share } = self.entry(distance_m);
        let [from, to] = [self.directions[index], self.directions[index + 1]];
        [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
    }

    /// Writes the curvature, 1/m, positive to the left, at points ahead of a distance along the line: the first at `spacing_m` from it, each
    /// other as far from the one before.
    #[inline(always)]
    pub fn curvatures_ahead(&self, distance_m: f64, spacing_m: f64, out: &mut [f32]) {
        let (from, step) = (distance_m * self.per_m, spacing_m * self.per_m);
        let last = self.curvatures_1_m.len() - 2;
        for (point, out) in out.iter_mut().enumerate() {
            let place = from + step * (point + 1) as f64;
            let index = usize::min(place as usize, last);
            let [from, to] = [self.curvatures_1_m[index], self.curvatures_1_m[index + 1]];
            *out = from + (place - index as f64) as f32 * (to - from);
        }
    }
}

impl Course {
    /// Writes the distances from the line to the left and to the right edge, m, at points ahead, as
    /// [`curvatures_ahead`](Self::curvatures_ahead), those of a point after the other.
    #[inline(always)]
    pub fn widths_ahead(&self, distance_m: f64, spacing_m: f64, out: &mut [f32]) {
        for (point, out) in out.chunks_exact_mut(2).enumerate() {
            out.copy_from_slice(&self.widths_m(distance_m + spacing_m * (point + 1) as f64));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use skidpad_core::math::Real;
    use skidpad_world::track::{Track, track_by_name};

    use super::Course;

    /// The tables say what the track says, all around it and past the start line.
    #[test]
    fn tables_are_the_track() {
        let track = Arc::new(Track::new(&track_by_name("grand-prix").expect("a track")).expect("sound"));
        let course = Course::new(track.clone(), 100.0);
        let mut ahead = [0.0; 20];
        for place in 0..997 {
            let distance_m = track.length_m() * f64::from(place) / 997.0;
            course.curvatures_ahead(distance_m, 5.0, &mut ahead);
            for (point, found) in ahead.iter().enumerate() {
                let at = track.at(distance_m + 5.0 * (point + 1) as f64);
                assert!(Real::abs(f64::from(*found) - at.curvature_1_m) < 2e-4, "{distance_m} {point}");
            }
            let at = track.at(distance_m);
            let [left, right] = course.widths_m(distance_m).map(f64::from);
            assert!(Real::abs(left - at.widths_m[0]) < 2e-3 && Real::abs(right - at.widths_m[1]) < 2e-3);
            let [x, y] = course.direction(distance_m).map(f64::from);
            let (sin, cos) = Real::sin_cos(at.heading_rad);
            assert!(Real::abs(x * sin - y * cos) < 5e-4 && Real::abs(Real::hypot(x, y) - 1.0) < 1e-3);
        }
    }
}
