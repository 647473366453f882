//! The overturning moment (4.E69) and the rolling resistance (4.E70).

use super::MagicFormula;
use super::curve::atan;
use super::under::Under;
use crate::math::Real;

/// Terms of the two moments that do not change while only the slip does.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeaningTerms<R> {
    load_n: R,
    constant_nm: R,
    /// Amplitude and phase of the mixed term of M_x.
    mixed_nm: R,
    phase: R,
    /// M_x by F_y, m.
    lever_m: R,
    /// M_y without what speed and longitudinal force add, over `rolling`.
    bracket: R,
    rolling: R,
}

impl<R: Real> MagicFormula<R> {
    /// Terms of the two moments by load, camber and pressure.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn leaning(&self, at: &Under<R>) -> LeaningTerms<R> {
        let (q, one) = (&self.overturning, R::one());
        let (load_n, gamma) = (at.overturning_load_n, at.gamma);
        let by_camber = q.qsx10 * atan(q.qsx11 * load_n) - q.qsx2 * (one + q.ppmx1 * at.dpi);
        let by_load = q.qsx1 + by_camber * gamma - q.qsx12 * gamma * gamma.abs();
        let (r, way, rolling_n) = (&self.rolling, &self.way, at.rolling_load_n);
        let is_book = way.is_book.is_set() & way.is_v5_2.is_clear();
        let before = R::select(is_book, rolling_n, way.nominal_load_n);
        // (F_z / F_z0)^q_sy7 (p_i / p_i0)^q_sy8
        let powers = (rolling_n * way.inverse_nominal_load_1_n).powf(r.qsy7) * (one + at.dpi).powf(r.qsy8);
        LeaningTerms {
            load_n,
            constant_nm: load_n * by_load,
            mixed_nm: load_n * q.qsx4 * (q.qsx5 * atan((q.qsx6 * load_n).square())).cos(),
            phase: q.qsx7 * gamma,
            lever_m: q.qsx13 + q.qsx14 * gamma.abs(),
            bracket: r.qsy1 + (r.qsy5 + r.qsy6 * rolling_n) * gamma.square(),
            rolling: before * powers,
        }
    }

    /// M_x = R_0 F_z lambda_Mx (q_sx1 lambda_VMx - q_sx2 gamma (1 + p_pMx1 dp_i) + q_sx3 F_y / F_z0
    ///       + q_sx4 cos(q_sx5 atan((q_sx6 F_z / F_z0)^2)) sin(q_sx7 gamma + q_sx8 atan(q_sx9 F_y / F_z0))
    ///       + q_sx10 atan(q_sx11 F_z / F_z0) gamma) (4.E69)
    ///       + R_0 lambda_Mx (F_y (q_sx13 + q_sx14 |gamma|) - F_z q_sx12 gamma |gamma|), which the common program has
    /// from the equation manual of MF-Tyre.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn overturning_nm(&self, at: &LeaningTerms<R>, aside_n: R) -> R {
        let q = &self.overturning;
        let mixed = at.mixed_nm * (at.phase + q.qsx8 * atan(q.qsx9 * aside_n)).sin();
        at.constant_nm + mixed + (at.load_n * q.qsx3 + at.lever_m) * aside_n
    }

    /// M_y = -R_0 F_z0 lambda_My (q_sy1 + q_sy2 F_x / F_z0 + q_sy3 |V_x / V_0| + q_sy4 (V_x / V_0)^4
    ///       + (q_sy5 + q_sy6 F_z / F_z0) gamma^2) (F_z / F_z0)^q_sy7 (p_i / p_i0)^q_sy8,
    /// A48 of the paper, negative where the wheel rolls forwards; the book's 4.E70 has F_z before the bracket. 5.2 is
    /// the same with q_sy7 = 1. It fades as the tread's speed (1 + kappa) |V_x| nears 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn rolling_nm(&self, at: &LeaningTerms<R>, ahead_n: R, kappa: R, speed_m_s: R) -> R {
        let (q, speed) = (&self.rolling, speed_m_s.abs());
        let bracket = at.bracket + q.qsy2 * ahead_n + q.qsy3 * speed + q.qsy4 * speed.square().square();
        -(at.rolling * bracket * speed_m_s.sign() * self.rolls(kappa, speed))
    }

    /// Share of the rolling resistance that acts, from -1 to 1: sin(pi/2 u / V_low) of the tread's speed u. The
    /// common program has it so, too, where V_low is 1 m/s; where it is not, its bound below has the unit of no speed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rolls(&self, kappa: R, speed_m_s: R) -> R {
        let one = R::one();
        let share = (one + kappa) * speed_m_s * self.way.inverse_low_speed_s_m;
        (R::lit(core::f64::consts::FRAC_PI_2) * share.clamp(-one, one)).sin_bounded()
    }
}
