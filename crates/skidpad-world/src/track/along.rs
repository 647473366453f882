//! All that stands and lies along a track.

use super::check::{Ranges, TrackFault};
use super::spec::{PitLane, Side, Strip, TrackSpec, TrackWall};
use super::station::Station;

/// Number of sectors of a track whose description gives none.
const SECTORS: usize = 3;
/// The most sectors of a lap.
pub const MOST_SECTORS: usize = 16;

/// Start, sectors, kerbs, run-off, walls and pit lane, checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Along {
    pub name: String,
    pub start_m: f64,
    /// Distance from the start line to the finish line, m.
    pub lap_m: f64,
    /// Ends of all sectors, by the distance since the start line, m.
    pub sectors_m: Vec<f64>,
    pub strips: Vec<Strip>,
    pub walls: Vec<TrackWall>,
    pub pit_lane: Option<PitLane>,
    beside: StripIndex,
}

/// Strips beside each piece of a line.
#[derive(Clone, Debug, Default, PartialEq)]
struct StripIndex {
    /// Places of strips in their list, those of one piece and side after the other, in the order of the list.
    entries: Vec<u32>,
    /// End of the entries of each piece and side, the left one first; empty without strips.
    ends: Vec<u32>,
}

impl StripIndex {
    /// Strips beside pieces of equal length, m.
    fn new(strips: &[Strip], pieces: usize, piece_m: f64) -> Self {
        if strips.is_empty() {
            return Self::default();
        }
        let mut beside = vec![Vec::new(); 2 * pieces];
        for (place, strip) in strips.iter().enumerate() {
            let side = usize::from(strip.side == Side::Right);
            let piece = |distance_m: f64| usize::min((distance_m / piece_m) as usize, pieces - 1);
            let [from, to] = strip.stretch_m.map(piece);
            let runs_on = strip.stretch_m[0] > strip.stretch_m[1];
            let ranges = if runs_on { [from..pieces, 0..to + 1] } else { [from..to + 1, 0..0] };
            for at in ranges.into_iter().flatten() {
                let here: &mut Vec<u32> = &mut beside[2 * at + side];
                if here.last() != Some(&(place as u32)) {
                    here.push(place as u32);
                }
            }
        }
        let mut index = Self::default();
        for here in beside {
            index.entries.extend(here);
            index.ends.push(index.entries.len() as u32);
        }
        index
    }

    fn at(&self, piece: usize, side: Side) -> &[u32] {
        let at = 2 * piece + usize::from(side == Side::Right);
        let Some(end) = self.ends.get(at) else { return &[] };
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[from as usize..*end as usize]
    }
}

impl Along {
    /// A track on which nothing stands.
    pub fn bare(length_m: f64) -> Self {
        Self { lap_m: length_m, sectors_m: thirds(length_m), ..Self::default() }
    }

    /// Strips that may lie beside a piece, from the road outwards.
    pub fn strips_beside(&self, piece: usize, side: Side) -> impl Iterator<Item = &Strip> {
        self.beside.at(piece, side).iter().map(|place| &self.strips[*place as usize])
    }

    /// All that a description has along a line of pieces of equal length, m.
    pub fn new(spec: &TrackSpec, pieces: usize, piece_m: f64) -> Self {
        let length_m = piece_m * pieces as f64;
        let lap_m = lap_m(spec, length_m);
        let mut sectors_m = spec.sectors_m.clone();
        sectors_m.push(lap_m);
        Self {
            name: spec.name.clone(),
            start_m: spec.start_m,
            lap_m,
            sectors_m: if spec.sectors_m.is_empty() { thirds(lap_m) } else { sectors_m },
            strips: spec.strips.clone(),
            walls: spec.walls.clone(),
            pit_lane: spec.pit_lane,
            beside: StripIndex::new(&spec.strips, pieces, piece_m),
        }
    }
}

fn thirds(lap_m: f64) -> Vec<f64> {
    (1..=SECTORS).map(|sector| lap_m * sector as f64 / SECTORS as f64).collect()
}

fn lap_m(spec: &TrackSpec, length_m: f64) -> f64 {
    if spec.is_closed { length_m } else { spec.finish_m.unwrap_or(length_m) - spec.start_m }
}

/// All faults of what a description says to be along a line of this length.
pub(super) fn faults(spec: &TrackSpec, length_m: f64) -> Vec<TrackFault> {
    let mut ranges = Ranges::default();
    let along = [0.0, length_m];
    ranges.check("start_m", spec.start_m, along);
    if let Some(finish_m) = spec.finish_m {
        ranges.check("finish_m", finish_m, [spec.start_m, length_m]);
    }
    ranges.check("number of sectors", (spec.sectors_m.len() + 1) as f64, [1.0, MOST_SECTORS as f64]);
    let mut before_m = 0.0;
    for (place, end_m) in spec.sectors_m.iter().enumerate() {
        ranges.check(format!("sectors_m[{place}]"), *end_m, [before_m, lap_m(spec, length_m)]);
        before_m = *end_m;
    }
    for (place, strip) in spec.strips.iter().enumerate() {
        let mut check =
            |name: &str, found, range| ranges.check(format!("strips[{place}].{name}"), found, range);
        check("width_m", strip.width_m, [0.0, 1000.0]);
        check("rise_m", strip.rise_m, [-1.0, 1.0]);
        check("grip", strip.grip, [0.0, 3.0]);
        check("rolling", strip.rolling, [0.0, 50.0]);
        ranges.stretch(format!("strips[{place}].stretch_m"), strip.stretch_m, length_m, spec.is_closed);
    }
    for (place, wall) in spec.walls.iter().enumerate() {
        for (end, offset_m) in wall.offsets_m.iter().enumerate() {
            ranges.check(format!("walls[{place}].offsets_m[{end}]"), *offset_m, [0.0, 1000.0]);
        }
        ranges.stretch(format!("walls[{place}].stretch_m"), wall.stretch_m, length_m, spec.is_closed);
    }
    if let Some(pits) = &spec.pit_lane {
        ranges.stretch("pit_lane.stretch_m".to_owned(), pits.stretch_m, length_m, spec.is_closed);
        ranges.stretch("pit_lane.limit_m".to_owned(), pits.limit_m, length_m, spec.is_closed);
        ranges.check("pit_lane.speed_m_s", pits.speed_m_s, [1.0, 150.0]);
        ranges.check("pit_lane.offset_m", pits.offset_m, [0.0, 1000.0]);
        ranges.check("pit_lane.width_m", pits.width_m, [1.0, 100.0]);
    }
    ranges.found
}

impl TrackSpec {
    /// The track driven the other way: its last station becomes the first one. `length_m`: the length of its line, along which
    /// distances count.
    #[must_use]
    pub fn reversed(&self, length_m: f64) -> Self {
        let back = |distance_m: f64| length_m - distance_m;
        let turned = |[from, to]: [f64; 2]| [back(to), back(from)];
        let mut stations: Vec<Station> = self.stations.iter().rev().map(turned_station).collect();
        if self.is_closed {
            // Distance 0 stays where it was.
            stations.rotate_right(1);
        }
        let (start_m, finish_m) = if self.is_closed {
            (if self.start_m > 0.0 { back(self.start_m) } else { 0.0 }, None)
        } else {
            (back(self.finish_m.unwrap_or(length_m)), Some(back(self.start_m)))
        };
        let lap_m = lap_m(self, length_m);
        Self {
            name: self.name.clone(),
            is_closed: self.is_closed,
            stations,
            start_m,
            finish_m,
            sectors_m: self.sectors_m.iter().rev().map(|end_m| lap_m - end_m).collect(),
            strips: self
                .strips
                .iter()
                .map(|of| Strip { side: of.side.other(), stretch_m: turned(of.stretch_m), ..*of })
                .collect(),
            walls: self
                .walls
                .iter()
                .map(|of| TrackWall {
                    side: of.side.other(),
                    stretch_m: turned(of.stretch_m),
                    offsets_m: [of.offsets_m[1], of.offsets_m[0]],
                })
                .collect(),
            pit_lane: self.pit_lane.map(|of| PitLane {
                side: of.side.other(),
                stretch_m: turned(of.stretch_m),
                limit_m: turned(of.limit_m),
                ..of
            }),
        }
    }
}

/// A station of the road driven the other way: left is right, and a road that fell to the right falls to the left.
fn turned_station(station: &Station) -> Station {
    let [left, right] = station.widths_m;
    Station { banking_rad: -station.banking_rad, widths_m: [right, left], ..*station }
}

impl Strip {
    /// Returns true where the strip lies beside a distance along the line.
    pub fn is_beside(&self, distance_m: f64) -> bool {
        is_within(self.stretch_m, distance_m)
    }
}

impl TrackWall {
    /// Returns true where the wall stands beside a distance along the line.
    pub fn is_beside(&self, distance_m: f64) -> bool {
        is_within(self.stretch_m, distance_m)
    }
}

/// Returns true for a distance within a stretch, which may run over the first station.
fn is_within([from, to]: [f64; 2], distance_m: f64) -> bool {
    if from <= to { (from..=to).contains(&distance_m) } else { distance_m >= from || distance_m <= to }
}

impl Side {
    /// The side of a lateral offset, or of a curvature.
    pub fn from_sign(lateral_offset_m: f64) -> Self {
        if lateral_offset_m < 0.0 { Self::Right } else { Self::Left }
    }
}
