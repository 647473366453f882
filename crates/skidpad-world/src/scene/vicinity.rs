//! Area around a body in which cones may meet anything.

use skidpad_core::math::{Real, Vec2};

use crate::contact::{Mover, Shape};

/// Distance within which a cone may meet a body, beyond the body's reach, m.
pub(super) const NEAR_M: f64 = 1.0;
/// Addition to a room, m, against rounding: within 1e7 m positions have 2e-9 m.
const ROUNDING_M: f64 = 1e-3;

/// Circle that a body does not leave during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vicinity {
    /// Centre, m.
    pub position_m: Vec2<f64>,
    /// Radius, m.
    pub radius_m: f64,
}

impl Vicinity {
    /// The vicinity of a body in a step, about its start.
    pub fn around(mover: &Mover) -> Self {
        let came = mover.proposed.position_m - mover.start.position_m;
        let radius_m = outline_m(mover.outline()) + Real::abs(came.x) + Real::abs(came.y);
        Self { position_m: mover.start.position_m, radius_m }
    }

    /// Room around a body at rest in which cones may meet anything, m. For one that moves, add the distances that its centre of
    /// mass comes along x and along y within the step.
    pub fn room_m(shape: &Shape) -> f64 {
        outline_m(shape) + NEAR_M + ROUNDING_M
    }
}

/// Distance that no point of a body has from its centre of mass, m.
fn outline_m(shape: &Shape) -> f64 {
    match shape {
        Shape::Box { length_m, width_m, ahead_m } => length_m + width_m + Real::abs(*ahead_m),
        Shape::Circle { radius_m } => *radius_m,
    }
}
