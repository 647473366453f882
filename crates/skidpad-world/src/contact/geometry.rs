//! How far apart two outlines are, and along which direction.
//!
//! For two rectangles the answer is the largest gap along the directions of their sides (separating axes). It is
//! never more than the distance, negative where they overlap, and 0 where they touch; that is all that the
//! time of impact needs. Where a disc is involved it is the distance itself.

use skidpad_core::math::{Real, Vec2};

use super::body::{Barrier, Shape, Wall};
use super::mover::Tilt;

/// An outline at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub kind: Kind,
    /// The middle; a point on the line of a half-plane.
    pub centre: Vec2<f64>,
    /// The direction of the first side; out of the solid side for a half-plane.
    pub axis: Vec2<f64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A rectangle with its half sizes. A wall segment is one without width.
    Box(f64, f64),
    Disc(f64),
    HalfPlane,
}

/// The gap between two outlines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// Width of the gap, m; negative where the outlines overlap.
    pub width: f64,
    /// The direction from the first to the second.
    pub normal: Vec2<f64>,
    /// For two rectangles: 0 and 1 the sides of the first, 2 and 3 of the second.
    pub side: u8,
}

/// A side of a wall's end must be clearer than the wall's own side by this, m, so that a car that slides along a
/// row of segments does not meet their ends.
const END_MARGIN_M: f64 = 4.0 * super::GAP_M;
/// The second rectangle's sides must be clearer than the first's by this, m, so that parallel sides do not take turns.
const SIDE_MARGIN_M: f64 = 1e-6;

pub(super) fn perp(v: Vec2<f64>) -> Vec2<f64> {
    Vec2::new(-v.y, v.x)
}

impl Placed {
    /// The outline of a body whose centre of mass is at a place.
    pub fn body(shape: &Shape, tilt: &Tilt, position: Vec2<f64>, yaw: f64) -> Self {
        match *shape {
            Shape::Box { length_m, width_m, ahead_m } => {
                let (sin, cos) = Real::sin_cos(yaw + tilt.turned_rad);
                let axis = Vec2::new(cos, sin);
                let centre = position + axis.scale(ahead_m) + perp(axis).scale(tilt.left_m);
                Self { kind: Kind::Box(0.5 * length_m, 0.5 * width_m), centre, axis }
            }
            Shape::Circle { radius_m } => {
                Self { kind: Kind::Disc(radius_m), centre: position, axis: Vec2::new(1.0, 0.0) }
            }
        }
    }

    /// The outline of a wall.
    pub fn wall(wall: &Wall) -> Self {
        match wall.barrier {
            Barrier::Segment { from_m, to_m } => {
                let along = to_m - from_m;
                let length = along.norm();
                let centre = (from_m + to_m).scale(0.5);
                Self { kind: Kind::Box(0.5 * length, 0.0), centre, axis: along.scale(1.0 / length) }
            }
            Barrier::HalfPlane { point_m, normal } => {
                Self { kind: Kind::HalfPlane, centre: point_m, axis: normal.scale(1.0 / normal.norm()) }
            }
            Barrier::Post { centre_m, radius_m } => {
                Self { kind: Kind::Disc(radius_m), centre: centre_m, axis: Vec2::new(1.0, 0.0) }
            }
        }
    }

    /// Extent of the outline from its middle along a unit direction, m.
    pub fn reach(&self, direction: Vec2<f64>) -> f64 {
        match self.kind {
            Kind::Box(x, y) => x * self.axis.dot(direction).abs() + y * perp(self.axis).dot(direction).abs(),
            Kind::Disc(radius) => radius * direction.norm(),
            Kind::HalfPlane => f64::INFINITY,
        }
    }

    /// A point in the outline's own axes.
    pub fn own(&self, point: Vec2<f64>) -> Vec2<f64> {
        let d = point - self.centre;
        Vec2::new(self.axis.dot(d), perp(self.axis).dot(d))
    }

    /// A direction from the outline's own axes to the world's.
    pub fn world(&self, v: Vec2<f64>) -> Vec2<f64> {
        self.axis.scale(v.x) + perp(self.axis).scale(v.y)
    }
}

/// The gap between two outlines, of which at most the second is a half-plane.
pub(super) fn gap(a: &Placed, b: &Placed) -> Gap {
    match (a.kind, b.kind) {
        (Kind::Box(..), Kind::Box(..)) => boxes(a, b),
        (Kind::Box(x, y), Kind::Disc(radius)) => box_and_disc(a, [x, y], b.centre, radius),
        (Kind::Disc(radius), Kind::Box(x, y)) => {
            let turned = box_and_disc(b, [x, y], a.centre, radius);
            Gap { normal: -turned.normal, ..turned }
        }
        (Kind::Disc(first), Kind::Disc(second)) => {
            let d = b.centre - a.centre;
            let distance = d.norm();
            let normal = if distance > 0.0 { d.scale(1.0 / distance) } else { Vec2::new(1.0, 0.0) };
            Gap { width: distance - first - second, normal, side: 0 }
        }
        (_, Kind::HalfPlane) => {
            let width = (a.centre - b.centre).dot(b.axis) - a.reach(b.axis);
            Gap { width, normal: -b.axis, side: 0 }
        }
        (Kind::HalfPlane, _) => {
            let turned = gap(b, a);
            Gap { normal: -turned.normal, ..turned }
        }
    }
}

fn boxes(a: &Placed, b: &Placed) -> Gap {
    let d = b.centre - a.centre;
    let along = |direction: Vec2<f64>, side: u8| {
        let distance = direction.dot(d);
        let normal = if distance < 0.0 { -direction } else { direction };
        Gap { width: distance.abs() - a.reach(direction) - b.reach(direction), normal, side }
    };
    let sides = [along(a.axis, 0), along(perp(a.axis), 1), along(b.axis, 2), along(perp(b.axis), 3)];
    let mut best = sides[0];
    for gap in &sides[1..] {
        let margin = if gap.side > 1 && best.side < 2 { SIDE_MARGIN_M } else { 0.0 };
        if gap.width > best.width + margin {
            best = *gap;
        }
    }
    // Only walls have no width, and walls stand second.
    if matches!(b.kind, Kind::Box(_, 0.0)) && sides[3].width > best.width - END_MARGIN_M {
        best = sides[3];
    }
    best
}

fn box_and_disc(a: &Placed, half: [f64; 2], centre: Vec2<f64>, radius: f64) -> Gap {
    let p = a.own(centre);
    let nearest = Vec2::new(Real::clamp(p.x, -half[0], half[0]), Real::clamp(p.y, -half[1], half[1]));
    let out = p - nearest;
    let distance = out.norm();
    if distance > 0.0 {
        return Gap { width: distance - radius, normal: a.world(out.scale(1.0 / distance)), side: 0 };
    }
    let (x, y) = (p.x.abs() - half[0], p.y.abs() - half[1]);
    let (inside, own) = if x > y {
        (x, Vec2::new(f64::copysign(1.0, p.x), 0.0))
    } else {
        (y, Vec2::new(0.0, f64::copysign(1.0, p.y)))
    };
    Gap { width: inside - radius, normal: a.world(own), side: 0 }
}
