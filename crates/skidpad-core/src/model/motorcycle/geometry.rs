//! The front wheel of a leaning, steered machine: where it points and how it stands.
//!
//! Cossalter, Motorcycle Dynamics, 2nd ed., 1.4, in ISO axes: the handlebar's angle delta is
//! positive to the left, the lean phi to the right.

use crate::math::Real;

/// Sines and cosines that the geometry is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fork<R> {
    /// Sine and cosine of the handlebar's angle.
    pub steer: (R, R),
    /// Sine and cosine of the machine's lean.
    pub lean: (R, R),
    /// Sine and cosine of the rake.
    pub rake: (R, R),
}

impl<R: Real> Fork<R> {
    /// Sine and cosine of the angle in which the front wheel rolls on the road, to the left:
    /// tan(Delta) = sin(delta) cos(eps) / (cos(phi) cos(delta) + sin(phi) sin(delta) sin(eps)).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ground_steer(&self) -> (R, R) {
        let across = self.steer.0 * self.rake.1;
        let along = self.lean.1 * self.steer.1 + self.lean.0 * self.steer.0 * self.rake.0;
        // 0/0 is a wheel that lies flat; it points along.
        let size = (across * across + along * along).sqrt().max(R::lit(1e-30));
        (across / size, along / size)
    }

    /// Sine of the front wheel's camber, to the right:
    /// cos(delta) sin(phi) - cos(phi) sin(delta) sin(eps).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn camber_sine(&self) -> R {
        self.steer.1 * self.lean.0 - self.lean.1 * self.steer.0 * self.rake.0
    }

    /// How far the steering lowers the front, over the trail, and what that is per angle of lean:
    /// the integral of [`camber_sine`](Self::camber_sine) over the handlebar's angle,
    /// sin(delta) sin(phi) + cos(phi) sin(eps) (cos(delta) - 1), and its derivative.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drop(&self) -> (R, R) {
        let turned = self.rake.0 * (self.steer.1 - R::one());
        let drop = self.steer.0 * self.lean.0 + self.lean.1 * turned;
        (drop, self.steer.0 * self.lean.1 - self.lean.0 * turned)
    }
}

/// The angle of the handlebar for an angle of the wheel on the road with a lean, rad:
/// tan(delta) = tan(Delta) cos(phi) / (cos(eps) - tan(Delta) sin(phi) sin(eps)).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn handlebar_for<R: Real>(ground_tangent: R, lean: (R, R), rake: (R, R)) -> R {
    let along = rake.1 - ground_tangent * lean.0 * rake.0;
    (ground_tangent * lean.1).atan_quotient(along.max(R::lit(0.1)))
}
