//! Terms of the formula that depend on the coefficients alone, computed once: the scaling factors are multiplied into
//! the coefficients that they scale, so that the equations in a step carry none but those of friction.

use super::coefficients::{
    Aligning, Coefficients, LateralCoefficients, LongitudinalCoefficients, Overturning, RollingCoefficients,
    Scaling,
};
use super::mode::Way;
use super::{MagicFormula, Mode};
use crate::math::Real;

impl<R: Real> MagicFormula<R> {
    /// A tyre from its coefficients, as mounted on the side that they were measured for.
    pub fn new(coefficients: &Coefficients<R>, mode: Mode) -> Self {
        let (scaling, way) = (&coefficients.scaling, Way::new(coefficients, mode));
        Self {
            longitudinal: longitudinal(&coefficients.longitudinal, scaling, &way),
            lateral: lateral(&coefficients.lateral, scaling, &way),
            overturning: overturning(&coefficients.overturning, scaling, &way),
            rolling: rolling(&coefficients.rolling, scaling, &way),
            aligning: aligning(&coefficients.aligning, scaling, &way),
            structure: coefficients.structure,
            limits: coefficients.limits,
            way,
        }
    }

    /// The tyre mounted on the other side of the car: its mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { way: Way { side: -self.way.side, ..self.way }, ..*self }
    }
}

/// lambda of 4.E11 (C_x), 4.E14 (E_x), 4.E15 (K_xk), 4.E17, 4.E18 (S_Hx, S_Vx) and 4.E54 (B_xa).
fn longitudinal<R: Real>(
    p: &LongitudinalCoefficients<R>,
    s: &Scaling<R>,
    way: &Way<R>,
) -> LongitudinalCoefficients<R> {
    // 5.2: sigma_k = (PTX1 + PTX2 df_z) exp(-PTX3 df_z) lambda R_0 F_z / F_z0 (MF-Tyre 5.2).
    let relaxation = s.lsgkp * way.radius_m * way.inverse_nominal_load_1_n;
    LongitudinalCoefficients {
        pcx1: p.pcx1 * s.lcx,
        pex1: p.pex1 * s.lex,
        pex2: p.pex2 * s.lex,
        pex3: p.pex3 * s.lex,
        pkx1: p.pkx1 * s.lkx,
        pkx2: p.pkx2 * s.lkx,
        phx1: p.phx1 * s.lhx,
        phx2: p.phx2 * s.lhx,
        pvx1: p.pvx1 * s.lvx,
        pvx2: p.pvx2 * s.lvx,
        rbx1: p.rbx1 * s.lxal,
        rbx3: p.rbx3 * s.lxal,
        ptx1: p.ptx1 * relaxation,
        ptx2: p.ptx2 * relaxation,
        ..*p
    }
}

/// lambda of 4.E21 (C_y), 4.E24 (E_y), 4.E25 (K_ya), 4.E27 to 4.E30 (shifts), 4.E62 (B_yk) and 4.E66 (S_Vyk).
fn lateral<R: Real>(p: &LateralCoefficients<R>, s: &Scaling<R>, way: &Way<R>) -> LateralCoefficients<R> {
    LateralCoefficients {
        pcy1: p.pcy1 * s.lcy,
        pey1: p.pey1 * s.ley,
        pey2: p.pey2 * s.ley,
        pky1: p.pky1 * s.lky * way.rated_load_n,
        pky6: p.pky6 * s.lkyc,
        pky7: p.pky7 * s.lkyc,
        phy1: p.phy1 * s.lhy,
        phy2: p.phy2 * s.lhy,
        phy3: p.phy3 * s.lkyc,
        pvy1: p.pvy1 * s.lvy,
        pvy2: p.pvy2 * s.lvy,
        pvy3: p.pvy3 * s.lkyc,
        pvy4: p.pvy4 * s.lkyc,
        rby1: p.rby1 * s.lyka,
        rby4: p.rby4 * s.lyka,
        rvy1: p.rvy1 * s.lvyka,
        rvy2: p.rvy2 * s.lvyka,
        rvy3: p.rvy3 * s.lvyka,
        pty1: p.pty1 * way.radius_m * s.lfzo * s.lsgal,
        ..*p
    }
}

/// lambda of 4.E69, and R_0 before its bracket.
fn overturning<R: Real>(q: &Overturning<R>, s: &Scaling<R>, way: &Way<R>) -> Overturning<R> {
    let all = way.radius_m * s.lmx;
    let side_force = way.inverse_nominal_load_1_n;
    // The book's equation has the first eleven coefficients only.
    let later = R::select(way.is_book.is_set(), R::zero(), all);
    Overturning {
        qsx1: q.qsx1 * s.lvmx * all,
        qsx2: q.qsx2 * all,
        qsx3: q.qsx3 * all * side_force,
        qsx4: q.qsx4 * all,
        qsx6: q.qsx6 * side_force,
        qsx9: q.qsx9 * side_force,
        qsx10: q.qsx10 * all,
        qsx11: q.qsx11 * side_force,
        qsx12: q.qsx12 * later,
        qsx13: q.qsx13 * later,
        qsx14: q.qsx14 * later,
        ..*q
    }
}

/// lambda of 4.E70, R_0 before its bracket, and the measuring speed.
fn rolling<R: Real>(q: &RollingCoefficients<R>, s: &Scaling<R>, way: &Way<R>) -> RollingCoefficients<R> {
    let all = way.radius_m * s.lmy;
    let per_speed = way.inverse_speed_s_m;
    RollingCoefficients {
        qsy1: q.qsy1 * all,
        qsy2: q.qsy2 * all * way.inverse_nominal_load_1_n,
        qsy3: q.qsy3 * all * per_speed,
        qsy4: q.qsy4 * all * per_speed.square().square(),
        qsy5: q.qsy5 * all,
        qsy6: q.qsy6 * all * way.inverse_nominal_load_1_n,
        ..*q
    }
}

/// lambda of 4.E40 (B_t), 4.E42 (D_t), 4.E45 (B_r), 4.E47 (D_r) and 4.E76 (s), and R_0.
fn aligning<R: Real>(q: &Aligning<R>, s: &Scaling<R>, way: &Way<R>) -> Aligning<R> {
    let radius = way.radius_m;
    let trail = radius * way.inverse_rated_load_1_n * s.ltr;
    let (residual, camber, lever) = (radius * s.lres, radius * s.lkzc, radius * s.ls);
    Aligning {
        qbz1: q.qbz1 * s.lky,
        qbz2: q.qbz2 * s.lky,
        qbz3: q.qbz3 * s.lky,
        qbz9: q.qbz9 * s.lky,
        qdz1: q.qdz1 * trail,
        qdz2: q.qdz2 * trail,
        qdz6: q.qdz6 * residual,
        qdz7: q.qdz7 * residual,
        qdz8: q.qdz8 * camber,
        qdz9: q.qdz9 * camber,
        qdz10: q.qdz10 * camber,
        qdz11: q.qdz11 * camber,
        ssz1: q.ssz1 * lever,
        ssz2: q.ssz2 * lever * way.inverse_lever_load_1_n,
        ssz3: q.ssz3 * lever,
        ssz4: q.ssz4 * lever,
        ..*q
    }
}
