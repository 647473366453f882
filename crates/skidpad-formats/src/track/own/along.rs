//! What lies and stands along the line: the tables `[[strip]]`, `[[wall]]` and `[pit_lane]`.

use skidpad_core::spec::Quantity;
use skidpad_world::track::{PitLane, Strip, StripKind, TrackWall};

use super::fields::{TrackReader, range};
use crate::quantity::measure;
use crate::reader::{Table, must};
use crate::track::check::WIDTHS_M;

const STRIP: &[&str] = &["kind", "side", "from", "to", "width", "rise", "grip", "rolling"];
const WALL: &[&str] = &["side", "from", "to", "offset"];
const PIT_LANE: &[&str] = &["side", "from", "to", "limit_from", "limit_to", "speed", "offset", "width"];

impl<'a> TrackReader<'a> {
    pub(super) fn strips(&mut self, root: &Table<'a>) -> Vec<Strip> {
        let must = "a strip: { kind = \"kerb\", side = \"left\", from = 20, to = 60, width = 1.5 }";
        let rows = self.rows(root, "strip", must);
        rows.iter().filter_map(|row| self.strip(row)).collect()
    }

    fn strip(&mut self, row: &Table<'a>) -> Option<Strip> {
        self.r.unknown(row, STRIP, |_| None);
        let kind = self.r.choice(row, "kind", &StripKind::ALL.map(|kind| (kind.name(), kind)));
        let (side, stretch_m) = (self.side(row), self.stretch(row, "from", "to"));
        let width_m = self.needed(row, "width", Quantity::Length, WIDTHS_M);
        let rise_m = self.optional(row, "rise", Quantity::Length, [-1.0, 1.0]);
        let grip = self.optional(row, "grip", Quantity::Ratio, [0.0, 3.0]);
        let rolling = self.optional(row, "rolling", Quantity::Ratio, [0.0, 50.0]);
        let usual = Strip::new(kind?, side?, stretch_m?);
        Some(Strip {
            width_m: width_m?,
            rise_m: rise_m.unwrap_or(usual.rise_m),
            grip: grip.unwrap_or(usual.grip),
            rolling: rolling.unwrap_or(usual.rolling),
            ..usual
        })
    }

    pub(super) fn walls(&mut self, root: &Table<'a>) -> Vec<TrackWall> {
        let must = "a wall: { side = \"right\", from = 0, to = 100, offset = 12 }";
        let rows = self.rows(root, "wall", must);
        rows.iter().filter_map(|row| self.wall(row)).collect()
    }

    fn wall(&mut self, row: &Table<'a>) -> Option<TrackWall> {
        self.r.unknown(row, WALL, |_| None);
        let (side, stretch_m, offsets_m) =
            (self.side(row), self.stretch(row, "from", "to"), self.offsets(row));
        Some(TrackWall { side: side?, stretch_m: stretch_m?, offsets_m: offsets_m? })
    }

    /// One distance from the line, or one at either end.
    fn offsets(&mut self, row: &Table<'a>) -> Option<[f64; 2]> {
        let (length, limits) = (measure(Quantity::Length), range(WIDTHS_M));
        let Some(node) = row.get("offset") else {
            self.r.missing(row, "offset", format!("given: {}", must(length, limits)));
            return None;
        };
        let Some(ends) = node.elements() else {
            return self.r.quantity(&node, length, limits).map(|offset_m| [offset_m; 2]);
        };
        let [from, to] = &ends[..] else {
            self.r.wrong(&node, "one distance, or those at both ends: [10, 14]", None);
            return None;
        };
        let (from, to) = (self.r.quantity(from, length, limits), self.r.quantity(to, length, limits));
        Some([from?, to?])
    }

    pub(super) fn pit_lane(&mut self, root: &Table<'a>) -> Option<PitLane> {
        let table = self.r.table(root, "pit_lane", "a section [pit_lane]")?;
        self.r.unknown(&table, PIT_LANE, |_| None);
        let side = self.side(&table);
        let stretch_m = self.stretch(&table, "from", "to");
        let limit_m = self.stretch(&table, "limit_from", "limit_to");
        let speed_m_s = self.needed(&table, "speed", Quantity::Speed, [1.0, 150.0]);
        let offset_m = self.needed(&table, "offset", Quantity::Length, WIDTHS_M);
        let width_m = self.needed(&table, "width", Quantity::Length, [1.0, 100.0]);
        Some(PitLane {
            side: side?,
            stretch_m: stretch_m?,
            limit_m: limit_m?,
            speed_m_s: speed_m_s?,
            offset_m: offset_m?,
            width_m: width_m?,
        })
    }
}
