//! A traffic cone: its size, mass and friction.

use crate::contact::{Body, Motion, Shape};

/// Traffic cone of a proving ground: half a metre high, on a square foot of base. It stands upright at its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Position of its centre, m.
    pub position_m: [f64; 2],
}

impl Cone {
    /// Radius of the base, m.
    pub const RADIUS_M: f64 = 0.15;
    /// Height, m.
    pub const HEIGHT_M: f64 = 0.5;
    /// Mass, kg.
    pub const MASS_KG: f64 = 1.6;
    /// Impulse that crushes it, N s. It would throw the cone at 560 km/h, and is almost twice what a car at 250 km/h gives to one that
    /// is free.
    pub const CRUSH_N_S: f64 = 250.0;
    /// Coefficient of friction on the road and on what hits it: rubber on asphalt, reduced because the cone also rolls.
    pub const FRICTION: f64 = 0.6;

    /// The cone as a body: a disc.
    pub fn body() -> Body {
        Body {
            shape: Shape::Circle { radius_m: Self::RADIUS_M },
            mass_kg: Self::MASS_KG,
            yaw_inertia_kg_m2: 0.5 * Self::MASS_KG * Self::RADIUS_M * Self::RADIUS_M,
            restitution: 0.3,
            friction: Self::FRICTION,
        }
    }

    /// Motion of the cone before anything hits it.
    pub fn at_rest(&self) -> Motion {
        Motion::at_rest(self.position_m[0], self.position_m[1], 0.0)
    }
}
