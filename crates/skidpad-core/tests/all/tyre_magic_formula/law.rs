//! What every tyre law must keep: it takes energy, stays within its peaks and always answers.

use super::{PLAIN, answers, ask, asked, near, peak, steady, tyre};
use crate::magic_formula_support::{any_size, coefficients, old, slips, symmetric};
use skidpad_core::tyre::magic_formula::{Mode, Question};
use skidpad_core::tyre::{Footprint, SteadyTyre};
use skidpad_testing::Random;

#[test]
fn a_tyre_takes_energy_and_stays_within_its_peaks() {
    let tyre = tyre(&symmetric(&coefficients()), Mode::Driving);
    let mut random = Random::new(0xE4E6);
    for _ in 0..200_000 {
        let at = Footprint {
            load_n: random.between(0.0, 20_000.0),
            slip: slips(
                any_size(&mut random).clamp(-100.0, 100.0),
                any_size(&mut random).clamp(-100.0, 100.0),
            ),
            camber_rad: 0.0,
            speed_m_s: random.between(0.0, 90.0),
            grip: random.between(0.0, 1.5),
            pressure_share: random.between(0.5, 1.6),
        };
        let (force, peak) = (steady(&tyre, &at).force, peak(&tyre, &at));
        assert!(force.x * at.slip.x >= 0.0 && force.y * at.slip.y >= 0.0, "{at:?} {force:?}");
        let within = |force: f64, peak: f64| force.abs() <= peak * (1.0 + 1e-12);
        assert!(within(force.x, peak.x) && within(force.y, peak.y), "{at:?} {force:?} {peak:?}");
    }
}

#[test]
fn every_finite_footprint_has_a_finite_answer() {
    let mut random = Random::new(0xF1F1);
    for c in [coefficients(), old()] {
        for mode in [Mode::Driving, Mode::Book, Mode::COMMON, PLAIN] {
            let tyre = tyre(&c, mode);
            for _ in 0..40_000 {
                let at = Footprint {
                    load_n: any_size(&mut random),
                    slip: slips(any_size(&mut random) * 1e100, any_size(&mut random) * 1e250),
                    camber_rad: random.between(-1.5, 1.5),
                    speed_m_s: any_size(&mut random).abs(),
                    grip: random.between(0.0, 2.0),
                    pressure_share: random.between(0.0, 3.0),
                };
                let force = steady(&tyre, &at);
                assert!(force.force.x.is_finite() && force.force.y.is_finite(), "{mode:?} {at:?} {force:?}");
                assert!(
                    force.aligning_nm.is_finite() && force.overturning_nm.is_finite(),
                    "{at:?} {force:?}"
                );
                assert!(force.rolling_nm.is_finite(), "{at:?} {force:?}");
                assert!(
                    at.load_n > 0.0 || (force.force.x == 0.0 && force.force.y == 0.0),
                    "{at:?} {force:?}"
                );
                let question = Question {
                    load_n: random.between(-1e3, 1e5),
                    kappa: any_size(&mut random).clamp(-1e6, 1e6),
                    alpha_rad: random.between(-3.2, 3.2),
                    gamma_rad: random.between(-1.5, 1.5),
                    speed_m_s: any_size(&mut random).clamp(-300.0, 300.0),
                    pressure_pa: random.between(1e3, 1e6),
                };
                let answer = ask(&tyre, &question);
                assert!(
                    mode == PLAIN || answers(&answer).iter().all(|value| value.is_finite()),
                    "{mode:?} {question:?} {answer:?}"
                );
            }
        }
    }
}

#[test]
fn the_law_of_a_car_is_the_formula_in_other_signs() {
    let tyre = tyre(&coefficients(), Mode::Driving);
    let (kappa, alpha, camber) = (0.04, 0.06f64, 0.02);
    let question = Question { gamma_rad: -camber, ..asked(&tyre, 3500.0, kappa, alpha) };
    let answer = ask(&tyre, &question);
    let at = Footprint {
        load_n: 3500.0,
        slip: slips(kappa, -alpha.tan()),
        camber_rad: camber,
        speed_m_s: 16.7,
        grip: 1.0,
        pressure_share: 1.0,
    };
    let force = steady(&tyre, &at);
    assert!(
        answer.fx_n > 0.0 && answer.fy_n < 0.0,
        "drives, and pushes to the right a wheel that slides to the left"
    );
    for (a, b) in [
        (force.force.x, answer.fx_n),
        (force.force.y, answer.fy_n),
        (force.overturning_nm, answer.mx_nm),
        (force.rolling_nm, answer.my_nm),
        (force.aligning_nm, answer.mz_nm),
    ] {
        assert!(near(a, b, 1e-6), "{a} {b}");
    }
    // Half the grip: half the peaks, the same slopes.
    let slippery = Footprint { grip: 0.5, ..at };
    assert!(near(tyre.slip_stiffness_n(&slippery).x, tyre.slip_stiffness_n(&at).x, 1e-15));
    assert!(peak(&tyre, &slippery).x < 0.51 * peak(&tyre, &at).x);
    // Leaning to its left it pushes to the left.
    let upright = Footprint { slip: slips(0.0, 0.0), camber_rad: 0.0, ..at };
    let leaning = Footprint { slip: slips(0.0, 0.0), camber_rad: 0.05, ..at };
    assert!(steady(&tyre, &leaning).force.y > steady(&tyre, &upright).force.y + 50.0);
    // At rest it has no force at no slip, though its shifts are not 0.
    let parked = Footprint { speed_m_s: 0.0, ..upright };
    assert_eq!((steady(&tyre, &parked).force.x, steady(&tyre, &parked).force.y), (0.0, 0.0));
    assert!(steady(&tyre, &upright).force.y.abs() > 10.0);
}
