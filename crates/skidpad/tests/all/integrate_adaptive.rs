//! Runs with error control, and the steppers on every kind of number.
#![allow(clippy::disallowed_methods)]

use crate::integrate_problems;

use integrate_problems::{BOXSTER, Boxster, Car, Kepler, planet_at, planet_start};
use skidpad::integrate::adaptive::{Adaptive, Failure, Options};
use skidpad::integrate::event::Event;
use skidpad::integrate::riccati::Riccati;
use skidpad::integrate::{Method, System, advance};
use skidpad::math::{Dual, Lanes, Real};

#[test]
fn the_adaptive_run_keeps_its_tolerance() {
    let end_time = 20.0;
    let exact = planet_at(end_time);
    let mut last = f64::INFINITY;
    for digits in 4..=12 {
        let tolerance = 10f64.powi(-digits);
        let options = Options::uniform(tolerance, tolerance);
        let mut run = Adaptive::new(&Kepler, 0.0, planet_start(), end_time, options).unwrap();
        let end = run.finish().unwrap();
        let error = (end.x - exact.x).hypot(end.y - exact.y);
        println!("tolerance 1e-{digits}: error {error:.1e}, {:?}", run.cost());
        assert!(error < 2000.0 * tolerance && error < last, "{digits}: {error:e}");
        assert!(run.cost().accepted < 4000);
        assert_eq!(run.time(), end_time);
        last = error;
    }
    // And back again.
    let options = Options::uniform(1e-12, 1e-12);
    let mut run = Adaptive::new(&Kepler, end_time, exact, 0.0, options).unwrap();
    let start = run.finish().unwrap();
    assert!((start.x - planet_start().x).abs() < 1e-9);
}

/// dv/dt = v^2: infinite at 1 / v0.
struct Pole;

impl System<f64> for Pole {
    type State = Car<f64>;
    fn derivative(&self, time: f64, x: &Car<f64>) -> Car<f64> {
        let broken = if time > 5.0 { f64::NAN } else { 0.0 };
        Car { distance_m: broken, speed_m_s: x.speed_m_s * x.speed_m_s }
    }
}

#[test]
fn failures_have_names() {
    let run = |v0: f64, options: Options<Car<f64>>| {
        let start = Car { distance_m: 0.0, speed_m_s: v0 };
        Adaptive::new(&Pole, 0.0, start, 10.0, options).and_then(|mut run| run.finish())
    };
    let options = Options::uniform(1e-8, 1e-8);
    match run(1.0, options) {
        Err(Failure::StepTooSmall { time, .. } | Failure::NotFinite { time }) => {
            assert!((time - 1.0).abs() < 1e-6, "{time}");
        }
        other => panic!("{other:?}"),
    }
    match run(0.0, options) {
        Err(Failure::NotFinite { time }) => assert!((time - 5.0).abs() < 1e-9, "{time}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(run(f64::NAN, options), Err(Failure::NotFinite { time: 0.0 }));
    let few = Options { most_steps: 3, ..options };
    assert!(matches!(run(0.05, few), Err(Failure::TooManySteps { most_steps: 3, .. })));
    for odd in [0.0, -1.0, f64::NAN] {
        // Impossible tolerances end, too.
        assert!(run(0.05, Options::uniform(odd, odd)).is_err());
    }
    let message = Failure::TooManySteps { time: 1.5, most_steps: 3 }.to_string();
    assert_eq!(message, "the end was not reached in 3 steps, only 1.5 s");
}

#[test]
fn lanes_have_the_bits_of_scalars_and_duals_the_derivative() {
    let speeds: [f64; 8] = core::array::from_fn(|i| 3.7 * i as f64);
    for method in Method::ALL {
        let mut wide = Car { distance_m: Lanes::<f64, 8>::lit(0.0), speed_m_s: Lanes::<f64, 8>::lit(0.0) };
        for (i, v) in speeds.iter().enumerate() {
            wide.speed_m_s = wide.speed_m_s.with_lane(i, *v);
        }
        let mut narrow = speeds.map(|speed_m_s| Car { distance_m: 0.0, speed_m_s });
        for _ in 0..50 {
            wide = advance(method, &Boxster, Lanes::lit(0.0), &wide, Lanes::lit(0.1));
            narrow = narrow.map(|car| advance(method, &Boxster, 0.0, &car, 0.1));
        }
        for (i, car) in narrow.iter().enumerate() {
            assert_eq!(wide.speed_m_s.lane(i).to_bits(), car.speed_m_s.to_bits(), "{method} lane {i}");
            assert_eq!(wide.distance_m.lane(i).to_bits(), car.distance_m.to_bits(), "{method} lane {i}");
        }
    }
    // d v(t) / d v0 of the adaptive run against the ratio of the accelerations, which is exact for
    // one equation of the first order.
    let start = Car { distance_m: Dual::<f64, 1>::lit(0.0), speed_m_s: Dual::variable(10.0, 0) };
    let mut run = Adaptive::new(&Boxster, 0.0, start, 8.0, Options::uniform(1e-12, 1e-12)).unwrap();
    let end = run.finish().unwrap();
    let rate = |v: f64| (BOXSTER[0] * v + BOXSTER[1]) * v + BOXSTER[2];
    let expected = rate(end.speed_m_s.lane(0)) / rate(10.0);
    let found = end.speed_m_s.derivative[0];
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
}

#[test]
fn single_precision_runs_too() {
    let exact = Riccati::new(BOXSTER, 0.0);
    let start = Car { distance_m: 0.0_f32, speed_m_s: 0.0 };
    let mut run = Adaptive::new(&Boxster, 0.0, start, 20.0, Options::uniform(1e-5, 1e-5)).unwrap();
    let target = |_t: f64, car: &Car<f32>| f64::from(car.speed_m_s) - 100.0 / 3.6;
    let stop = run.run(&[Event::new(&target).terminal()], |_| {}).unwrap();
    assert!((stop.time - exact.time_at(100.0 / 3.6).unwrap()).abs() < 1e-3);
    let end = run.finish().unwrap();
    assert!((f64::from(end.speed_m_s) / exact.velocity(20.0).unwrap() - 1.0).abs() < 1e-4);
}
