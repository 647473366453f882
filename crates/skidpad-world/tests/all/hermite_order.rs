//! Hermite's cubic inside of integrated steps.

use crate::integrate_problems;

use integrate_problems::{BOXSTER, Boxster, Car, Kepler, planet_at, planet_start};
use skidpad_core::integrate::{Method, System, advance};
use skidpad_core::math::{Lanes, Real};
use skidpad_texts::riccati::Riccati;
use skidpad_world::hermite;

/// The largest distance inside of one step of `h` between the cubic and the planet.
fn miss(h: f64) -> f64 {
    let (start, start_rate) = (planet_start(), Kepler.derivative(0.0, &planet_start()));
    let end = advance(Method::DormandPrince, &Kepler, 0.0, &start, h);
    let end_rate = Kepler.derivative(h, &end);
    let at = |s: f64| {
        let inside = |x0, v0, x1, v1| hermite::value(s, x0, h * v0, x1, h * v1);
        let exact = planet_at(s * h);
        let x = inside(start.x, start_rate.x, end.x, end_rate.x) - exact.x;
        x.hypot(inside(start.y, start_rate.y, end.y, end_rate.y) - exact.y)
    };
    (1..10).map(|i| at(f64::from(i) / 10.0)).fold(0.0, f64::max)
}

/// The inside of a step from its two ends: the error of one step is of one order more than what the method is called after.
#[test]
fn the_inside_of_a_step_has_order_three() {
    for count in [20.0, 60.0, 180.0] {
        let order = (miss(1.0 / count) / miss(0.5 / count)).log2();
        assert!((order - 4.0).abs() < 0.1, "{count}: {order}");
    }
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
    let [start_rate, end_rate] = [&cars, &after].map(|car| Boxster.derivative(Lanes::lit(0.0), car));
    let target = Lanes::lit(20.0);
    let (start_change, end_change) = (step * start_rate.speed_m_s, step * end_rate.speed_m_s);
    let fraction =
        hermite::crossing(cars.speed_m_s - target, start_change, after.speed_m_s - target, end_change);
    let distance_m = hermite::value(
        fraction,
        cars.distance_m,
        step * start_rate.distance_m,
        after.distance_m,
        step * end_rate.distance_m,
    );
    for lane in 0..8 {
        let exact = Riccati::new(BOXSTER, cars.speed_m_s.lane(lane));
        let time = exact.time_at(20.0).unwrap();
        assert!(time < dt, "all of them get there");
        // The cubic misses by at most h^4 |v''''| / 384, here 1.1e-9 m/s, at 2.4 m/s^2.
        let miss = (fraction.lane(lane) * dt - time).abs();
        assert!(miss < 5e-10, "{miss:e}");
        // At 20 m/s that time is 1e-8 m; the cubic of the distance itself misses by 4e-9 m.
        let miss = (distance_m.lane(lane) - exact.distance_at(20.0).unwrap()).abs();
        assert!(miss < 1.4e-8, "{miss:e}");
    }
}
