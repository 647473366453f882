//! Height, banking and widths along the segments of a line.

use skidpad_world::track::{Segment, Station, TracedPoint};

use super::read::StationLine;

/// Grade, banking and widths at a place of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Profile {
    pub grade: f64,
    pub banking_rad: f64,
    pub left_m: f64,
    pub right_m: f64,
}

impl Profile {
    /// The numbers with their names in files.
    pub fn named(self) -> [(&'static str, f64); 4] {
        [("grade", self.grade), ("banking", self.banking_rad), ("left", self.left_m), ("right", self.right_m)]
    }
}

/// A segment with its profile at its beginning and its end, between which it changes evenly.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProfiledSegment {
    pub segment: Segment,
    pub ends: [Profile; 2],
}

impl ProfiledSegment {
    /// Height of its end over its beginning, m.
    pub fn climb_m(&self) -> f64 {
        self.climbed_m(self.segment.length_m)
    }

    /// Height at a distance along it over its beginning, m: the integral of the grade.
    fn climbed_m(&self, along_m: f64) -> f64 {
        let [from, to] = self.ends.map(|end| end.grade);
        along_m * (from + 0.5 * (to - from) * along_m / self.segment.length_m)
    }

    fn at(&self, along_m: f64) -> Profile {
        let share = along_m / self.segment.length_m;
        let [from, to] = self.ends;
        let between = |from: f64, to: f64| from + share * (to - from);
        Profile {
            grade: between(from.grade, to.grade),
            banking_rad: between(from.banking_rad, to.banking_rad),
            left_m: between(from.left_m, to.left_m),
            right_m: between(from.right_m, to.right_m),
        }
    }
}

/// The climb of a closed line, which is taken back evenly over its length.
pub(super) struct Closing {
    pub climb_m: f64,
    pub length_m: f64,
}

/// Stations at points of a traced line; in the place of a byte offset each has that of its segment in the list.
pub(super) fn stations(
    height_m: f64,
    points: &[TracedPoint],
    parts: &[ProfiledSegment],
    closing: &Closing,
) -> StationLine {
    // Distance and height at the beginning of each segment.
    let mut begins = Vec::with_capacity(parts.len());
    let (mut distance_m, mut begin_height_m) = (0.0, height_m);
    for part in parts {
        begins.push([distance_m, begin_height_m]);
        distance_m += part.segment.length_m;
        begin_height_m += part.climb_m();
    }
    let mut line = StationLine::default();
    for point in points {
        let (part, [begin_m, height_m]) = (&parts[point.segment], begins[point.segment]);
        let along_m = point.distance_m - begin_m;
        let profile = part.at(along_m);
        let closing_m = closing.climb_m * point.distance_m / closing.length_m;
        line.stations.push(Station {
            position_m: point.position_m,
            height_m: height_m + part.climbed_m(along_m) - closing_m,
            banking_rad: profile.banking_rad,
            widths_m: [profile.left_m, profile.right_m],
        });
        line.offsets.push(point.segment);
    }
    line
}
