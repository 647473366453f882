//! The lengths over which slip builds up, and the stiffness of the standing tyre.

use super::MagicFormula;
use super::curve::atan;
use super::under::Under;
use crate::math::{Real, Vec2};

impl<R: Real> MagicFormula<R> {
    /// Relaxation lengths, m; 0 where the tyre's file has no numbers for them.
    ///
    /// 6.1 and 6.2: sigma_x = |K_xk / C_x|, sigma_y = |K_ya / C_y| with the stiffnesses of the standing tyre
    /// C_x = C_x0 (1 + p_cfx1 df_z + p_cfx2 df_z^2) (1 + p_cfx3 dp_i) and C_y likewise (Besselink, Schmeitz and
    /// Pacejka 2010, 17 to 19).
    ///
    /// 5.2 (MF-Tyre 5.2): sigma_x = (p_Tx1 + p_Tx2 df_z) exp(-p_Tx3 df_z) lambda R_0 F_z / F_z0 and
    /// sigma_y = p_Ty1 sin(2 atan(F_z / (p_Ty2 F_z0'))) (1 - p_Ky3 |gamma|) lambda lambda_Fz0 R_0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn relaxation_m(&self, at: &Under<R>, stiffness_x_n: R, stiffness_y_n: R) -> Vec2<R> {
        let (px, py) = (&self.longitudinal, &self.lateral);
        let one = R::one();
        let standing = self.standing_n_m(at);
        let load = at.load_n * self.way.inverse_rated_load_1_n;
        // Where there is no p_Ty2, p_Ty1 is 0.
        let least = R::lit(1e-6);
        let extreme = R::select(py.pty2.abs().lt(least), one, py.pty2);
        let old_x = (px.ptx1 + px.ptx2 * at.dfz) * (-px.ptx3 * at.dfz).exp() * at.load_n;
        let old_y =
            py.pty1 * (R::lit(2.0) * atan(load / extreme)).sin_bounded() * (one - py.pky3 * at.gamma.abs());
        let is_v5_2 = self.way.is_v5_2.is_set();
        Vec2 {
            x: R::select(is_v5_2, old_x, length_m(stiffness_x_n, standing.x)),
            y: R::select(is_v5_2, old_y, length_m(stiffness_y_n, standing.y)),
        }
    }

    /// C_x and C_y of 6.1 and 6.2, N/m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn standing_n_m(&self, at: &Under<R>) -> Vec2<R> {
        let (s, one) = (&self.structure, R::one());
        let square = at.dfz.square();
        Vec2 {
            x: s.longitudinal_stiffness_n_m
                * (one + s.pcfx1 * at.dfz + s.pcfx2 * square)
                * (one + s.pcfx3 * at.dpi),
            y: s.lateral_stiffness_n_m
                * (one + s.pcfy1 * at.dfz + s.pcfy2 * square)
                * (one + s.pcfy3 * at.dpi),
        }
    }
}

/// Relaxation length: stiffness of the rolling tyre, N, over that of the standing one, N/m; 0 where that has none.
#[cfg_attr(not(debug_assertions), inline(always))]
fn length_m<R: Real>(stiffness_n: R, standing_n_m: R) -> R {
    let length_m = stiffness_n.abs() / standing_n_m.max(R::one());
    R::select(standing_n_m.gt(R::zero()), length_m, R::zero())
}
