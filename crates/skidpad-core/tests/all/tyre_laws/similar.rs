//! Simple curves in both directions, combined by a friction ellipse or by similarity.
//!
//! Longitudinally and laterally the tyre has a curve g of its own: linear, capped or with a peak
//! ([`LongitudinalLaw`]), over the load. Slipping in both directions at once,
//!
//! - **ellipse**: both pure forces, shortened together where they would leave the ellipse of the peaks,
//!   F = F_z (g_x(kappa), g_y(lambda)) / max(1, |(g_x / mu_x, g_y / mu_y)|). It is the friction ellipse of textbooks
//!   without a preferred direction; some (Genta, Motor Vehicle Dynamics) give all to F_x and the rest to F_y, so that
//!   a wheel at its longitudinal peak would not be led at all, but one that spins faster would;
//! - **similarity** (Pacejka, Tire and Vehicle Dynamics, 3rd ed., 4.2): with the slips over those at the peaks,
//!   e = (kappa / kappa_p, lambda / lambda_p), F = F_z (g_x(|e| kappa_p) e_x, g_y(|e| lambda_p) e_y) / |e|, so that a
//!   tyre that slides has one friction, opposite to its sliding.
//!
//! **Load.** The friction falls in a straight line: mu = mu_0 (1 - loss (F_z / F_z0 - 1)), not below a fifth of mu_0.
//! The slopes stay in proportion to the load.

use skidpad_core::math::{Real, Vec2};
use skidpad_core::record;
use skidpad_core::tyre::{Footprint, Grip, LongitudinalLaw, SteadyTyre, TyreFault, TyreForce, out_of_range};

record! {
    /// A tyre of two simple curves.
    pub struct SimilarTyre {
        /// Largest longitudinal force over load, at nominal load.
        friction: "-" [0.01, 3.0],
        /// Largest lateral force over load, at nominal load.
        lateral_friction: "-" [0.01, 3.0],
        /// Slip ratio at the longitudinal peak.
        peak_slip: "-" [0.001, 1.0],
        /// Tangent of the slip angle at the lateral peak.
        peak_tangent: "-" [0.001, 1.0],
        /// Slope of longitudinal force over load at slip 0, per slip ratio.
        stiffness: "-" [0.1, 1000.0],
        /// Slope of lateral force over load at slip 0, per slip tangent.
        lateral_stiffness: "-" [0.1, 1000.0],
        /// Force of a sliding tyre over its largest.
        sliding_share: "-" [0.1, 1.0],
        /// Set where the curves have a peak.
        has_peak: flag,
        /// Set where linear curves are capped.
        is_capped: flag,
        /// 1 for similarity, 0 for the ellipse.
        by_similarity: flag,
        /// Load at which the friction holds.
        nominal_load_n: "N" [1.0, 1e6],
        /// Share of the friction that is lost where the load is twice the nominal.
        friction_loss: "-" [0.0, 0.8],
    }
}

/// The friction does not fall below this share.
const LEAST_SHARE: f64 = 0.2;

impl SimilarTyre<f64> {
    /// Every field that is out of its range.
    pub fn check(&self) -> Vec<TyreFault> {
        out_of_range(self)
    }
}

impl<R: Real> SimilarTyre<R> {
    /// The curves at this load on this road.
    fn grips(&self, at: &Footprint<R>) -> (Grip<R>, Grip<R>) {
        let more = at.load_n / self.nominal_load_n - R::one();
        let share = at.grip * (R::one() - self.friction_loss * more).max(R::lit(LEAST_SHARE));
        let sliding_share = self.sliding_share;
        let x = Grip {
            friction: self.friction * share,
            peak_slip: self.peak_slip,
            stiffness: self.stiffness,
            sliding_share,
        };
        let y = Grip {
            friction: self.lateral_friction * share,
            peak_slip: self.peak_tangent,
            stiffness: self.lateral_stiffness,
            sliding_share,
        };
        (x, y)
    }

    fn law(&self) -> LongitudinalLaw<R> {
        LongitudinalLaw { has_peak: self.has_peak, is_capped: self.is_capped }
    }

    /// True where the force over load has a limit.
    fn is_limited(&self) -> R::Mask {
        self.has_peak.is_set() | self.is_capped.is_set()
    }

    /// Force over load, by the ellipse.
    fn on_ellipse(&self, x: &Grip<R>, y: &Grip<R>, slip: &Vec2<R>) -> Vec2<R> {
        let law = self.law();
        let (along, across) = (law.force_over_load(x, slip.x), law.force_over_load(y, slip.y));
        let tiny = R::lit(1e-30);
        let used = Vec2 { x: along / x.friction.max(tiny), y: across / y.friction.max(tiny) }.quick_norm();
        let share = R::select(self.is_limited(), used.max(R::one()), R::one());
        Vec2 { x: along / share, y: across / share }
    }

    /// Force over load, by similarity.
    fn by_similar_slip(&self, x: &Grip<R>, y: &Grip<R>, slip: &Vec2<R>) -> Vec2<R> {
        let law = self.law();
        let e = Vec2 { x: slip.x / x.peak_slip, y: slip.y / y.peak_slip };
        let size = e.quick_norm().max(R::lit(1e-12));
        Vec2 {
            x: law.force_over_load(x, size * x.peak_slip) * (e.x / size),
            y: law.force_over_load(y, size * y.peak_slip) * (e.y / size),
        }
    }
}

impl<R: Real> SteadyTyre<R> for SimilarTyre<R> {
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        let (x, y) = self.grips(at);
        let ellipse = self.on_ellipse(&x, &y, &at.slip);
        let similar = self.by_similar_slip(&x, &y, &at.slip);
        let is_similar = self.by_similarity.is_set();
        TyreForce::from_force(Vec2 {
            x: at.load_n * R::select(is_similar, similar.x, ellipse.x),
            y: at.load_n * R::select(is_similar, similar.y, ellipse.y),
        })
    }

    /// A linear law without a cap has the force of its largest slip.
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let (x, y) = self.grips(at);
        let (most, limited) = (self.largest_slip(), self.is_limited());
        Vec2 {
            x: at.load_n * R::select(limited, x.friction, self.stiffness * most.x),
            y: at.load_n * R::select(limited, y.friction, self.lateral_stiffness * most.y),
        }
    }

    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        Vec2 { x: at.load_n * self.stiffness, y: at.load_n * self.lateral_stiffness }
    }

    /// A linear law without a cap goes out of the ellipse at both largest slips.
    fn squareness(&self) -> R {
        R::select(self.is_limited(), R::one(), R::lit(core::f64::consts::SQRT_2))
    }
}
