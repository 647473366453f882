//! Integrators at a fixed step: their measured order, exactness and symmetry.
#![allow(clippy::disallowed_methods)]

use crate::integrate_problems;

use integrate_problems::{BOXSTER, Boxster, Car, Kepler, Planet, planet_at, planet_start};
use skidpad_core::integrate::{Method, Partitioned, System, advance, explicit, tableau};
use skidpad_core::math::{Dual, Lanes, Real};
use skidpad_texts::riccati::Riccati;

/// Runs a single step function `count` times.
fn march<X: Copy>(start: X, end_time: f64, count: u32, step: impl Fn(f64, &X, f64) -> X) -> X {
    let dt = end_time / f64::from(count);
    (0..count).fold(start, |x, i| step(f64::from(i) * dt, &x, dt))
}

/// The slope of ln(error) over ln(1 / count), by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(h, error)| (h.ln(), error.ln())).collect();
    let n = logs.len() as f64;
    let (mx, my) = logs.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let (top, bottom) =
        logs.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + (x - mx) * (y - my), b + (x - mx) * (x - mx)));
    top / bottom
}

/// Thirteen counts of steps, a geometric series from `from` to `to`.
fn counts(from: f64, to: f64) -> impl Iterator<Item = u32> {
    (0..13).map(move |i| (from * (to / from).powf(f64::from(i) / 12.0)).round() as u32)
}

fn expect(what: &str, points: &[(f64, f64)], order: f64) {
    assert!(points.len() >= 12);
    let least = points.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let measured = slope(points);
    println!("{what}: order {measured:.3}, smallest error {least:.1e}");
    assert!(least > 1e-14, "{what}: rounding, {least:e}");
    assert!((measured - order).abs() < 0.10, "{what}: {measured} instead of {order}; {points:?}");
}

/// The range of step counts in which a method is measured on the Boxster (40 s) and on Kepler (3).
fn range(order: u32) -> [(f64, f64); 2] {
    match order {
        1 => [(100.0, 4000.0), (2000.0, 40_000.0)],
        2 => [(40.0, 2000.0), (300.0, 6000.0)],
        4 => [(20.0, 300.0), (150.0, 2000.0)],
        _ => [(24.0, 140.0), (80.0, 400.0)],
    }
}

fn order_on_boxster(
    step: impl Fn(f64, &Car<f64>, f64) -> Car<f64>,
    (from, to): (f64, f64),
) -> Vec<(f64, f64)> {
    let exact = Riccati::new(BOXSTER, 0.0);
    let (v, x) = (exact.velocity(40.0).unwrap(), exact.distance(40.0).unwrap());
    let start = Car { distance_m: 0.0, speed_m_s: 0.0 };
    counts(from, to)
        .map(|count| {
            let end = march(start, 40.0, count, &step);
            let error = ((end.speed_m_s - v) / v).hypot((end.distance_m - x) / x);
            (40.0 / f64::from(count), error)
        })
        .collect()
}

fn order_on_kepler(
    step: impl Fn(f64, &Planet<f64>, f64) -> Planet<f64>,
    (from, to): (f64, f64),
) -> Vec<(f64, f64)> {
    let exact = planet_at(3.0);
    counts(from, to)
        .map(|count| {
            let end = march(planet_start(), 3.0, count, &step);
            (3.0 / f64::from(count), (end.x - exact.x).hypot(end.y - exact.y))
        })
        .collect()
}

#[test]
fn every_method_has_its_order() {
    for method in Method::ALL {
        let [boxster, kepler] = range(method.order());
        let order = f64::from(method.order());
        let points = order_on_boxster(|t, x, h| advance(method, &Boxster, t, x, h), boxster);
        expect(&format!("{method}, Boxster"), &points, order);
        let points = order_on_kepler(|t, x, h| advance(method, &Kepler, t, x, h), kepler);
        expect(&format!("{method}, Kepler"), &points, order);
    }
}

#[test]
fn lanes_have_the_bits_of_scalars() {
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
}

/// d v(t) / d v0 is the ratio of the accelerations, for one equation of the first order.
#[test]
fn a_dual_number_carries_the_derivative_through_the_steps() {
    let start = Car { distance_m: Dual::<f64, 1>::lit(0.0), speed_m_s: Dual::variable(10.0, 0) };
    let end =
        march(start, 8.0, 2000, |t, car, h| advance(Method::Rk4, &Boxster, Dual::lit(t), car, Dual::lit(h)));
    let rate = |v: f64| (BOXSTER[0] * v + BOXSTER[1]) * v + BOXSTER[2];
    let expected = rate(end.speed_m_s.lane(0)) / rate(10.0);
    let found = end.speed_m_s.derivative[0];
    assert!((found / expected - 1.0).abs() < 1e-11, "{found} {expected}");
}

#[test]
fn single_precision_runs_too() {
    let exact = Riccati::new(BOXSTER, 0.0);
    let start = Car { distance_m: 0.0_f32, speed_m_s: 0.0 };
    let end = march(start, 20.0, 200, |t, car, h| advance(Method::Rk4, &Boxster, t as f32, car, h as f32));
    assert!((f64::from(end.speed_m_s) / exact.velocity(20.0).unwrap() - 1.0).abs() < 1e-5);
}

/// d(distance)/dt = a polynomial of the time; the speed is left alone.
struct Power(i32);

impl System<f64> for Power {
    type State = Car<f64>;
    fn derivative(&self, time: f64, _car: &Car<f64>) -> Car<f64> {
        Car { distance_m: f64::from(self.0 + 1) * time.powi(self.0), speed_m_s: 0.0 }
    }
}

#[test]
fn polynomials_up_to_the_order_are_exact() {
    fn check<const S: usize>(tableau: &tableau::Tableau<S>) {
        for degree in 1..=tableau.order as i32 + 2 {
            let start = Car { distance_m: 1.5f64.powi(degree), speed_m_s: 1.0 };
            let end = explicit::step(tableau, &Power(degree - 1), 1.5, &start, 0.75);
            let miss = (end.distance_m / 2.25f64.powi(degree) - 1.0).abs();
            if degree <= tableau.order as i32 {
                assert!(miss < 1e-15, "{}, degree {degree}: {miss:e}", tableau.name);
            }
            assert_eq!(end.speed_m_s, 1.0);
        }
    }
    check(&tableau::EXPLICIT_EULER);
    check(&tableau::HEUN);
    check(&tableau::RK4);
    check(&tableau::DORMAND_PRINCE);
}

struct Pendulum;

impl System<f64> for Pendulum {
    type State = Car<f64>;
    fn derivative(&self, _time: f64, x: &Car<f64>) -> Car<f64> {
        Car { distance_m: x.speed_m_s, speed_m_s: -x.distance_m.sin() }
    }
}

impl Partitioned<f64> for Pendulum {
    fn join(v: &Car<f64>, x: &Car<f64>) -> Car<f64> {
        Car { distance_m: x.distance_m, speed_m_s: v.speed_m_s }
    }
}

#[test]
fn semi_implicit_euler_keeps_areas_and_its_energy_does_not_drift() {
    let step = |x: f64, v: f64| {
        let state = Car { distance_m: x, speed_m_s: v };
        advance(Method::SemiImplicitEuler, &Pendulum, 0.0, &state, 0.1)
    };
    // The area of a small parallelogram in the phase plane: the Jacobian's determinant is 1.
    let d = 1e-5;
    for (x, v) in [(1.0, 0.2), (-2.0, 1.0), (0.3, -0.7)] {
        let column = |a: Car<f64>, b: Car<f64>| {
            ((a.distance_m - b.distance_m) / (2.0 * d), (a.speed_m_s - b.speed_m_s) / (2.0 * d))
        };
        let (xx, vx) = column(step(x + d, v), step(x - d, v));
        let (xv, vv) = column(step(x, v + d), step(x, v - d));
        assert!((xx * vv - xv * vx - 1.0).abs() < 1e-9);
    }
    // 100 000 steps, 1500 swings.
    let energy = |x: &Car<f64>| 0.5 * x.speed_m_s * x.speed_m_s - x.distance_m.cos();
    let drift = |method: Method| {
        let mut state = Car { distance_m: 1.2, speed_m_s: 0.0 };
        let start = energy(&state);
        let mut halves = [0.0_f64; 2];
        for i in 0..100_000 {
            state = advance(method, &Pendulum, 0.0, &state, 0.1);
            halves[i / 50_000] = halves[i / 50_000].max((energy(&state) - start).abs());
        }
        halves
    };
    let [early, late] = drift(Method::SemiImplicitEuler);
    assert!(early < 0.06 && (late - early).abs() < 1e-4, "{early} {late}");
    assert!(drift(Method::ExplicitEuler)[1] > 1.0);
}

#[test]
fn the_symmetric_pair_of_half_steps_runs_back_to_where_it_started() {
    // Semi-implicit Euler backwards in time undoes its adjoint: velocities last. So a step and its
    // inverse, x - h v' then v - h f(x), must come home to rounding.
    let h = 0.05;
    let start = Car { distance_m: 0.8, speed_m_s: -0.3 };
    let mut state = start;
    for _ in 0..1000 {
        state = advance(Method::SemiImplicitEuler, &Pendulum, 0.0, &state, h);
    }
    for _ in 0..1000 {
        state.distance_m -= h * state.speed_m_s;
        state.speed_m_s += h * state.distance_m.sin();
    }
    assert!((state.distance_m - start.distance_m).abs() < 1e-12);
    assert!((state.speed_m_s - start.speed_m_s).abs() < 1e-12);
}

/// A batch that passes its cars through a step stage by stage moves each as it moves alone, to the bit.
#[test]
fn stage_by_stage_a_step_has_the_same_bits() {
    fn by_stages<const S: usize>(tableau: &tableau::Tableau<S>, state: &Planet<f64>, dt: f64) -> Planet<f64> {
        let mut at = explicit::ChainStage::first(state);
        for stage in 0..S {
            let rate = Kepler.derivative(0.0, &at.inside);
            at = at.next(state, &rate, dt, [tableau.ahead(stage), tableau.b[stage]]);
        }
        explicit::ChainStage::end(&at.sum, state)
    }
    let mut state: Planet<f64> = planet_start();
    for _ in 0..100 {
        let heun = explicit::step(&tableau::HEUN, &Kepler, 0.0, &state, 0.03);
        let rk4 = explicit::step(&tableau::RK4, &Kepler, 0.0, &state, 0.03);
        assert_eq!(by_stages(&tableau::HEUN, &state, 0.03), heun);
        assert_eq!(by_stages(&tableau::RK4, &state, 0.03), rk4);
        assert!(rk4 != state, "it moves");
        state = rk4;
    }
}
