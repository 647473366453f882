//! Which outlines can meet at all: rectangles along the world's axes around their ways, swept from the left.

use skidpad_core::math::{Real, Vec2};

use super::body::{Barrier, Wall};
use super::walls::Walls;

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

/// Which bodies may meet which, and which walls: found again at each step, in memory that is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// The area of each body, in the caller's order.
    pub areas: Vec<Area>,
    /// Pairs of bodies, the first before the second.
    pub bodies: Vec<(usize, usize)>,
    /// Bodies with the walls near them.
    pub walls: Vec<(usize, usize)>,
    /// All bodies from the left to the right, as they were at the last step: they hardly change places.
    order: Vec<usize>,
    open: Vec<usize>,
}

impl Sweep {
    /// Finds the pairs of areas that meet, and the walls that they meet.
    pub fn find(&mut self, walls: &Walls) {
        self.sort();
        let Self { areas, bodies, order, open, .. } = self;
        bodies.clear();
        open.clear();
        for index in order.iter() {
            let area = &areas[*index];
            open.retain(|other| areas[*other].high.x >= area.low.x);
            let near = open.iter().filter(|other| areas[**other].meets(area));
            bodies.extend(near.map(|other| (usize::min(*other, *index), usize::max(*other, *index))));
            open.push(*index);
        }
        self.walls.clear();
        for (body, area) in areas.iter().enumerate() {
            walls.each_in(area, |wall| self.walls.push((body, wall)));
        }
    }

    fn sort(&mut self) {
        let Self { areas, order, open, .. } = self;
        if order.len() != areas.len() {
            order.clear();
            order.extend(0..areas.len());
            open.clear();
            open.reserve(areas.len());
        }
        order.sort_unstable_by(|a, b| areas[*a].low.x.total_cmp(&areas[*b].low.x));
    }
}
