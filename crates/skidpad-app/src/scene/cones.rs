//! Cones.

use skidpad_world::contact::{Body, Motion, Shape};

/// A cone as they stand on proving grounds: half a metre high, on a square foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Where it stands, m.
    pub place_m: [f64; 2],
}

impl Cone {
    /// Radius of its foot, m.
    pub const RADIUS_M: f64 = 0.15;
    /// Its mass, kg.
    pub const MASS_KG: f64 = 1.6;
    /// Friction on the road and on what hits it: rubber on asphalt, less what it rolls.
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

    /// It, as it stands.
    pub fn at_rest(&self) -> Motion {
        Motion::at_rest(self.place_m[0], self.place_m[1], 0.0)
    }
}
