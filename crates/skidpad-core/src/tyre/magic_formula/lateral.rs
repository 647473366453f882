//! The lateral force: 4.E19 to 4.E30 in pure slip, 4.E58 to 4.E67 in combined slip.

use super::MagicFormula;
use super::curve::{Weight, atan, cos_atan, off_zero, sign, sine};
use super::under::{Slip, Under};
use crate::math::Real;

/// Terms of the lateral force that do not change while only the slip does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside<R> {
    /// mu_y (4.E23).
    pub(super) friction: R,
    /// K_ya (4.E25).
    pub(super) stiffness_n: R,
    /// C_y.
    pub(super) shape: R,
    /// D_y.
    pub(super) peak_n: R,
    /// B_y.
    pub(super) slope: R,
    curvature: R,
    curvature_side: R,
    /// S_Hy.
    pub(super) shift: R,
    /// S_Vy.
    pub(super) lift_n: R,
}

/// The lateral force by slip ratio, and the weight of slip ratio.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coupling<R> {
    pub(super) weight: Weight<R>,
    /// The weight without camber.
    pub(super) upright_slope: R,
    /// Largest S_Vyk.
    pub(super) lift_n: R,
}

impl<R: Real> MagicFormula<R> {
    /// B, C, D, E and the shifts at a load and a camber gamma*.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn aside(&self, at: &Under<R>, star: R) -> Aside<R> {
        let (p, one) = (&self.lateral, R::one());
        let (dfz, dpi) = (at.dfz, at.dpi);
        let star = star * self.way.camber_y;
        let square = star.square();
        // K_ya = p_Ky1 F_z0' (1 + p_py1 dp_i) (1 - p_Ky3 |gamma*|)
        //        sin(p_Ky4 atan((F_z / F_z0') / ((p_Ky2 + p_Ky5 gamma*^2) (1 + p_py2 dp_i)))) lambda_Kya (4.E25)
        let load = at.load_n * self.way.inverse_rated_load_1_n;
        let most_at = (p.pky2 + p.pky5 * square) * (one + p.ppy2 * dpi);
        let stiffness_n = p.pky1
            * (one + p.ppy1 * dpi)
            * (one - p.pky3 * star.abs())
            * (p.pky4 * atan(load / most_at)).sin_bounded();
        // S_Vyg = F_z (p_Vy3 + p_Vy4 df_z) gamma* lambda_Kyg lambda'_muy (4.E28)
        let prime = at.friction.1 * at.prime.1;
        let lift_camber_n = at.load_n * (p.pvy3 + p.pvy4 * dfz) * star * prime;
        // K_yg0 = F_z (p_Ky6 + p_Ky7 df_z) (1 + p_py5 dp_i) lambda_Kyg (4.E30)
        let camber_n = at.load_n * (p.pky6 + p.pky7 * dfz) * (one + p.ppy5 * dpi);
        // S_Hy = (p_Hy1 + p_Hy2 df_z) lambda_Hy + (K_yg0 gamma* - S_Vyg) / (K_ya + epsilon_K) (4.E27);
        // 5.2: S_Hy = (p_Hy1 + p_Hy2 df_z) lambda_Hy + p_Hy3 gamma (MF-Tyre 5.2)
        let by_camber = (camber_n * star - lift_camber_n) / off_zero(stiffness_n);
        let by_camber = R::select(self.way.is_v5_2.is_set(), p.phy3 * star, by_camber);
        let shift = (p.phy1 + p.phy2 * dfz + by_camber) * at.shifted;
        // S_Vy = F_z (p_Vy1 + p_Vy2 df_z) lambda_Vy lambda'_muy + S_Vyg (4.E29)
        let lift_n = (at.load_n * (p.pvy1 + p.pvy2 * dfz) * prime + lift_camber_n) * at.shifted;
        // mu_y = (p_Dy1 + p_Dy2 df_z) (1 + p_py3 dp_i + p_py4 dp_i^2) (1 - p_Dy3 gamma*^2) lambda*_muy (4.E23)
        let friction = (p.pdy1 + p.pdy2 * dfz)
            * (one + p.ppy3 * dpi + p.ppy4 * dpi.square())
            * (one - p.pdy3 * square)
            * at.friction.1;
        // D_y = mu_y F_z (4.E22), C_y = p_Cy1 lambda_Cy (4.E21)
        let peak_n = friction * at.load_n;
        let shape = p.pcy1;
        // E_y = (p_Ey1 + p_Ey2 df_z) (1 + p_Ey5 gamma*^2 - (p_Ey3 + p_Ey4 gamma*) sgn(alpha_y)) lambda_Ey (4.E24)
        let curvature = p.pey1 + p.pey2 * dfz;
        Aside {
            friction,
            stiffness_n,
            shape,
            peak_n,
            // B_y = K_ya / (C_y D_y + epsilon_y) (4.E26)
            slope: stiffness_n / off_zero(shape * peak_n),
            curvature: curvature * (one + p.pey5 * square),
            curvature_side: curvature * (p.pey3 + p.pey4 * star),
            shift,
            lift_n,
        }
    }

    /// F_y0: the lateral force in pure slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn pure_aside(&self, at: &Aside<R>, slip: &Slip<R>) -> R {
        // alpha_y = alpha* + S_Hy (4.E20)
        let alpha = slip.star + at.shift;
        let curvature = (at.curvature - at.curvature_side * sign(alpha)).min(self.way.largest_curvature);
        // F_y0 = D_y sin(C_y atan(B_y alpha_y - E_y (B_y alpha_y - atan(B_y alpha_y)))) + S_Vy (4.E19)
        slip.turn_y * (at.peak_n * sine(at.shape, at.slope * alpha, curvature) + at.lift_n)
    }

    /// Coupling of slip ratio to the lateral force, at a load and friction mu_y.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn coupling(&self, at: &Under<R>, friction: R) -> Coupling<R> {
        let p = &self.lateral;
        let star = at.star * self.way.camber_y;
        let weight = Weight {
            // B_yk = (r_By1 + r_By4 gamma*^2) cos(atan(r_By2 (alpha* - r_By3))) lambda_yk (4.E62)
            slope: p.rby1 + p.rby4 * star.square(),
            fall: p.rby2,
            // C_yk = r_Cy1 (4.E63)
            shape: p.rcy1,
            // E_yk = r_Ey1 + r_Ey2 df_z <= 1 (4.E64)
            curvature: (p.rey1 + p.rey2 * at.dfz).min(self.way.largest_curvature),
            // S_Hyk = r_Hy1 + r_Hy2 df_z (4.E65)
            shift: p.rhy1 + p.rhy2 * at.dfz,
            least: self.way.least_weight,
        };
        // mu_y F_z (r_Vy1 + r_Vy2 df_z + r_Vy3 gamma*) of 4.E67, with lambda_Vyk
        let lift_n = friction * at.load_n * (p.rvy1 + p.rvy2 * at.dfz + p.rvy3 * star) * at.shifted;
        Coupling { weight, upright_slope: p.rby1, lift_n }
    }

    /// G_yk (4.E59 to 4.E61).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn weight_aside(&self, weight: &Weight<R>, slip: &Slip<R>) -> R {
        weight.at(slip.kappa, slip.star - self.lateral.rby3)
    }

    /// S_Vyk: the lateral force by slip ratio.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn lift_by_kappa(&self, at: &Coupling<R>, slip: &Slip<R>) -> R {
        let p = &self.lateral;
        // S_Vyk = D_Vyk sin(r_Vy5 atan(r_Vy6 kappa)) lambda_Vyk (4.E66), D_Vyk = ... cos(atan(r_Vy4 alpha*)) (4.E67)
        at.lift_n * cos_atan(p.rvy4 * slip.star) * (p.rvy5 * atan(p.rvy6 * slip.kappa)).sin_bounded()
    }
}
