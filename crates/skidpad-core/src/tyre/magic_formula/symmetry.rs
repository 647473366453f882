//! A tyre without the terms that make its left differ from its right, or pull at no slip.

use super::coefficients::{
    Aligning, Coefficients, LateralCoefficients, LongitudinalCoefficients, Overturning,
};
use crate::math::Real;

impl<R: Real> Coefficients<R> {
    /// The same tyre without asymmetry: shifts that pull at no slip (conicity, ply steer, the offset of a measured
    /// F_x) are 0, and so is every term that changes when the tyre is mirrored. What camber does stays.
    ///
    /// A shift may feed energy: with it, the force at a small slip points the way of the slip velocity.
    #[must_use]
    pub fn symmetric(&self) -> Self {
        let zero = R::zero();
        Self {
            longitudinal: LongitudinalCoefficients {
                phx1: zero,
                phx2: zero,
                pvx1: zero,
                pvx2: zero,
                rhx1: zero,
                ..self.longitudinal
            },
            lateral: LateralCoefficients {
                pey3: zero,
                phy1: zero,
                phy2: zero,
                pvy1: zero,
                pvy2: zero,
                rby3: zero,
                rvy1: zero,
                rvy2: zero,
                ..self.lateral
            },
            overturning: Overturning { qsx1: zero, ..self.overturning },
            aligning: Aligning {
                qbz4: zero,
                qdz3: zero,
                qdz6: zero,
                qdz7: zero,
                qez4: zero,
                qhz1: zero,
                qhz2: zero,
                ssz1: zero,
                ..self.aligning
            },
            ..*self
        }
    }
}
