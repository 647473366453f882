//! Longitudinal and lateral slip at once: the two share the tyre's grip.
//!
//! It is [`Relaxation`](crate::tyre::Relaxation) in the plane, and the same where all slip is longitudinal. The
//! deflection of the tread is written as the slips that it stands for: kappa' longitudinal and lambda'
//! laterally, the tangent of the slip angle with the sign of the force (positive: to the left). With the
//! slip velocity (v_sx, v_sy) = (omega R - v_x, -v_y) in the wheel's frame,
//!
//! sigma_x dkappa'/dt = v_sx - |v_x| kappa',  sigma_y dlambda'/dt = v_sy - |v_x| lambda'.
//!
//! At speed they tend to the slip ratio and to -tan(slip angle); at rest they are springs.
//!
//! **Force.** The state is both over their values at the peaks, e = (kappa' / kappa_p, lambda' / lambda_p).
//! With the curve g of pure longitudinal slip (linear, capped or with a peak, as
//! [`Curve`](crate::tyre::Curve), read at the slip |e| kappa_p) the force is
//!
//! (F_x, F_y) = F_z g(|e|) (e_x, r e_y) / |e|,  r = mu_y / mu_x.
//!
//! So the lateral curve has the shape of the longitudinal one, with its own peak (Monster: "this diagram
//! is similar to the slip ratio curve"), and the force never leaves the ellipse of mu_x F_z and mu_y F_z.
//!
//! **Energy.** The force is the gradient of one stored energy, U = F_z S int_0^|e| g, if
//! S = sigma_x kappa_p = r sigma_y lambda_p. That is no free choice, or a tyre that is led around would
//! give energy: the lateral relaxation length is sigma_x kappa_p / (r lambda_p). Of what the tyre takes
//! from wheel and body, F . v_s, all but U's rate goes into heat, F_z S sum_i D_i g e_i^2 / |e| >= 0 with
//! the rates D_i = |v_x| / sigma_i.
//!
//! **Damping.** The force is read at f = e + a de/dt, within the ellipse, with one time a for both
//! directions. With the forces P = g(|e|) e / |e| and Q = g(|f|) f / |f| the heat over F_z S is
//!
//! Q . (de/dt + D e) - P . de/dt = (Q - P) . (f - e) / a + sum_i D_i Q_i e_i.
//!
//! It is never negative while g rises and a <= 1 / D for the larger D of the two. For P is then the
//! gradient of a convex energy and the first term at least D (Q - P) . (f - e). Where both parts of
//! the second are negative, the sum is at least D (Q . f - P . f + P . e), which is least for f along e,
//! and there g(f) f - g(e) f + g(e) e >= 0 for any rising g. Where one part is negative, say e_x f_x,
//! it is at least D ((Q - P) . (f - e) + Q_x e_x), and that is the first term with the sign of f_x
//! turned, plus positive terms. So a = tau / max(1 + tau D_x, tau D_y): the longitudinal damping, less
//! where the lateral relaxation is much the faster. Beyond the peak, where g falls, there is none.

use crate::math::{Real, Vec2};
use crate::record;
use crate::tyre::contact::Contact;
use crate::tyre::curve::{Curve, Quotient, Reading};
use crate::tyre::relaxation::{adhesion, build_up, damped};
use crate::tyre::slip::STANDSTILL_M_S;

record! {
    /// Parameters of a tyre's forces in combined slip.
    pub struct CombinedTyre {
        /// Largest longitudinal force over load.
        friction: "-" [0.05, 3.0],
        /// Largest lateral force over the largest longitudinal force.
        lateral_share: "-" [0.01, 100.0],
        /// 1 / slip ratio at the longitudinal peak.
        inverse_peak_slip: "-" [1.0, 1000.0],
        /// 1 / tangent of the slip angle at the lateral peak.
        inverse_peak_tangent: "-" [1.0, 1000.0],
        /// Slope of longitudinal force over load at slip 0, per slip over its value at the peak.
        rise: "-" [0.001, 100.0],
        /// Sliding force over largest force.
        sliding_share: "-" [0.1, 1.0],
        /// Set where the tyre's law has a peak.
        has_peak: flag,
        /// Set where a linear law is capped.
        is_capped: flag,
        /// 1 / longitudinal relaxation length.
        inverse_relaxation_1_m: "1/m" [0.5, 50.0],
        /// 1 / lateral relaxation length.
        inverse_lateral_relaxation_1_m: "1/m" [1e-3, 1e6],
        /// Damping time of the tread.
        damping_s: "s" [0.0, 0.1],
    }
}

/// Deflections over that at the peak beyond this count as this: the curve is flat there to 1e-4, and the
/// products of quotients stay within binary32.
const LARGEST_DEFLECTION: f64 = 1e4;

impl<R: Real> CombinedTyre<R> {
    /// Slip velocity, m/s, of a wheel whose tread runs at `tread_m_s` on a hub that moves at `hub_m_s`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn slip_velocity(tread_m_s: R, hub_m_s: &Vec2<R>) -> Vec2<R> {
        Vec2 { x: tread_m_s - hub_m_s.x, y: -hub_m_s.y }
    }

    /// Slips over their values at the peaks.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn over_peaks(&self, slips: &Vec2<R>) -> Vec2<R> {
        Vec2 { x: slips.x * self.inverse_peak_slip, y: slips.y * self.inverse_peak_tangent }
    }

    /// The contact's force and the rate of its deflection over that at the peak, on a road of some grip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn contact(&self, road_grip: R, e: &Vec2<R>, tread_m_s: R, hub_m_s: &Vec2<R>) -> Contact<R> {
        let (zero, one) = (R::zero(), R::one());
        let slip = Self::slip_velocity(tread_m_s, hub_m_s);
        let speed = hub_m_s.x.abs();
        let decay_x = speed * self.inverse_relaxation_1_m;
        let decay_y = speed * self.inverse_lateral_relaxation_1_m;
        let (per_x, per_y) = self.per_slip_way();
        let rate_1_s =
            Vec2 { x: build_up(e.x, slip.x, per_x, decay_x), y: build_up(e.y, slip.y, per_y, decay_y) };
        let square = e.norm_squared();
        let adhesion = adhesion(square);
        // f times 1 + tau D, and so with everything that is compared to it: a division less.
        let scale = (one + self.damping_s * decay_x).max(self.damping_s * decay_y);
        let damping_s = adhesion * self.damping_s;
        let f = Vec2 {
            x: damped(e.x, rate_1_s.x, scale, damping_s),
            y: damped(e.y, rate_1_s.y, scale, damping_s),
        };
        let asked = f.quick_norm();
        let curve = self.curve(road_grip);
        let Quotient { above, below } = curve.secant(&Reading::damped(asked, scale, square));
        Contact {
            above: Vec2 { x: above * f.x, y: above * (self.lateral_share * f.y) },
            below,
            rate_1_s,
            spare: (curve.friction * below - above * asked).max(zero) * adhesion,
        }
    }

    /// Deflection over that at the peak per distance slid, longitudinally and laterally, 1/m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn per_slip_way(&self) -> (R, R) {
        (
            self.inverse_relaxation_1_m * self.inverse_peak_slip,
            self.inverse_lateral_relaxation_1_m * self.inverse_peak_tangent,
        )
    }

    /// The curve of force over load against slip over that at the peak, on a road of some grip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn curve(&self, road_grip: R) -> Curve<R> {
        Curve {
            friction: self.friction * road_grip,
            rise: self.rise,
            sliding_share: self.sliding_share,
            has_peak: self.has_peak,
            is_capped: self.is_capped,
        }
    }

    /// Largest longitudinal and lateral force under a load, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn largest_n(&self, road_grip: R, load_n: R) -> Vec2<R> {
        let largest = self.friction * road_grip * load_n;
        Vec2 { x: largest, y: largest * self.lateral_share }
    }

    /// The force over load of a deflection over that at the peak without damping, as at steady slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn steady_force_over_load(&self, road_grip: R, e: &Vec2<R>) -> Vec2<R> {
        let size = e.quick_norm();
        let Quotient { above, below } = self.curve(road_grip).secant(&Reading::steady(size));
        let secant = above / below;
        Vec2 { x: secant * e.x, y: self.lateral_share * secant * e.y }
    }

    /// Slope of lateral force over load against the slip angle at 0, 1/rad: the cornering stiffness
    /// over the load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cornering_stiffness_1_rad(&self) -> R {
        self.lateral_share * self.rise * self.inverse_peak_tangent
    }

    /// The deflection after the tread has slid. Over the peaks its length e is at most 1, or, where that
    /// is more, the part of the wheel's slip s that points along it, s . e / |e|: what the tread cannot
    /// hold it does not store, and a motion that turns round unloads it. In the plane of e that is the
    /// unit disc and the disc that has s for its diameter. Longitudinally alone it is
    /// [`limited_slip`](crate::tyre::limited_slip). A deflection that is not a number stays one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn limited(&self, e: &Vec2<R>, tread_m_s: R, hub_m_s: &Vec2<R>) -> Vec2<R> {
        let one = R::one();
        let square = e.norm_squared();
        let slip = self.over_peaks(&Self::slip_velocity(tread_m_s, hub_m_s));
        let along = slip.x * e.x + slip.y * e.y;
        // Both limits over the length.
        let slid = along / (hub_m_s.x.abs().max(R::lit(STANDSTILL_M_S)) * square);
        let inverse = one / square.sqrt();
        let scale = slid.min(R::lit(LARGEST_DEFLECTION) * inverse).max(inverse);
        let scale = R::select(square.gt(one), scale.min(one), one);
        Vec2 { x: e.x * scale, y: e.y * scale }
    }
}
