//! The Magic Formula against its own closed forms, and what every tyre law must keep.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod magic_formula_support;

use magic_formula_support::{Random, coefficients, old, slips};
use skidpad::math::{Dual, Lanes, Real};
use skidpad::record::Record;
use skidpad::tyre::magic_formula::{Answer, Coefficients, MagicFormula, Mode, Question};
use skidpad::tyre::{Footprint, SteadyTyre};

const PLAIN: Mode = Mode::Common { is_limited: false, uses_tangents: false };

fn tyre(coefficients: &Coefficients<f64>, mode: Mode) -> MagicFormula<f64> {
    MagicFormula::new(coefficients, mode)
}

fn asked(tyre: &MagicFormula<f64>, load_n: f64, kappa: f64, alpha_rad: f64) -> Question<f64> {
    Question { kappa, alpha_rad, ..tyre.plain_question(load_n) }
}

fn answers(answer: &Answer<f64>) -> Vec<f64> {
    let mut values = vec![0.0; Answer::<f64>::LEN];
    answer.store(&mut &mut values[..]);
    values
}

fn near(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * f64::max(a.abs(), b.abs())
}

#[test]
fn slopes_at_no_slip_are_the_stiffnesses() {
    for c in [coefficients().symmetric(), old().symmetric()] {
        let tyre = tyre(&c, PLAIN);
        for load_n in [800.0, 4000.0, 8000.0] {
            let step = 1e-6;
            let at = |kappa, alpha| tyre.answer(&asked(&tyre, load_n, kappa, alpha));
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
    let tyre = tyre(&coefficients().symmetric(), Mode::Driving);
    for load_n in [1000.0, 4000.0, 8000.0] {
        let most = |of: fn(&Answer<f64>) -> f64, question: &dyn Fn(f64) -> Question<f64>| {
            (0..40_000).map(|i| of(&tyre.answer(&question(f64::from(i) * 2.5e-5))).abs()).fold(0.0, f64::max)
        };
        let rest = tyre.answer(&asked(&tyre, load_n, 0.0, 0.0));
        let most_x = most(|a| a.fx_n, &|slip| asked(&tyre, load_n, slip, 0.0));
        let most_y = most(|a| a.fy_n, &|slip| asked(&tyre, load_n, 0.0, slip));
        assert!(near(most_x, rest.friction_x * load_n, 1e-6), "{most_x}");
        assert!(near(most_y, rest.friction_y * load_n, 1e-6), "{most_y}");
        // sin(C pi/2) as B x grows without end
        let locked = tyre.steady(&Footprint {
            slip: slips(1e5, 0.0),
            speed_m_s: 20.0,
            ..Footprint::plain(load_n, slips(0.0, 0.0))
        });
        let end = rest.friction_x * load_n * (1.6 * std::f64::consts::FRAC_PI_2).sin();
        assert!(near(locked.force.x, end, 1e-3), "{} {end}", locked.force.x);
    }
}

#[test]
fn combined_slip_reduces_to_pure_slip() {
    let mut without = coefficients().symmetric();
    // Without a slope the weights are 1, and the forces those of pure slip.
    (without.lengthwise.rbx1, without.lengthwise.rbx3) = (0.0, 0.0);
    (without.sideways.rby1, without.sideways.rby4) = (0.0, 0.0);
    (without.sideways.rvy1, without.sideways.rvy2, without.sideways.rvy3) = (0.0, 0.0, 0.0);
    let (combined, pure) = (tyre(&coefficients().symmetric(), PLAIN), tyre(&without, PLAIN));
    let (mut weakest, mut shifted) = (1.0, coefficients().symmetric());
    shifted.sideways.rhy1 = 0.0;
    shifted.sideways.rhy2 = 0.0;
    let unshifted = tyre(&shifted, PLAIN);
    for slip in [-0.3, -0.05, 0.01, 0.2] {
        let x = asked(&pure, 4000.0, slip, 0.0);
        assert!(near(combined.answer(&x).fx_n, pure.answer(&x).fx_n, 1e-14));
        let y = asked(&pure, 4000.0, 0.0, slip);
        assert!(near(unshifted.answer(&y).fy_n, pure.answer(&y).fy_n, 1e-14));
        for other in [-0.2, 0.1] {
            let both = asked(&pure, 4000.0, slip, other);
            let share = combined.answer(&both).fx_n / pure.answer(&both).fx_n;
            assert!((0.0..=1.0).contains(&share), "{share}");
            weakest = f64::min(weakest, share);
        }
    }
    assert!(weakest < 0.7, "{weakest}");
}

#[test]
fn a_symmetric_tyre_is_odd_and_a_mirrored_tyre_is_the_mirror_image() {
    let symmetric = tyre(&coefficients().symmetric(), Mode::Driving);
    let lopsided = tyre(&coefficients(), Mode::Driving);
    let mirrored = lopsided.mirrored();
    let mut random = Random(0x7193);
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
            (symmetric.steady(&at), symmetric.steady(&turned)),
            (lopsided.steady(&at), mirrored.steady(&turned)),
        ] {
            assert_eq!(a.force.x, b.force.x);
            assert_eq!(a.force.y, -b.force.y);
            assert_eq!(a.overturning_nm, -b.overturning_nm);
            assert_eq!(a.rolling_nm, b.rolling_nm);
            assert_eq!(a.aligning_nm, -b.aligning_nm);
        }
        differs = differs || lopsided.steady(&at).force.y != mirrored.steady(&at).force.y;
    }
    assert!(differs);
}

#[test]
fn a_tyre_takes_energy_and_stays_within_its_peaks() {
    let tyre = tyre(&coefficients().symmetric(), Mode::Driving);
    let mut random = Random(0xE4E6);
    for _ in 0..200_000 {
        let at = Footprint {
            load_n: random.between(0.0, 20_000.0),
            slip: slips(random.any().clamp(-100.0, 100.0), random.any().clamp(-100.0, 100.0)),
            camber_rad: 0.0,
            speed_m_s: random.between(0.0, 90.0),
            grip: random.between(0.0, 1.5),
            pressure_share: random.between(0.5, 1.6),
        };
        let (force, peak) = (tyre.steady(&at).force, tyre.peak_n(&at));
        assert!(force.x * at.slip.x >= 0.0 && force.y * at.slip.y >= 0.0, "{at:?} {force:?}");
        let within = |force: f64, peak: f64| force.abs() <= peak * (1.0 + 1e-12);
        assert!(within(force.x, peak.x) && within(force.y, peak.y), "{at:?} {force:?} {peak:?}");
    }
}

#[test]
fn every_finite_footprint_has_a_finite_answer() {
    let mut random = Random(0xF1F1);
    for c in [coefficients(), old()] {
        for mode in [Mode::Driving, Mode::Book, Mode::COMMON, PLAIN] {
            let tyre = tyre(&c, mode);
            for _ in 0..40_000 {
                let at = Footprint {
                    load_n: random.any(),
                    slip: slips(random.any() * 1e100, random.any() * 1e250),
                    camber_rad: random.between(-1.5, 1.5),
                    speed_m_s: random.any().abs(),
                    grip: random.between(0.0, 2.0),
                    pressure_share: random.between(0.0, 3.0),
                };
                let force = tyre.steady(&at);
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
                    kappa: random.any().clamp(-1e6, 1e6),
                    alpha_rad: random.between(-3.2, 3.2),
                    gamma_rad: random.between(-1.5, 1.5),
                    speed_m_s: random.any().clamp(-300.0, 300.0),
                    pressure_pa: random.between(1e3, 1e6),
                };
                let answer = tyre.answer(&question);
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
    let answer = tyre.answer(&question);
    let at = Footprint {
        load_n: 3500.0,
        slip: slips(kappa, -alpha.tan()),
        camber_rad: camber,
        speed_m_s: 16.7,
        grip: 1.0,
        pressure_share: 1.0,
    };
    let force = tyre.steady(&at);
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
    assert!(tyre.peak_n(&slippery).x < 0.51 * tyre.peak_n(&at).x);
    // Leaning to its left it pushes to the left.
    let upright = Footprint { slip: slips(0.0, 0.0), camber_rad: 0.0, ..at };
    let leaning = Footprint { slip: slips(0.0, 0.0), camber_rad: 0.05, ..at };
    assert!(tyre.steady(&leaning).force.y > tyre.steady(&upright).force.y + 50.0);
    // At rest it has no force at no slip, though its shifts are not 0.
    let parked = Footprint { speed_m_s: 0.0, ..upright };
    assert_eq!((tyre.steady(&parked).force.x, tyre.steady(&parked).force.y), (0.0, 0.0));
    assert!(tyre.steady(&upright).force.y.abs() > 10.0);
}

#[test]
fn the_book_and_the_common_program_part_where_they_are_said_to() {
    let c = coefficients();
    let (book, common) =
        (tyre(&c, Mode::Book), tyre(&c, Mode::Common { is_limited: false, uses_tangents: true }));
    let question = Question { gamma_rad: 0.04, ..asked(&book, 6000.0, 0.03, 0.05) };
    let (b, p) = (book.answer(&question), common.answer(&question));
    // The forces are the same where alpha* is the tangent and all lambda are 1.
    assert_eq!((b.fx_n, b.fy_n), (p.fx_n, p.fy_n));
    // 4.E70 has F_z before the bracket, A48 F_z0.
    assert!(near(b.my_nm / p.my_nm, 6000.0 / 4000.0, 1e-12));
    assert!((b.mz_nm - p.mz_nm).abs() > 1e-3);
    // Without tangents Fy at alpha is Fy at the tangent alpha.
    let plain = tyre(&c, PLAIN);
    let (angle, tangent) = (asked(&plain, 6000.0, 0.0, 0.2), asked(&plain, 6000.0, 0.0, 0.2f64.tan()));
    assert!(near(common.answer(&angle).fy_n, plain.answer(&tangent).fy_n, 1e-13));
    // A_mu = 10: on a surface of half the friction, the shifts are 10 of 11 of what they are with A_mu = 1... times 2.
    let mut slippery = c;
    slippery.scaling.lmuy = 0.5;
    slippery.sideways.phy1 = 0.0;
    slippery.sideways.phy2 = 0.0;
    let rest = |mode| {
        let tyre = tyre(&slippery, mode);
        let offset = tyre.answer(&asked(&tyre, 4000.0, 0.0, 0.0)).fy_n;
        offset
    };
    let share = rest(Mode::Book) / rest(Mode::Common { is_limited: false, uses_tangents: true });
    assert!(near(share, (10.0 * 0.5 / (1.0 + 9.0 * 0.5)) / 0.5, 1e-6), "{share}");
}

#[test]
fn derivatives_are_those_of_differences() {
    type D = Dual<f64, 5>;
    let c = coefficients();
    for mode in [Mode::Driving, Mode::COMMON, Mode::Book] {
        let plain = tyre(&c, mode);
        let dual = MagicFormula::<D>::new(&c.cast(), mode);
        let mut random = Random(0xD1FF);
        for round in 0..200 {
            let at = if round == 0 {
                [4000.0, 0.0, 0.0, 0.0, 220_000.0]
            } else {
                [
                    random.between(500.0, 8000.0),
                    random.between(-0.5, 0.5),
                    random.between(-0.6, 0.6),
                    random.between(-0.2, 0.2),
                    random.between(170_000.0, 290_000.0),
                ]
            };
            let question = |at: [f64; 5]| Question {
                load_n: at[0],
                kappa: at[1],
                alpha_rad: at[2],
                gamma_rad: at[3],
                speed_m_s: 20.0,
                pressure_pa: at[4],
            };
            let values = answers(&plain.answer(&question(at)));
            let seeded = dual.answer(&Question {
                load_n: D::variable(at[0], 0),
                kappa: D::variable(at[1], 1),
                alpha_rad: D::variable(at[2], 2),
                gamma_rad: D::variable(at[3], 3),
                speed_m_s: D::constant(20.0),
                pressure_pa: D::variable(at[4], 4),
            });
            let mut duals = [D::constant(0.0); Answer::<D>::LEN];
            seeded.store(&mut &mut duals[..]);
            for (index, dual) in duals.iter().enumerate() {
                assert_eq!(dual.value.to_bits(), values[index].to_bits(), "{index}");
            }
            for (variable, size) in [1.0, 1e-4, 1e-4, 1e-4, 10.0].into_iter().enumerate() {
                let step = size * 0.1;
                let moved = |by: f64| {
                    let mut at = at;
                    at[variable] += by;
                    answers(&plain.answer(&question(at)))
                };
                let (low, high) = (moved(-step), moved(step));
                for index in 0..5 {
                    // |gamma| and sgn(alpha + S) have kinks; camber 0 is one of them.
                    if round == 0 && variable == 3 {
                        continue;
                    }
                    let by_difference = (high[index] - low[index]) / (2.0 * step);
                    let derivative = duals[index].derivative[variable];
                    let scale = f64::max(values[index].abs() / size * 1e-2, 1.0 / size);
                    let is_near = (derivative - by_difference).abs() < 1e-4 * scale + 1e-4 * derivative.abs();
                    assert!(
                        is_near,
                        "{mode:?} {at:?} output {index} to {variable}: {derivative} {by_difference}"
                    );
                }
            }
        }
    }
}

#[test]
fn lanes_and_the_part_that_is_kept_have_the_same_bits() {
    let (one, other) = (tyre(&coefficients(), Mode::Driving), tyre(&old(), Mode::Driving).mirrored());
    let mut random = Random(0x1A4E);
    let mut numbers = vec![Lanes([0.0; 4]); MagicFormula::<f64>::LEN];
    let mut store = |tyre: &MagicFormula<f64>, lanes: [usize; 2]| {
        let mut values = vec![0.0; MagicFormula::<f64>::LEN];
        tyre.store(&mut &mut values[..]);
        for (number, value) in numbers.iter_mut().zip(&values) {
            for lane in lanes {
                number.0[lane] = *value;
            }
        }
    };
    store(&one, [0, 2]);
    store(&other, [1, 3]);
    let both = MagicFormula::<Lanes<f64, 4>>::load(&&numbers[..]);
    for _ in 0..2_000 {
        let mut at = || Footprint {
            load_n: random.between(0.0, 12_000.0),
            slip: slips(random.between(-2.0, 2.0), random.between(-4.0, 4.0)),
            camber_rad: random.between(-0.3, 0.3),
            speed_m_s: random.between(0.0, 50.0),
            grip: random.between(0.0, 1.2),
            pressure_share: random.between(0.7, 1.3),
        };
        let single = [at(), at(), at(), at()];
        let lanes = |of: fn(&Footprint<f64>) -> f64| {
            Lanes([of(&single[0]), of(&single[1]), of(&single[2]), of(&single[3])])
        };
        let four = both.steady(&Footprint {
            load_n: lanes(|at| at.load_n),
            slip: skidpad::tyre::Plane { x: lanes(|at| at.slip.x), y: lanes(|at| at.slip.y) },
            camber_rad: lanes(|at| at.camber_rad),
            speed_m_s: lanes(|at| at.speed_m_s),
            grip: lanes(|at| at.grip),
            pressure_share: lanes(|at| at.pressure_share),
        });
        for (lane, at) in single.iter().enumerate() {
            let tyre = if lane % 2 == 0 { &one } else { &other };
            let force = tyre.steady(at);
            assert_eq!(four.force.x.lane(lane).to_bits(), force.force.x.to_bits());
            assert_eq!(four.force.y.lane(lane).to_bits(), force.force.y.to_bits());
            assert_eq!(four.aligning_nm.lane(lane).to_bits(), force.aligning_nm.to_bits());
            let kept = tyre.force_at(&tyre.loaded(at), &at.slip);
            assert_eq!(
                (kept.x.to_bits(), kept.y.to_bits()),
                (force.force.x.to_bits(), force.force.y.to_bits())
            );
        }
    }
}
