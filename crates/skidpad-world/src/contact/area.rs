//! Rectangles along the world's axes, and half-planes that may reach them.

use skidpad_core::math::{Real, Vec2};

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
