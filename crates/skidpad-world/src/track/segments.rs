//! Lines made of straights, arcs and spirals, as roads are designed.

use skidpad_core::math::Real;

/// A piece of a line whose curvature changes evenly: a straight, an arc, or a spiral (Euler's, with which roads lead from one
/// to the other).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Length, m; above 0.
    pub length_m: f64,
    /// Curvature at its beginning and its end, 1/m, positive to the left.
    pub curvatures_1_m: [f64; 2],
}

impl Segment {
    /// A straight.
    pub fn straight(length_m: f64) -> Self {
        Self { length_m, curvatures_1_m: [0.0; 2] }
    }

    /// An arc of a radius, m, positive to the left, over an angle, rad, positive.
    pub fn arc(radius_m: f64, angle_rad: f64) -> Self {
        Self { length_m: Real::abs(radius_m) * angle_rad, curvatures_1_m: [1.0 / radius_m; 2] }
    }

    /// Change of the heading from its beginning to a distance along it, rad.
    pub fn turned_rad(&self, distance_m: f64) -> f64 {
        let [from, to] = self.curvatures_1_m;
        distance_m * (from + 0.5 * (to - from) * distance_m / self.length_m)
    }
}

/// Position and heading on a traced line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedPoint {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Heading, rad.
    pub heading_rad: f64,
    /// Distance from the beginning of the line, m.
    pub distance_m: f64,
    /// Place of its segment in the list; at a joint that of the one that begins there.
    pub segment: usize,
}

/// Nodes and weights of Gauss' rule of three points over [0, 1].
const GAUSS: [[f64; 2]; 3] = [
    [0.112_701_665_379_258_3, 0.277_777_777_777_777_8],
    [0.5, 0.444_444_444_444_444_4],
    [0.887_298_334_620_741_7, 0.277_777_777_777_777_8],
];

/// Points along some segments from a point with a heading on, evenly spaced on each of them, no farther apart than `spacing_m`.
/// The last point is the end of the last segment.
///
/// Positions are integrals of the heading's cosine and sine, by Gauss' rule over each space between points; its error is
/// below 1e-8 of the space where that turns by less than half a radian.
pub fn trace(from_m: [f64; 2], heading_rad: f64, segments: &[Segment], spacing_m: f64) -> Vec<TracedPoint> {
    let mut here = TracedPoint { position_m: from_m, heading_rad, distance_m: 0.0, segment: 0 };
    let mut points = Vec::new();
    for (segment, of) in segments.iter().enumerate() {
        let begin = TracedPoint { segment, ..here };
        let count = Real::max((of.length_m / spacing_m).ceil(), 1.0);
        let step_m = of.length_m / count;
        for place in 0..count as usize {
            points.push(TracedPoint { segment, ..here });
            let along_m = step_m * place as f64;
            let [mut x, mut y] = here.position_m;
            for [share, weight] in GAUSS {
                let heading = begin.heading_rad + of.turned_rad(along_m + share * step_m);
                let (sin, cos) = Real::sin_cos(heading);
                x += weight * step_m * cos;
                y += weight * step_m * sin;
            }
            let ahead_m = along_m + step_m;
            here = TracedPoint {
                position_m: [x, y],
                heading_rad: begin.heading_rad + of.turned_rad(ahead_m),
                distance_m: begin.distance_m + ahead_m,
                segment,
            };
        }
    }
    points.push(here);
    points
}
