//! The Magic Formula as a tyre law of a car: Skidpad's slips and signs in, forces in the wheel's frame out.

use super::MagicFormula;
use super::aligning::{Sources, Trail};
use super::curve::Weight;
use super::curve::cosine;
use super::lateral::{Aside, Coupling};
use super::leaning::LeaningTerms;
use super::longitudinal::Ahead;
use super::under::{Slip, Under};
use crate::math::{Real, Vec2};
use crate::tyre::law::{Footprint, SteadyTyre, TyreForce};

/// Terms of the formula that do not change while only the slip does, for one operating point. A model may keep them
/// over the stages of a step.
#[derive(Clone, Copy, Debug)]
pub struct Loaded<R> {
    under: Under<R>,
    ahead: Ahead<R>,
    aside: Aside<R>,
    upright: Aside<R>,
    coupling: Coupling<R>,
    trail: Trail<R>,
    leaning: LeaningTerms<R>,
}

/// Camber as ISO 8855's wheel frame turns: positive about x leans the top to the right, where Skidpad's camber is
/// positive to the left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn inclination_iso_w<R: Real>(camber_rad: R) -> R {
    -camber_rad
}

/// The slip angle of ISO-W, positive for a wheel that slides to its left, from the slip tangent, which has the sign
/// of the force.
#[cfg_attr(not(debug_assertions), inline(always))]
fn slip_angle_iso_w<R: Real>(slip_tangent: R) -> R {
    let is_below = slip_tangent.lt(R::zero());
    let angle = R::select(is_below, -slip_tangent, slip_tangent).atan_positive();
    R::select(is_below, angle, -angle)
}

/// Share of the shifts that acts at a speed over the low speed: 3 s^2 - 2 s^3 in place of the common program's (1 -
/// cos(pi s)) / 2, from which it differs by less than 0.011. A tyre at rest then has no force at no slip.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fading_shifts<R: Real>(share: R) -> R {
    let s = share.min(R::one());
    s * s * (R::lit(3.0) - s - s)
}

/// Slips beyond these count as these: squares stay finite in binary32, and the curves are flat there.
const LARGEST_SLIP: f64 = 1e6;

impl<R: Real> MagicFormula<R> {
    /// Terms that do not depend on the slip. Load, camber and pressure are held within the range that the tyre was
    /// measured in: beyond it the formula's polynomials run anywhere, a friction below 0 included.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn loaded(&self, at: &Footprint<R>) -> Loaded<R> {
        let (way, limits, zero) = (&self.way, &self.limits, R::zero());
        let load_n = at.load_n.clamp(zero, limits.load_high_n);
        let gamma =
            (inclination_iso_w(at.camber_rad) * way.side).clamp(limits.gamma_low_rad, limits.gamma_high_rad);
        let pressure_pa = (at.pressure_share * way.nominal_pressure_pa)
            .clamp(limits.pressure_low_pa, limits.pressure_high_pa);
        let shifted = fading_shifts(at.speed_m_s * way.inverse_low_speed_s_m);
        let under = self.under(load_n, gamma, pressure_pa, at.grip, shifted);
        let ahead = self.ahead(&under);
        let aside = self.aside(&under, under.star);
        Loaded {
            upright: self.aside(&under, zero),
            coupling: self.coupling(&under, aside.friction),
            trail: self.trail(&under, &aside, ahead.stiffness_n),
            leaning: self.leaning(&under),
            under,
            ahead,
            aside,
        }
    }

    /// The slips as the formula has them: as a wheel's that rolls forwards, since both have the sign of their force.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip(&self, slip: &Vec2<R>) -> Slip<R> {
        let (one, most) = (R::one(), R::lit(LARGEST_SLIP));
        let tangent = slip.y.clamp(-most, most) * self.way.side;
        let uses_tangents = self.way.uses_tangents.is_set();
        Slip {
            kappa: slip.x.clamp(-most, most),
            star: R::select(uses_tangents, -tangent, slip_angle_iso_w(tangent)),
            cosine: one / (one + tangent.square()).sqrt(),
            heading: one,
            turn_x: one,
            turn_y: one,
        }
    }

    /// The force in the wheel's frame, N, without the moments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_at(&self, at: &Loaded<R>, slip: &Vec2<R>) -> Vec2<R> {
        let slip = self.slip(slip);
        let (force, _, _) = self.force(at, &slip);
        Vec2 { x: force.x, y: force.y * self.way.side }
    }

    /// The force in the file's axes, S_Vyk and G_yk.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn force(&self, at: &Loaded<R>, slip: &Slip<R>) -> (Vec2<R>, R, R) {
        let weight = self.weight_aside(&at.coupling.weight, slip);
        let lift_n = self.lift_by_kappa(&at.coupling, slip);
        let x = self.force_ahead(&at.ahead, slip);
        // F_y = G_yk F_y0 + S_Vyk (4.E58)
        (Vec2 { x, y: weight * self.pure_aside(&at.aside, slip) + lift_n }, lift_n, weight)
    }

    /// Force and moments at a slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn steady_at(&self, at: &Loaded<R>, slip: &Vec2<R>, speed_m_s: R) -> TyreForce<R> {
        let slip = self.slip(slip);
        let (force, lift_n, weight) = self.force(at, &slip);
        let sources = Sources {
            ahead_n: force.x,
            aside_n: force.y,
            lift_n,
            upright_n: weight * self.pure_aside(&at.upright, &slip),
        };
        let aligned = self.aligned(&at.trail, &slip, &sources, at.under.shifted);
        let (side, speed) = (self.way.side, speed_m_s.abs().min(R::lit(1e3)));
        TyreForce {
            force: Vec2 { x: force.x, y: force.y * side },
            overturning_nm: self.overturning_nm(&at.leaning, force.y) * side,
            rolling_nm: self.rolling_nm(&at.leaning, force.x, slip.kappa, speed),
            aligning_nm: aligned.moment_nm * side,
        }
    }

    /// Relaxation lengths, m: over which a longitudinal and a lateral slip build up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn relaxation_lengths_m(&self, at: &Loaded<R>) -> Vec2<R> {
        self.relaxation_m(&at.under, at.ahead.stiffness_n, at.aside.stiffness_n)
    }
}

/// The largest that a weight of combined slip may become: at the slip that undoes its shift.
#[cfg_attr(not(debug_assertions), inline(always))]
fn largest_weight<R: Real>(weight: &Weight<R>) -> R {
    let at_rest = cosine(weight.shape, weight.slope * weight.shift, weight.curvature);
    (R::one() / at_rest.max(R::lit(1e-3))).max(R::one())
}

impl<R: Real> SteadyTyre<R> for MagicFormula<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        self.steady_at(&self.loaded(at), &at.slip, at.speed_m_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let loaded = self.loaded(at);
        let (ahead, aside) = (&loaded.ahead, &loaded.aside);
        Vec2 {
            x: (ahead.peak_n.abs() + ahead.lift_n.abs()) * largest_weight(&ahead.weight),
            y: (aside.peak_n.abs() + aside.lift_n.abs()) * largest_weight(&loaded.coupling.weight)
                + loaded.coupling.lift_n.abs(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let loaded = self.loaded(at);
        Vec2 { x: loaded.ahead.stiffness_n, y: -loaded.aside.stiffness_n }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offset_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let (loaded, zero) = (self.loaded(at), R::zero());
        Vec2 {
            x: self.force_at(&loaded, &Vec2 { x: zero, y: at.slip.y }).x,
            y: self.force_at(&loaded, &Vec2 { x: at.slip.x, y: zero }).y,
        }
    }

    /// Each component has its own peak.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn squareness(&self) -> R {
        R::lit(core::f64::consts::SQRT_2)
    }
}
