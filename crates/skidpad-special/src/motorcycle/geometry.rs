//! The front wheel of a leaning, steered machine: where it points and how it stands.
//!
//! Cossalter, Motorcycle Dynamics, 2nd ed., 1.4, in ISO axes: the handlebar's angle delta is
//! positive to the left, the lean phi to the right.

use skidpad_core::math::{Direction, Real};

/// Angles that the geometry is made of, as sines and cosines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fork<R> {
    /// Angle of the handlebar.
    pub steer: Direction<R>,
    /// Lean of the machine.
    pub lean: Direction<R>,
    /// Rake.
    pub rake: Direction<R>,
}

impl<R: Real> Fork<R> {
    /// Direction in which the front wheel rolls on the road, in the machine's frame:
    /// tan(Delta) = sin(delta) cos(eps) / (cos(phi) cos(delta) + sin(phi) sin(delta) sin(eps)).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ground_steer(&self) -> Direction<R> {
        let across = self.steer.sin * self.rake.cos;
        let along = self.lean.cos * self.steer.cos + self.lean.sin * self.steer.sin * self.rake.sin;
        // 0/0 is a wheel that lies flat; it points along.
        let size = (across * across + along * along).sqrt().max(R::lit(1e-30));
        Direction { sin: across / size, cos: along / size }
    }

    /// Sine of the front wheel's camber, to the right:
    /// cos(delta) sin(phi) - cos(phi) sin(delta) sin(eps).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn camber_sine(&self) -> R {
        self.steer.cos * self.lean.sin - self.lean.cos * self.steer.sin * self.rake.sin
    }

    /// Distance by which the steering lowers the front, over the trail, and its rate per angle of lean:
    /// the integral of [`camber_sine`](Self::camber_sine) over the handlebar's angle,
    /// sin(delta) sin(phi) + cos(phi) sin(eps) (cos(delta) - 1), and its derivative.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drop(&self) -> (R, R) {
        let turned = self.rake.sin * (self.steer.cos - R::one());
        let drop = self.steer.sin * self.lean.sin + self.lean.cos * turned;
        (drop, self.steer.sin * self.lean.cos - self.lean.sin * turned)
    }
}

/// The angle of the handlebar for an angle of the wheel on the road with a lean, rad:
/// tan(delta) = tan(Delta) cos(phi) / (cos(eps) - tan(Delta) sin(phi) sin(eps)).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn handlebar_for<R: Real>(ground_tangent: R, lean: Direction<R>, rake: Direction<R>) -> R {
    let along = rake.cos - ground_tangent * lean.sin * rake.sin;
    (ground_tangent * lean.cos).atan_quotient(along.max(R::lit(0.1)))
}
