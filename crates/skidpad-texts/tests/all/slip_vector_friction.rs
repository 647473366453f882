//! RARS's friction functions, and the power limit against a search by halving.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_texts::rars::{
    Friction, FrictionLaw, force, friction, largest_slip_forwards, power, power_over_slip, slip_vector,
};
use support::Numbers;

fn law(law: FrictionLaw, largest_n: f64, k_m_s: f64) -> Friction<f64> {
    Friction { law: law.number(), largest_n, k_m_s }
}

/// u(l) as each function is written.
fn written(kind: FrictionLaw, l: f64, largest: f64, k: f64) -> f64 {
    let x = l / k;
    match kind {
        FrictionLaw::Hyperbolic => largest * l / (k + l),
        FrictionLaw::Exponential => largest * -f64::exp_m1(-x),
        FrictionLaw::PiecewiseLinear => largest * x.min(1.0),
        FrictionLaw::Falling => largest * 3.0 * x * (x + 1.0) / (4.0 * x * x + x + 1.0),
    }
}

#[test]
fn each_function_is_what_is_written() {
    for kind in FrictionLaw::ALL {
        let tyre = law(kind, 9000.0, 0.6);
        for l in [1e-12, 1e-6, 5.9e-4, 6.1e-4, 0.01, 0.3, 0.5999, 0.6001, 2.0, 30.0, 900.0] {
            let (found, expected) = (tyre.force_n(l), written(kind, l, 9000.0, 0.6));
            assert!((found - expected).abs() <= 1e-13 * expected, "{kind:?} {l}: {found}, not {expected}");
        }
        assert_eq!(tyre.force_n(0.0), 0.0);
        assert_eq!(tyre.force([0.0, 0.0]).map(f64::abs), [0.0, 0.0]);
        assert!(tyre.force_per_slip(0.0).is_finite());
        assert_eq!(law(kind, 0.0, 0.6).force([3.0, -4.0]).map(f64::abs), [0.0, 0.0], "no grip, no force");
    }
    let text = law(FrictionLaw::Hyperbolic, 9000.0, 0.6);
    assert!((text.force_n(2.0) - friction(2.0, 9000.0, 0.6)).abs() < 1e-10);
    assert!((text.force_per_slip(0.0) - 9000.0 / 0.6).abs() < 1e-10, "FMAX / K without slip");
}

/// Turned round, each function gives the slip of a force, up to its largest.
#[test]
fn each_function_turns_round() {
    for kind in FrictionLaw::ALL {
        let tyre = law(kind, 9000.0, 0.6);
        for x in [1e-3, 0.1, 0.5, 0.9, 0.999, 1.0, 3.0, 12.0] {
            let slip = 0.6 * x;
            if slip > tyre.peak_slip_m_s() {
                continue;
            }
            let found = tyre.slip_m_s(tyre.force_n(slip));
            // Near a level end the force has little of the slip left: half of its digits at a peak.
            let bound = if x < 1.0 { 1e-7 } else { 1e-5 };
            assert!((found - slip).abs() < bound * slip, "{kind:?} {slip}: {found}");
        }
        assert_eq!(tyre.slip_m_s(0.0), 0.0);
        assert_eq!(tyre.slip_m_s(9000.1), f64::INFINITY, "{kind:?}");
    }
}

/// No force above the limit; the slip for each newton rises and is convex, which the power limit
/// rests on; and its slope is its slope.
#[test]
fn the_slip_per_force_rises_and_is_convex() {
    for kind in FrictionLaw::ALL {
        let tyre = law(kind, 1.0, 1.0);
        let mut before = tyre.slip_per_force(0.0);
        let mut x: f64 = 1e-6;
        while x < 1e3 {
            let (value, slope) = tyre.slip_per_force(x);
            assert!(tyre.force_n(x) <= 1.0 + 1e-15, "{kind:?} {x}");
            assert!(value >= before.0 && slope >= before.1 - 1e-9, "{kind:?} {x}");
            let h = 1e-5 * x;
            let measured = (tyre.slip_per_force(x + h).0 - tyre.slip_per_force(x - h).0) / (2.0 * h);
            let corner = kind == FrictionLaw::PiecewiseLinear && (x - 1.0).abs() < 1e-4;
            assert!(
                corner || (measured - slope).abs() < 2e-5 * (1.0 + 1e-5 / x),
                "{kind:?} {x}: {slope} {measured}"
            );
            before = (value, slope);
            x *= 1.01;
        }
        let end = tyre.force_n(1e9);
        let expected = if kind == FrictionLaw::Falling { 0.75 } else { 1.0 };
        assert!((end - expected).abs() < 1e-8, "{kind:?} levels out at {end}");
    }
    let falling = law(FrictionLaw::Falling, 1.0, 1.0);
    assert!(
        (falling.force_n(1.0) - 1.0).abs() < 1e-15
            && falling.force_n(0.9) < 1.0
            && falling.force_n(1.1) < 1.0
    );
}

/// The first slip from the bottom at which the power is reached: by steps and then by halving.
fn searched(tyre: &Friction<f64>, along: f64, across: f64, limit: f64) -> f64 {
    let at = |slip: f64| power_over_slip(tyre, along, across, slip) - limit;
    let mut low = (-along).max(0.0);
    let mut step = 1e-3;
    let mut high = low + step;
    while at(high) < 0.0 {
        low = high;
        step *= 1.01;
        high = low + step;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if at(middle) < 0.0 { low = middle } else { high = middle }
    }
    low
}

#[test]
fn the_power_limit_is_the_first_slip_that_takes_all_of_the_power() {
    let mut numbers = Numbers::new(3);
    for kind in FrictionLaw::ALL {
        let (mut slow, mut shortest) = (0, 0.0_f64);
        for _ in 0..20_000 {
            let tyre = law(kind, numbers.spread(3e3, 3e4), numbers.spread(0.2, 3.0));
            let along = numbers.between(-10.0, 90.0) * numbers.pick(&[0.0, 0.1, 1.0]);
            let across = numbers.between(-40.0, 40.0) * numbers.pick(&[0.0, 0.01, 1.0]);
            let limit = numbers.spread(1e3, 1e6);
            let slip = largest_slip_forwards(&tyre, along, across, limit);
            let taken = power_over_slip(&tyre, along, across, slip);
            assert!(taken <= limit * (1.0 + 1e-9), "{kind:?}: {taken} of {limit} W");
            let expected = searched(&tyre, along, across, limit);
            slow += u32::from((slip - expected).abs() > 1e-6 * (1e-3 + expected));
            shortest = shortest.max(1.0 - taken / limit);
        }
        // What stays unused at most, and how many in 20,000 are not right to 1e-6 of the slip. The
        // function that falls has a power with a peak: near it the tangents are slow.
        let (unused, not_right) = match kind {
            FrictionLaw::Hyperbolic => (2e-7, 0),
            FrictionLaw::Exponential => (7e-4, 1000),
            FrictionLaw::PiecewiseLinear => (2e-4, 200),
            FrictionLaw::Falling => (0.1, 3000),
        };
        assert!(slow <= not_right && shortest < unused, "{kind:?}: {slow} {shortest}");
    }
}

/// Where u allows it, the solution is the closed form: for the text's u without slip across,
/// s = ((p - a) + sqrt((p - a)^2 + 4 p K)) / 2 with p = power / FMAX.
#[test]
fn the_texts_own_function_has_a_closed_form() {
    let tyre = law(FrictionLaw::Hyperbolic, 11_400.0, 0.6096);
    for along in [0.0, 6.0, 12.0, 70.0] {
        for limit in [0.0, 1e3, 135_581.8] {
            let p = limit / 11_400.0;
            let expected = 0.5 * ((p - along) + (f64::powi(p - along, 2) + 4.0 * p * 0.6096).sqrt());
            let found = largest_slip_forwards(&tyre, along, 0.0, limit);
            assert!(
                (found - expected).abs() < 1e-12 * (1.0 + expected),
                "{along} {limit}: {found} {expected}"
            );
        }
    }
    assert_eq!(largest_slip_forwards(&tyre, 8.0, 3.0, 0.0), 0.0, "no power: the tread rolls");
    assert_eq!(largest_slip_forwards(&tyre, -8.0, 3.0, 0.0), 8.0, "or stands, where the car rolls back");
}

/// Power in is work on the car and heat at the tread, for every function, anywhere; and the heat is
/// never negative.
#[test]
fn power_is_work_and_heat() {
    let mut numbers = Numbers::new(11);
    for _ in 0..100_000 {
        let kind = numbers.pick(&FrictionLaw::ALL);
        let tyre = law(kind, numbers.spread(1.0, 1e5), numbers.spread(0.1, 10.0));
        let speed = numbers.between(-50.0, 50.0) * numbers.pick(&[0.0, 1e-9, 1.0]);
        let alpha = numbers.between(-3.1, 3.1);
        let anything = numbers.between(-60.0, 60.0);
        let commanded = numbers.pick(&[0.0, speed, anything]);
        let slip: [f64; 2] = slip_vector(speed, alpha, commanded);
        let length = slip[0].hypot(slip[1]);
        let push = tyre.force(slip);
        let heat = tyre.force_n(length) * length;
        let work = push[0] * speed;
        let consumed = power(push, alpha, commanded);
        assert!(heat >= 0.0);
        let size = heat + work.abs() + consumed.abs();
        assert!((consumed - work - heat).abs() <= 1e-13 * size + 1e-300, "{consumed} {work} {heat}");
        if kind == FrictionLaw::Hyperbolic {
            let printed: [f64; 2] = force(slip, tyre.largest_n, tyre.k_m_s);
            assert!((printed[0] - push[0]).hypot(printed[1] - push[1]) <= 1e-14 * tyre.largest_n);
        }
    }
}
