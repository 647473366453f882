//! Integrators: their measured order, exactness, symmetry, and the moment of events.
#![allow(clippy::disallowed_methods)]

use skidpad::integrate::adaptive::{Adaptive, Failure, Options};
use skidpad::integrate::event::{Direction, Event, Segment, Way, crossings};
use skidpad::integrate::hermite::{Hermite, crossing};
use skidpad::integrate::riccati::Riccati;
use skidpad::integrate::{Method, Partitioned, System, advance, explicit, tableau};
use skidpad::math::{Dual, Lanes, Real};

skidpad::record! {
    /// A car on a straight road.
    pub struct Car {
        /// Distance covered.
        distance_m: "m" [-1e9, 1e9],
        /// Speed.
        speed_m_s: "m/s" [-1e6, 1e6],
    }

    /// A point in the plane.
    pub struct Planet {
        /// Position.
        x: "-" [-1e3, 1e3],
        /// Position.
        y: "-" [-1e3, 1e3],
        /// Velocity.
        vx: "-" [-1e3, 1e3],
        /// Velocity.
        vy: "-" [-1e3, 1e3],
    }
}

/// Palmer's Porsche Boxster S, dv/dt = c1 v^2 + c2 v + c3 (eq. 8.21).
struct Boxster;

const BOXSTER: [f64; 3] = [-2.5904e-4, -0.018045, 2.82978];

impl<R: Real> System<R> for Boxster {
    type State = Car<R>;
    #[inline(always)]
    fn derivative(&self, _time: R, car: &Car<R>) -> Car<R> {
        let [c1, c2, c3] = BOXSTER.map(R::lit);
        let v = car.speed_m_s;
        Car { distance_m: v, speed_m_s: (c1 * v + c2) * v + c3 }
    }
}

impl<R: Real> Partitioned<R> for Boxster {
    #[inline(always)]
    fn join(velocities: &Car<R>, positions: &Car<R>) -> Car<R> {
        Car { distance_m: positions.distance_m, speed_m_s: velocities.speed_m_s }
    }
}

/// Kepler's problem with the gravity 1.
struct Kepler;

impl System<f64> for Kepler {
    type State = Planet<f64>;
    #[inline(always)]
    fn derivative(&self, _time: f64, p: &Planet<f64>) -> Planet<f64> {
        let square = p.x * p.x + p.y * p.y;
        let cube = square * square.sqrt();
        Planet { x: p.vx, y: p.vy, vx: -p.x / cube, vy: -p.y / cube }
    }
}

impl Partitioned<f64> for Kepler {
    #[inline(always)]
    fn join(v: &Planet<f64>, x: &Planet<f64>) -> Planet<f64> {
        Planet { x: x.x, y: x.y, vx: v.vx, vy: v.vy }
    }
}

/// The ellipse with eccentricity 0.3 from its nearest point; its period is 2 pi.
fn planet_start() -> Planet<f64> {
    Planet { x: 0.7, y: 0.0, vx: 0.0, vy: (1.3f64 / 0.7).sqrt() }
}

/// The planet after `time`, from Kepler's equation E - e sin E = t.
fn planet_at(time: f64) -> Planet<f64> {
    let e: f64 = 0.3;
    let mut angle = time;
    for _ in 0..60 {
        angle -= (angle - e * angle.sin() - time) / (1.0 - e * angle.cos());
    }
    let minor = (1.0 - e * e).sqrt();
    let rate = 1.0 / (1.0 - e * angle.cos());
    Planet {
        x: angle.cos() - e,
        y: minor * angle.sin(),
        vx: -angle.sin() * rate,
        vy: minor * angle.cos() * rate,
    }
}

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
fn the_embedded_method_has_order_four() {
    let embedded = &tableau::DORMAND_PRINCE_EMBEDDED;
    let [boxster, kepler] = range(4);
    let points = order_on_boxster(|t, x, h| explicit::step(embedded, &Boxster, t, x, h), (15.0, boxster.1));
    expect("embedded, Boxster", &points, 4.0);
    let points = order_on_kepler(|t, x, h| explicit::step(embedded, &Kepler, t, x, h), kepler);
    expect("embedded, Kepler", &points, 4.0);
}

/// The largest error inside a single step of each length, from an exact start.
fn inside_errors(at: impl Fn(f64, f64) -> Planet<f64>, (from, to): (f64, f64)) -> Vec<(f64, f64)> {
    counts(from, to)
        .map(|count| {
            let h = 1.0 / f64::from(count);
            let error = (1..10)
                .map(|i| {
                    let s = f64::from(i) / 10.0;
                    let (found, exact) = (at(h, s), planet_at(s * h));
                    (found.x - exact.x)
                        .hypot(found.y - exact.y)
                        .max((found.vx - exact.vx).hypot(found.vy - exact.vy))
                })
                .fold(0.0, f64::max);
            (h, error)
        })
        .collect()
}

#[test]
fn the_inside_of_a_step_has_its_order() {
    // The error of one step is of one order more than what the method is called after.
    let dense = |h: f64, s: f64| {
        let options = Options { first_step: Some(h), ..Options::uniform(1.0, 1.0) };
        let mut run = Adaptive::new(&Kepler, 0.0, planet_start(), h, options).unwrap();
        run.step().unwrap().unwrap().state_at(s)
    };
    expect("dense output, one step", &inside_errors(dense, (8.0, 160.0)), 5.0);
    let cubic = |h: f64, s: f64| {
        let end = advance(Method::DormandPrince, &Kepler, 0.0, &planet_start(), h);
        Hermite::of_step(&Kepler, 0.0, h, planet_start(), end).state_at(s)
    };
    expect("cubic Hermite, one step", &inside_errors(cubic, (20.0, 800.0)), 4.0);
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
    check(&tableau::DORMAND_PRINCE_EMBEDDED);
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
fn a_speed_is_found_not_stepped_over() {
    let exact = Riccati::new(BOXSTER, 0.0);
    let target = 100.0 / 3.6;
    let expected = exact.time_at(target).unwrap();
    let reached = |_t: f64, car: &Car<f64>| car.speed_m_s - target;
    let events = [Event::new(&reached).only(Direction::Rising).terminal()];
    let start = Car { distance_m: 0.0, speed_m_s: 0.0 };

    let mut run = Adaptive::new(&Boxster, 0.0, start, 60.0, Options::uniform(1e-13, 1e-13)).unwrap();
    let stop = run.run(&events, |_| {}).unwrap();
    assert_eq!(stop.event, Some(0));
    assert!((stop.time / expected - 1.0).abs() < 1e-12, "{} {expected}", stop.time);
    assert!((stop.state.distance_m / exact.distance(expected).unwrap() - 1.0).abs() < 1e-12);
    // It goes on from there, and does not report the same crossing again.
    assert_eq!(run.run(&events, |_| {}).unwrap().event, None);

    // After fixed steps of any method: the inside is the cubic, whose error falls as the fourth
    // power, so that the answer no longer depends on the step.
    for (dt, allowed) in [(0.1, 1e-11), (0.01, 1e-12), (0.0025, 1e-12)] {
        let (mut time, mut car) = (0.0, start);
        let found = loop {
            let next = advance(Method::DormandPrince, &Boxster, time, &car, dt);
            let inside = Hermite::of_step(&Boxster, time, dt, car, next);
            if let Some(crossing) = crossings(&inside, &events).next() {
                break crossing;
            }
            (time, car) = (time + dt, next);
        };
        let miss = (found.time / expected - 1.0).abs();
        println!("fixed steps of {dt}: {miss:.1e}");
        assert!(miss < allowed, "{dt}: {miss:e}");
        assert!(found.state.speed_m_s >= target && found.way == Way::Up);
    }
}

#[test]
fn events_come_in_order_and_only_those_that_were_asked_for() {
    // The planet crosses both axes; each crossing's time is known from Kepler's equation.
    let x_axis = |_t: f64, p: &Planet<f64>| p.y;
    let y_axis = |_t: f64, p: &Planet<f64>| p.x;
    let both = |_t: f64, p: &Planet<f64>| p.x * 1e-3;
    let events = [
        Event::new(&x_axis),
        Event::new(&y_axis).only(Direction::Falling),
        Event::new(&both),
        Event::new(&y_axis).only(Direction::Rising),
    ];
    let mut seen = Vec::new();
    let options = Options::uniform(1e-13, 1e-13);
    let mut run = Adaptive::new(&Kepler, 0.0, planet_start(), 10.0, options).unwrap();
    let stop = run.run(&events, |crossing| seen.push(*crossing)).unwrap();
    assert_eq!((stop.event, stop.time), (None, 10.0));
    // At the start y is zero: not reported. x = 0 where cos E = e.
    let e: f64 = 0.3;
    let quarter = e.acos() - e * e.acos().sin();
    let turn = core::f64::consts::TAU;
    let expected = [
        (1, Way::Down, quarter),
        (2, Way::Down, quarter),
        (0, Way::Down, 0.5 * turn),
        (2, Way::Up, turn - quarter),
        (3, Way::Up, turn - quarter),
        (0, Way::Up, turn),
        (1, Way::Down, turn + quarter),
        (2, Way::Down, turn + quarter),
        (0, Way::Down, 1.5 * turn),
    ];
    assert_eq!(seen.len(), expected.len(), "{seen:?}");
    assert!(seen.windows(2).all(|pair| pair[0].time <= pair[1].time));
    for (crossing, (event, way, time)) in seen.iter().zip(expected) {
        assert_eq!(crossing.way, way);
        assert!((crossing.time - time).abs() < 1e-10, "{crossing:?} at {time}");
        // Two at the same time may differ by rounding.
        assert!(crossing.event == event || crossing.event + event == 3 || crossing.event + event == 5);
    }
}

#[test]
fn several_crossings_in_one_long_step_are_all_seen() {
    // One step over 1 s of a straight motion; the events are polynomials of the time with known
    // roots, the last of them at the very end of the step.
    struct Still;
    impl System<f64> for Still {
        type State = Car<f64>;
        fn derivative(&self, _t: f64, _x: &Car<f64>) -> Car<f64> {
            Car { distance_m: 1.0, speed_m_s: 0.0 }
        }
    }
    let start = Car { distance_m: 0.0, speed_m_s: 0.0 };
    let end = Car { distance_m: 1.0, speed_m_s: 0.0 };
    let inside = Hermite::of_step(&Still, 0.0, 1.0, start, end);
    let two = |_t: f64, x: &Car<f64>| (x.distance_m - 0.2) * (x.distance_m - 0.8);
    let middle = |t: f64, _x: &Car<f64>| t - 0.5;
    let last = |_t: f64, x: &Car<f64>| x.distance_m - 1.0;
    let origin = |_t: f64, x: &Car<f64>| -x.distance_m;
    let events = [Event::new(&two), Event::new(&middle), Event::new(&last), Event::new(&origin)];
    let found: Vec<_> = crossings(&inside, &events).map(|c| (c.event, c.time)).collect();
    assert_eq!(found.len(), 4, "{found:?}");
    for ((event, time), (expected, at)) in found.iter().zip([(0, 0.2), (1, 0.5), (0, 0.8), (2, 1.0)]) {
        assert_eq!(*event, expected);
        assert!((time - at).abs() < 1e-15, "{found:?}");
    }
    // Nothing after a terminal one.
    let events = [events[0], events[1].terminal()];
    assert_eq!(crossings(&inside, &events).count(), 2);
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
fn a_batch_finds_its_crossings_after_the_step() {
    // Eight cars at different speeds in one step, each reaching 20 m/s at its own fraction.
    let mut cars = Car { distance_m: Lanes::<f64, 8>::lit(0.0), speed_m_s: Lanes::<f64, 8>::lit(0.0) };
    for lane in 0..8 {
        cars.speed_m_s = cars.speed_m_s.with_lane(lane, 19.6 + 0.05 * lane as f64);
    }
    let dt = 0.2;
    let step = Lanes::lit(dt);
    let after = advance(Method::Rk4, &Boxster, Lanes::lit(0.0), &cars, step);
    let inside = Hermite::of_step(&Boxster, Lanes::lit(0.0), step, cars, after);
    let target = Lanes::lit(20.0);
    let fraction = crossing(
        cars.speed_m_s - target,
        step * inside.start_rate.speed_m_s,
        after.speed_m_s - target,
        step * inside.end_rate.speed_m_s,
    );
    let there = inside.at(fraction);
    for lane in 0..8 {
        let exact = Riccati::new(BOXSTER, cars.speed_m_s.lane(lane));
        let time = exact.time_at(20.0).unwrap();
        assert!(time < dt, "all of them get there");
        // The cubic misses by at most h^4 |v''''| / 384, here 1.1e-9 m/s, at 2.4 m/s^2.
        let miss = (fraction.lane(lane) * dt - time).abs();
        assert!(miss < 5e-10, "{miss:e}");
        // At 20 m/s that time is 1e-8 m; the cubic of the distance itself misses by 4e-9 m.
        let miss = (there.distance_m.lane(lane) - exact.distance_at(20.0).unwrap()).abs();
        assert!(miss < 1.4e-8, "{miss:e}");
    }
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
