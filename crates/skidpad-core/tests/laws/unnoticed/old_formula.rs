//! The Magic Formula of 1989 coefficient by coefficient, and TMeasy beyond its largest load.

use skidpad_core::math::Vec2;
use skidpad_core::tyre::{Footprint, Pacejka89Tyre, SteadyTyre};

use crate::tyre_laws::tmeasy;

/// A tyre of which every coefficient counts.
fn full() -> Pacejka89Tyre<f64> {
    Pacejka89Tyre {
        a0: 1.4,
        a1: -20.0,
        a2: 1100.0,
        a3: 1300.0,
        a4: 6.0,
        a5: 0.015,
        a6: -0.2,
        a7: 0.3,
        a8: -0.05,
        a9: 0.02,
        a10: -0.1,
        a11: -9.0,
        a12: 12.0,
        a13: 25.0,
        b0: 1.6,
        b1: -25.0,
        b2: 1200.0,
        b3: 10.0,
        b4: 200.0,
        b5: 0.06,
        b6: 0.004,
        b7: -0.03,
        b8: -0.2,
        b9: 0.01,
        b10: -0.1,
        c0: 2.4,
        c1: -2.7,
        c2: -1.9,
        c3: -0.4,
        c4: -3.6,
        c5: -0.1,
        c6: 0.02,
        c7: 0.05,
        c8: -0.6,
        c9: 0.2,
        c10: 0.03,
        c11: -0.05,
        c12: 0.02,
        c13: -0.04,
        c14: -0.07,
        c15: 0.9,
        c16: 0.8,
        c17: -1.1,
    }
}

/// D sin(C atan(B X - E (B X - atan(B X)))) + S_v.
fn formula([b, c, d, e]: [f64; 4], x: f64, s_v: f64) -> f64 {
    d * (c * (b * x - e * (b * x - (b * x).atan())).atan()).sin() + s_v
}

/// c6 and others were read by no test. Each pure force is the paper's (SAE 890087: the table in the module's text), with
/// the load in kN, slip in per cent and angles in degrees, y to the right and camber to the right positive.
#[test]
fn coefficients_of_1989_that_no_tyre_here_has() {
    let t = full();
    for (load_n, kappa, tangent, camber) in [
        (3000.0, 0.05, 0.03, 0.05),
        (5000.0, -0.1, -0.08, 0.05),
        (4000.0, 0.02, 0.1, -0.06),
        (6500.0, 0.0, -0.02, -0.04),
        (2500.0, -0.03, 0.0, 0.0_f64),
    ] {
        let (f, g) = (load_n / 1000.0, -camber.to_degrees());
        let (percent, alpha) = (100.0 * kappa, -f64::atan(tangent).to_degrees());
        let (c, d) = (t.b0, (t.b1 * f + t.b2) * f);
        let b = (t.b3 * f + t.b4) * f * (-t.b5 * f).exp() / (c * d);
        let e = t.b6 * f * f + t.b7 * f + t.b8;
        let ahead = formula([b, c, d, e], percent + t.b9 * f + t.b10, 0.0);

        let (c, d) = (t.a0, (t.a1 * f + t.a2) * f);
        let b = t.a3 * (2.0 * (f / t.a4).atan()).sin() * (1.0 - t.a5 * g.abs()) / (c * d);
        let x = alpha + t.a8 * g + t.a9 * f + t.a10;
        let right = formula([b, c, d, t.a6 * f + t.a7], x, t.a11 * f * g + t.a12 * f + t.a13);

        let (c, d) = (t.c0, (t.c1 * f + t.c2) * f);
        let b = (t.c3 * f + t.c4) * f * (1.0 - t.c6 * g.abs()) * (-t.c5 * f).exp() / (c * d);
        let e = (t.c7 * f * f + t.c8 * f + t.c9) * (1.0 - t.c10 * g.abs());
        let x = alpha + t.c11 * g + t.c12 * f + t.c13;
        let moment = formula([b, c, d, e], x, (t.c14 * f * f + t.c15 * f) * g + t.c16 * f + t.c17);

        // A force is pure where the other slip, with its shifts, is none.
        let at = |kappa: f64, tangent: f64| Footprint {
            camber_rad: camber,
            ..Footprint::plain(load_n, Vec2 { x: kappa, y: tangent })
        };
        let forwards = Pacejka89Tyre { a8: 0.0, a9: 0.0, a10: 0.0, ..t };
        let lateral = Pacejka89Tyre { b9: 0.0, b10: 0.0, ..t };
        for (found, expected) in [
            (forwards.steady(&at(kappa, 0.0)).force.x, ahead),
            (lateral.steady(&at(0.0, tangent)).force.y, -right),
            (t.steady(&at(kappa, tangent)).aligning_nm, -moment),
        ] {
            assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found}, not {expected}");
        }
    }
}

/// TMeasy's forces went on growing beyond the load from which they are to grow no more, where the parabolas through two
/// loads mean nothing: at that load over the nominal one and at any larger the tyre has one force.
#[test]
fn tmeasy_grew_beyond_its_largest_load() {
    let tyre = tmeasy();
    let most_n = tyre.nominal_load_n * tyre.most_load_share;
    for slip in [Vec2 { x: 0.05, y: 0.0 }, Vec2 { x: 0.0, y: -0.4 }, Vec2 { x: -0.2, y: 0.3 }] {
        let force = |load_n: f64| tyre.steady(&Footprint::plain(load_n, slip)).force;
        assert_eq!(force(most_n), force(1.3 * most_n));
        assert_eq!(force(most_n), force(4.0 * most_n));
        assert!(force(0.9 * most_n).quick_norm() != force(most_n).quick_norm(), "below it grows");
    }
    assert_eq!(
        tyre.peak_n(&Footprint::plain(most_n, Vec2 { x: 0.0, y: 0.0 })),
        tyre.peak_n(&Footprint::plain(2.0 * most_n, Vec2 { x: 0.0, y: 0.0 }))
    );
}

/// The trail fell along another curve up to the slip where it changes its sign. With q = s / s_0 and w = s_0 / s_E it is
/// (1 - w) (1 - q) + w (1 - (3 - 2 q) q^2) of that at no slip (Hirschberg, Rill and Weinfurter 2007).
#[test]
fn tmeasys_trail_fell_along_another_curve() {
    let tyre = tmeasy();
    let load_n = tyre.nominal_load_n;
    let length = 2.0 * (tyre.radius_m * load_n / tyre.vertical_n_m).sqrt();
    let w = tyre.trail_zero_slip / tyre.trail_end_slip;
    for q in [0.1, 0.25, 0.5, 0.9_f64] {
        for side in [1.0, -1.0] {
            let slip = Vec2 { x: 0.0, y: side * q * tyre.trail_zero_slip };
            let found = tyre.steady(&Footprint::plain(load_n, slip));
            let share = (1.0 - w) * (1.0 - q) + w * (1.0 - (3.0 - 2.0 * q) * q.powi(2));
            let trail = -found.aligning_nm / found.force.y / length;
            assert!((trail / (tyre.trail_share * share) - 1.0).abs() < 1e-9, "{q}: {trail}");
        }
    }
}
