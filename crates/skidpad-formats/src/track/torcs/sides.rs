//! Beside a road: a border, a side, and a barrier.

use skidpad_world::track::StripKind;

use super::params::Parameters;
use crate::document::shortened;
use crate::track::beside::Ground;
use crate::track::xml::XmlReader;

/// Widths, m, and heights, m.
const WIDTHS_M: [f64; 2] = [0.0, 500.0];
const HEIGHTS_M: [f64; 2] = [-1.0, 10.0];

/// A border's style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    /// Flat ground.
    Plan,
    /// A kerb.
    Kerb,
    /// A wall at the edge of the road.
    Wall,
}

/// One side of a segment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sides {
    pub border: Border,
    border_m: f64,
    border_height_m: f64,
    pub border_surface: String,
    /// Width of the side at the segment's start and end, m.
    pub side_m: [f64; 2],
    pub side_surface: String,
}

impl Sides {
    /// Both sides, left and right, as the main section has them for all segments.
    pub fn both(main: Parameters, reader: &mut XmlReader) -> [Self; 2] {
        ["Left", "Right"].map(|of| {
            let mut sides = Self {
                border: Border::Plan,
                border_m: 0.0,
                border_height_m: 0.0,
                border_surface: "grass".to_owned(),
                side_m: [0.0; 2],
                side_surface: "grass".to_owned(),
            };
            sides.next(main, of, reader);
            sides
        })
    }

    /// Changes what a segment gives.
    pub fn next(&mut self, section: Parameters, of: &str, reader: &mut XmlReader) {
        let before_m = self.side_m[1];
        self.side_m = [before_m; 2];
        if let Some(side) = section.section(&format!("{of} Side")) {
            let start_m = side.number("start width", WIDTHS_M, reader);
            let width_m = side.number("width", WIDTHS_M, reader);
            let end_m = side.number("end width", WIDTHS_M, reader);
            // A width alone is that at the end: the start goes on from the segment before.
            let start_m = start_m.unwrap_or(before_m);
            self.side_m = [start_m, end_m.or(width_m).unwrap_or(start_m)];
            self.side_surface = side.text("surface").map_or(self.side_surface.clone(), shortened);
        }
        // The height alone does not go on.
        self.border_height_m = 0.0;
        if let Some(border) = section.section(&format!("{of} Border")) {
            self.border_m = border.number_or("width", self.border_m, WIDTHS_M, reader);
            self.border_height_m = border.number_or("height", 0.0, HEIGHTS_M, reader);
            self.border_surface = border.text("surface").map_or(self.border_surface.clone(), shortened);
            self.border = match border.text("style") {
                Some("plan") => Border::Plan,
                Some("curb") => Border::Kerb,
                Some(_) => Border::Wall,
                None => self.border,
            };
        }
    }

    /// Width of border and side at a share of the segment, m.
    pub fn beside_m(&self, share: f64) -> f64 {
        let [start_m, end_m] = self.side_m;
        self.border_m + start_m + (end_m - start_m) * share
    }

    /// Distance from the edge of the road to the side, m.
    pub fn to_side_m(&self) -> f64 {
        self.border_m
    }

    /// Ground beside the road at a share of the segment, outwards.
    pub fn grounds(&self, share: f64) -> Vec<Ground> {
        let border = match self.border {
            Border::Kerb => Ground {
                kind: StripKind::Kerb,
                width_m: self.border_m,
                rise_m: if self.border_height_m > 1.0 { 1.0 } else { self.border_height_m },
            },
            Border::Plan | Border::Wall => Ground {
                kind: kind(&self.border_surface).unwrap_or(StripKind::Asphalt),
                width_m: self.border_m,
                rise_m: 0.0,
            },
        };
        let side = Ground {
            kind: kind(&self.side_surface).unwrap_or(StripKind::Asphalt),
            width_m: self.beside_m(share) - self.border_m,
            rise_m: 0.0,
        };
        vec![border, side]
    }
}

/// Kind of ground by the name of a surface: the games have `grass3`, `b-asphalt`, `curb-5cm-r`.
pub(super) fn kind(surface: &str) -> Option<StripKind> {
    let name = surface.to_ascii_lowercase();
    let kinds = [
        ("curb", StripKind::Kerb),
        ("gravel", StripKind::Gravel),
        ("sand", StripKind::Sand),
        ("grass", StripKind::Grass),
        ("dirt", StripKind::Dirt),
        ("mud", StripKind::Dirt),
        ("soil", StripKind::Dirt),
        ("asphalt", StripKind::Asphalt),
        ("concrete", StripKind::Asphalt),
        ("road", StripKind::Asphalt),
        ("tarmac", StripKind::Asphalt),
    ];
    kinds.iter().find(|(part, _)| name.contains(part)).map(|(_, kind)| *kind)
}
