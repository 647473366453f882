//! Radii and contact patch: Besselink, Schmeitz and Pacejka 2010, equations 1 to 10.

use super::coefficients::Size;
use super::curve::atan;
use crate::math::Real;
use crate::record;

record! {
    /// Vertical springing, radius and contact patch of a tyre, as its file has them.
    pub struct Vertical {
        /// Stiffness at nominal load and pressure C_z0.
        stiffness_n_m: "N/m" [1e3, 1e8],
        /// Damping.
        damping_n_s_m: "N s/m" [0.0, 1e6],
        /// Section width.
        width_m: "m" [0.01, 2.0],
        /// Radius of the rim.
        rim_radius_m: "m" [0.02, 2.0],
        /// B of the effective rolling radius.
        breff: "-" [0.0, 1000.0],
        /// D of the effective rolling radius.
        dreff: "-" [-100.0, 100.0],
        /// F of the effective rolling radius.
        freff: "-" [-100.0, 100.0],
        /// Free radius over nominal radius.
        q_re0: "-" [0.5, 2.0],
        /// Growth of the radius with speed.
        q_v1: "-" [-1.0, 1.0],
        /// Stiffness with speed.
        q_v2: "-" [-10.0, 10.0],
        /// Square term of load over deflection.
        q_fz2: "-" [-1e4, 1e4],
        /// Stiffness with longitudinal force.
        q_fcx: "-" [-100.0, 100.0],
        /// Stiffness with lateral force.
        q_fcy: "-" [-100.0, 100.0],
        /// Stiffness with pressure.
        pfz1: "-" [-100.0, 100.0],
        /// Length of the patch: by the root of the deflection.
        q_ra1: "-" [-100.0, 100.0],
        /// Length of the patch: by the deflection.
        q_ra2: "-" [-100.0, 100.0],
        /// Width of the patch: by the cube root of the deflection.
        q_rb1: "-" [-100.0, 100.0],
        /// Width of the patch: by the deflection.
        q_rb2: "-" [-100.0, 100.0],
    }
}

/// Number of times that the effective radius and the spin that follows from it are computed in turn: each time the
/// error falls to 2 Q_V1 (V / V_0)^2, a thousandth at measuring speed.
const ROUNDS: usize = 4;

impl<R: Real> Vertical<R> {
    /// Effective rolling radius, m, of a wheel that rolls freely:
    /// R_e = R_omega - F_z0 / C_z (D_reff atan(B_reff F_z / F_z0) + F_reff F_z / F_z0) (7), with
    /// R_omega = R_0 (q_re0 + q_V1 (R_0 omega / V_0)^2) (1) and C_z = C_z0 (1 + p_Fz1 dp_i) (5).
    pub fn effective_radius_m(&self, size: &Size<R>, load_n: R, speed_m_s: R, pressure_pa: R) -> R {
        let load = load_n / size.nominal_load_n;
        let sinks_m = size.nominal_load_n / self.pressed_n_m(size, pressure_pa)
            * (self.dreff * atan(self.breff * load) + self.freff * load);
        let free_m = size.unloaded_radius_m;
        let mut radius_m = free_m;
        for _ in 0..ROUNDS {
            let spin = speed_m_s / radius_m * free_m / size.nominal_speed_m_s;
            radius_m = free_m * (self.q_re0 + self.q_v1 * spin.square()) - sinks_m;
        }
        radius_m
    }

    /// Deflection, m, of the standing tyre under a load, without force along the ground: the positive root of
    /// F_z = (q_Fz1 rho / R_0 + q_Fz2 (rho / R_0)^2) (1 + p_Fz1 dp_i) F_z0 (4), where q_Fz1 makes C_z0 the stiffness
    /// at the nominal load.
    pub fn deflection_m(&self, size: &Size<R>, load_n: R, pressure_pa: R) -> R {
        let (one, four) = (R::one(), R::lit(4.0));
        let pressed = one + self.pfz1 * (pressure_pa / size.nominal_pressure_pa - one);
        let share = load_n / (size.nominal_load_n * pressed);
        let nominal = self.stiffness_n_m * size.unloaded_radius_m / size.nominal_load_n;
        let linear = (nominal.square() - four * self.q_fz2).max(R::zero()).sqrt();
        // 2 c / (b + sqrt(b^2 + 4 a c)): the root that stays where a is 0.
        let root = (linear.square() + four * self.q_fz2 * share).max(R::zero()).sqrt();
        size.unloaded_radius_m * (share + share) / (linear + root)
    }

    /// Half the length and half the width of the contact patch, m (9, 10).
    pub fn patch_m(&self, size: &Size<R>, load_n: R, pressure_pa: R) -> (R, R) {
        let radius_m = size.unloaded_radius_m;
        let depth = load_n / (self.pressed_n_m(size, pressure_pa) * radius_m);
        let third = R::one() / R::lit(3.0);
        (
            radius_m * (self.q_ra2 * depth + self.q_ra1 * depth.sqrt()),
            self.width_m * (self.q_rb2 * depth + self.q_rb1 * depth.powf(third)),
        )
    }

    /// C_z = C_z0 (1 + p_Fz1 dp_i) (5).
    fn pressed_n_m(&self, size: &Size<R>, pressure_pa: R) -> R {
        let one = R::one();
        self.stiffness_n_m * (one + self.pfz1 * (pressure_pa / size.nominal_pressure_pa - one))
    }
}
