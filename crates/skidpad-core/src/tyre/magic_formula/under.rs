//! Operating point of the tyre: load, camber, pressure and grip, with the variables of 4.E1 to 4.E8 that follow from
//! them, and its slip.

use super::MagicFormula;
use super::curve::off_zero;
use crate::math::Real;

/// Operating point of a tyre, in the axes of its file: ISO-W (x forward, y to the left, z up; a positive slip
/// angle gives a force to the right, a wheel whose top leans to its right has positive camber).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question<R> {
    /// Load F_z, N; below 0 counts as 0.
    pub load_n: R,
    /// Slip ratio kappa: -1 is a locked wheel.
    pub kappa: R,
    /// Slip angle alpha, rad.
    pub alpha_rad: R,
    /// Camber gamma, rad.
    pub gamma_rad: R,
    /// Speed V_x, m/s; below 0 backwards.
    pub speed_m_s: R,
    /// Inflation pressure, Pa.
    pub pressure_pa: R,
}

/// Variables of the formula that do not change while only the slip does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Under<R> {
    /// F_z.
    pub(super) load_n: R,
    /// F_z in the aligning moment.
    pub(super) aligning_load_n: R,
    /// F_z in the overturning moment.
    pub(super) overturning_load_n: R,
    /// F_z in the rolling resistance.
    pub(super) rolling_load_n: R,
    /// df_z (4.E2a).
    pub(super) dfz: R,
    /// dp_i (4.E2b).
    pub(super) dpi: R,
    /// gamma.
    pub(super) gamma: R,
    /// gamma* (4.E4).
    pub(super) star: R,
    /// lambda*_mux and lambda*_muy (4.E7), with the grip of the road.
    pub(super) friction: (R, R),
    /// lambda'_mux and lambda'_muy (4.E8), over them.
    pub(super) prime: (R, R),
    /// Share of the shifts that acts: less than 1 at low speed.
    pub(super) shifted: R,
}

/// Slip of a tyre, in the variables of the formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip<R> {
    /// kappa.
    pub(super) kappa: R,
    /// alpha* (4.E3).
    pub(super) star: R,
    /// cos alpha' (4.E6).
    pub(super) cosine: R,
    /// Sign of V_x: 0 at rest.
    pub(super) heading: R,
    /// Factor of F_x0: -1 backwards.
    pub(super) turn_x: R,
    /// Factor of F_y0: -1 backwards where alpha* is the tangent, which then has the sign of V_x.
    pub(super) turn_y: R,
}

/// A value within the tyre's range, where the mode asks for that.
#[cfg_attr(not(debug_assertions), inline(always))]
fn held<R: Real>(is_limited: R::Mask, value: R, low: R, high: R) -> R {
    R::select(is_limited, value.clamp(low, high), value)
}

impl<R: Real> MagicFormula<R> {
    /// The variables of load, camber, pressure and grip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn under(&self, load_n: R, gamma: R, pressure_pa: R, grip: R, shifted: R) -> Under<R> {
        let (way, zero) = (&self.way, R::zero());
        let least = self.limits.load_low_n;
        let is_low = load_n.lt(least);
        let share = load_n * way.inverse_least_load_1_n;
        let raised = R::select(is_low & way.is_limited.is_set() & load_n.gt(zero), least, load_n);
        let friction = (way.friction_x * grip, way.friction_y * grip);
        Under {
            load_n,
            aligning_load_n: raised,
            overturning_load_n: R::select(is_low, load_n * share.square(), load_n),
            rolling_load_n: R::select(is_low, load_n * share, load_n),
            dfz: (load_n - way.rated_load_n) * way.inverse_rated_load_1_n,
            dpi: (pressure_pa - way.nominal_pressure_pa) * way.inverse_pressure_1_pa,
            gamma,
            star: R::select(way.uses_tangents.is_set(), gamma.sin_bounded(), gamma),
            friction,
            prime: (way.digressed(friction.0), way.digressed(friction.1)),
            shifted,
        }
    }

    /// A question to the formula, first held within the tyre's range where the mode asks for that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn posed(&self, asked: &Question<R>) -> (Under<R>, Slip<R>) {
        let (way, limits) = (&self.way, &self.limits);
        let (zero, one) = (R::zero(), R::one());
        let is_limited = way.is_limited.is_set();
        let load_n = asked.load_n.max(zero);
        let gamma = held(is_limited, asked.gamma_rad * way.side, limits.gamma_low_rad, limits.gamma_high_rad);
        let pressure_pa =
            held(is_limited, asked.pressure_pa, limits.pressure_low_pa, limits.pressure_high_pa);
        let (kappa, alpha, shifted) = self.slowed(asked, is_limited);
        let kappa = held(is_limited, kappa, limits.kappa_low, limits.kappa_high);
        let alpha = held(is_limited, alpha, limits.alpha_low_rad, limits.alpha_high_rad);
        let most_n = held(is_limited, load_n, zero, limits.load_high_n);
        let under = self.under(most_n, gamma, pressure_pa, one, shifted);
        // The rolling resistance knows no largest load.
        let is_low = load_n.lt(limits.load_low_n);
        let low_n = load_n * (load_n * way.inverse_least_load_1_n);
        let under = Under { rolling_load_n: R::select(is_low, low_n, load_n), ..under };

        let heading = asked.speed_m_s.sign();
        let uses_tangents = way.uses_tangents.is_set();
        let (speed, tangent) = (asked.speed_m_s, alpha.tan());
        // 4.E3, 4.E6 and 4.E6a with V_cy = V_sy = V_x tan(alpha).
        let over_ground = speed.abs() * (one + tangent.square()).sqrt();
        let turn_x = R::select(speed.lt(zero), -one, one);
        let slip = Slip {
            kappa,
            star: R::select(uses_tangents, tangent * heading, alpha),
            cosine: speed / off_zero(over_ground),
            heading,
            turn_x,
            turn_y: R::select(uses_tangents, turn_x, one),
        };
        (under, slip)
    }

    /// The common program's rules at low speed: kappa, alpha, and the share of the shifts that is there. Nothing
    /// of it stands in the book.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slowed(&self, asked: &Question<R>, is_limited: R::Mask) -> (R, R, R) {
        let (way, one) = (&self.way, R::one());
        let (kappa, alpha) = (asked.kappa, asked.alpha_rad * way.side);
        let along = asked.speed_m_s.abs();
        let share = along * way.inverse_low_speed_s_m;
        let is_slow = is_limited & along.le(way.low_speed_m_s);
        let shifted = one - R::lit(0.5) * (one + (R::lit(core::f64::consts::PI) * share).cos());
        let sum = along + (alpha.tan() * along).abs();
        let is_slow_lateral = is_limited & sum.lt(way.low_speed_m_s);
        (
            R::select(is_slow, kappa * share, kappa),
            R::select(is_slow_lateral, alpha * sum * way.inverse_low_speed_s_m, alpha),
            R::select(is_slow, shifted, one),
        )
    }
}
