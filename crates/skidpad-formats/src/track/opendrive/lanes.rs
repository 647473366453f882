//! Lanes of a road: those that are driven make the road, those outside of them the strips beside it.

use roxmltree::Node;
use skidpad_core::math::Real;
use skidpad_world::track::{Side, StripKind};

use super::profile::RoadProfile;
use crate::document::shortened;
use crate::track::beside::Ground;
use crate::track::xml::{XmlReader, child, children};

/// The most lanes to a side.
const MOST_LANES: usize = 32;
/// Types of lanes that are driven (ASAM OpenDRIVE 1.8, 11.8.1 and annex D.1), those that are deprecated included.
const DRIVEN: [&str; 19] = [
    "driving", "bidirectional", "entry", "exit", "onRamp", "offRamp", "connectingRamp", "slipLane",
    "mwyEntry", "mwyExit", "bus", "taxi", "HOV", "special1", "special2", "special3", "roadWorks", "shared",
    "tram",
];

/// A lane.
#[derive(Clone, Debug, PartialEq)]
struct Lane {
    /// Distance from the middle lane by number, from 1.
    rank: f64,
    /// Kind of ground beside the road; `None`: the lane is driven.
    ground: Option<StripKind>,
    /// Width, or position of its outer border, by the distance along the road.
    profile: RoadProfile,
    is_border: bool,
    rise_m: f64,
}

/// Lanes from a distance along the road on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LaneSection {
    pub from_m: f64,
    /// Lanes on the left and on the right, from the middle outwards.
    sides: [Vec<Lane>; 2],
}

/// A cross section of a road, by distances to the left of its middle lane, along the tilted road, m.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cross {
    /// Left and right edge of the road.
    pub edges_m: [f64; 2],
    /// Ground beside it on the left and on the right, outwards.
    pub grounds: [Vec<Ground>; 2],
}

/// The lane sections of a road; at least one with a lane that is driven in each.
pub(super) fn sections(road: Node, reader: &mut XmlReader) -> Vec<LaneSection> {
    let Some(lanes) = child(road, "lanes") else {
        reader.missing(road, "lanes", "given");
        return Vec::new();
    };
    let mut sections: Vec<LaneSection> = Vec::new();
    for node in children(lanes, "laneSection") {
        let from_m = reader.number(node, "s", [0.0, 1e9]);
        if sections.last().is_some_and(|before| before.from_m > from_m) {
            reader.fault(node, format!("s = {from_m}"), "in ascending order along the road");
        }
        let sides = Side::ALL.map(|side| side_lanes(node, side, from_m, reader));
        let is_driven = |lane: &Lane| lane.ground.is_none();
        if reader.faults.is_empty() && !sides.iter().flatten().any(is_driven) {
            reader.fault(node, "no lane that is driven", "given a lane of the type `driving` at least");
        }
        sections.push(LaneSection { from_m, sides });
    }
    if sections.is_empty() && reader.faults.is_empty() {
        reader.missing(lanes, "laneSection", "given");
    }
    sections
}

fn side_lanes(section: Node, side: Side, from_m: f64, reader: &mut XmlReader) -> Vec<Lane> {
    let Some(of) = child(section, side.name()) else { return Vec::new() };
    let mut lanes: Vec<Lane> = children(of, "lane").map(|node| lane(node, side, from_m, reader)).collect();
    if lanes.len() > MOST_LANES {
        reader.fault(of, format!("{} lanes", lanes.len()), format!("{MOST_LANES} to a side at most"));
        lanes.truncate(MOST_LANES);
    }
    lanes.sort_by(|one, other| one.rank.total_cmp(&other.rank));
    lanes
}

fn lane(node: Node, side: Side, from_m: f64, reader: &mut XmlReader) -> Lane {
    let range = if side == Side::Left { [1.0, 1e6] } else { [-1e6, -1.0] };
    let rank = Real::abs(reader.number(node, "id", range));
    let widths = RoadProfile::read(children(node, "width"), "sOffset", from_m, reader);
    // Where both are given the widths count (ASAM OpenDRIVE 1.8, 11.6.2).
    let is_border = widths.is_empty() && child(node, "border").is_some();
    let profile = if is_border {
        RoadProfile::read(children(node, "border"), "sOffset", from_m, reader)
    } else {
        widths
    };
    let rise = child(node, "height").map_or(0.0, |height| {
        let [inner, outer] =
            ["inner", "outer"].map(|name| reader.number_or(height, name, 0.0, [-10.0, 10.0]));
        outer - inner
    });
    let ground = ground(node);
    Lane { rank, ground, profile, is_border, rise_m: Real::clamp(rise, -1.0, 1.0) }
}

/// Kind of ground of a lane that is not driven, by its material where that is known, or by its type.
fn ground(node: Node) -> Option<StripKind> {
    let of = node.attribute("type").unwrap_or("driving");
    if DRIVEN.contains(&of) {
        return None;
    }
    let surface = child(node, "material").and_then(|material| material.attribute("surface")).unwrap_or("");
    let is_kind = |kind: &StripKind| kind.name() == surface;
    let by_type = match of {
        "none" => StripKind::Grass,
        "curb" => StripKind::Kerb,
        _ => StripKind::Asphalt,
    };
    Some(StripKind::ALL.into_iter().find(is_kind).unwrap_or(by_type))
}

impl LaneSection {
    /// Number of lanes that are driven, on the left and on the right.
    pub fn driven(&self) -> [usize; 2] {
        [0, 1].map(|side: usize| self.sides[side].iter().filter(|lane| lane.ground.is_none()).count())
    }

    /// The cross section at a distance along the road.
    pub fn cross(&self, distance_m: f64) -> Cross {
        let sides = [0, 1].map(|side: usize| across(&self.sides[side], Side::ALL[side], distance_m));
        // Where one side has no lane that is driven, the road begins within the other.
        let edge = |of: usize| match (&sides[of].road, &sides[1 - of].road) {
            (Some([_, outer]), _) => *outer,
            (None, Some([inner, _])) => -inner,
            (None, None) => 0.0,
        };
        let grounds = |of: usize| {
            let mut all = Vec::new();
            if sides[of].road.is_none() {
                all.extend(sides[1 - of].inner.iter().rev().copied());
            }
            all.extend(sides[of].outer.iter().copied());
            all
        };
        Cross { edges_m: [edge(0), -edge(1)], grounds: [grounds(0), grounds(1)] }
    }
}

/// One side of a cross section, outwards.
struct Across {
    /// Inner and outer edge of the road, m from the middle lane; `None`: no lane is driven.
    road: Option<[f64; 2]>,
    inner: Vec<Ground>,
    outer: Vec<Ground>,
}

fn across(lanes: &[Lane], side: Side, distance_m: f64) -> Across {
    let mut found = Across { road: None, inner: Vec::new(), outer: Vec::new() };
    let mut here_m = 0.0;
    for lane in lanes {
        let number_m = lane.profile.at(distance_m);
        let outer_m = if lane.is_border { side.sign() * number_m } else { here_m + number_m };
        let outer_m = Real::max(outer_m, here_m);
        let width_m = outer_m - here_m;
        match (lane.ground, &mut found.road) {
            (None, Some([_, end_m])) => {
                // Ground between lanes that are driven is road.
                *end_m = outer_m;
                found.outer.clear();
            }
            (None, none) => {
                *none = Some([here_m, outer_m]);
                found.inner = core::mem::take(&mut found.outer);
            }
            (Some(kind), _) => found.outer.push(Ground { kind, width_m, rise_m: lane.rise_m }),
        }
        here_m = outer_m;
    }
    found
}

/// Note on types of lanes that are not known.
pub(super) fn type_notes(road: Node, notes: &mut Vec<String>) {
    const BESIDE: [&str; 12] = [
        "none", "curb", "shoulder", "border", "sidewalk", "walking", "biking", "parking", "stop", "median",
        "restricted", "rail",
    ];
    let lanes = road.descendants().filter(|node| node.tag_name().name() == "lane");
    for of in lanes.filter_map(|lane| lane.attribute("type")) {
        let note = format!("lanes of the type {} are read as asphalt beside the road", shortened(of));
        if !DRIVEN.contains(&of) && !BESIDE.contains(&of) && !notes.contains(&note) && notes.len() < 50 {
            notes.push(note);
        }
    }
}
