//! The moment of events, inside steps of every kind.
#![allow(clippy::disallowed_methods)]

use crate::integrate_problems;

use integrate_problems::{BOXSTER, Boxster, Car, Kepler, Planet, planet_start};
use skidpad::integrate::adaptive::{Adaptive, Options};
use skidpad::integrate::event::{Direction, Event, Way, crossings};
use skidpad::integrate::hermite::{Hermite, crossing};
use skidpad::integrate::riccati::Riccati;
use skidpad::integrate::{Method, System, advance};
use skidpad::math::{Lanes, Real};

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
