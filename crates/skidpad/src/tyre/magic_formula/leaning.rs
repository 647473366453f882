//! The overturning moment (4.E69) and the rolling resistance (4.E70).

use super::MagicFormula;
use super::curve::atan;
use super::under::Under;
use crate::math::Real;

impl<R: Real> MagicFormula<R> {
    /// M_x = R_0 F_z lambda_Mx (q_sx1 lambda_VMx - q_sx2 gamma (1 + p_pMx1 dp_i) + q_sx3 F_y / F_z0
    ///       + q_sx4 cos(q_sx5 atan((q_sx6 F_z / F_z0)^2)) sin(q_sx7 gamma + q_sx8 atan(q_sx9 F_y / F_z0))
    ///       + q_sx10 atan(q_sx11 F_z / F_z0) gamma) (4.E69)
    ///       + R_0 lambda_Mx (F_y (q_sx13 + q_sx14 |gamma|) - F_z q_sx12 gamma |gamma|), which the common program has
    /// from the equation manual of MF-Tyre.
    #[inline(always)]
    pub(super) fn overturning_nm(&self, at: &Under<R>, aside_n: R) -> R {
        let q = &self.overturning;
        let (load_n, gamma) = (at.overturning_load_n, at.gamma);
        let mixed = q.qsx4
            * (q.qsx5 * atan((q.qsx6 * load_n).square())).cos()
            * (q.qsx7 * gamma + q.qsx8 * atan(q.qsx9 * aside_n)).sin();
        let by_camber = q.qsx10 * atan(q.qsx11 * load_n) - q.qsx2 * (R::one() + q.ppmx1 * at.dpi);
        let by_load = q.qsx1 + by_camber * gamma + q.qsx3 * aside_n + mixed - q.qsx12 * gamma * gamma.abs();
        load_n * by_load + aside_n * (q.qsx13 + q.qsx14 * gamma.abs())
    }

    /// M_y = -R_0 F_z0 lambda_My (q_sy1 + q_sy2 F_x / F_z0 + q_sy3 |V_x / V_0| + q_sy4 (V_x / V_0)^4
    ///       + (q_sy5 + q_sy6 F_z / F_z0) gamma^2) (F_z / F_z0)^q_sy7 (p_i / p_i0)^q_sy8,
    /// A48 of the paper, negative where the wheel rolls forwards; the book's 4.E70 has F_z before the bracket. 5.2 is
    /// the same with q_sy7 = 1. It fades as the tread's speed (1 + kappa) |V_x| nears 0.
    #[inline(always)]
    pub(super) fn rolling_nm(&self, at: &Under<R>, ahead_n: R, kappa: R, speed_m_s: R) -> R {
        let (q, way, one) = (&self.rolling, &self.way, R::one());
        let (load_n, speed) = (at.rolling_load_n, speed_m_s.abs());
        let is_book = way.is_book.gt(R::lit(0.5));
        let camber = (q.qsy5 + q.qsy6 * load_n) * at.gamma.square();
        let bracket = q.qsy1 + q.qsy2 * ahead_n + q.qsy3 * speed + q.qsy4 * speed.square().square() + camber;
        let pressure = one + at.dpi;
        let powers = (load_n * way.inverse_nominal_load_1_n).powf(q.qsy7) * pressure.powf(q.qsy8);
        let before = R::select(is_book & way.is_v5_2.lt(R::lit(0.5)), load_n, way.nominal_load_n);
        -(before * bracket * powers * speed_m_s.sign() * self.rolls(kappa, speed))
    }

    /// How much of the rolling resistance there is, from -1 to 1: sin(pi/2 u / V_low) of the tread's speed u. The
    /// common program has it so, too, where V_low is 1 m/s; where it is not, its bound below has the unit of no speed.
    #[inline(always)]
    fn rolls(&self, kappa: R, speed_m_s: R) -> R {
        let one = R::one();
        let share = (one + kappa) * speed_m_s * self.way.inverse_low_speed_s_m;
        (R::lit(core::f64::consts::FRAC_PI_2) * share.clamp(-one, one)).sin_bounded()
    }
}
