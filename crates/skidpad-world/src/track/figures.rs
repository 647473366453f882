//! Figures of a track: lengths, widths, heights and corners.

use core::f64::consts::PI;

use skidpad_core::math::Real;

use super::spec::Side;
use super::{Track, TrackPoint};

/// Samples of each piece of the line.
pub(super) const SAMPLES: usize = 2;
/// The largest radius of a corner, m, and its largest share of the length of a lap: a circle is one corner.
const LARGEST_RADIUS_M: f64 = 300.0;
const LARGEST_RADIUS_SHARE: f64 = 0.2;
/// Corners to one side with no more between them than this share of the largest radius are one.
const JOINT_SHARE: f64 = 0.1;
/// Samples with this share of the largest curvature are at the apex: the line overshoots a little where an arc begins and ends.
const AT_APEX: f64 = 0.85;
/// A bend that turns less is no corner, rad: 10 degrees.
const LEAST_TURN_RAD: f64 = PI / 18.0;

/// Figures of a track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackFigures {
    /// Length of the line in the plane, m.
    pub length_m: f64,
    /// Length of the line along the road, up and down its hills, m.
    pub road_m: f64,
    /// Least and largest width of the road, m.
    pub widths_m: [f64; 2],
    /// Sum of all rises of the line, m.
    pub climb_m: f64,
    /// Least and largest height of the line, m.
    pub heights_m: [f64; 2],
    /// Grade of the largest magnitude; below 0 downhill.
    pub steepest_grade: f64,
    /// Banking of the largest magnitude, rad; positive where the road falls to the right.
    pub largest_banking_rad: f64,
    /// Corners in the order in which they are driven from the start line on.
    pub corners: Vec<TrackCorner>,
}

/// A stretch along which the line turns to one side.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackCorner {
    /// Name by the order from the start line on: T1, T2, ...
    pub name: String,
    /// Side to which it turns.
    pub side: Side,
    /// Distances along the line at which it begins and ends, m; of a closed track it may run over the first station.
    pub stretch_m: [f64; 2],
    /// Distance along the line of the middle of the stretch that is sharpest, m.
    pub apex_m: f64,
    /// Least radius of the line, m.
    pub least_radius_m: f64,
    /// Angle by which the line turns along it, rad, positive.
    pub turned_rad: f64,
}

impl Track {
    /// Points of the line, evenly spaced, two of each piece; of an open line also its end.
    pub(super) fn samples(&self) -> Vec<TrackPoint> {
        let sample = |place: usize| {
            self.on_piece(place / SAMPLES, self.piece_m * (place % SAMPLES) as f64 / SAMPLES as f64)
        };
        let mut samples: Vec<_> = (0..self.pieces.len() * SAMPLES).map(sample).collect();
        if !self.is_closed {
            samples.push(self.at(self.length_m()));
        }
        samples
    }

    /// Figures of the track. Lengths and heights are those of samples at most 1 m apart.
    ///
    /// ```
    /// use skidpad_world::track::{Side, Station, Track};
    /// // A circle of 50 m, driven counterclockwise, is one corner to the left.
    /// let station = |at: i32| {
    ///     let (sin, cos) = f64::to_radians(10.0 * f64::from(at)).sin_cos();
    ///     Station { position_m: [50.0 * cos, 50.0 * sin], ..Station::flat([4.0, 5.0]) }
    /// };
    /// let figures = Track::closed(&(0..36).map(station).collect::<Vec<_>>())?.figures();
    /// assert_eq!(figures.corners.len(), 1);
    /// assert_eq!((figures.corners[0].name.as_str(), figures.corners[0].side), ("T1", Side::Left));
    /// assert!((figures.widths_m[0] - 9.0).abs() < 1e-9);
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    pub fn figures(&self) -> TrackFigures {
        let samples = self.samples();
        let step_m = self.piece_m / SAMPLES as f64;
        let range = |number: fn(&TrackPoint) -> f64| {
            samples.iter().map(number).fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], of| {
                [Real::min(of, low), Real::max(of, high)]
            })
        };
        let extreme = |number: fn(&TrackPoint) -> f64| {
            samples.iter().map(number).fold(
                0.0,
                |most, of| {
                    if Real::abs(of) > Real::abs(most) { of } else { most }
                },
            )
        };
        let pairs = samples.windows(2).map(|pair| [&pair[0], &pair[1]]);
        let last = self.is_closed.then(|| [&samples[samples.len() - 1], &samples[0]]);
        let (mut road_m, mut climb_m) = (0.0, 0.0);
        for [from, to] in pairs.chain(last) {
            let rise_m = to.height_m - from.height_m;
            road_m += Real::hypot(step_m, rise_m);
            climb_m += Real::max(rise_m, 0.0);
        }
        TrackFigures {
            length_m: self.length_m(),
            road_m,
            widths_m: range(|point| point.widths_m[0] + point.widths_m[1]),
            climb_m,
            heights_m: range(|point| point.height_m),
            steepest_grade: extreme(|point| point.grade),
            largest_banking_rad: extreme(|point| point.banking_rad),
            corners: self.corners(&samples, step_m),
        }
    }

    fn corners(&self, samples: &[TrackPoint], step_m: f64) -> Vec<TrackCorner> {
        let largest_m = Real::min(LARGEST_RADIUS_M, LARGEST_RADIUS_SHARE * self.length_m());
        let count = samples.len();
        let side = |place: usize| {
            let curvature = samples[place % count].curvature_1_m;
            (Real::abs(curvature) * largest_m > 1.0).then(|| Side::from_sign(curvature))
        };
        // A closed line is gone through from a place on that is in no corner.
        let first =
            if self.is_closed { (0..count).find(|place| side(*place).is_none()).unwrap_or(0) } else { 0 };
        let joint = (JOINT_SHARE * largest_m / step_m) as usize;
        let mut runs: Vec<(Side, [usize; 2])> = Vec::new();
        for place in first..first + count {
            let Some(side) = side(place) else { continue };
            match runs.last_mut() {
                Some((of, [_, to])) if *of == side && place - *to <= joint + 1 => *to = place,
                _ => runs.push((side, [place, place])),
            }
        }
        let corner = |(side, [from, to]): (Side, [usize; 2])| {
            let run = || (from..=to).map(|place| &samples[place % count]);
            let sharper = |one: &TrackPoint, other: &TrackPoint| {
                Real::abs(one.curvature_1_m) > Real::abs(other.curvature_1_m)
            };
            let sharpest = (from..=to).fold(from, |most, place| {
                if sharper(&samples[place % count], &samples[most % count]) { place } else { most }
            });
            let least_radius_m = 1.0 / Real::abs(samples[sharpest % count].curvature_1_m);
            let is_at_apex =
                |place: &usize| Real::abs(samples[*place % count].curvature_1_m) * least_radius_m >= AT_APEX;
            let before = (from..=sharpest).rev().take_while(is_at_apex).count() - 1;
            let after = (sharpest..=to).take_while(is_at_apex).count() - 1;
            let apex = &samples[(sharpest - before + (before + after) / 2) % count];
            TrackCorner {
                name: String::new(),
                side,
                stretch_m: [from, to].map(|place| samples[place % count].distance_m),
                apex_m: apex.distance_m,
                least_radius_m,
                turned_rad: side.sign() * run().map(|point| point.curvature_1_m * step_m).sum::<f64>(),
            }
        };
        let mut corners: Vec<_> =
            runs.into_iter().map(corner).filter(|corner| corner.turned_rad > LEAST_TURN_RAD).collect();
        corners.sort_by(|one, other| {
            f64::total_cmp(&self.since_start_m(one.apex_m), &self.since_start_m(other.apex_m))
        });
        for (place, corner) in corners.iter_mut().enumerate() {
            corner.name = format!("T{}", place + 1);
        }
        corners
    }
}
