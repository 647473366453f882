//! Which outlines can meet at all: rectangles along the world's axes around their ways, swept from the left.

use skidpad_core::math::{Real, Vec2};

use super::body::{Barrier, Wall};

/// A rectangle along the world's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub low: Vec2<f64>,
    pub high: Vec2<f64>,
}

impl Area {
    /// Around the way from one point to another, and so much more.
    pub fn around(a: Vec2<f64>, b: Vec2<f64>, more: f64) -> Self {
        let low = Vec2::new(Real::min(a.x, b.x) - more, Real::min(a.y, b.y) - more);
        let high = Vec2::new(Real::max(a.x, b.x) + more, Real::max(a.y, b.y) + more);
        Self { low, high }
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    pub fn holds(&self, other: &Self) -> bool {
        self.low.x <= other.low.x
            && self.low.y <= other.low.y
            && self.high.x >= other.high.x
            && self.high.y >= other.high.y
    }

    pub fn with(&self, other: &Self) -> Self {
        let low = Vec2::new(Real::min(self.low.x, other.low.x), Real::min(self.low.y, other.low.y));
        let high = Vec2::new(Real::max(self.high.x, other.high.x), Real::max(self.high.y, other.high.y));
        Self { low, high }
    }
}

/// Where a wall is, for the sweep.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    Within(Area),
    /// Everything behind a line: a point on it, and the direction out.
    Behind(Vec2<f64>, Vec2<f64>),
}

impl Extent {
    pub fn from_wall(wall: &Wall) -> Self {
        match wall.barrier {
            Barrier::Segment { from_m, to_m } => Self::Within(Area::around(from_m, to_m, 0.0)),
            Barrier::Post { centre_m, radius_m } => Self::Within(Area::around(centre_m, centre_m, radius_m)),
            Barrier::HalfPlane { point_m, normal } => {
                Self::Behind(point_m, normal.scale(1.0 / normal.norm()))
            }
        }
    }

    pub fn meets(&self, area: &Area) -> bool {
        match self {
            Self::Within(own) => own.meets(area),
            Self::Behind(point, normal) => {
                let x = if normal.x > 0.0 { area.low.x } else { area.high.x };
                let y = if normal.y > 0.0 { area.low.y } else { area.high.y };
                (Vec2::new(x, y) - *point).dot(*normal) <= 0.0
            }
        }
    }
}

/// Pairs of bodies, and of bodies and walls (which count on from the last body), in order.
pub(super) fn pairs(bodies: &[Area], walls: &[Extent]) -> Vec<(usize, usize)> {
    let count = bodies.len();
    let mut found = Vec::new();
    let mut entries: Vec<(Area, usize)> = bodies.iter().copied().zip(0..).collect();
    for (index, wall) in walls.iter().enumerate() {
        match wall {
            Extent::Within(area) => entries.push((*area, count + index)),
            Extent::Behind(..) => {
                let near = (0..count).filter(|body| wall.meets(&bodies[*body]));
                found.extend(near.map(|body| (body, count + index)));
            }
        }
    }
    entries.sort_by(|a, b| a.0.low.x.total_cmp(&b.0.low.x).then(a.1.cmp(&b.1)));
    let mut open: Vec<(Area, usize)> = Vec::new();
    for (area, index) in entries {
        open.retain(|(other, _)| other.high.x >= area.low.x);
        for (other, at) in &open {
            let (first, second) = if *at < index { (*at, index) } else { (index, *at) };
            if first < count && other.meets(&area) {
                found.push((first, second));
            }
        }
        open.push((area, index));
    }
    found.sort_unstable();
    found
}
