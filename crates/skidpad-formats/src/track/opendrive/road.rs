//! Roads of a file.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::lanes::{self, LaneSection};
use super::plan::{self, Geometry};
use super::profile::RoadProfile;
use crate::document::shortened;
use crate::track::xml::{XmlReader, child, children};

/// A road.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Road {
    pub id: String,
    pub name: String,
    /// True for a connection within a junction.
    pub is_connection: bool,
    pub pieces: Vec<Geometry>,
    pub elevation: RoadProfile,
    /// Angle by which the road falls to the right, rad.
    pub superelevation: RoadProfile,
    /// Position of the middle lane to the left of the reference line, m.
    pub offset: RoadProfile,
    pub sections: Vec<LaneSection>,
    /// Before its beginning and after its end.
    pub links: [Link; 2],
    /// True where traffic keeps to the left.
    pub is_left_hand: bool,
}

/// Neighbour at an end of a road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// Nothing.
    End,
    /// A road by its place in the list; `is_start`: it is met at its beginning.
    Road { road: usize, is_start: bool },
    /// A junction by its id.
    Junction(String),
}

impl Road {
    /// The lane section at a distance.
    pub fn section(&self, distance_m: f64) -> &LaneSection {
        let after = self.sections.partition_point(|section| section.from_m <= distance_m + 1e-9);
        &self.sections[after.saturating_sub(1)]
    }
}

/// All roads with a plan view and lanes, and what is wrong with them.
pub(super) fn roads(root: Node, reader: &mut XmlReader, notes: &mut Vec<String>) -> Vec<Road> {
    let mut places = BTreeMap::new();
    let nodes: Vec<Node> = children(root, "road").collect();
    for (place, node) in nodes.iter().enumerate() {
        let id = node.attribute("id").unwrap_or_default();
        if id.is_empty() {
            reader.missing(*node, "id", "given: links name roads by it");
        } else if places.insert(id, place).is_some() {
            reader.fault(*node, "the id a second time", "one road for each id");
        }
    }
    nodes.iter().map(|node| road(*node, &places, reader, notes)).collect()
}

fn road(node: Node, places: &BTreeMap<&str, usize>, reader: &mut XmlReader, notes: &mut Vec<String>) -> Road {
    let text = |name: &str| shortened(node.attribute(name).unwrap_or_default().trim());
    let id = text("id");
    let lateral = child(node, "lateralProfile");
    let ignored = |name: &'static str| lateral.is_some_and(|lateral| child(lateral, name).is_some());
    for name in ["crossfall", "shape"] {
        if ignored(name) {
            notes.push(format!("road {id}: the {name} of its lateral profile is ignored"));
        }
    }
    lanes::type_notes(node, notes);
    let profile = |parent: Option<Node>, tag: &'static str, reader: &mut XmlReader| match parent {
        Some(parent) => RoadProfile::read(children(parent, tag), "s", 0.0, reader),
        None => RoadProfile::default(),
    };
    Road {
        name: text("name"),
        is_connection: node
            .attribute("junction")
            .is_some_and(|junction| junction != "-1" && !junction.is_empty()),
        pieces: plan::plan(node, reader),
        elevation: profile(child(node, "elevationProfile"), "elevation", reader),
        superelevation: profile(lateral, "superelevation", reader),
        offset: profile(child(node, "lanes"), "laneOffset", reader),
        sections: lanes::sections(node, reader),
        links: ["predecessor", "successor"].map(|tag| {
            let of = child(node, "link").and_then(|links| child(links, tag));
            of.map_or(Link::End, |of| link(of, places, reader))
        }),
        is_left_hand: node.attribute("rule").is_some_and(|rule| rule.eq_ignore_ascii_case("LHT")),
        id,
    }
}

fn link(node: Node, places: &BTreeMap<&str, usize>, reader: &mut XmlReader) -> Link {
    let id = node.attribute("elementId").unwrap_or_default();
    match node.attribute("elementType") {
        Some("junction") => Link::Junction(id.to_owned()),
        Some("road") | None => match places.get(id) {
            Some(road) => Link::Road { road: *road, is_start: is_start(node) },
            None => {
                let found = format!("the road `{}`", shortened(id));
                reader.fault(node, found, "a road that the file has");
                Link::End
            }
        },
        Some(other) => {
            let found = format!("the elementType `{}`", shortened(other));
            reader.fault(node, found, "`road` or `junction`");
            Link::End
        }
    }
}

/// Returns true for a link that meets its road at the beginning. `elementDir` says it within virtual junctions.
fn is_start(node: Node) -> bool {
    match node.attribute("contactPoint") {
        Some(point) => point != "end",
        None => node.attribute("elementDir") != Some("-"),
    }
}
