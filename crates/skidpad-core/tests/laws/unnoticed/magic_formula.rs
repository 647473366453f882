//! The Magic Formula, coefficient by coefficient: the book's equations written out beside the library's.

use core::f64::consts::FRAC_2_PI;

use skidpad_core::record::{Record, Sink};
use skidpad_core::tyre::magic_formula::{Answer, Coefficients, MagicFormula, Mode, Question, Version};
use skidpad_testing::Random;

use crate::magic_formula_support::{coefficients, old};

/// 4.E6a.
fn off_zero(x: f64) -> f64 {
    x + 1e-6 * sgn(x)
}

fn sgn(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// C atan(B x - E (B x - atan(B x))).
fn angle([b, c, e]: [f64; 3], x: f64) -> f64 {
    c * (b * x - e * (b * x - (b * x).atan())).atan()
}

/// B, C, D, E and the shifts of the lateral force at a camber: 4.E20 to 4.E30.
struct Lateral {
    mu: f64,
    stiffness: f64,
    b: f64,
    c: f64,
    d: f64,
    e: [f64; 2],
    s_h: f64,
    s_v: f64,
}

/// Pacejka, Tire and Vehicle Dynamics, 3rd ed., 4.E1 to 4.E78, without turn slip and forwards.
struct Book<'a> {
    c: &'a Coefficients<f64>,
    asked: &'a Question<f64>,
    dfz: f64,
    dpi: f64,
}

impl Book<'_> {
    fn lateral(&self, star: f64) -> Lateral {
        let (p, l, fz) = (&self.c.lateral, &self.c.scaling, self.asked.load_n);
        let (dfz, dpi) = (self.dfz, self.dpi);
        let rated = l.lfzo * self.c.size.nominal_load_n;
        let mu_scale = 10.0 * l.lmuy / (1.0 + 9.0 * l.lmuy);
        let mu = (p.pdy1 + p.pdy2 * dfz)
            * (1.0 + p.ppy3 * dpi + p.ppy4 * dpi.powi(2))
            * (1.0 - p.pdy3 * star.powi(2))
            * l.lmuy;
        let most_at = (p.pky2 + p.pky5 * star.powi(2)) * (1.0 + p.ppy2 * dpi);
        let stiffness = p.pky1
            * rated
            * (1.0 + p.ppy1 * dpi)
            * (1.0 - p.pky3 * star.abs())
            * (p.pky4 * (fz / rated / most_at).atan()).sin()
            * l.lky;
        let by_camber = fz * (p.pky6 + p.pky7 * dfz) * (1.0 + p.ppy5 * dpi) * l.lkyc;
        let s_vg = fz * (p.pvy3 + p.pvy4 * dfz) * star * l.lkyc * mu_scale;
        let s_h = (p.phy1 + p.phy2 * dfz) * l.lhy + (by_camber * star - s_vg) / off_zero(stiffness);
        let s_v = fz * (p.pvy1 + p.pvy2 * dfz) * l.lvy * mu_scale + s_vg;
        let (c, d) = (p.pcy1 * l.lcy, mu * fz);
        let e = (p.pey1 + p.pey2 * dfz) * l.ley;
        Lateral {
            mu,
            stiffness,
            b: stiffness / off_zero(c * d),
            c,
            d,
            e: [e * (1.0 + p.pey5 * star.powi(2)), e * (p.pey3 + p.pey4 * star)],
            s_h,
            s_v,
        }
    }

    /// F_y0 (4.E19).
    fn pure_lateral(at: &Lateral, star: f64) -> f64 {
        let alpha = star + at.s_h;
        let e = f64::min(at.e[0] - at.e[1] * sgn(alpha), 1.0);
        at.d * angle([at.b, at.c, e], alpha).sin() + at.s_v
    }

    /// G_yk (4.E59 to 4.E65) at a camber.
    fn lateral_weight(&self, alpha: f64, lean: f64) -> f64 {
        let (p, kappa) = (&self.c.lateral, self.asked.kappa);
        let b =
            (p.rby1 + p.rby4 * lean.powi(2)) * (p.rby2 * (alpha - p.rby3)).atan().cos() * self.c.scaling.lyka;
        let e = f64::min(p.rey1 + p.rey2 * self.dfz, 1.0);
        let s_h = p.rhy1 + p.rhy2 * self.dfz;
        let g = angle([b, p.rcy1, e], kappa + s_h).cos() / angle([b, p.rcy1, e], s_h).cos();
        f64::max(g, 0.0)
    }

    fn answer(&self) -> Answer<f64> {
        let Coefficients {
            longitudinal: x,
            lateral: y,
            overturning: o,
            rolling: r,
            aligning: z,
            scaling: l,
            ..
        } = self.c;
        let (dfz, dpi) = (self.dfz, self.dpi);
        let Question { load_n: fz, kappa, gamma_rad: gamma, speed_m_s, .. } = *self.asked;
        let (size, rated) = (&self.c.size, l.lfzo * self.c.size.nominal_load_n);
        let (r_0, f_z0) = (size.unloaded_radius_m, size.nominal_load_n);
        let (alpha, lean) = (self.asked.alpha_rad.tan(), gamma.sin());

        // F_x: 4.E9 to 4.E18, 4.E50 to 4.E57.
        let mu_x = (x.pdx1 + x.pdx2 * dfz)
            * (1.0 + x.ppx3 * dpi + x.ppx4 * dpi.powi(2))
            * (1.0 - x.pdx3 * gamma.powi(2))
            * l.lmux;
        let kappa_x = kappa + (x.phx1 + x.phx2 * dfz) * l.lhx;
        let e_x = (x.pex1 + x.pex2 * dfz + x.pex3 * dfz.powi(2)) * (1.0 - x.pex4 * sgn(kappa_x)) * l.lex;
        let k_xk = fz
            * (x.pkx1 + x.pkx2 * dfz)
            * (x.pkx3 * dfz).exp()
            * (1.0 + x.ppx1 * dpi + x.ppx2 * dpi.powi(2))
            * l.lkx;
        let (c_x, d_x) = (x.pcx1 * l.lcx, mu_x * fz);
        let s_vx = fz * (x.pvx1 + x.pvx2 * dfz) * l.lvx * 10.0 * l.lmux / (1.0 + 9.0 * l.lmux);
        let curve = [k_xk / off_zero(c_x * d_x), c_x, f64::min(e_x, 1.0)];
        let b_xa = (x.rbx1 + x.rbx3 * lean.powi(2)) * (x.rbx2 * kappa).atan().cos() * l.lxal;
        let g_xa = [b_xa, x.rcx1, f64::min(x.rex1 + x.rex2 * dfz, 1.0)];
        let g_xa = angle(g_xa, alpha + x.rhx1).cos() / angle(g_xa, x.rhx1).cos();
        let fx_n = f64::max(g_xa, 0.0) * (d_x * angle(curve, kappa_x).sin() + s_vx);

        // F_y: 4.E58, 4.E66, 4.E67.
        let side = self.lateral(lean);
        let d_vyk = side.mu * fz * (y.rvy1 + y.rvy2 * dfz + y.rvy3 * lean) * (y.rvy4 * alpha).atan().cos();
        let s_vyk = d_vyk * (y.rvy5 * (y.rvy6 * kappa).atan()).sin() * l.lvyka;
        let fy_n = self.lateral_weight(alpha, lean) * Self::pure_lateral(&side, alpha) + s_vyk;

        // M_z: 4.E31 to 4.E47, 4.E71 to 4.E78.
        let k_ya = off_zero(side.stiffness);
        let alpha_t = alpha + z.qhz1 + z.qhz2 * dfz + (z.qhz3 + z.qhz4 * dfz) * lean;
        let alpha_r = alpha + side.s_h + side.s_v / k_ya;
        let equivalent = |alpha: f64| f64::hypot(alpha, k_xk / k_ya * kappa);
        let b_t =
            (z.qbz1 + z.qbz2 * dfz + z.qbz3 * dfz.powi(2)) * (1.0 + z.qbz5 * lean.abs()) * l.lky / l.lmuy;
        let d_t = fz
            * (r_0 / rated)
            * (z.qdz1 + z.qdz2 * dfz)
            * (1.0 - z.ppz1 * dpi)
            * (1.0 + z.qdz3 * lean.abs() + z.qdz4 * lean.powi(2))
            * l.ltr;
        let bent = 1.0 + (z.qez4 + z.qez5 * lean) * FRAC_2_PI * (b_t * z.qcz1 * alpha_t).atan();
        let e_t = f64::min((z.qez1 + z.qez2 * dfz + z.qez3 * dfz.powi(2)) * bent, 1.0);
        // cos(alpha') = V_cx / (V_c + epsilon_V) (4.E6, 4.E6a).
        let cos_alpha = speed_m_s / (speed_m_s / self.asked.alpha_rad.cos() + 1e-6);
        let trail_m = d_t * angle([b_t, z.qcz1, e_t], equivalent(alpha_t)).cos() * cos_alpha;
        let b_r = z.qbz9 * l.lky / l.lmuy + z.qbz10 * side.b * side.c;
        let by_camber =
            (z.qdz8 + z.qdz9 * dfz) * (1.0 + z.ppz2 * dpi) + (z.qdz10 + z.qdz11 * dfz) * lean.abs();
        let d_r =
            fz * r_0 * ((z.qdz6 + z.qdz7 * dfz) * l.lres + by_camber * lean * l.lkzc) * l.lmuy * alpha.cos();
        let residual_nm = d_r * (b_r * equivalent(alpha_r)).atan().cos();
        let upright = self.lateral_weight(alpha, 0.0) * Self::pure_lateral(&self.lateral(0.0), alpha);
        let lever = r_0 * (z.ssz1 + z.ssz2 * fy_n / rated + (z.ssz3 + z.ssz4 * dfz) * lean) * l.ls;

        // M_x (4.E69), M_y (4.E70).
        let (load, force) = (fz / f_z0, fy_n / f_z0);
        let mixed = o.qsx4
            * (o.qsx5 * (o.qsx6 * load).powi(2).atan()).cos()
            * (o.qsx7 * gamma + o.qsx8 * (o.qsx9 * force).atan()).sin();
        let by_camber = o.qsx10 * (o.qsx11 * load).atan() - o.qsx2 * (1.0 + o.ppmx1 * dpi);
        let mx = o.qsx1 * l.lvmx + by_camber * gamma + o.qsx3 * force + mixed;
        let speed = speed_m_s / size.nominal_speed_m_s;
        let my = r.qsy1
            + r.qsy2 * fx_n / f_z0
            + r.qsy3 * speed
            + r.qsy4 * speed.powi(4)
            + (r.qsy5 + r.qsy6 * load) * gamma.powi(2);

        // Besselink, Schmeitz and Pacejka 2010, 17 to 19.
        let s = &self.c.structure;
        let standing_x = s.longitudinal_stiffness_n_m
            * (1.0 + s.pcfx1 * dfz + s.pcfx2 * dfz.powi(2))
            * (1.0 + s.pcfx3 * dpi);
        let standing_y =
            s.lateral_stiffness_n_m * (1.0 + s.pcfy1 * dfz + s.pcfy2 * dfz.powi(2)) * (1.0 + s.pcfy3 * dpi);
        Answer {
            fx_n,
            fy_n,
            mx_nm: r_0 * fz * l.lmx * mx,
            my_nm: -(fz * r_0 * l.lmy * my * load.powf(r.qsy7) * (1.0 + dpi).powf(r.qsy8)),
            mz_nm: residual_nm - trail_m * upright + lever * fx_n,
            trail_m,
            residual_nm,
            friction_x: mu_x,
            friction_y: side.mu,
            slip_stiffness_n: k_xk,
            cornering_stiffness_n_rad: side.stiffness,
            relaxation_x_m: (k_xk / standing_x).abs(),
            relaxation_y_m: (side.stiffness / standing_y).abs(),
        }
    }
}

/// All numbers of a record by a fifth larger or smaller, and none of them 0.
fn shaken<T: Record<f64>>(record: &T, random: &mut Random) -> T {
    struct Row(Vec<f64>);
    impl Sink<f64> for Row {
        fn write(&mut self, index: usize, value: f64) {
            self.0[index] = value;
        }
    }
    let mut row = Row(vec![0.0; T::LEN]);
    record.store(&mut row);
    for value in &mut row.0 {
        let share = random.between(0.8, 1.2);
        *value = if *value == 0.0 { 0.05 * (share - 1.0).signum() * share } else { *value * share };
    }
    T::load(&&row.0[..])
}

/// p_Dy3, p_px2, q_Cz1 and others were read by no test of this tree: only tyres from outside have them. A tyre of which
/// every coefficient and every scaling factor counts has the forces and moments of the book's equations.
#[test]
fn coefficients_that_no_tyre_here_has() {
    let mut random = Random::new(0xB00C);
    let numbers = |answer: &Answer<f64>| {
        let mut row = vec![0.0; Answer::<f64>::LEN];
        answer.store(&mut &mut row[..]);
        row
    };
    for _ in 0..60 {
        let plain = coefficients();
        let c = Coefficients {
            longitudinal: shaken(&plain.longitudinal, &mut random),
            lateral: shaken(&plain.lateral, &mut random),
            overturning: shaken(&plain.overturning, &mut random),
            rolling: shaken(&plain.rolling, &mut random),
            aligning: shaken(&plain.aligning, &mut random),
            structure: shaken(&plain.structure, &mut random),
            scaling: shaken(&plain.scaling, &mut random),
            ..plain
        };
        let tyre = MagicFormula::new(&c, Mode::Book);
        for _ in 0..20 {
            let asked = Question {
                load_n: random.between(1500.0, 7000.0),
                kappa: random.between(-0.3, 0.3),
                alpha_rad: random.between(-0.3, 0.3),
                gamma_rad: random.between(-0.2, 0.2),
                speed_m_s: random.between(5.0, 40.0),
                pressure_pa: random.between(180_000.0, 280_000.0),
            };
            let rated = c.scaling.lfzo * c.size.nominal_load_n;
            let pressure = c.size.nominal_pressure_pa;
            let (dfz, dpi) = ((asked.load_n - rated) / rated, (asked.pressure_pa - pressure) / pressure);
            let expected = numbers(&Book { c: &c, asked: &asked, dfz, dpi }.answer());
            let found = numbers(&tyre.answer(&asked));
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let off = (found - expected).abs();
                assert!(off < 1e-9 * expected.abs().max(1.0), "{at}: {found}, not {expected}, {asked:?}");
            }
        }
    }
}

/// Nothing noticed the sign of p_Tx3: sigma_k = (p_Tx1 + p_Tx2 df_z) exp(-p_Tx3 df_z) lambda R_0 F_z / F_z0, and
/// sigma_a = p_Ty1 sin(2 atan(F_z / (p_Ty2 F_z0))) (1 - p_Ky3 |gamma|) lambda R_0 (MF-Tyre 5.2).
#[test]
fn relaxation_lengths_of_old_tyres_fell_with_load() {
    let mut c = old();
    assert_eq!(c.version, Version::V5_2);
    (c.scaling.lsgkp, c.scaling.lsgal) = (0.9, 1.1);
    let tyre = MagicFormula::new(&c, Mode::COMMON);
    let (p, q, r_0) = (&c.longitudinal, &c.lateral, c.size.unloaded_radius_m);
    for load in [0.4, 1.0, 1.5, 1.9] {
        let (dfz, fz, gamma) = (load - 1.0, load * c.size.nominal_load_n, 0.05);
        let answer = tyre.answer(&Question { gamma_rad: gamma, ..tyre.plain_question(fz) });
        let ahead = (p.ptx1 + p.ptx2 * dfz) * (-p.ptx3 * dfz).exp() * 0.9 * r_0 * load;
        let aside = q.pty1 * (2.0 * (load / q.pty2).atan()).sin() * (1.0 - q.pky3 * gamma) * 1.1 * r_0;
        assert!((answer.relaxation_x_m / ahead - 1.0).abs() < 1e-12, "{} {ahead}", answer.relaxation_x_m);
        assert!((answer.relaxation_y_m / aside - 1.0).abs() < 1e-12, "{} {aside}", answer.relaxation_y_m);
    }
}
