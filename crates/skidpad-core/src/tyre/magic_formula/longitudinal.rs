//! The longitudinal force: 4.E9 to 4.E18 in pure slip, 4.E50 to 4.E57 in combined slip.

use super::MagicFormula;
use super::curve::{Weight, off_zero, sine};
use super::under::{Slip, Under};
use crate::math::Real;

/// Terms of the longitudinal force that do not change while only the slip does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead<R> {
    /// mu_x (4.E13).
    pub(super) friction: R,
    /// K_xk (4.E15).
    pub(super) stiffness_n: R,
    shape: R,
    pub(super) peak_n: R,
    slope: R,
    curvature: R,
    curvature_driving: R,
    shift: R,
    pub(super) lift_n: R,
    pub(super) weight: Weight<R>,
}

impl<R: Real> MagicFormula<R> {
    /// B, C, D, E and the shifts at a load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn ahead(&self, at: &Under<R>) -> Ahead<R> {
        let (p, one) = (&self.longitudinal, R::one());
        let (dfz, dpi) = (at.dfz, at.dpi);
        let gamma = at.gamma * self.way.camber_x;
        let star = at.star * self.way.camber_x;
        // C_x = p_Cx1 lambda_Cx (4.E11)
        let shape = p.pcx1;
        // mu_x = (p_Dx1 + p_Dx2 df_z) (1 + p_px3 dp_i + p_px4 dp_i^2) (1 - p_Dx3 gamma^2) lambda*_mux (4.E13)
        let friction = (p.pdx1 + p.pdx2 * dfz)
            * (one + p.ppx3 * dpi + p.ppx4 * dpi.square())
            * (one - p.pdx3 * gamma.square())
            * at.friction.0;
        // D_x = mu_x F_z (4.E12)
        let peak_n = friction * at.load_n;
        // K_xk = F_z (p_Kx1 + p_Kx2 df_z) exp(p_Kx3 df_z) (1 + p_px1 dp_i + p_px2 dp_i^2) lambda_Kxk (4.E15)
        let stiffness_n = at.load_n
            * (p.pkx1 + p.pkx2 * dfz)
            * (p.pkx3 * dfz).exp()
            * (one + p.ppx1 * dpi + p.ppx2 * dpi.square());
        // B_x = K_xk / (C_x D_x + epsilon_x) (4.E16)
        let slope = stiffness_n / off_zero(shape * peak_n);
        // E_x = (p_Ex1 + p_Ex2 df_z + p_Ex3 df_z^2) (1 - p_Ex4 sgn(kappa_x)) lambda_Ex <= 1 (4.E14)
        let curvature = p.pex1 + p.pex2 * dfz + p.pex3 * dfz.square();
        // S_Hx = (p_Hx1 + p_Hx2 df_z) lambda_Hx (4.E17)
        let shift = (p.phx1 + p.phx2 * dfz) * at.shifted;
        // S_Vx = F_z (p_Vx1 + p_Vx2 df_z) lambda_Vx lambda'_mux (4.E18)
        let lift_n = at.load_n * (p.pvx1 + p.pvx2 * dfz) * (at.friction.0 * at.prime.0) * at.shifted;
        let weight = Weight {
            // B_xa = (r_Bx1 + r_Bx3 gamma*^2) cos(atan(r_Bx2 kappa)) lambda_xa (4.E54)
            slope: p.rbx1 + p.rbx3 * star.square(),
            fall: p.rbx2,
            // C_xa = r_Cx1 (4.E55)
            shape: p.rcx1,
            // E_xa = r_Ex1 + r_Ex2 df_z <= 1 (4.E56)
            curvature: (p.rex1 + p.rex2 * dfz).min(self.way.largest_curvature),
            // S_Hxa = r_Hx1 (4.E57)
            shift: p.rhx1,
            least: self.way.least_weight,
        };
        let curvature_driving = curvature * p.pex4;
        Ahead {
            friction,
            stiffness_n,
            shape,
            peak_n,
            slope,
            curvature,
            curvature_driving,
            shift,
            lift_n,
            weight,
        }
    }

    /// F_x0: the longitudinal force in pure slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn pure_ahead(&self, at: &Ahead<R>, slip: &Slip<R>) -> R {
        // kappa_x = kappa + S_Hx (4.E10)
        let kappa = slip.kappa + at.shift;
        let curvature = (at.curvature - at.curvature_driving * kappa.sign()).min(self.way.largest_curvature);
        // F_x0 = D_x sin(C_x atan(B_x kappa_x - E_x (B_x kappa_x - atan(B_x kappa_x)))) + S_Vx (4.E9)
        slip.turn_x * (at.peak_n * sine(at.shape, at.slope * kappa, curvature) + at.lift_n)
    }

    /// F_x: the longitudinal force.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn force_ahead(&self, at: &Ahead<R>, slip: &Slip<R>) -> R {
        // F_x = G_xa F_x0 (4.E50, 4.E51 to 4.E53)
        at.weight.at(slip.star, slip.kappa) * self.pure_ahead(at, slip)
    }
}
