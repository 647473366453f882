//! Fiala's tyre in the form of Adams/Tire.
//!
//! Laterally it is Fiala's brush with a constant pressure width and one friction (E. Fiala, "Seitenkraefte am rollenden
//! Luftreifen", VDI-Zeitschrift 96, 1954); longitudinally a straight line that bends into the friction. With the
//! comprehensive slip S = sqrt(kappa^2 + tan^2 alpha), at most 1, and the friction U = U_max - (U_max - U_min) S
//! (Adams/Tire, "Using the Fiala tire model"):
//!
//! F_x = C_s kappa up to |kappa| = U F_z / (2 C_s), beyond it sgn(kappa) (U F_z - (U F_z)^2 / (4 |kappa| C_s));
//! F_y = U F_z (1 - H^3) sgn(lambda), M_z = -U F_z w (1 - H) H^3 sgn(lambda), H = 1 - C_a |lambda| / (3 U F_z),
//! with H = 0 beyond the slip angle where it vanishes.
//!
//! Project Chrono takes the thresholds from the reference road and the forces from this one, so that on another road both
//! jump at them; Adams/Tire, and this, have one friction.
//!
//! The two directions know each other only by the friction: together they may leave the ellipse. The stiffnesses do
//! not depend on the load.

use alloc::vec::Vec;

use crate::math::{Real, Vec2};
use crate::record;
use crate::tyre::fault::{TyreFault, above, out_of_range};
use crate::tyre::law::{Footprint, SteadyTyre, TyreForce};

record! {
    /// Fiala's tyre.
    pub struct FialaTyre {
        /// C_s: slope of longitudinal force at slip 0, per slip ratio (CSLIP).
        stiffness_n: "N" [1.0, 1e8],
        /// C_a: slope of lateral force at slip 0, per slip tangent (CALPHA).
        lateral_stiffness_n: "N" [1.0, 1e8],
        /// U_max: friction at no slip (UMAX).
        friction: "-" [0.01, 3.0],
        /// U_min: friction of a sliding tyre (UMIN).
        sliding_friction: "-" [0.01, 3.0],
        /// w: width of the tyre.
        width_m: "m" [0.01, 2.0],
    }
}

impl FialaTyre<f64> {
    /// Every field that is out of its range or at odds with another.
    pub fn check(&self) -> Vec<TyreFault> {
        let mut faults = out_of_range(self);
        let least = self.sliding_friction * (1.0 - 1e-15);
        above(&mut faults, "friction", self.friction, (least, "nearly sliding_friction"));
        faults
    }
}

impl<R: Real> FialaTyre<R> {
    /// The friction times the load, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limit_n(&self, at: &Footprint<R>) -> R {
        let slip = at.slip.quick_norm().min(R::one());
        let reference = (self.friction - (self.friction - self.sliding_friction) * slip) * at.load_n;
        reference * at.grip
    }
}

impl<R: Real> SteadyTyre<R> for FialaTyre<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        let (one, three, four) = (R::one(), R::lit(3.0), R::lit(4.0));
        let tiny = R::lit(1e-12);
        let limit = self.limit_n(at);
        // A product with the sign and not `abs`, whose derivative at 0 is none: force and moment have one there.
        let left = R::one().copysign(at.slip.y);
        let (kappa, lambda) = (at.slip.x.abs(), left * at.slip.y);
        let rising = self.stiffness_n * kappa;
        let bent = limit - limit.square() / (four * rising).max(tiny);
        let along = R::select((R::lit(2.0) * rising).lt(limit), rising, bent);

        // 1 - H, so that no small difference of large numbers is taken: 1 - H^3 = d (3 - 3 d + d^2).
        // Beyond d = 1 the tyre slides as a whole.
        let d = (self.lateral_stiffness_n * lambda / (three * limit).max(tiny)).min(one);
        let across = limit * (d * (three - three * d + d.square()));
        let h = one - d;
        let force = Vec2 { x: along.copysign(at.slip.x), y: left * across };
        let aligning = limit * self.width_m * d * (h.square() * h);
        TyreForce { aligning_nm: -(left * aligning), ..TyreForce::from_force(force) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let most = self.friction * at.load_n * at.grip;
        Vec2 { x: most, y: most }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_stiffness_n(&self, _: &Footprint<R>) -> Vec2<R> {
        Vec2 { x: self.stiffness_n, y: self.lateral_stiffness_n }
    }

    /// Both directions may have their peaks at once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn squareness(&self) -> R {
        R::lit(core::f64::consts::SQRT_2)
    }
}
