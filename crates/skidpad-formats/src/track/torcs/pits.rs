//! Pits beside a track.

use skidpad_world::track::{PitLane, Side};

use super::params::Parameters;
use super::segments::Segment;
use crate::document::shortened;
use crate::track::xml::XmlReader;

/// Range of speed limits, m/s, and that of TORCS where none is given.
const SPEEDS_M_S: [f64; 2] = [1.0, 150.0];
const SPEED_M_S: f64 = 25.0;

/// The pits of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pits {
    side: Side,
    /// Segments of the entry, the first and the last pit, and the exit.
    names: [String; 4],
    speed_m_s: f64,
    /// Width of a place, m.
    width_m: f64,
}

impl Pits {
    /// The pits of a section; `None` where it names no entry.
    pub fn read(section: Parameters, reader: &mut XmlReader) -> Option<Self> {
        let speed_m_s = section.number_or("speed limit", SPEED_M_S, SPEEDS_M_S, reader);
        let width_m = section.number_or("width", 5.0, [0.0, 100.0], reader);
        section.text("entry")?;
        let side = if section.text("side") == Some("left") { Side::Left } else { Side::Right };
        let names = ["entry", "start", "end", "exit"].map(|name| shortened(section.text(name).unwrap_or("")));
        Some(Self { side, names, speed_m_s, width_m })
    }

    /// The lane between the road and the places of the pits, which take the outer part of the side.
    pub fn lane(
        &self,
        segments: &[Segment],
        spans: &[[f64; 2]],
        road_m: f64,
        notes: &mut Vec<String>,
    ) -> Option<PitLane> {
        let mut at = [0; 4];
        for (place, name) in at.iter_mut().zip(&self.names) {
            let Some(found) = segments.iter().position(|segment| segment.name == *name) else {
                notes.push(format!("the pits are left out: there is no segment `{name}`"));
                return None;
            };
            *place = found;
        }
        let [entry, start, end, exit] = at;
        let sides = &segments[start].sides[usize::from(self.side == Side::Right)];
        let side_m = sides.side_m[1];
        let free_m = side_m - self.width_m;
        let lane_m = if free_m >= 1.0 { free_m } else { side_m };
        if lane_m < 1.0 {
            notes.push(format!("the pits are left out: the side beside them is {side_m} m wide"));
            return None;
        }
        Some(PitLane {
            side: self.side,
            stretch_m: [spans[entry][0], spans[exit][1]],
            limit_m: [spans[start][0], spans[end][1]],
            speed_m_s: self.speed_m_s,
            offset_m: 0.5 * road_m + sides.to_side_m() + 0.5 * lane_m,
            width_m: lane_m,
        })
    }
}
