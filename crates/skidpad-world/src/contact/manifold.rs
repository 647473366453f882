//! The points at which two outlines touch: one, or the two ends of the stretch where sides lie on each other.

use skidpad_core::math::Vec2;

use super::TOUCH_M;
use super::geometry::{Gap, Kind, Placed, perp};

/// A point of contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Position of the point, halfway in the gap.
    pub at: Vec2<f64>,
    /// Width of the gap at the point, m.
    pub width: f64,
    /// Which corners and sides meet: the same from step to step while the contact lasts.
    pub feature: u8,
}

/// At most two points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manifold {
    pub normal: Vec2<f64>,
    pub points: [Point; 2],
    pub count: usize,
}

impl Manifold {
    fn one(normal: Vec2<f64>, point: Point) -> Self {
        Self { normal, points: [point; 2], count: 1 }
    }

    pub fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }
}

/// Two points of contact nearer than this are one, m.
const SAME_M: f64 = 1e-9;

/// The points of two outlines whose gap is at most [`TOUCH_M`].
pub(super) fn manifold(a: &Placed, b: &Placed, gap: &Gap) -> Manifold {
    match (a.kind, b.kind) {
        (Kind::Box(..), Kind::Box(..)) if gap.side < 2 => {
            let mut found = clip(a, b, gap.normal);
            for point in &mut found.points {
                point.feature = point.feature << 1 | u8::from(gap.side == 1) << 4;
            }
            found
        }
        (Kind::Box(..), Kind::Box(..)) => {
            let mut found = clip(b, a, -gap.normal);
            found.normal = gap.normal;
            for point in &mut found.points {
                point.feature = point.feature << 1 | u8::from(gap.side == 3) << 4 | 1;
            }
            found
        }
        (Kind::Box(..), Kind::HalfPlane) => corners_behind(a, b, gap),
        (_, Kind::Disc(radius)) => {
            let at = b.centre - gap.normal.scale(radius + 0.5 * gap.width);
            Manifold::one(gap.normal, Point { at, width: gap.width, feature: 0 })
        }
        (Kind::Disc(radius), _) => {
            let at = a.centre + gap.normal.scale(radius + 0.5 * gap.width);
            Manifold::one(gap.normal, Point { at, width: gap.width, feature: 0 })
        }
        (Kind::HalfPlane, _) => Manifold { count: 0, ..Manifold::one(gap.normal, NOWHERE) },
    }
}

const NOWHERE: Point = Point { at: Vec2 { x: 0.0, y: 0.0 }, width: f64::INFINITY, feature: 0 };

/// The side of a rectangle that looks most against a direction: its ends, and which of the four it is.
fn facing(of: &Placed, direction: Vec2<f64>) -> ([Vec2<f64>; 2], u8) {
    let Kind::Box(x, y) = of.kind else { return ([of.centre; 2], 0) };
    let own = Vec2::new(of.axis.dot(direction), perp(of.axis).dot(direction));
    let (along, out, which) = if own.x.abs() > own.y.abs() {
        let out = -f64::copysign(x, own.x);
        (Vec2::new(0.0, y), Vec2::new(out, 0.0), u8::from(out < 0.0))
    } else {
        let out = -f64::copysign(y, own.y);
        (Vec2::new(x, 0.0), Vec2::new(0.0, out), 2 + u8::from(own.y > 0.0))
    };
    ([of.centre + of.world(out + along), of.centre + of.world(out - along)], which)
}

/// The ends of the stretch of the second rectangle's facing side that lies before the first's side.
fn clip(reference: &Placed, incident: &Placed, normal: Vec2<f64>) -> Manifold {
    let side = perp(normal);
    let (ends, which) = facing(incident, normal);
    let (half, front) = (reference.reach(side) + TOUCH_M, reference.reach(normal));
    let at = |end: Vec2<f64>| (end - reference.centre).dot(side);
    let cut = |end: Vec2<f64>, other: Vec2<f64>| {
        let (here, there) = (at(end), at(other));
        let bound = if here < -half {
            -half
        } else if here > half {
            half
        } else {
            return Some(end);
        };
        let share = (bound - here) / (there - here);
        (share > 0.0 && share < 1.0).then(|| end + (other - end).scale(share))
    };
    let point = |end: Vec2<f64>, index: u8| {
        let width = (end - reference.centre).dot(normal) - front;
        Point { at: end - normal.scale(0.5 * width), width, feature: which << 1 | index }
    };
    let found = [cut(ends[0], ends[1]), cut(ends[1], ends[0])];
    let points = [
        found[0].map(|end| point(end, 0)).filter(|point| point.width <= TOUCH_M),
        found[1].map(|end| point(end, 1)).filter(|point| point.width <= TOUCH_M),
    ];
    match points {
        [Some(first), Some(second)] if (first.at - second.at).norm() > SAME_M => {
            Manifold { normal, points: [first, second], count: 2 }
        }
        [Some(point), _] | [None, Some(point)] => Manifold::one(normal, point),
        // Corner before corner: nothing of the side lies before the other's. The nearer end counts.
        [None, None] => {
            let (first, second) = (point(ends[0], 0), point(ends[1], 1));
            Manifold::one(normal, if second.width < first.width { second } else { first })
        }
    }
}

/// The ends of a rectangle's side that looks at a half-plane.
fn corners_behind(a: &Placed, plane: &Placed, gap: &Gap) -> Manifold {
    let (ends, which) = facing(a, plane.axis);
    let point = |end: Vec2<f64>, index: u8| {
        let width = (end - plane.centre).dot(plane.axis);
        Point { at: end - plane.axis.scale(0.5 * width), width, feature: which << 1 | index }
    };
    let (first, second) = (point(ends[0], 0), point(ends[1], 1));
    match (first.width <= TOUCH_M, second.width <= TOUCH_M) {
        (true, true) => Manifold { normal: gap.normal, points: [first, second], count: 2 },
        (false, true) => Manifold::one(gap.normal, second),
        (true, false) => Manifold::one(gap.normal, first),
        (false, false) => Manifold::one(gap.normal, if second.width < first.width { second } else { first }),
    }
}
