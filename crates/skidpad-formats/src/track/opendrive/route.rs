//! The way along roads that follow each other.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use skidpad_core::math::Real;

use super::curve::Placed;
use super::road::{Link, Road};
use crate::document::shortened;
use crate::track::xml::children;

/// Roads that are tried as the first one.
const MOST_STARTS: usize = 50;

/// A road along its line, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg {
    pub road: usize,
    pub is_forward: bool,
}

/// Roads in a row; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    pub legs: Vec<Leg>,
    pub is_closed: bool,
}

/// Connections of junctions: by the junction's id, from a road to a leg.
pub(super) type Junctions = BTreeMap<String, Vec<Connection>>;

/// A way through a junction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Connection {
    from: usize,
    to: Leg,
}

/// The junctions of a file. Connections between roads that it does not have are left out.
pub(super) fn junctions(root: Node, roads: &[Road]) -> Junctions {
    let places: BTreeMap<&str, usize> =
        roads.iter().enumerate().map(|(place, road)| (road.id.as_str(), place)).collect();
    let place = |node: &Node, name: &str| places.get(node.attribute(name)?.trim()).copied();
    let connection = |node: Node| {
        // Direct junctions have linked roads in the place of connecting ones (since 1.7).
        let road = place(&node, "connectingRoad").or_else(|| place(&node, "linkedRoad"))?;
        let is_forward = node.attribute("contactPoint") != Some("end");
        Some(Connection { from: place(&node, "incomingRoad")?, to: Leg { road, is_forward } })
    };
    children(root, "junction")
        .map(|node| {
            let id = node.attribute("id").unwrap_or_default().to_owned();
            (id, children(node, "connection").filter_map(connection).collect())
        })
        .collect()
}

/// The way from the first road from which one comes back to it, or else the longest one, and notes on what it leaves out.
pub(super) fn route(roads: &[Road], junctions: &Junctions, notes: &mut Vec<String>) -> Route {
    let walk = RoadWalk { roads, junctions };
    let order = (0..roads.len()).filter(|road| !roads[*road].is_connection);
    let order: Vec<usize> =
        order.chain((0..roads.len()).filter(|road| roads[*road].is_connection)).take(MOST_STARTS).collect();
    let mut best: Option<Route> = None;
    for road in order {
        let route = walk.both_ways(Leg { road, is_forward: true }, &mut Vec::new());
        let is_better = best.as_ref().is_none_or(|best| route.legs.len() > best.legs.len());
        if route.is_closed || is_better {
            best = Some(route);
        }
        if best.as_ref().is_some_and(|best| best.is_closed) {
            break;
        }
    }
    let first = best.map_or(0, |route| {
        // Walked once more from where it begins, for the notes.
        let leg = route.legs[0];
        if leg.is_forward { leg.road } else { route.legs[route.legs.len() - 1].road }
    });
    let route = walk.both_ways(Leg { road: first, is_forward: true }, notes);
    let used: BTreeSet<usize> = route.legs.iter().map(|leg| leg.road).collect();
    if used.len() < roads.len() {
        let of: Vec<&str> = (0..roads.len())
            .filter(|road| !used.contains(road))
            .take(5)
            .map(|road| roads[road].id.as_str())
            .collect();
        let more = if roads.len() - used.len() > of.len() { " and others" } else { "" };
        notes.push(format!(
            "{} of {} roads are left out: {}{more}",
            roads.len() - used.len(),
            roads.len(),
            of.join(", ")
        ));
    }
    route
}

struct RoadWalk<'a> {
    roads: &'a [Road],
    junctions: &'a Junctions,
}

impl RoadWalk<'_> {
    /// The way on from a leg, and where it does not come back, also the way before it.
    fn both_ways(&self, start: Leg, notes: &mut Vec<String>) -> Route {
        let mut visited = BTreeSet::from([start.road]);
        let (mut legs, is_closed) = self.onward(start, &mut visited, notes);
        if !is_closed {
            let back = Leg { is_forward: !start.is_forward, ..start };
            let (before, _) = self.onward(back, &mut visited, notes);
            let turned = |leg: &Leg| Leg { is_forward: !leg.is_forward, ..*leg };
            let before: Vec<Leg> = before[1..].iter().rev().map(turned).collect();
            legs.splice(0..0, before);
        }
        Route { legs, is_closed }
    }

    /// The legs from one on, and whether they lead back to it.
    fn onward(&self, start: Leg, visited: &mut BTreeSet<usize>, notes: &mut Vec<String>) -> (Vec<Leg>, bool) {
        let mut legs = vec![start];
        let mut here = start;
        while let Some(next) = self.next(here, notes) {
            if next == start {
                return (legs, true);
            }
            if !visited.insert(next.road) {
                notes.push(format!(
                    "road {} leads to road {}, which is part of the track already: the track ends there",
                    self.roads[here.road].id, self.roads[next.road].id
                ));
                break;
            }
            legs.push(next);
            here = next;
        }
        (legs, false)
    }

    fn next(&self, leg: Leg, notes: &mut Vec<String>) -> Option<Leg> {
        match &self.roads[leg.road].links[usize::from(leg.is_forward)] {
            Link::End => None,
            Link::Road { road, is_start } => Some(Leg { road: *road, is_forward: *is_start }),
            Link::Junction(id) => self.through(leg, id, notes),
        }
    }

    /// The way through a junction that turns least.
    fn through(&self, leg: Leg, junction: &str, notes: &mut Vec<String>) -> Option<Leg> {
        let mut ways: Vec<Leg> = Vec::new();
        for connection in self.junctions.get(junction).into_iter().flatten() {
            if connection.from == leg.road && !ways.contains(&connection.to) {
                ways.push(connection.to);
            }
        }
        let least = |one: &&Leg, other: &&Leg| self.turn_rad(**one).total_cmp(&self.turn_rad(**other));
        let taken = ways.iter().min_by(least).copied();
        let name = shortened(junction);
        let from = &self.roads[leg.road].id;
        match taken {
            None => notes
                .push(format!("junction {name} has no connection from road {from}: the track ends there")),
            Some(taken) if ways.len() > 1 => {
                let others = ways.iter().filter(|way| **way != taken).take(5);
                let others: Vec<&str> = others.map(|way| self.roads[way.road].id.as_str()).collect();
                notes.push(format!(
                    "junction {name} has {} ways from road {from}: road {} is taken, which turns least, not {}",
                    ways.len(),
                    self.roads[taken.road].id,
                    others.join(", ")
                ));
            }
            Some(_) => {}
        }
        taken
    }

    /// Angle between the directions at both ends of a road, rad.
    fn turn_rad(&self, leg: Leg) -> f64 {
        let Some([begin, end]) = ends(&self.roads[leg.road]) else { return f64::INFINITY };
        let (sin, cos) = Real::sin_cos(end.heading_rad - begin.heading_rad);
        Real::abs(Real::atan2(sin, cos))
    }
}

/// Beginning and end of a road's line.
fn ends(road: &Road) -> Option<[Placed; 2]> {
    let (first, last) = (road.pieces.first()?, road.pieces.last()?);
    let of_last = last.shape.places(&[0.0, last.length_m], last.length_m);
    let end = Placed { heading_rad: last.begin.heading_rad + of_last[1].heading_rad, ..last.begin };
    Some([first.begin, end])
}
