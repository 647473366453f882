//! The Magic Formula 5.2, 6.1 and 6.2: forces and moments of a tyre in pure and combined slip, with camber,
//! inflation pressure and relaxation lengths.
//!
//! Source: Pacejka, Tire and Vehicle Dynamics, 3rd ed., 4.3.2, equations 4.E1 to 4.E78. Their numbers stand at the
//! code. Programs part from the book; [`Mode`] says whom to follow. Turn slip (zeta_0 to zeta_8) is left out: all
//! zeta are 1.
//!
//! **Axes.** Inside, everything is in ISO-W as files have it: x forward, y to the left, z up; the slip angle alpha =
//! atan(V_sy / |V_x|) is positive for a wheel that slides to its left and then gives a force to the right; camber
//! gamma is positive where the top leans to the right. The book's figures are in "adapted SAE" axes, in which its
//! equations look the same but for the signs of the coefficients. [`SteadyTyre`](crate::tyre::SteadyTyre) converts
//! to Skidpad's slips at its door.
//!
//! **How it is computed.** A [`MagicFormula`] is made once from [`Coefficients`]: scaling factors and quotients are
//! multiplied in. Asked, it computes B, C, D, E and the shifts from load, camber, pressure and grip, then the
//! forces from the slips, then the moments. [`Loaded`] keeps the first part for many slips.

mod aligning;
mod answer;
mod coefficients;
mod curve;
mod geometry;
mod lateral;
mod leaning;
mod longitudinal;
mod mode;
mod prepare;
mod relaxation;
mod steady;
mod under;

pub use answer::Answer;
pub use coefficients::{
    Aligning, Coefficients, LateralCoefficients, Limits, LongitudinalCoefficients, Overturning,
    RollingCoefficients, Scaling, Size, Structure, Version,
};
pub use geometry::Vertical;
pub use mode::{Mode, Side, Way};
pub use steady::Loaded;
pub use under::Question;

use crate::compound_record;

compound_record! {
    /// A tyre, ready to be asked: its coefficients with the scaling factors multiplied in, and the switches of
    /// version and mode.
    pub struct MagicFormula {
        /// Switches and quotients.
        way: Way<R>,
        /// Range of validity.
        limits: Limits<R>,
        /// Longitudinal force.
        longitudinal: LongitudinalCoefficients<R>,
        /// Lateral force.
        lateral: LateralCoefficients<R>,
        /// Overturning moment.
        overturning: Overturning<R>,
        /// Rolling resistance.
        rolling: RollingCoefficients<R>,
        /// Aligning moment.
        aligning: Aligning<R>,
        /// Stiffness of the body.
        structure: Structure<R>,
    }
}
