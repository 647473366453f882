//! Lines of straights and rounded corners, by the points in which the straights would meet.

use core::f64::consts::PI;

use skidpad_core::math::Real;

use super::super::segments::{Segment, trace};

/// Share of a corner's angle that each of its spirals turns.
const SPIRAL: f64 = 0.22;
/// Spacing of the points by which a corner of radius 1 is traced.
const FINE: f64 = 0.2;
/// Corners turn less than this, rad: the straights of a sharper one would meet far away. A hairpin is two corners.
pub(super) const SHARPEST_RAD: f64 = 0.8 * PI;
/// Points in which a line turns less are no corners, rad.
const STRAIGHT_RAD: f64 = 1e-6;

/// A point in which two straights meet, and the radius of the corner between them, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub position_m: [f64; 2],
    pub radius_m: f64,
}

/// Straights and corners. Of a closed line the first straight leads from the first vertex to the second one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub is_closed: bool,
    pub vertices: Vec<Vertex>,
}

/// A corner with a radius of 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerShape {
    /// Distance of its ends from the point in which the straights meet.
    pub tangent: f64,
    /// Length of its line.
    pub length: f64,
}

impl CornerShape {
    /// The one that turns by an angle, rad, positive.
    pub fn turning(angle_rad: f64) -> Self {
        if angle_rad < STRAIGHT_RAD {
            return Self { tangent: 0.0, length: 0.0 };
        }
        let points = trace([0.0, 0.0], 0.0, &corner(1.0, angle_rad), FINE);
        let end = points[points.len() - 1];
        let (sin, cos) = Real::sin_cos(angle_rad);
        Self { tangent: end.position_m[0] - end.position_m[1] * cos / sin, length: end.distance_m }
    }
}

/// Spiral, arc and spiral of a radius, m, by an angle to the left or, below 0, to the right, rad.
fn corner(radius_m: f64, angle_rad: f64) -> [Segment; 3] {
    let curvature = Real::copysign(1.0 / radius_m, angle_rad);
    let angle_rad = Real::abs(angle_rad);
    // A spiral turns half as much as an arc of its length.
    let length_m = 2.0 * SPIRAL * angle_rad * radius_m;
    let arc_m = (1.0 - 2.0 * SPIRAL) * angle_rad * radius_m;
    [
        Segment { length_m, curvatures_1_m: [0.0, curvature] },
        Segment { length_m: arc_m, curvatures_1_m: [curvature; 2] },
        Segment { length_m, curvatures_1_m: [curvature, 0.0] },
    ]
}

/// A corner of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bend {
    /// Distances at which it begins and ends, m.
    pub stretch_m: [f64; 2],
    /// Radius, m, positive to the left.
    pub radius_m: f64,
    /// Angle by which it turns, rad, positive.
    pub angle_rad: f64,
}

impl Bend {
    /// Length of each of its spirals, m.
    pub fn spiral_m(&self) -> f64 {
        2.0 * SPIRAL * self.angle_rad * Real::abs(self.radius_m)
    }
}

/// A line with its corners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RoadCourse {
    pub from_m: [f64; 2],
    pub heading_rad: f64,
    pub segments: Vec<Segment>,
    pub bends: Vec<Bend>,
}

impl Layout {
    /// Direction and length of the straight from a vertex to the next one, m.
    pub fn side(&self, vertex: usize) -> ([f64; 2], f64) {
        let [from, to] = [vertex, vertex + 1].map(|at| self.vertices[at % self.vertices.len()].position_m);
        let [x, y] = [0, 1].map(|axis| to[axis] - from[axis]);
        let length_m = Real::hypot(x, y);
        ([x / length_m, y / length_m], length_m)
    }

    /// Angle by which the line turns in a vertex, rad, positive to the left; 0 at the ends of an open line.
    pub fn angle_rad(&self, vertex: usize) -> f64 {
        let count = self.vertices.len();
        if !self.is_closed && (vertex == 0 || vertex + 1 == count) {
            return 0.0;
        }
        let ([a, b], _) = self.side((vertex + count - 1) % count);
        let ([c, d], _) = self.side(vertex);
        Real::atan2(a * d - b * c, a * c + b * d)
    }

    /// Number of straights.
    pub fn sides(&self) -> usize {
        if self.is_closed { self.vertices.len() } else { self.vertices.len() - 1 }
    }

    /// Scale by which the positions are multiplied so that the line has a length, m, while the radii stay.
    pub fn scale_for(&self, length_m: f64) -> f64 {
        let sides_m: f64 = (0..self.sides()).map(|side| self.side(side).1).sum();
        let saved = |vertex: usize| {
            let shape = CornerShape::turning(Real::abs(self.angle_rad(vertex)));
            self.vertices[vertex].radius_m * (2.0 * shape.tangent - shape.length)
        };
        (length_m + (0..self.vertices.len()).map(saved).sum::<f64>()) / sides_m
    }

    /// The layout with its positions multiplied by a number.
    pub fn scaled(&self, scale: f64) -> Self {
        let vertex = |of: &Vertex| Vertex { position_m: of.position_m.map(|at| scale * at), ..*of };
        Self { vertices: self.vertices.iter().map(vertex).collect(), ..*self }
    }

    /// The line; `None` where a corner needs more of a straight than there is, or is too sharp.
    pub fn course(&self) -> Option<RoadCourse> {
        let count = self.vertices.len();
        let angles: Vec<_> = (0..count).map(|vertex| self.angle_rad(vertex)).collect();
        let tangents: Vec<_> = (0..count)
            .map(|vertex| {
                self.vertices[vertex].radius_m * CornerShape::turning(Real::abs(angles[vertex])).tangent
            })
            .collect();
        if !angles.iter().all(|angle| Real::abs(*angle) < SHARPEST_RAD) {
            return None;
        }
        let ([x, y], _) = self.side(0);
        let [a, b] = self.vertices[0].position_m;
        let mut course = RoadCourse {
            from_m: [a + tangents[0] * x, b + tangents[0] * y],
            heading_rad: Real::atan2(y, x),
            segments: Vec::new(),
            bends: Vec::new(),
        };
        let mut distance_m = 0.0;
        for side in 0..self.sides() {
            let end = (side + 1) % count;
            let straight_m = self.side(side).1 - tangents[side] - tangents[end];
            if straight_m <= 0.0 {
                return None;
            }
            course.segments.push(Segment::straight(straight_m));
            distance_m += straight_m;
            if Real::abs(angles[end]) >= STRAIGHT_RAD {
                let segments = corner(self.vertices[end].radius_m, angles[end]);
                let length_m: f64 = segments.iter().map(|segment| segment.length_m).sum();
                course.bends.push(Bend {
                    stretch_m: [distance_m, distance_m + length_m],
                    radius_m: Real::copysign(self.vertices[end].radius_m, angles[end]),
                    angle_rad: Real::abs(angles[end]),
                });
                course.segments.extend(segments);
                distance_m += length_m;
            }
        }
        Some(course)
    }
}

impl RoadCourse {
    /// Length, m.
    pub fn length_m(&self) -> f64 {
        self.segments.iter().map(|segment| segment.length_m).sum()
    }

    /// Positions and curvatures, 1/m, at points of even spacing on each segment, m; those of a closed line without its first one
    /// again.
    pub fn points(&self, is_closed: bool, spacing_m: f64) -> Vec<([f64; 2], f64)> {
        let mut traced = trace(self.from_m, self.heading_rad, &self.segments, spacing_m);
        if is_closed {
            traced.pop();
        }
        let mut begins_m = vec![0.0];
        for segment in &self.segments {
            begins_m.push(begins_m[begins_m.len() - 1] + segment.length_m);
        }
        let curvature = |segment: usize, distance_m: f64| {
            let of = &self.segments[segment];
            let [from, to] = of.curvatures_1_m;
            from + (to - from) * (distance_m - begins_m[segment]) / of.length_m
        };
        traced.iter().map(|point| (point.position_m, curvature(point.segment, point.distance_m))).collect()
    }
}
