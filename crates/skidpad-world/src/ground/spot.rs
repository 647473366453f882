//! Ground at a place.

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

/// Grip, rolling resistance and height of the ground at a place, relative to the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Grip over the surface's, [0, 3].
    pub grip: f64,
    /// Rolling resistance over the surface's, [0, 50].
    pub rolling: f64,
    /// Height over the plane of the surface, m.
    pub height_m: f64,
    /// Rise of the height along the road's x and y axes, as a tangent.
    pub rise: [f64; 2],
}

impl Spot {
    /// The surface itself.
    pub const PLAIN: Self = Self { grip: 1.0, rolling: 1.0, height_m: 0.0, rise: [0.0; 2] };
}

impl Spot {
    /// The surface for a car whose model samples the ground at one place: with the grip and the rolling resistance of the
    /// place, and with the rise of its height as slope and bank.
    pub fn felt(&self, surface: &Surface<f64>) -> Surface<f64> {
        Surface {
            grip: Real::clamp(surface.grip * self.grip, 0.0, 3.0),
            rolling: Real::clamp(surface.rolling * self.rolling, 0.0, 50.0),
            slope_rad: Real::clamp(surface.slope_rad + Real::atan(self.rise[0]), -1.5, 1.5),
            bank_rad: Real::clamp(surface.bank_rad + Real::atan(self.rise[1]), -1.5, 1.5),
            ..*surface
        }
    }
}
