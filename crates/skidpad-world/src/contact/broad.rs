//! Which outlines can meet at all: rectangles along the world's axes around their ways, swept from the left.

use skidpad_core::math::{Real, Vec2};

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

/// Everything behind a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    point: Vec2<f64>,
    /// Unit vector out of it.
    normal: Vec2<f64>,
}

impl HalfPlane {
    pub fn new(point: Vec2<f64>, outwards: Vec2<f64>) -> Self {
        Self { point, normal: outwards.scale(1.0 / outwards.norm()) }
    }

    pub fn meets(&self, area: &Area) -> bool {
        let x = if self.normal.x > 0.0 { area.low.x } else { area.high.x };
        let y = if self.normal.y > 0.0 { area.low.y } else { area.high.y };
        (Vec2::new(x, y) - self.point).dot(self.normal) <= 0.0
    }
}

/// Pairs of bodies that may meet, and of bodies and walls: found again at each step, in memory that is kept.
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
