//! The coefficients, section by section as tyre property files have them: under the files' own names, since
//! each is a pure number of the formula and no quantity of its own. Picked that a version does not have is 0 there;
//! `pky4` is 2 and `qsy7` 1, as 5.2 has them built in.
//!
//! "With load" means times df_z = (F_z - F_z0') / F_z0', "with pressure" times dp_i = (p_i - p_i0) / p_i0
//! (4.E2a, 4.E2b).

mod forces;
mod moments;
mod scaling;

pub use forces::{LateralCoefficients, LongitudinalCoefficients};
pub use moments::{Aligning, Overturning, RollingCoefficients};
pub use scaling::Scaling;

use crate::math::Real;
use crate::record;
use crate::record::converted;

/// Which formula the coefficients belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Magic Formula 5.2 (as PAC2002 has it in pure and combined slip): no pressure.
    V5_2,
    /// Magic Formula 6.1.
    V6_1,
    /// Magic Formula 6.2: 6.1 with another law of the loaded radius.
    V6_2,
}

record! {
    /// The tyre's size and what it was measured at.
    pub struct Size {
        /// Radius of the free tyre R_0.
        unloaded_radius_m: "m" [0.05, 3.0],
        /// Nominal (rated) load F_z0.
        nominal_load_n: "N" [1.0, 1e6],
        /// Nominal inflation pressure p_i0; 1 where the version knows no pressure.
        nominal_pressure_pa: "Pa" [1.0, 1e7],
        /// Inflation pressure where the question has none.
        inflation_pressure_pa: "Pa" [1.0, 1e7],
        /// Speed of the measurement V_0.
        nominal_speed_m_s: "m/s" [0.1, 200.0],
        /// Speed below which slips and shifts fade.
        low_speed_m_s: "m/s" [1e-3, 50.0],
    }

    /// Stiffness of the tyre's body, for the relaxation lengths of 6.x; all 0 where it is not known.
    pub struct Structure {
        /// Longitudinal stiffness of the standing tyre.
        longitudinal_stiffness_n_m: "N/m" [0.0, 1e8],
        /// Lateral stiffness of the standing tyre.
        lateral_stiffness_n_m: "N/m" [0.0, 1e8],
        /// Longitudinal stiffness with load.
        pcfx1: "-" [-100.0, 100.0],
        /// Longitudinal stiffness with load squared.
        pcfx2: "-" [-100.0, 100.0],
        /// Longitudinal stiffness with pressure.
        pcfx3: "-" [-100.0, 100.0],
        /// Lateral stiffness with load.
        pcfy1: "-" [-100.0, 100.0],
        /// Lateral stiffness with load squared.
        pcfy2: "-" [-100.0, 100.0],
        /// Lateral stiffness with pressure.
        pcfy3: "-" [-100.0, 100.0],
    }

    /// Range of the measurement, within which the fit holds.
    pub struct Limits {
        /// Least inflation pressure.
        pressure_low_pa: "Pa" [0.0, 1e7],
        /// Largest inflation pressure.
        pressure_high_pa: "Pa" [0.0, 1e9],
        /// Least load.
        load_low_n: "N" [0.0, 1e6],
        /// Largest load.
        load_high_n: "N" [1.0, 1e7],
        /// Least slip ratio.
        kappa_low: "-" [-100.0, 0.0],
        /// Largest slip ratio.
        kappa_high: "-" [0.0, 100.0],
        /// Least slip angle.
        alpha_low_rad: "rad" [-3.2, 0.0],
        /// Largest slip angle.
        alpha_high_rad: "rad" [0.0, 3.2],
        /// Least camber.
        gamma_low_rad: "rad" [-1.6, 0.0],
        /// Largest camber.
        gamma_high_rad: "rad" [0.0, 1.6],
    }
}

/// All coefficients of a tyre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients<R> {
    /// Which formula they belong to.
    pub version: Version,
    /// Size and nominal conditions.
    pub size: Size<R>,
    /// Range of validity.
    pub limits: Limits<R>,
    /// Scaling factors.
    pub scaling: Scaling<R>,
    /// Longitudinal force.
    pub longitudinal: LongitudinalCoefficients<R>,
    /// Lateral force.
    pub lateral: LateralCoefficients<R>,
    /// Overturning moment.
    pub overturning: Overturning<R>,
    /// Rolling resistance moment.
    pub rolling: RollingCoefficients<R>,
    /// Aligning moment.
    pub aligning: Aligning<R>,
    /// Stiffness of the body.
    pub structure: Structure<R>,
}

impl<R: Real> Coefficients<R> {
    /// The coefficients over another type of number, each converted in turn.
    pub fn map<Q: Real>(&self, number: &mut dyn FnMut(R) -> Q) -> Coefficients<Q> {
        Coefficients {
            version: self.version,
            size: converted(&self.size, &mut *number),
            limits: converted(&self.limits, &mut *number),
            scaling: converted(&self.scaling, &mut *number),
            longitudinal: converted(&self.longitudinal, &mut *number),
            lateral: converted(&self.lateral, &mut *number),
            overturning: converted(&self.overturning, &mut *number),
            rolling: converted(&self.rolling, &mut *number),
            aligning: converted(&self.aligning, &mut *number),
            structure: converted(&self.structure, &mut *number),
        }
    }
}
