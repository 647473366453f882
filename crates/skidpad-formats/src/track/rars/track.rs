//! A track of segments as its file has it, and as it is driven.

use core::f64::consts::PI;

use skidpad_core::math::Real;
use skidpad_core::units::FOOT_M;
use skidpad_world::track::{PitLane, Segment, Side, Station, TrackSpec};

use crate::track::file::TrackFile;
use crate::track::traced;

/// A track as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct RarsTrack {
    /// Extent of the screen, ft.
    pub extent_ft: [f64; 2],
    /// Width of the road, ft.
    pub width_ft: f64,
    /// Beginning of the right rail, ft.
    pub start_ft: [f64; 2],
    /// Heading at the beginning, rad.
    pub heading_rad: f64,
    /// Places on the screen of scoreboard, leaderboard, instruments and messages, ft.
    pub displays_ft: [[f64; 2]; 4],
    /// The finish line as a fraction of the first segment.
    pub finish: f64,
    /// Number of cars beside each other on the starting grid.
    pub start_rows: u32,
    /// The pits.
    pub pits: RarsPits,
    /// Unit of the arcs' angles.
    pub unit: ArcUnit,
    /// The segments, from the beginning on.
    pub segments: Vec<RarsSegment>,
}

/// Pits of a [`RarsTrack`]. Distances are along the track and may be negative: before its beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RarsPits {
    /// Side of the road.
    pub side: Side,
    /// Place at which cars leave the road, ft.
    pub entry_ft: f64,
    /// Beginning of the pit lane, ft.
    pub lane_start_ft: f64,
    /// End of the pit lane, ft.
    pub lane_end_ft: f64,
    /// Place at which cars join the road, ft.
    pub exit_ft: f64,
    /// Speed limit in the pit lane, ft/s.
    pub speed_ft_s: f64,
}

/// Unit of the angles of a file's arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcUnit {
    /// Radians.
    Radians,
    /// Degrees.
    Degrees,
}

/// A segment of a [`RarsTrack`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RarsSegment {
    /// Signed radius of the right rail, ft, positive to the left; 0 for a straight.
    pub radius_ft: f64,
    /// Length of a straight, ft; angle of an arc in the file's [`ArcUnit`].
    pub length: f64,
}

impl RarsTrack {
    /// Angle of a segment, rad, positive to the left; 0 for a straight.
    pub fn turn_rad(&self, segment: &RarsSegment) -> f64 {
        let unit = match self.unit {
            ArcUnit::Radians => 1.0,
            ArcUnit::Degrees => PI / 180.0,
        };
        if segment.radius_ft == 0.0 { 0.0 } else { segment.length * unit * segment.radius_ft.signum() }
    }

    /// Length of a segment along a line at some distance to the left of the right rail, ft.
    pub fn length_ft(&self, segment: &RarsSegment, left_ft: f64) -> f64 {
        match segment.radius_ft == 0.0 {
            true => segment.length,
            false => Real::abs((segment.radius_ft - left_ft) * self.turn_rad(segment)),
        }
    }

    /// Length of the centre line, ft.
    pub fn centre_line_ft(&self) -> f64 {
        self.segments.iter().map(|segment| self.length_ft(segment, 0.5 * self.width_ft)).sum()
    }

    /// Distance between the end and the beginning of the right rail, ft.
    pub fn gap_ft(&self) -> f64 {
        traced::closed([0.0; 2], 0.0, &self.segments_m(0.0)).gap_m / FOOT_M
    }

    /// Segments of a line at some distance to the left of the right rail.
    pub(super) fn segments_m(&self, left_ft: f64) -> Vec<Segment> {
        let segment = |of: &RarsSegment| {
            let length_m = self.length_ft(of, left_ft) * FOOT_M;
            match of.radius_ft == 0.0 {
                true => Segment::straight(length_m),
                false => Segment { length_m, curvatures_1_m: [1.0 / ((of.radius_ft - left_ft) * FOOT_M); 2] },
            }
        };
        self.segments.iter().map(segment).collect()
    }

    /// The track along the centre line, with notes.
    pub fn spec(&self, name: &str) -> TrackFile {
        let half_ft = 0.5 * self.width_ft;
        let (sin, cos) = Real::sin_cos(self.heading_rad);
        let [x_ft, y_ft] = self.start_ft;
        let from_m = [(x_ft - half_ft * sin) * FOOT_M, (y_ft + half_ft * cos) * FOOT_M];
        let traced = traced::closed(from_m, self.heading_rad, &self.segments_m(half_ft));
        let half_m = half_ft * FOOT_M;
        let station = |position_m: [f64; 2]| Station { position_m, ..Station::flat([half_m, half_m]) };
        let stations = traced.points.iter().map(|point| station(point.position_m)).collect();
        let first_m = self.segments.first().map_or(0.0, |first| self.length_ft(first, half_ft) * FOOT_M);
        // Rounding, and a spread gap, must not put a distance beyond the end of the line.
        let end_m = traced::polygon_m(&traced.points);
        let spec = TrackSpec {
            start_m: Real::min(self.finish * first_m, end_m),
            pit_lane: Some(self.pit_lane(traced.length_m, end_m)),
            ..TrackSpec::new(name, true, stations)
        };
        TrackFile { spec, notes: notes(&traced) }
    }

    fn pit_lane(&self, length_m: f64, end_m: f64) -> PitLane {
        let along_m = |distance_ft: f64| {
            let laps = distance_ft * FOOT_M / length_m;
            Real::min((laps - laps.floor()) * length_m, end_m)
        };
        let pits = &self.pits;
        PitLane {
            side: pits.side,
            stretch_m: [pits.entry_ft, pits.exit_ft].map(along_m),
            limit_m: [pits.lane_start_ft, pits.lane_end_ft].map(along_m),
            speed_m_s: pits.speed_ft_s * FOOT_M,
            offset_m: 0.5 * self.width_ft * FOOT_M + PIT_OFFSET_M,
            width_m: PIT_WIDTH_M,
        }
    }
}

/// Width of a pit lane, which files do not have, and the distance of its middle from the road's edge, m.
const PIT_WIDTH_M: f64 = 6.0;
const PIT_OFFSET_M: f64 = 5.0;

fn notes(traced: &traced::Traced) -> Vec<String> {
    let mut notes = Vec::new();
    let gap_ft = traced.gap_m / FOOT_M;
    if gap_ft > 0.005 {
        notes.push(format!(
            "the centre line ends {gap_ft:.2} ft from its beginning: the gap is spread over its length"
        ));
    }
    let twist_deg = traced.twist_rad * 180.0 / PI;
    if Real::abs(twist_deg) > 0.005 {
        notes.push(format!(
            "the line ends with a heading that is off by {twist_deg:.2} deg: it turns by that at its beginning"
        ));
    }
    notes.push(format!(
        "the file has no width of the pit lane: taken as {PIT_WIDTH_M} m, its middle {PIT_OFFSET_M} m beside the road"
    ));
    notes.push("distances of the pits are counted from the beginning of the first segment".to_owned());
    notes
}
