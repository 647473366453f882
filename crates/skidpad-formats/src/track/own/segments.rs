//! Lines by their segments: the section `[line]` and the tables `[[segment]]`.

use skidpad_core::math::Real;
use skidpad_core::spec::Quantity;
use skidpad_world::track::Segment;

use super::fields::{TrackReader, range};
use super::profile::{Closing, Profile, ProfiledSegment};
use super::read::StationLine;
use crate::quantity::measure;
use crate::reader::{Node, Table, must};
use crate::track::check::{self, BANKINGS_RAD, HEIGHTS_M, LONGEST_M, POSITIONS_M, WIDTHS_M};
use crate::track::traced;

const LINE: &[&str] = &["at", "heading", "height", "grade", "banking", "left", "right"];
const SEGMENT: &[&str] =
    &["length", "radius", "angle", "from_radius", "to_radius", "grade", "banking", "left", "right"];
const MUST: &str = "a segment: { length = 200 } or { radius = 50, angle = \"90 deg\" }";
const GRADES: [f64; 2] = [-1.0, 1.0];
const LENGTHS_M: [f64; 2] = [0.01, LONGEST_M];
/// The least radius, m, and the largest one, either way round.
const LEAST_RADIUS_M: f64 = 1.0;
const RADII_M: [f64; 2] = [-1e6, 1e6];
const ANGLES_RAD: [f64; 2] = [1e-4, 12.6];
/// The most segments of a line.
const MOST_SEGMENTS: usize = 100_000;
/// ProfiledSegment of a closed line's length by which its end may miss its beginning, and the least such distance, m.
const WIDEST_GAP: f64 = 0.01;
const LEAST_GAP_M: f64 = 1.0;
/// Angle by which the heading at its end may miss that at its beginning, rad: 1 deg.
const LARGEST_TWIST_RAD: f64 = core::f64::consts::PI / 180.0;

/// Beginning of a line.
struct Begin {
    at_m: [f64; 2],
    heading_rad: f64,
    height_m: f64,
    profile: Profile,
}

impl<'a> TrackReader<'a> {
    /// The stations of a line given by its segments.
    pub(super) fn segments(&mut self, root: &Table<'a>, is_closed: bool) -> Option<StationLine> {
        let begin = self.begin(root);
        let rows = self.rows(root, "segment", MUST);
        if let Some(row) = rows.get(MOST_SEGMENTS) {
            let must = format!("at most {MOST_SEGMENTS} segments");
            self.r.faults.push(row.offset, "segment", format!("{} segments", rows.len()), must, None);
            return None;
        }
        let room = self.r.faults.room();
        let mut parts = Vec::new();
        let mut profile = begin.as_ref().map_or_else(Profile::default, |begin| begin.profile);
        for row in &rows {
            let segment = self.segment(row);
            let from = profile;
            profile = self.profile(row, from);
            parts.extend(segment.map(|segment| ProfiledSegment { segment, ends: [from, profile] }));
        }
        let begin = begin?;
        if rows.is_empty() || self.r.faults.room() != room {
            if rows.is_empty() {
                self.r.missing(root, "segment", MUST);
            }
            return None;
        }
        self.traced(&begin, &parts, &rows, is_closed)
    }

    fn begin(&mut self, root: &Table<'a>) -> Option<Begin> {
        let must = "a section [line] with the widths `left` and `right`";
        if !root.has("line") {
            self.r.missing(root, "line", format!("given: {must}"));
        }
        let table = self.r.table(root, "line", must)?;
        self.r.unknown(&table, LINE, |_| None);
        let at_m = self.at(&table);
        let heading_rad = self.optional(&table, "heading", Quantity::Angle, [-7.0, 7.0]).unwrap_or(0.0);
        let height_m = self.optional(&table, "height", Quantity::Length, HEIGHTS_M).unwrap_or(0.0);
        for key in ["left", "right"] {
            if !table.has(key) {
                let must = must_be_width();
                self.r.missing(&table, key, format!("given: {must}"));
            }
        }
        let profile = self.profile(&table, Profile::default());
        Some(Begin { at_m, heading_rad, height_m, profile })
    }

    fn at(&mut self, table: &Table<'a>) -> [f64; 2] {
        let Some(node) = table.get("at") else { return [0.0; 2] };
        let Some([x, y]) = node.elements().and_then(|parts| <[Node; 2]>::try_from(parts).ok()) else {
            self.r.wrong(&node, "a point: its x and y in m, such as [40, -2.5]", None);
            return [0.0; 2];
        };
        [x, y].map(|node| {
            self.r.quantity(&node, measure(Quantity::Length), range(POSITIONS_M)).unwrap_or_default()
        })
    }

    /// Grade, banking and widths at an end, those of before where they are left out.
    fn profile(&mut self, table: &Table<'a>, before: Profile) -> Profile {
        let mut number = |key: &str, quantity, range| self.optional(table, key, quantity, range);
        Profile {
            grade: number("grade", Quantity::Ratio, GRADES).unwrap_or(before.grade),
            banking_rad: number("banking", Quantity::Angle, BANKINGS_RAD).unwrap_or(before.banking_rad),
            left_m: number("left", Quantity::Length, WIDTHS_M).unwrap_or(before.left_m),
            right_m: number("right", Quantity::Length, WIDTHS_M).unwrap_or(before.right_m),
        }
    }

    fn segment(&mut self, row: &Table<'a>) -> Option<Segment> {
        self.r.unknown(row, SEGMENT, |_| None);
        let is_spiral = row.has("from_radius") || row.has("to_radius");
        if row.has("radius") {
            for key in ["from_radius", "to_radius"] {
                if let Some(node) = row.get(key) {
                    self.r.wrong(&node, "omitted, as `radius` is given", None);
                }
            }
            return self.arc(row);
        }
        if let Some(node) = row.get("angle") {
            self.r.wrong(&node, "omitted: only an arc, which has a `radius`, has an angle", None);
        }
        let length_m = self.needed(row, "length", Quantity::Length, LENGTHS_M);
        let curvatures = if is_spiral {
            [self.curvature(row, "from_radius"), self.curvature(row, "to_radius")]
        } else {
            [Some(0.0); 2]
        };
        let [Some(from), Some(to)] = curvatures else { return None };
        Some(Segment { length_m: length_m?, curvatures_1_m: [from, to] })
    }

    fn arc(&mut self, row: &Table<'a>) -> Option<Segment> {
        let curvature_1_m = self.curvature(row, "radius");
        if row.has("angle") && row.has("length") {
            if let Some(node) = row.get("length") {
                self.r.wrong(&node, "omitted, as `angle` is given", None);
            }
            return None;
        }
        if row.has("angle") {
            let angle_rad = self.needed(row, "angle", Quantity::Angle, ANGLES_RAD);
            return Some(Segment::arc(1.0 / curvature_1_m?, angle_rad?));
        }
        if !row.has("length") {
            let must = must(measure(Quantity::Angle), range(ANGLES_RAD));
            self.r.missing(row, "angle", format!("given: {must}, or a length"));
            return None;
        }
        let length_m = self.needed(row, "length", Quantity::Length, LENGTHS_M);
        Some(Segment { length_m: length_m?, curvatures_1_m: [curvature_1_m?; 2] })
    }

    /// Curvature of a signed radius; 0 where it is left out.
    fn curvature(&mut self, row: &Table<'a>, key: &str) -> Option<f64> {
        let Some(node) = row.get(key) else { return Some(0.0) };
        let radius_m = self.r.quantity(&node, measure(Quantity::Length), range(RADII_M))?;
        if Real::abs(radius_m) < LEAST_RADIUS_M {
            let must = format!("a radius of {LEAST_RADIUS_M} m or more, negative to the right");
            self.r.wrong(&node, must, None);
            return None;
        }
        Some(1.0 / radius_m)
    }

    /// The stations along segments, where they close.
    fn traced(
        &mut self,
        begin: &Begin,
        parts: &[ProfiledSegment],
        rows: &[Table<'a>],
        is_closed: bool,
    ) -> Option<StationLine> {
        let last = rows.last()?;
        let segments: Vec<Segment> = parts.iter().map(|part| part.segment).collect();
        let length_m = traced::length_m(&segments);
        if length_m > LONGEST_M {
            let value = format!("a line of {:.0} km", length_m / 1e3);
            self.r.faults.push(last.offset, &last.path, value, check::longest(), None);
            return None;
        }
        let trace = if is_closed { traced::closed } else { traced::open };
        let traced = trace(begin.at_m, begin.heading_rad, &segments);
        let climb_m: f64 = parts.iter().map(ProfiledSegment::climb_m).sum();
        let mut closing = Closing { climb_m: 0.0, length_m };
        let mut notes = Vec::new();
        if is_closed {
            let allowed_m = Real::max(LEAST_GAP_M, WIDEST_GAP * length_m);
            let ends = parts.last().map(|part| part.ends[1]);
            self.closes(last, [begin.profile, ends?]);
            if traced.gap_m > allowed_m || Real::abs(traced.twist_rad) > LARGEST_TWIST_RAD {
                let twist_deg = traced.twist_rad * 180.0 / core::f64::consts::PI;
                let value = format!(
                    "an end {:.2} m from the beginning of the line, turned by {twist_deg:.2} deg from it",
                    traced.gap_m
                );
                let must = format!("as `closed` is true, at most {allowed_m:.2} m and 1 deg off");
                self.r.faults.push(last.offset, &last.path, value, must, None);
            }
            if Real::abs(climb_m) > allowed_m {
                let value = format!("an end {climb_m:.2} m above the beginning of the line");
                let must = format!("as `closed` is true, at most {allowed_m:.2} m above or below it");
                self.r.faults.push(last.offset, &format!("{}.grade", last.path), value, must, None);
            }
            closing.climb_m = climb_m;
            notes.extend(gap_note("beside", traced.gap_m));
            notes.extend(gap_note("above or below", Real::abs(climb_m)));
        }
        let mut line = super::profile::stations(begin.height_m, &traced.points, parts, &closing);
        line.offsets = line.offsets.iter().map(|segment| rows[*segment].offset).collect();
        line.notes = notes;
        Some(line)
    }

    /// Checks that grade, banking and widths end as they began, where a closed line goes on.
    fn closes(&mut self, last: &Table<'a>, ends: [Profile; 2]) {
        let [begin, end] = ends.map(Profile::named);
        for ((key, begin), (_, end)) in begin.into_iter().zip(end) {
            if Real::abs(begin - end) > 1e-9 {
                let must = format!("{begin}, as at the beginning, where the closed line goes on");
                self.r.faults.push(last.offset, &last.key(key), format!("{end} at the end"), must, None);
            }
        }
    }
}

fn must_be_width() -> String {
    must(measure(Quantity::Length), range(WIDTHS_M))
}

fn gap_note(side: &str, gap_m: f64) -> Option<String> {
    (gap_m >= 5e-4).then(|| {
        format!("the line ends {gap_m:.3} m {side} its beginning: the gap is spread over its length")
    })
}
