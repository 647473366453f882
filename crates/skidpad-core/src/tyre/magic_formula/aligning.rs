//! The aligning moment: 4.E31 to 4.E47 and 4.E71 to 4.E78, with the appendix of Besselink, Schmeitz and Pacejka,
//! An improved Magic Formula/Swift tyre model that can handle inflation pressure changes, Vehicle System Dynamics
//! 48 (2010) S1, where the common program follows that instead (A54 to A60).

use super::MagicFormula;
use super::curve::{atan, cos_atan, cosine, off_zero};
use super::lateral::Aside;
use super::under::{Slip, Under};
use crate::math::Real;

/// Terms of the aligning moment that do not change while only the slip does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail<R> {
    peak_m: R,
    shape: R,
    slope: R,
    curvature: R,
    curvature_side: R,
    shift: R,
    residual_nm: R,
    residual_slope: R,
    residual_shift: R,
    /// (K_xk / K_ya')^2.
    stiffness_share: R,
    lever_m: R,
    lever_by_force: R,
}

/// The forces that the aligning moment comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<R> {
    /// F_x.
    pub(super) ahead_n: R,
    /// F_y.
    pub(super) aside_n: R,
    /// S_Vyk.
    pub(super) lift_n: R,
    /// F_y' (4.E74): the lateral force without camber and without S_Vyk.
    pub(super) upright_n: R,
}

/// The aligning moment and its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aligned<R> {
    /// M_z.
    pub(super) moment_nm: R,
    /// Pneumatic trail t.
    pub(super) trail_m: R,
    /// Residual moment M_zr.
    pub(super) residual_nm: R,
}

impl<R: Real> MagicFormula<R> {
    /// B, C, D, E and the shifts of trail and residual moment at a load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn trail(&self, at: &Under<R>, aside: &Aside<R>, stiffness_ahead_n: R) -> Trail<R> {
        let (q, one) = (&self.aligning, R::one());
        let (dfz, dpi, friction) = (at.dfz, at.dpi, at.friction.1);
        let is_book = self.way.is_book.is_set();
        let star = at.star * self.way.camber_z;
        // What the book takes of gamma*, and the paper of gamma.
        let gamma = R::select(is_book, star, at.gamma);
        let size = gamma.abs();
        // B_t = (q_Bz1 + q_Bz2 df_z + q_Bz3 df_z^2) (1 + q_Bz5 |gamma*| + q_Bz6 gamma*^2) lambda_Kya / lambda*_muy
        // (4.E40), of which no file has q_Bz6; A58: (1 + q_Bz4 gamma + q_Bz5 |gamma|)
        let one_sided = R::select(is_book, R::zero(), q.qbz4 * gamma);
        // On ice as smooth as no road is, the slopes are those of a thousandth of the grip.
        let inverse_friction = one / friction.max(R::lit(1e-3));
        let slope = (q.qbz1 + q.qbz2 * dfz + q.qbz3 * dfz.square())
            * (one + one_sided + q.qbz5 * size)
            * inverse_friction;
        // D_t = F_z (R_0 / F_z0') (q_Dz1 + q_Dz2 df_z) (1 - p_pz1 dp_i) (1 + q_Dz3 |gamma*| + q_Dz4 gamma*^2) lambda_t
        // (4.E42, 4.E43; sgn(V_x) stands at the trail); A60: q_Dz3 gamma
        let peak_m = at.aligning_load_n
            * (q.qdz1 + q.qdz2 * dfz)
            * (one - q.ppz1 * dpi)
            * (one + q.qdz3 * R::select(is_book, size, gamma) + q.qdz4 * gamma.square());
        // D_r = F_z R_0 ((q_Dz6 + q_Dz7 df_z) lambda_r + ((q_Dz8 + q_Dz9 df_z) (1 + p_pz2 dp_i)
        //       + (q_Dz10 + q_Dz11 df_z) |gamma*|) gamma* lambda_Kzg) lambda*_muy sgn(V_x) cos(alpha*) (4.E47)
        let by_camber =
            (q.qdz8 + q.qdz9 * dfz) * (one + q.ppz2 * dpi) + (q.qdz10 + q.qdz11 * dfz) * star.abs();
        let residual_nm = at.aligning_load_n * (q.qdz6 + q.qdz7 * dfz + by_camber * star) * friction;
        let stiffness_n = off_zero(aside.stiffness_n);
        let curvature = q.qez1 + q.qez2 * dfz + q.qez3 * dfz.square();
        Trail {
            peak_m,
            // C_t = q_Cz1 (4.E41)
            shape: q.qcz1,
            slope,
            // E_t = (q_Ez1 + q_Ez2 df_z + q_Ez3 df_z^2) (1 + (q_Ez4 + q_Ez5 gamma*) 2/pi atan(B_t C_t alpha_t)) (4.E44)
            curvature,
            curvature_side: curvature * (q.qez4 + q.qez5 * star) * R::lit(core::f64::consts::FRAC_2_PI),
            // S_Ht = q_Hz1 + q_Hz2 df_z + (q_Hz3 + q_Hz4 df_z) gamma* (4.E35)
            shift: q.qhz1 + q.qhz2 * dfz + (q.qhz3 + q.qhz4 * dfz) * star,
            residual_nm,
            // B_r = q_Bz9 lambda_Kya / lambda*_muy + q_Bz10 B_y C_y (4.E45), C_r = 1 (4.E46)
            residual_slope: q.qbz9 * inverse_friction + q.qbz10 * aside.slope * aside.shape,
            // S_Hf = S_Hy + S_Vy / K_ya' (4.E38, 4.E39)
            residual_shift: aside.shift + aside.lift_n / stiffness_n,
            stiffness_share: (stiffness_ahead_n / stiffness_n).square(),
            // s = R_0 (s_sz1 + s_sz2 F_y / F_z0' + (s_sz3 + s_sz4 df_z) gamma*) lambda_s (4.E76); A56: F_z0, gamma
            lever_m: q.ssz1 + (q.ssz3 + q.ssz4 * dfz) * gamma,
            lever_by_force: q.ssz2,
        }
    }

    /// Slip angle and slip ratio together (4.E77, 4.E78; A54, A55), as a magnitude: trail and residual moment are
    /// even in it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equivalent(&self, alpha: R, by_kappa: R) -> R {
        let is_book = self.way.is_book.is_set();
        let alpha = R::select(is_book, alpha, alpha.tan());
        let both = (alpha.square() + by_kappa).sqrt();
        R::select(is_book, both, both.atan_positive())
    }

    /// M_z = -t F_y' + M_zr + s F_x (4.E71, 4.E72); 5.2: F_y - S_Vyk for F_y'.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn aligned(
        &self,
        at: &Trail<R>,
        slip: &Slip<R>,
        forces: &Sources<R>,
        shifted: R,
    ) -> Aligned<R> {
        let by_kappa = at.stiffness_share * slip.kappa.square();
        // alpha_t = alpha* + S_Ht (4.E34), alpha_r = alpha* + S_Hf (4.E37)
        let (trail_alpha, residual_alpha) = (slip.star + at.shift, slip.star + at.residual_shift);
        let bend = atan(at.slope * at.shape * trail_alpha);
        let curvature = (at.curvature + at.curvature_side * bend).min(self.way.largest_curvature);
        // t = D_t cos(C_t atan(B_t a - E_t (B_t a - atan(B_t a)))) cos(alpha') with a = alpha_t,eq (4.E73)
        let sense = R::select(self.way.is_book.is_set(), slip.heading, R::one());
        let trail_m = at.peak_m
            * cosine(at.shape, at.slope * self.equivalent(trail_alpha, by_kappa), curvature)
            * slip.cosine
            * (sense * self.way.trail_scale)
            * shifted;
        // M_zr = D_r cos(C_r atan(B_r alpha_r,eq)) (4.E75)
        let residual_nm = at.residual_nm
            * slip.heading
            * slip.star.cos()
            * cos_atan(at.residual_slope * self.equivalent(residual_alpha, by_kappa))
            * shifted;
        let is_v5_2 = self.way.is_v5_2.is_set();
        let lever_m = at.lever_m + at.lever_by_force * forces.aside_n;
        let trailing_n = R::select(is_v5_2, forces.aside_n - forces.lift_n, forces.upright_n);
        let moment_nm = residual_nm - trail_m * trailing_n + lever_m * forces.ahead_n;
        Aligned { moment_nm, trail_m, residual_nm }
    }
}
