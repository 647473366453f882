//! Its curves against their closed forms, its symmetry, and where book and program part.

use super::{PLAIN, ask, asked, near, steady, tyre};
use crate::magic_formula_support::{coefficients, old, slips, symmetric};
use skidpad_core::tyre::Footprint;
use skidpad_core::tyre::magic_formula::{Answer, Mode, Question};
use skidpad_testing::Random;

#[test]
fn slopes_at_no_slip_are_the_stiffnesses() {
    for c in [symmetric(&coefficients()), symmetric(&old())] {
        let tyre = tyre(&c, PLAIN);
        for load_n in [800.0, 4000.0, 8000.0] {
            let step = 1e-6;
            let at = |kappa, alpha| ask(&tyre, &asked(&tyre, load_n, kappa, alpha));
            let slope_x = (at(step, 0.0).fx_n - at(-step, 0.0).fx_n) / (2.0 * step);
            let slope_y = (at(0.0, step).fy_n - at(0.0, -step).fy_n) / (2.0 * step);
            let rest = at(0.0, 0.0);
            assert!(near(slope_x, rest.slip_stiffness_n, 1e-6), "{slope_x} {}", rest.slip_stiffness_n);
            assert!(near(slope_y, rest.cornering_stiffness_n_rad, 1e-6), "{slope_y}");
            // K_ya = p_Ky1 F_z0 sin(2 atan(F_z / (p_Ky2 F_z0))) with gamma = dp_i = 0 and p_Ky4 = 2
            let by_hand = -18.0 * 4000.0 * (2.0 * (load_n / (1.9 * 4000.0)).atan()).sin();
            assert!(near(rest.cornering_stiffness_n_rad, by_hand, 1e-12));
            // t(0) = D_t, for its shift is 0: F_z R_0 / F_z0 (q_Dz1 + q_Dz2 df_z)
            let trail = load_n * 0.316 / 4000.0 * (0.1 - 0.004 * (load_n / 4000.0 - 1.0));
            assert!(near(rest.trail_m, trail, 1e-7), "{} {trail}", rest.trail_m);
        }
    }
}

#[test]
fn the_curve_rises_to_its_peak_and_ends_where_its_shape_says() {
    let tyre = tyre(&symmetric(&coefficients()), Mode::Driving);
    for load_n in [1000.0, 4000.0, 8000.0] {
        let most = |of: fn(&Answer<f64>) -> f64, question: &dyn Fn(f64) -> Question<f64>| {
            (0..40_000).map(|i| of(&ask(&tyre, &question(f64::from(i) * 2.5e-5))).abs()).fold(0.0, f64::max)
        };
        let rest = ask(&tyre, &asked(&tyre, load_n, 0.0, 0.0));
        let most_x = most(|a| a.fx_n, &|slip| asked(&tyre, load_n, slip, 0.0));
        let most_y = most(|a| a.fy_n, &|slip| asked(&tyre, load_n, 0.0, slip));
        assert!(near(most_x, rest.friction_x * load_n, 1e-6), "{most_x}");
        assert!(near(most_y, rest.friction_y * load_n, 1e-6), "{most_y}");
        // sin(C pi/2) as B x grows without end
        let locked = steady(
            &tyre,
            &Footprint {
                slip: slips(1e5, 0.0),
                speed_m_s: 20.0,
                ..Footprint::plain(load_n, slips(0.0, 0.0))
            },
        );
        let end = rest.friction_x * load_n * (1.6 * std::f64::consts::FRAC_PI_2).sin();
        assert!(near(locked.force.x, end, 1e-3), "{} {end}", locked.force.x);
    }
}

#[test]
fn combined_slip_reduces_to_pure_slip() {
    let mut without = symmetric(&coefficients());
    // Without a slope the weights are 1, and the forces those of pure slip.
    (without.longitudinal.rbx1, without.longitudinal.rbx3) = (0.0, 0.0);
    (without.lateral.rby1, without.lateral.rby4) = (0.0, 0.0);
    (without.lateral.rvy1, without.lateral.rvy2, without.lateral.rvy3) = (0.0, 0.0, 0.0);
    let (combined, pure) = (tyre(&symmetric(&coefficients()), PLAIN), tyre(&without, PLAIN));
    let (mut weakest, mut shifted) = (1.0, symmetric(&coefficients()));
    shifted.lateral.rhy1 = 0.0;
    shifted.lateral.rhy2 = 0.0;
    let unshifted = tyre(&shifted, PLAIN);
    for slip in [-0.3, -0.05, 0.01, 0.2] {
        let x = asked(&pure, 4000.0, slip, 0.0);
        assert!(near(ask(&combined, &x).fx_n, ask(&pure, &x).fx_n, 1e-14));
        let y = asked(&pure, 4000.0, 0.0, slip);
        assert!(near(ask(&unshifted, &y).fy_n, ask(&pure, &y).fy_n, 1e-14));
        for other in [-0.2, 0.1] {
            let both = asked(&pure, 4000.0, slip, other);
            let share = ask(&combined, &both).fx_n / ask(&pure, &both).fx_n;
            assert!((0.0..=1.0).contains(&share), "{share}");
            weakest = f64::min(weakest, share);
        }
    }
    assert!(weakest < 0.7, "{weakest}");
}

#[test]
fn a_symmetric_tyre_is_odd_and_a_mirrored_tyre_is_the_mirror_image() {
    let symmetric = tyre(&symmetric(&coefficients()), Mode::Driving);
    let lopsided = tyre(&coefficients(), Mode::Driving);
    let mirrored = lopsided.mirrored();
    let mut random = Random::new(0x7193);
    let mut differs = false;
    for _ in 0..5_000 {
        let slip = slips(random.between(-2.0, 2.0), random.between(-3.0, 3.0));
        let at = Footprint {
            load_n: random.between(0.0, 10_000.0),
            slip,
            camber_rad: random.between(-0.2, 0.2),
            speed_m_s: random.between(0.0, 60.0),
            grip: random.between(0.1, 1.2),
            pressure_share: random.between(0.8, 1.2),
        };
        let turned = Footprint { slip: slips(slip.x, -slip.y), camber_rad: -at.camber_rad, ..at };
        for (a, b) in [
            (steady(&symmetric, &at), steady(&symmetric, &turned)),
            (steady(&lopsided, &at), steady(&mirrored, &turned)),
        ] {
            assert_eq!(a.force.x, b.force.x);
            assert_eq!(a.force.y, -b.force.y);
            assert_eq!(a.overturning_nm, -b.overturning_nm);
            assert_eq!(a.rolling_nm, b.rolling_nm);
            assert_eq!(a.aligning_nm, -b.aligning_nm);
        }
        differs = differs || steady(&lopsided, &at).force.y != steady(&mirrored, &at).force.y;
    }
    assert!(differs);
}

#[test]
fn the_book_and_the_common_program_part_where_they_are_said_to() {
    let c = coefficients();
    let (book, common) =
        (tyre(&c, Mode::Book), tyre(&c, Mode::Common { is_limited: false, uses_tangents: true }));
    let question = Question { gamma_rad: 0.04, ..asked(&book, 6000.0, 0.03, 0.05) };
    let (b, p) = (ask(&book, &question), ask(&common, &question));
    // The forces are the same where alpha* is the tangent and all lambda are 1.
    assert_eq!((b.fx_n, b.fy_n), (p.fx_n, p.fy_n));
    // 4.E70 has F_z before the bracket, A48 F_z0.
    assert!(near(b.my_nm / p.my_nm, 6000.0 / 4000.0, 1e-12));
    assert!((b.mz_nm - p.mz_nm).abs() > 1e-3);
    // Without tangents Fy at alpha is Fy at the tangent alpha.
    let plain = tyre(&c, PLAIN);
    let (angle, tangent) = (asked(&plain, 6000.0, 0.0, 0.2), asked(&plain, 6000.0, 0.0, 0.2f64.tan()));
    assert!(near(ask(&common, &angle).fy_n, ask(&plain, &tangent).fy_n, 1e-13));
    // 4.E8 with A_mu = 10: where friction is halved, the vertical shifts are 10/11 of theirs, and not half.
    let mut slippery = c;
    slippery.scaling.lmuy = 0.5;
    slippery.lateral.phy1 = 0.0;
    slippery.lateral.phy2 = 0.0;
    let rest = |mode| {
        let tyre = tyre(&slippery, mode);
        ask(&tyre, &asked(&tyre, 4000.0, 0.0, 0.0)).fy_n
    };
    let share = rest(Mode::Book) / rest(Mode::Common { is_limited: false, uses_tangents: true });
    assert!(near(share, (10.0 * 0.5 / (1.0 + 9.0 * 0.5)) / 0.5, 1e-6), "{share}");
}
