//! Segments of a track. Numbers that a segment leaves out are those at the end of the one before it.

use skidpad_core::math::Real;
use skidpad_world::track::Segment as Piece;

use super::heights::{Edges, Heights};
use super::params::Parameters;
use super::sides::{Border, Sides};
use crate::document::shortened;
use crate::track::xml::XmlReader;

/// Ranges: lengths and radii, m; angles of an arc, rad.
const LENGTHS_M: [f64; 2] = [1e-3, 1e6];
const RADII_M: [f64; 2] = [0.1, 1e6];
const ARCS_RAD: [f64; 2] = [1e-6, 100.0];
/// The most steps of a segment.
const MOST_STEPS: f64 = 100_000.0;

/// A segment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Segment {
    pub name: String,
    /// The line within it: one piece, or the arcs of a segment with an end radius.
    pub pieces: Vec<Piece>,
    /// Length of the line, m.
    pub length_m: f64,
    /// Heights of the left and the right edge.
    pub edges: Edges,
    /// Beside the left and the right edge.
    pub sides: [Sides; 2],
}

/// Numbers that go on from segment to segment.
struct State {
    heights: Heights,
    sides: [Sides; 2],
    /// Length of the steps of profiles, m; 0: one step.
    step_m: f64,
}

/// All segments of a list.
pub(super) fn segments(
    main: Parameters,
    list: Parameters,
    width_m: f64,
    reader: &mut XmlReader,
) -> Vec<Segment> {
    let mut state = State {
        heights: Heights::default(),
        sides: Sides::both(main, reader),
        step_m: main.number_or("profil steps length", 0.0, [0.0, 1e6], reader),
    };
    let mut found: Vec<Segment> = Vec::new();
    for section in list.sections() {
        let segment = segment(section, width_m, &mut state, reader);
        found.extend(segment);
    }
    found
}

fn segment(section: Parameters, width_m: f64, state: &mut State, reader: &mut XmlReader) -> Option<Segment> {
    // Lists hold sections without a type, which the games pass over.
    let kind = section.text("type")?;
    let bend = match kind {
        "str" => None,
        "lft" => Some(1.0),
        "rgt" => Some(-1.0),
        other => {
            let found = format!("the type `{}`", shortened(other));
            reader.fault(section.node, found, "`str`, `lft` or `rgt`");
            return None;
        }
    };
    let name = shortened(section.name());
    let (radii_m, arc_rad, length_m) = if bend.is_some() {
        let radius_m = required(section, "radius", RADII_M, reader);
        let end_m = section.number_or("end radius", radius_m, RADII_M, reader);
        let arc_rad = required(section, "arc", ARCS_RAD, reader);
        ([radius_m, end_m], arc_rad, 0.5 * (radius_m + end_m) * arc_rad)
    } else {
        ([0.0; 2], 0.0, required(section, "lg", LENGTHS_M, reader))
    };
    let steps = steps(section, length_m, state.step_m, reader);
    let pieces = match bend {
        None => vec![Piece::straight(length_m)],
        Some(_) if steps > MOST_STEPS => {
            reader.fault(section.node, format!("{steps} steps"), format!("{MOST_STEPS} steps at most"));
            return None;
        }
        Some(sign) => arcs(sign, radii_m, arc_rad, steps),
    };
    let edges = state.heights.next(section, [length_m, width_m], steps > 1.0, reader);
    for (side, of) in state.sides.iter_mut().zip(["Left", "Right"]) {
        side.next(section, of, reader);
    }
    let length_m = pieces.iter().map(|piece| piece.length_m).sum();
    Some(Segment { name, pieces, length_m, edges, sides: state.sides.clone() })
}

fn required(section: Parameters, name: &str, range: [f64; 2], reader: &mut XmlReader) -> f64 {
    section.number(name, range, reader).unwrap_or_else(|| {
        reader.missing(section.node, name, "given");
        range[0]
    })
}

/// Number of steps of a segment's profile.
fn steps(section: Parameters, length_m: f64, step_m: f64, reader: &mut XmlReader) -> f64 {
    if section.text("profil").is_some_and(|profile| profile != "spline") {
        return 1.0;
    }
    let steps = section.number_or("profil steps", 1.0, [0.0, 1e6], reader).floor();
    if steps > 1.0 {
        return steps;
    }
    let step_m = section.number_or("profil steps length", step_m, [0.0, 1e6], reader);
    if step_m > 0.0 { (length_m / step_m).floor() + 1.0 } else { 1.0 }
}

/// The arcs of a bend: of one radius, or as many as there are steps, each with its own radius and of one length, that turn by the angle
/// together.
fn arcs(sign: f64, [from_m, to_m]: [f64; 2], arc_rad: f64, steps: f64) -> Vec<Piece> {
    if from_m == to_m || steps < 2.0 {
        return vec![Piece::arc(sign * from_m, arc_rad)];
    }
    let growth_m = (to_m - from_m) / (steps - 1.0);
    let radii: Vec<f64> = (0..steps as usize).map(|step| from_m + growth_m * step as f64).collect();
    let turned: f64 = radii.iter().map(|radius_m| 1.0 / radius_m).sum();
    let length_m = arc_rad / turned;
    radii.iter().map(|radius_m| Piece::arc(sign * radius_m, length_m / radius_m)).collect()
}

impl Segment {
    /// Spaces between points on each piece: 2 m at most, and 0.1 rad.
    pub fn spaces(piece: &Piece) -> f64 {
        let turned = Real::abs(piece.turned_rad(piece.length_m)) / 0.1;
        Real::max(Real::max(piece.length_m / 2.0, turned).ceil(), 1.0)
    }

    /// Returns true for a wall in the place of a border, on a side.
    pub fn has_border_wall(&self, side: usize) -> bool {
        matches!(self.sides[side].border, Border::Wall)
    }
}
