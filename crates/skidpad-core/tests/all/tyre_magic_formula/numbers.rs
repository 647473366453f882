//! The same formula in other numbers: derivatives and lanes.

use super::{answers, ask, steady, tyre};
use crate::magic_formula_support::{coefficients, old, slips};
use skidpad_core::math::{Dual, Lanes, Real, Vec2};
use skidpad_core::record::Record;
use skidpad_core::tyre::magic_formula::{Answer, MagicFormula, Mode, Question};
use skidpad_core::tyre::{Footprint, SteadyTyre};
use skidpad_testing::Random;

#[test]
fn derivatives_are_those_of_differences() {
    type D = Dual<f64, 1>;
    let c = coefficients();
    for mode in [Mode::Driving, Mode::COMMON, Mode::Book] {
        let plain = tyre(&c, mode);
        let dual = MagicFormula::<D>::new(&c.map(&mut D::constant), mode);
        let mut random = Random::new(0xD1FF);
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
            let values = answers(&ask(&plain, &question(at)));
            let seeded = |variable: usize| {
                let number = |index: usize| {
                    if index == variable { D::variable(at[index], 0) } else { D::constant(at[index]) }
                };
                let answer = dual.answer(&Question {
                    load_n: number(0),
                    kappa: number(1),
                    alpha_rad: number(2),
                    gamma_rad: number(3),
                    speed_m_s: D::constant(20.0),
                    pressure_pa: number(4),
                });
                let mut duals = [D::constant(0.0); Answer::<D>::LEN];
                answer.store(&mut &mut duals[..]);
                duals
            };
            for (variable, size) in [1.0, 1e-4, 1e-4, 1e-4, 10.0].into_iter().enumerate() {
                let (step, duals) = (size * 0.1, seeded(variable));
                for (dual, value) in duals.iter().zip(&values) {
                    assert_eq!(dual.value.to_bits(), value.to_bits());
                }
                let moved = |by: f64| {
                    let mut at = at;
                    at[variable] += by;
                    answers(&ask(&plain, &question(at)))
                };
                let (low, high) = (moved(-step), moved(step));
                for index in 0..5 {
                    // |gamma| and sgn(alpha + S) have kinks; camber 0 is one of them.
                    if round == 0 && variable == 3 {
                        continue;
                    }
                    let by_difference = (high[index] - low[index]) / (2.0 * step);
                    let derivative = duals[index].derivative[0];
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
    let mut random = Random::new(0x1A4E);
    let mut numbers = vec![Lanes([0.0; 2]); MagicFormula::<f64>::LEN];
    let mut store = |tyre: &MagicFormula<f64>, lane: usize| {
        let mut values = vec![0.0; MagicFormula::<f64>::LEN];
        tyre.store(&mut &mut values[..]);
        for (number, value) in numbers.iter_mut().zip(&values) {
            number.0[lane] = *value;
        }
    };
    store(&one, 0);
    store(&other, 1);
    let both = MagicFormula::<Lanes<f64, 2>>::load(&&numbers[..]);
    for _ in 0..2_000 {
        let mut at = || Footprint {
            load_n: random.between(0.0, 12_000.0),
            slip: slips(random.between(-2.0, 2.0), random.between(-4.0, 4.0)),
            camber_rad: random.between(-0.3, 0.3),
            speed_m_s: random.between(0.0, 50.0),
            grip: random.between(0.0, 1.2),
            pressure_share: random.between(0.7, 1.3),
        };
        let single = [at(), at()];
        let lanes = |of: fn(&Footprint<f64>) -> f64| Lanes([of(&single[0]), of(&single[1])]);
        let pair = both.steady(&Footprint {
            load_n: lanes(|at| at.load_n),
            slip: Vec2 { x: lanes(|at| at.slip.x), y: lanes(|at| at.slip.y) },
            camber_rad: lanes(|at| at.camber_rad),
            speed_m_s: lanes(|at| at.speed_m_s),
            grip: lanes(|at| at.grip),
            pressure_share: lanes(|at| at.pressure_share),
        });
        for (lane, at) in single.iter().enumerate() {
            let tyre = if lane % 2 == 0 { &one } else { &other };
            let force = steady(tyre, at);
            assert_eq!(pair.force.x.lane(lane).to_bits(), force.force.x.to_bits());
            assert_eq!(pair.force.y.lane(lane).to_bits(), force.force.y.to_bits());
            assert_eq!(pair.aligning_nm.lane(lane).to_bits(), force.aligning_nm.to_bits());
            let kept = tyre.force_at(&tyre.loaded(at), &at.slip);
            assert_eq!(
                (kept.x.to_bits(), kept.y.to_bits()),
                (force.force.x.to_bits(), force.force.y.to_bits())
            );
        }
    }
}
