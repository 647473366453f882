//! The answer to a question in the file's own axes, with everything that was computed on the way.

use super::MagicFormula;
use super::aligning::Sources;
use super::curve::Weight;
use super::under::Question;
use crate::math::Real;
use crate::record;

record! {
    /// Forces and moments of the tyre, in the axes ISO-W of its file.
    pub struct Answer {
        /// F_x: positive drives.
        fx_n: "N" [-1e6, 1e6],
        /// F_y: positive to the left.
        fy_n: "N" [-1e6, 1e6],
        /// M_x.
        mx_nm: "N m" [-1e6, 1e6],
        /// M_y: negative brakes a wheel that rolls forwards.
        my_nm: "N m" [-1e6, 1e6],
        /// M_z: positive turns to the left.
        mz_nm: "N m" [-1e6, 1e6],
        /// Pneumatic trail t.
        trail_m: "m" [-10.0, 10.0],
        /// Residual moment M_zr, part of M_z.
        residual_nm: "N m" [-1e6, 1e6],
        /// Longitudinal peak friction mu_x.
        friction_x: "-" [-10.0, 10.0],
        /// Lateral peak friction mu_y.
        friction_y: "-" [-10.0, 10.0],
        /// Slip stiffness K_xk.
        slip_stiffness_n: "N" [-1e8, 1e8],
        /// Cornering stiffness K_ya, below 0 in these axes.
        cornering_stiffness_n_rad: "N/rad" [-1e8, 1e8],
        /// Longitudinal relaxation length; 0 where the tyre has none.
        relaxation_x_m: "m" [0.0, 100.0],
        /// Lateral relaxation length; 0 where the tyre has none.
        relaxation_y_m: "m" [0.0, 100.0],
    }
}

impl<R: Real> MagicFormula<R> {
    /// Forces and moments in the axes of the tyre's file.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn answer(&self, asked: &Question<R>) -> Answer<R> {
        let (under, slip) = self.posed(asked);
        let zero = R::zero();
        let ahead = self.ahead(&under);
        let aside = self.aside(&under, under.star);
        let upright = self.aside(&under, zero);
        let coupling = self.coupling(&under, aside.friction);
        let fx_n = self.force_ahead(&ahead, &slip);
        let weight = self.weight_aside(&coupling.weight, &slip);
        // S_Vyk, and 4.E58: F_y = G_yk F_y0 + S_Vyk
        let lift_n = self.lift_by_kappa(&coupling, &slip);
        let fy_n = weight * self.pure_aside(&aside, &slip) + lift_n;
        // 4.E74: F_y' = G_yk F_y0 without camber; the common program leaves it in G_yk.
        let upright_weight = Weight { slope: coupling.upright_slope, ..coupling.weight };
        let is_book = self.way.is_book.is_set();
        let weight = R::select(is_book, self.weight_aside(&upright_weight, &slip), weight);
        let sources = Sources {
            ahead_n: fx_n,
            aside_n: fy_n,
            lift_n,
            upright_n: weight * self.pure_aside(&upright, &slip),
        };
        let trail = self.trail(&under, &aside, ahead.stiffness_n);
        let aligned = self.aligned(&trail, &slip, &sources, under.shifted);
        let relaxation = self.relaxation_m(&under, ahead.stiffness_n, aside.stiffness_n);
        let leaning = self.leaning(&under);
        let (side, unloaded) = (self.way.side, under.load_n.le(zero));
        Answer {
            fx_n,
            fy_n: fy_n * side,
            mx_nm: self.overturning_nm(&leaning, fy_n) * side,
            // The slip ratio as it was asked: the resistance has rules of its own at low speed.
            my_nm: self.rolling_nm(&leaning, fx_n, asked.kappa, asked.speed_m_s),
            mz_nm: aligned.moment_nm * side,
            trail_m: aligned.trail_m,
            residual_nm: aligned.residual_nm * side,
            friction_x: R::select(unloaded, zero, ahead.friction),
            friction_y: R::select(unloaded, zero, aside.friction),
            slip_stiffness_n: ahead.stiffness_n,
            cornering_stiffness_n_rad: aside.stiffness_n,
            relaxation_x_m: relaxation.x,
            relaxation_y_m: relaxation.y,
        }
    }

    /// A question at the tyre's own pressure and measuring speed, upright and without slip.
    pub fn plain_question(&self, load_n: R) -> Question<R> {
        let zero = R::zero();
        let speed_m_s = R::one() / self.way.inverse_speed_s_m;
        let pressure_pa = self.way.inflation_pressure_pa;
        Question { load_n, kappa: zero, alpha_rad: zero, gamma_rad: zero, speed_m_s, pressure_pa }
    }
}
