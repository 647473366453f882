//! Heights of the edges of a road.

use skidpad_core::math::Real;

use super::params::Parameters;
use crate::track::xml::XmlReader;

/// Ranges: heights, m; bankings, rad; grades.
const HEIGHTS_M: [f64; 2] = [-1e4, 1e4];
const BANKINGS_RAD: [f64; 2] = [-1.2, 1.2];
const GRADES: [f64; 2] = [-10.0, 10.0];

/// Heights along one edge of a segment, by the share of its length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Edge {
    ends_m: [f64; 2],
    /// Grades at both ends times the length; `None`: a straight line.
    tangents_m: Option<[f64; 2]>,
}

/// Heights of the left and the right edge of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Edges([Edge; 2]);

/// Heights at the end of a segment, from which the next one goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heights {
    /// Left and right, m.
    end_m: [f64; 2],
    /// Grades of the left and right edge.
    grades: [f64; 2],
    /// Grade that a segment gave last: it holds until another one is given.
    grade: Option<f64>,
}

impl Edge {
    fn at(&self, share: f64) -> f64 {
        let [from, to] = self.ends_m;
        let Some([start, end]) = self.tangents_m else { return from + (to - from) * share };
        let square = share * share;
        let cube = square * share;
        from + start * (cube - 2.0 * square + share)
            + end * (cube - square)
            + (to - from) * (3.0 * square - 2.0 * cube)
    }
}

impl Edges {
    /// Height of the middle of the road, m, and banking, rad, at a share of the length. Of a road of a width.
    pub fn at(&self, share: f64, width_m: f64) -> [f64; 2] {
        let [left_m, right_m] = self.0.map(|edge| edge.at(share));
        // The left edge is higher where the road falls to the right.
        [0.5 * (left_m + right_m), Real::atan2(left_m - right_m, width_m)]
    }
}

impl Heights {
    /// The edges of the next segment, of a length and width.
    pub fn next(
        &mut self,
        section: Parameters,
        [length_m, width_m]: [f64; 2],
        has_steps: bool,
        reader: &mut XmlReader,
    ) -> Edges {
        let height = |name: &str, reader: &mut XmlReader| section.number(name, HEIGHTS_M, reader);
        let start = |side: &str, of: f64, reader: &mut XmlReader| {
            height(&format!("z start {side}"), reader).unwrap_or(of)
        };
        let end = |side: &str, of: f64, reader: &mut XmlReader| {
            height(&format!("z end {side}"), reader).unwrap_or(of)
        };
        let [left, right] = self.end_m;
        let mut starts_m = [start("left", left, reader), start("right", right, reader)];
        let mut ends_m = [end("left", left, reader), end("right", right, reader)];
        self.grade = section.number("grade", GRADES, reader).or(self.grade);
        if let Some(start_m) = height("z start", reader) {
            starts_m = [start_m; 2];
        }
        let from_m = 0.5 * (starts_m[0] + starts_m[1]);
        let to_m = match (height("z end", reader), self.grade) {
            (Some(end_m), _) => {
                ends_m = [end_m; 2];
                end_m
            }
            (None, Some(grade)) => from_m + length_m * grade,
            (None, None) => 0.5 * (ends_m[0] + ends_m[1]),
        };
        let banking = |name: &str, [left_m, right_m]: [f64; 2], reader: &mut XmlReader| {
            let by_heights = Real::atan2(left_m - right_m, width_m);
            section.number_or(name, by_heights, BANKINGS_RAD, reader)
        };
        let across = |middle_m: f64, banking_rad: f64| {
            let half_m = 0.5 * width_m * Real::tan(banking_rad);
            [middle_m + half_m, middle_m - half_m]
        };
        let starts_m = across(from_m, banking("banking start", starts_m, reader));
        let ends_m = across(to_m, banking("banking end", ends_m, reader));
        let tangents = self.tangents(section, [starts_m, ends_m], length_m, reader);
        self.end_m = ends_m;
        let edge = |side: usize| Edge {
            ends_m: [starts_m[side], ends_m[side]],
            tangents_m: has_steps.then(|| tangents.map(|grades| grades[side] * length_m)),
        };
        Edges([edge(0), edge(1)])
    }

    /// Grades of the left and right edge at the start and the end of a segment.
    fn tangents(
        &mut self,
        section: Parameters,
        [starts_m, ends_m]: [[f64; 2]; 2],
        length_m: f64,
        reader: &mut XmlReader,
    ) -> [[f64; 2]; 2] {
        if section.text("profil").is_some_and(|profile| profile != "spline") {
            self.grades = [0, 1].map(|side: usize| (ends_m[side] - starts_m[side]) / length_m);
            return [self.grades; 2];
        }
        let sides = ["left", "right"];
        // A grade that is given for no end goes on from the segment before.
        let grades = ["start", "end"].map(|end| {
            let both = section.number(&format!("profil {end} tangent"), GRADES, reader);
            [0, 1].map(|side: usize| {
                let own = section.number(&format!("profil {end} tangent {}", sides[side]), GRADES, reader);
                both.or(own).unwrap_or(self.grades[side])
            })
        });
        self.grades = grades[1];
        grades
    }
}
