//! Plan view of a road: its reference line.

use roxmltree::Node;
use skidpad_core::math::Real;

use super::curve::{Placed, Shape};
use super::profile::coefficient;
use crate::track::check::apart_m;
use crate::track::xml::{XmlReader, child, children};

/// Longest space between two points of a line, m, and the largest angle by which it turns between them, rad.
const LONGEST_M: f64 = 2.0;
const LARGEST_TURN_RAD: f64 = 0.1;
/// Gap between two pieces of a line above which it is told, and above which it is an error, m.
const GAP_M: f64 = 0.05;
pub(super) const WIDEST_GAP_M: f64 = 2.0;
/// Limits of positions, m; of lengths, m; of curvatures, 1/m.
const FARTHEST_M: f64 = 1e9;
const LENGTHS_M: [f64; 2] = [1e-9, 1e6];
const CURVATURES_1_M: [f64; 2] = [-10.0, 10.0];

/// A piece of a reference line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Geometry {
    pub from_m: f64,
    pub begin: Placed,
    pub length_m: f64,
    pub shape: Shape,
}

/// A point of a reference line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LinePoint {
    pub distance_m: f64,
    pub placed: Placed,
}

/// The pieces of a road's plan view.
pub(super) fn plan(road: Node, reader: &mut XmlReader) -> Vec<Geometry> {
    let Some(plan) = child(road, "planView") else {
        reader.missing(road, "planView", "given: the road's reference line");
        return Vec::new();
    };
    let mut pieces: Vec<Geometry> = Vec::new();
    for node in children(plan, "geometry") {
        let Some(piece) = geometry(node, reader) else { continue };
        if pieces.last().is_some_and(|before| before.from_m > piece.from_m) {
            reader.fault(node, format!("s = {}", piece.from_m), "in ascending order along the road");
        }
        pieces.push(piece);
    }
    if pieces.is_empty() && reader.faults.is_empty() {
        reader.missing(plan, "geometry", "given: a piece of the reference line at least");
    }
    pieces
}

fn geometry(node: Node, reader: &mut XmlReader) -> Option<Geometry> {
    let from_m = reader.number(node, "s", [0.0, FARTHEST_M]);
    let [x, y] = ["x", "y"].map(|name| reader.number(node, name, [-FARTHEST_M, FARTHEST_M]));
    let heading_rad = reader.number(node, "hdg", [-1e6, 1e6]);
    let length_m = reader.number_or(node, "length", LENGTHS_M[0], [0.0, LENGTHS_M[1]]);
    if node.attribute("length").is_none() {
        reader.missing(node, "length", "given, m");
    }
    let shape = shape(node, reader)?;
    // Pieces of no length are written by some tools where lines meet.
    (length_m > LENGTHS_M[0]).then_some(Geometry {
        from_m,
        begin: Placed { position_m: [x, y], heading_rad },
        length_m,
        shape,
    })
}

fn shape(node: Node, reader: &mut XmlReader) -> Option<Shape> {
    let known = ["line", "arc", "spiral", "poly3", "paramPoly3"];
    let Some(of) = node.children().find(|of| known.contains(&of.tag_name().name())) else {
        reader.fault(node, "no shape that is known", "a line, arc, spiral, poly3 or paramPoly3");
        return None;
    };
    Some(match of.tag_name().name() {
        "line" => Shape::Line,
        "arc" => Shape::Spiral([reader.number(of, "curvature", CURVATURES_1_M); 2]),
        "spiral" => {
            Shape::Spiral(["curvStart", "curvEnd"].map(|name| reader.number(of, name, CURVATURES_1_M)))
        }
        "poly3" => Shape::Cubic(["a", "b", "c", "d"].map(|name| coefficient(reader, of, name))),
        _ => {
            let u = ["aU", "bU", "cU", "dU"].map(|name| coefficient(reader, of, name));
            let v = ["aV", "bV", "cV", "dV"].map(|name| coefficient(reader, of, name));
            // Without the attribute, which early files leave out, the parameter runs from 0 to 1.
            let is_normalized = match of.attribute("pRange") {
                Some("arcLength") => false,
                Some("normalized") | None => true,
                Some(_) => {
                    reader.fault(of, "another pRange", "`arcLength` or `normalized`");
                    true
                }
            };
            Shape::Parametric { u, v, is_normalized }
        }
    })
}

impl Geometry {
    /// Number of spaces between points.
    pub fn spaces(&self) -> f64 {
        let turned = self.shape.curvature_1_m(self.length_m) * self.length_m / LARGEST_TURN_RAD;
        Real::max(Real::max(self.length_m / LONGEST_M, turned).ceil(), 1.0)
    }

    /// Evenly spaced points with both ends.
    pub fn points(&self) -> Vec<LinePoint> {
        let spaces = self.spaces() as usize;
        let distances: Vec<f64> =
            (0..=spaces).map(|place| self.length_m * place as f64 / spaces as f64).collect();
        let places = self.shape.places(&distances, self.length_m);
        let (sin, cos) = Real::sin_cos(self.begin.heading_rad);
        let [x, y] = self.begin.position_m;
        let placed = |of: &Placed| Placed {
            position_m: [
                x + of.position_m[0] * cos - of.position_m[1] * sin,
                y + of.position_m[0] * sin + of.position_m[1] * cos,
            ],
            heading_rad: self.begin.heading_rad + of.heading_rad,
        };
        let point = |(along_m, of): (&f64, &Placed)| LinePoint {
            distance_m: self.from_m + along_m,
            placed: placed(of),
        };
        distances.iter().zip(&places).map(point).collect()
    }
}

/// Points of a whole reference line, in order. The piece that begins where another ends has the point there.
pub(super) fn line(
    pieces: &[Geometry],
    road: &str,
    notes: &mut Vec<String>,
) -> Result<Vec<LinePoint>, String> {
    let mut points: Vec<LinePoint> = Vec::new();
    let (mut widest_m, mut is_odd) = (0.0, false);
    for piece in pieces {
        if let Some(own_m) = piece.shape.own_length_m()
            && Real::abs(own_m - piece.length_m) > 0.01 * piece.length_m
            && !is_odd
        {
            is_odd = true;
            notes.push(format!(
                "road {road}: the curve at s = {} is {own_m:.3} m long, not {} m as its length says",
                piece.from_m, piece.length_m
            ));
        }
        let of = piece.points();
        if let Some(end) = points.pop() {
            let gap_m = apart_m(end.placed.position_m, of[0].placed.position_m);
            widest_m = Real::max(widest_m, gap_m);
            if gap_m > WIDEST_GAP_M {
                return Err(format!("a gap of {gap_m:.2} m before s = {}", piece.from_m));
            }
        }
        points.extend(of);
    }
    if widest_m > GAP_M {
        notes.push(format!(
            "road {road}: gaps of up to {widest_m:.2} m between pieces of its line are bridged"
        ));
    }
    Ok(points)
}
