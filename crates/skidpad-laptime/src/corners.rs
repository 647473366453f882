//! Corners of a lap.

use skidpad_core::math::Real;
use skidpad_world::track::{Side, Track};

use crate::along::LapTrace;
use crate::path::Path;
use crate::qss::{QssLap, Sample};

/// A corner of the track as a lap takes it. Its ends are those of the corner of the reference line.
#[derive(Clone, Debug, PartialEq)]
pub struct LapCorner {
    /// Name by the order from the start line on: T1, T2, ...
    pub name: String,
    /// Side to which it turns.
    pub side: Side,
    /// Distances since the start line along the reference line at which it begins and ends, m; one that runs over the start line ends before it
    /// begins.
    pub track_m: [f64; 2],
    /// Distances along the line that is driven at which it begins and ends, m.
    pub line_m: [f64; 2],
    /// Distance along the line of its slowest place, the apex, m.
    pub apex_m: f64,
    /// Least radius of the line to the corner's side, m; infinite where the line does not turn there.
    pub least_radius_m: f64,
    /// Speeds where it begins, at its slowest place, and where it ends, m/s.
    pub speeds_m_s: [f64; 3],
    /// Largest lateral acceleration to the corner's side, m/s^2.
    pub lateral_m_s2: f64,
    /// Time that it takes, s.
    pub time_s: f64,
    /// Gear at its slowest place.
    pub gear: usize,
}

/// Corners of a lap on a track, in the order of the track's.
pub fn lap_corners(track: &Track, path: &Path, lap: &QssLap, trace: &LapTrace) -> Vec<LapCorner> {
    let corner = |of: skidpad_world::track::TrackCorner| {
        let track_m = of.stretch_m.map(|distance_m| track.since_start_m(distance_m));
        let ends = track_m.map(|along_m| trace.at(along_m));
        let line_m = ends.map(|end| end.line_m);
        let [from_m, to_m] = line_m;
        let is_within = |at_m: f64| {
            if from_m <= to_m { (from_m..=to_m).contains(&at_m) } else { at_m >= from_m || at_m <= to_m }
        };
        let within: Vec<(&Sample, f64)> = lap
            .samples
            .iter()
            .zip(path.points())
            .filter(|(sample, _)| is_within(sample.distance_m))
            .map(|(sample, point)| (sample, of.side.sign() * point.curvature_1_m))
            .collect();
        let slower = |one: &&Sample, other: &&Sample| f64::total_cmp(&one.speed_m_s, &other.speed_m_s);
        let slowest = within.iter().map(|(sample, _)| *sample).min_by(slower)?;
        let bend_1_m = within.iter().fold(0.0, |most, (_, bend_1_m)| Real::max(most, *bend_1_m));
        let lateral = |sample: &Sample| of.side.sign() * sample.lateral_m_s2;
        Some(LapCorner {
            name: of.name,
            side: of.side,
            track_m,
            line_m,
            apex_m: slowest.distance_m,
            least_radius_m: 1.0 / bend_1_m,
            speeds_m_s: [ends[0].speed_m_s, slowest.speed_m_s, ends[1].speed_m_s],
            lateral_m_s2: within.iter().fold(0.0, |most, (sample, _)| Real::max(most, lateral(sample))),
            time_s: trace.between_s(track_m[0], track_m[1]),
            gear: slowest.gear,
        })
    };
    track.figures().corners.into_iter().filter_map(corner).collect()
}
