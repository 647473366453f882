//! Points of a track along the roads of a route.

use skidpad_core::math::Real;
use skidpad_world::track::Station;

use super::plan::{self, WIDEST_GAP_M};
use super::road::Road;
use super::route::{Leg, Route};
use crate::FileError;
use crate::document::shortened;
use crate::track::beside::{Beside, Ground, MOST_POINTS};
use crate::track::check::apart_m;

/// Gap between two roads above which it is told, m.
const GAP_M: f64 = 0.05;
/// Distance between the ends of a line below which it is closed, m.
const ENDS_M: f64 = 0.5;
/// The steepest superelevation, rad, as that of a station.
const STEEPEST_RAD: f64 = 1.2;

/// A cross section on its place, in the direction of the road's line.
struct Sampled {
    position_m: [f64; 2],
    heading_rad: f64,
    height_m: f64,
    banking_rad: f64,
    /// Left and right edge by their distance to the left of the reference line, along the tilted road, m.
    edges_m: [f64; 2],
    grounds: [Vec<Ground>; 2],
}

/// The points of a route.
pub(super) fn points(
    origin: &str,
    roads: &[Road],
    route: &Route,
    notes: &mut Vec<String>,
) -> Result<Vec<Beside>, FileError> {
    let count: f64 =
        route.legs.iter().flat_map(|leg| &roads[leg.road].pieces).map(|piece| piece.spaces()).sum();
    if count > MOST_POINTS as f64 {
        let found = format!("a line that takes {count} points");
        return Err(FileError::whole(origin, found, format!("{MOST_POINTS} points at most: a shorter line")));
    }
    let mut legs = Vec::new();
    for leg in &route.legs {
        legs.push(sampled(origin, &roads[leg.road], notes)?);
    }
    let is_outside = |of: &Sampled| of.edges_m[0] < -1e-9 || of.edges_m[1] > 1e-9;
    if legs.iter().flatten().any(is_outside) {
        notes.push(
            "the reference line runs outside of the road: the track's line is the middle of the road"
                .to_owned(),
        );
        legs.iter_mut().flatten().for_each(to_middle);
    }
    let mut points: Vec<Beside> = Vec::new();
    for (leg, sampled) in route.legs.iter().zip(legs) {
        let mut of: Vec<Beside> = sampled.into_iter().map(beside).collect();
        if !leg.is_forward {
            reverse(&mut of);
        }
        if let Some(last) = points.last() {
            joint(origin, [last, &of[0]], &roads[leg.road].id, notes)?;
        }
        points.extend(of);
    }
    if route.is_closed {
        joint(origin, [&points[points.len() - 1], &points[0]], &roads[route.legs[0].road].id, notes)?;
    }
    if is_against_traffic(roads, &route.legs) {
        notes.push("all lanes run against the first road's line: the track runs along the lanes".to_owned());
        reverse(&mut points);
    }
    Ok(points)
}

fn sampled(origin: &str, road: &Road, notes: &mut Vec<String>) -> Result<Vec<Sampled>, FileError> {
    let id = shortened(&road.id);
    let refused = |found: String, must: &str| FileError::whole(origin, format!("{found} on road {id}"), must);
    let line = plan::line(&road.pieces, &id, notes)
        .map_err(|found| refused(found, "pieces of a line that begin where those before end"))?;
    let mut all = Vec::with_capacity(line.len());
    for point in line {
        let at_m = point.distance_m;
        let banking_rad = road.superelevation.at(at_m);
        let (height_m, offset_m) = (road.elevation.at(at_m), road.offset.at(at_m));
        if !(Real::abs(banking_rad) <= STEEPEST_RAD && height_m.is_finite() && offset_m.is_finite()) {
            let found = format!("superelevation {banking_rad}, elevation {height_m} at s = {at_m}");
            return Err(refused(found, "a superelevation of 1.2 rad at most, and numbers that are finite"));
        }
        let cross = road.section(at_m).cross(at_m);
        all.push(Sampled {
            position_m: point.placed.position_m,
            heading_rad: point.placed.heading_rad,
            height_m,
            banking_rad,
            edges_m: cross.edges_m.map(|edge_m| edge_m + offset_m),
            grounds: cross.grounds,
        });
    }
    Ok(all)
}

/// Moves the line to the middle of the road.
fn to_middle(of: &mut Sampled) {
    let middle_m = 0.5 * (of.edges_m[0] + of.edges_m[1]);
    let (sin, cos) = Real::sin_cos(of.heading_rad);
    // A road that falls to the right is higher on the left.
    let (rise, plane) = Real::sin_cos(of.banking_rad);
    of.position_m[0] -= sin * plane * middle_m;
    of.position_m[1] += cos * plane * middle_m;
    of.height_m += rise * middle_m;
    of.edges_m = of.edges_m.map(|edge_m| edge_m - middle_m);
}

fn beside(of: Sampled) -> Beside {
    let plane = Real::cos(of.banking_rad);
    let [left_m, right_m] = of.edges_m;
    let station = Station {
        position_m: of.position_m,
        height_m: of.height_m,
        banking_rad: of.banking_rad,
        // Rounding may leave an edge a hair beyond the line.
        widths_m: [left_m, -right_m].map(|width_m| Real::max(width_m * plane, 0.0)),
    };
    let plain = |ground: Ground| Ground { width_m: ground.width_m * plane, ..ground };
    Beside { station, grounds: of.grounds.map(|side| side.into_iter().map(plain).collect()) }
}

/// Points of the road driven the other way.
fn reverse(points: &mut [Beside]) {
    points.reverse();
    for point in points {
        point.station.banking_rad = -point.station.banking_rad;
        point.station.widths_m.swap(0, 1);
        point.grounds.swap(0, 1);
    }
}

/// Checks that two roads meet.
fn joint(
    origin: &str,
    [end, begin]: [&Beside; 2],
    road: &str,
    notes: &mut Vec<String>,
) -> Result<(), FileError> {
    let gap_m = apart_m(end.station.position_m, begin.station.position_m);
    if gap_m > WIDEST_GAP_M {
        let found = format!("a gap of {gap_m:.2} m before road {}", shortened(road));
        return Err(FileError::whole(origin, found, "roads that meet where their links say so"));
    }
    if gap_m > GAP_M {
        notes.push(format!("a gap of {gap_m:.2} m before road {road} is bridged"));
    }
    Ok(())
}

/// Returns true for a line without links whose end lies at its beginning.
pub(super) fn ends_meet(points: &[Beside], notes: &mut Vec<String>) -> bool {
    let [first, .., last] = points else { return false };
    let is_met = points.len() > 10 && apart_m(first.station.position_m, last.station.position_m) < ENDS_M;
    if is_met {
        notes.push("the road ends where it begins: read as closed, though no link says so".to_owned());
    }
    is_met
}

/// Returns true where lanes are driven on the side of oncoming traffic alone.
fn is_against_traffic(roads: &[Road], legs: &[Leg]) -> bool {
    let (mut along, mut against) = (0, 0);
    for leg in legs {
        let road = &roads[leg.road];
        for section in &road.sections {
            let [left, right] = section.driven();
            let is_right_along = road.is_left_hand != leg.is_forward;
            let [one, other] = if is_right_along { [right, left] } else { [left, right] };
            along += one;
            against += other;
        }
    }
    along == 0 && against > 0
}
