//! The brush tyre: elastic bristles under a pressure that is a parabola over the contact's length.
//!
//! Pacejka, Tire and Vehicle Dynamics, 3rd ed., 3.2. With the theoretical slips sigma = (kappa, lambda) / |1 + kappa|
//! (over the tread's own speed), the stiffness C = 2 c_p a^2 and theta = C / (3 mu F_z), the bristles adhere on the
//! part 1 - theta |sigma| of the contact, and
//!
//! F = mu F_z (3 psi - 3 psi^2 + psi^3) for psi = theta |sigma| below 1, mu F_z beyond, along sigma;
//! M_z = -t F_y with the pneumatic trail t = a (1 - psi)^3 / (3 - 3 psi + psi^2), a / 3 at no slip.
//!
//! The book has one stiffness and one friction for both directions. Where they differ, psi is the length of
//! (C_x sigma_x / mu_x, C_y sigma_y / mu_y) / (3 F_z), and the force points along it, over the frictions: each direction
//! alone is the book's, and the force stays within the ellipse.
//!
//! **Load.** The contact grows with the root of the load, a = a_0 sqrt(F_z / F_z0), so the stiffnesses grow with it.

use alloc::vec::Vec;

use crate::math::{Real, Vec2};
use crate::record;
use crate::tyre::fault::{TyreFault, out_of_range};
use crate::tyre::law::{Footprint, SteadyTyre, TyreForce, rolling_share};

record! {
    /// A brush tyre.
    pub struct BrushTyre {
        /// Longitudinal friction.
        friction: "-" [0.01, 3.0],
        /// Lateral friction.
        lateral_friction: "-" [0.01, 3.0],
        /// Slope of longitudinal force over load at slip 0, per slip ratio.
        stiffness: "-" [0.1, 1000.0],
        /// Slope of lateral force over load at slip 0, per slip tangent.
        lateral_stiffness: "-" [0.1, 1000.0],
        /// Half of the contact's length at nominal load.
        half_length_m: "m" [0.005, 0.5],
        /// Load at which that length holds.
        nominal_load_n: "N" [1.0, 1e6],
    }
}

impl BrushTyre<f64> {
    /// Every field that is out of its range.
    pub fn check(&self) -> Vec<TyreFault> {
        out_of_range(self)
    }
}

impl<R: Real> BrushTyre<R> {
    /// The part psi of the contact that slides, in each direction, with the signs of the slips.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sliding_part(&self, at: &Footprint<R>) -> Vec2<R> {
        let three = R::lit(3.0) * at.grip.max(R::lit(1e-9)) * rolling_share(at.slip.x);
        Vec2 {
            x: self.stiffness * at.slip.x / (three * self.friction),
            y: self.lateral_stiffness * at.slip.y / (three * self.lateral_friction),
        }
    }

    /// The pneumatic trail, m, where a part `psi` of the contact slides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn trail_m(&self, load_n: R, psi: R) -> R {
        let sticks = R::one() - psi;
        let half_length = self.half_length_m * (load_n / self.nominal_load_n).sqrt();
        half_length * (sticks.square() * sticks) / (R::lit(3.0) - R::lit(3.0) * psi + psi.square())
    }
}

impl<R: Real> SteadyTyre<R> for BrushTyre<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        let part = self.sliding_part(at);
        let size = part.quick_norm();
        let psi = size.min(R::one());
        // (3 psi - 3 psi^2 + psi^3) / |part|.
        let secant = psi * (R::lit(3.0) - R::lit(3.0) * psi + psi.square()) / size.max(R::lit(1e-18))
            * at.load_n
            * at.grip;
        let force = Vec2 { x: secant * self.friction * part.x, y: secant * self.lateral_friction * part.y };
        TyreForce { aligning_nm: -(self.trail_m(at.load_n, psi) * force.y), ..TyreForce::from_force(force) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let load = at.load_n * at.grip;
        Vec2 { x: load * self.friction, y: load * self.lateral_friction }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        Vec2 { x: at.load_n * self.stiffness, y: at.load_n * self.lateral_stiffness }
    }
}
