//! Derivatives: against closed forms, central differences and `num-dual`; nested; in lanes; and
//! finite at every finite input.

use num_dual::{Dual64, DualNum};
use skidpad_math::{Dual, Lanes, Real};

use crate::functions::{EDGES, binary, unary};

type D1 = Dual<f64, 1>;
type D2 = Dual<f64, 2>;

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (1.0 + b.abs())
}

/// Places where all functions of one argument are smooth.
fn smooth() -> impl Iterator<Item = f64> {
    (1..100).map(|i| f64::from(i) / 101.0)
}

#[test]
fn values_have_the_plain_bits() {
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    for &x in &EDGES {
        for ((name, dual), (_, plain)) in unary!(D1).iter().zip(unary!(f64)) {
            assert!(same(dual(D1::variable(x, 0)).value, plain(x)), "{name}({x:e})");
        }
        for &y in &EDGES {
            for ((name, dual), (_, plain)) in binary!(D2).iter().zip(binary!(f64)) {
                let got = dual(D2::variable(x, 0), D2::variable(y, 1)).value;
                assert!(same(got, plain(x, y)), "{name}({x:e}, {y:e})");
            }
        }
    }
}

/// Products have no convention: where one overflows, so may its slope.
fn overflown_product(name: &str, value: f64) -> bool {
    matches!(name, "mul" | "square") && value.is_infinite()
}

#[test]
fn derivatives_are_finite_at_every_finite_input() {
    for &x in &EDGES {
        for (name, function) in unary!(D1) {
            let dual = function(D1::variable(x, 0));
            let [slope] = dual.derivative;
            assert!(slope.is_finite() || overflown_product(name, dual.value), "{name}'({x:e}) = {slope}");
        }
        for &y in &EDGES {
            for (name, function) in binary!(D2) {
                let dual = function(D2::variable(x, 0), D2::variable(y, 1));
                let finite = dual.derivative.iter().all(|slope| slope.is_finite());
                assert!(finite || overflown_product(name, dual.value), "{name}'({x:e}, {y:e}) = {dual:?}");
            }
        }
    }
}

#[test]
fn slopes_that_do_not_exist_are_zero() {
    let at = |x| D1::variable(x, 0);
    for dual in [
        at(0.0).sqrt(),
        at(0.0).abs(),
        at(1.0).asin(),
        at(-1.0).acos(),
        at(0.0).ln(),
        at(0.0).powf(D1::lit(0.5)),
    ] {
        assert_eq!(dual.derivative, [0.0]);
    }
    assert_eq!(at(0.0).hypot(D1::lit(0.0)).derivative, [0.0]);
    assert_eq!(at(0.0).atan2(D1::lit(0.0)).derivative, [0.0]);
    assert_eq!((D1::one() / at(0.0)).derivative, [0.0]);
    assert_eq!(at(0.0).powf(D1::lit(1.0)).derivative, [1.0]);
    assert_eq!(at(0.0).powf(D1::lit(3.0)).derivative, [0.0]);
}

#[test]
fn derivatives_agree_with_central_differences() {
    for x in smooth() {
        let h = 1e-6;
        for ((name, dual), (_, plain)) in unary!(D1).iter().zip(unary!(f64)) {
            let difference = (plain(x + h) - plain(x - h)) / (2.0 * h);
            let [slope] = dual(D1::variable(x, 0)).derivative;
            assert!(close(slope, difference, 1e-5), "{name}'({x}) = {slope}, difference {difference}");
        }
        let y = 1.7 - x * x;
        for ((name, dual), (_, plain)) in binary!(D2).iter().zip(binary!(f64)) {
            let [dx, dy] = dual(D2::variable(x, 0), D2::variable(y, 1)).derivative;
            let by_x = (plain(x + h, y) - plain(x - h, y)) / (2.0 * h);
            let by_y = (plain(x, y + h) - plain(x, y - h)) / (2.0 * h);
            assert!(close(dx, by_x, 1e-5) && close(dy, by_y, 1e-5), "{name}'({x}, {y}) = {dx}, {dy}");
        }
    }
}

#[test]
fn derivatives_agree_with_closed_forms() {
    for x in smooth() {
        let at = D1::variable(x, 0);
        for (got, want) in [
            (at.sin(), x.cos()),
            (at.cos(), -x.sin()),
            (at.tan(), 1.0 / x.cos().powi(2)),
            (at.asin(), 1.0 / (1.0 - x * x).sqrt()),
            (at.acos(), -1.0 / (1.0 - x * x).sqrt()),
            (at.atan(), 1.0 / (1.0 + x * x)),
            (at.tanh(), 1.0 / x.cosh().powi(2)),
            (at.exp(), x.exp()),
            (at.ln(), 1.0 / x),
            (at.sqrt(), 0.5 / x.sqrt()),
            (at.powf(D1::lit(2.5)), 2.5 * x.powf(1.5)),
            (D1::lit(2.5).powf(at), 2.5_f64.powf(x) * 2.5_f64.ln()),
            (at * at * at, 3.0 * x * x),
            (D1::one() / at, -1.0 / (x * x)),
        ] {
            assert!(close(got.derivative[0], want, 1e-13), "{x}: {} for {want}", got.derivative[0]);
        }
    }
}

#[test]
fn derivatives_agree_with_another_library() {
    for x in smooth() {
        let ours = |x: D1| (x.sin() * x.exp() + x.sqrt().atan()) / (x.ln() - x.tanh() * x.powf(D1::lit(1.3)));
        let theirs = |x: Dual64| (x.sin() * x.exp() + x.sqrt().atan()) / (x.ln() - x.tanh() * x.powf(1.3));
        let (ours, theirs) = (ours(D1::variable(x, 0)), theirs(Dual64::from_re(x).derivative()));
        assert!(close(ours.value, theirs.re, 1e-13), "{x}");
        assert!(
            close(ours.derivative[0], theirs.eps, 1e-12),
            "{x}: {} for {}",
            ours.derivative[0],
            theirs.eps
        );
    }
}

#[test]
fn nested_duals_give_second_derivatives() {
    type Second = Dual<D1, 1>;
    for x in smooth() {
        let at = Second::variable(D1::variable(x, 0), 0);
        let second = |dual: Second| dual.derivative[0].derivative[0];
        for (got, want) in [
            (second(at.sin()), -x.sin()),
            (second(at.exp()), x.exp()),
            (second(at.ln()), -1.0 / (x * x)),
            (second(at.atan()), -2.0 * x / (1.0 + x * x).powi(2)),
            (second(at.sqrt()), -0.25 / x.powf(1.5)),
            (second(at * at * at), 6.0 * x),
            (second(at.tanh()), -2.0 * x.tanh() / x.cosh().powi(2)),
        ] {
            assert!(close(got, want, 1e-12), "{x}: {got} for {want}");
        }
    }
    // And stay finite where the first is a convention.
    let zero = Second::variable(D1::variable(0.0, 0), 0);
    for dual in [zero.sqrt(), zero.abs(), zero.ln(), zero.hypot(zero), zero.atan2(zero), zero / zero] {
        assert!(dual.derivative[0].value.is_finite() && dual.derivative[0].derivative[0].is_finite());
    }
}

#[test]
fn lanes_of_duals_are_duals_in_each_lane() {
    type Many = Dual<Lanes<f64, 4>, 2>;
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    for x in EDGES.chunks(4) {
        for &y in &EDGES {
            let many = (Many::variable(Lanes::from_slice(x), 0), Many::variable(Lanes::lit(y), 1));
            for ((name, lanes), (_, single)) in binary!(Many).iter().zip(binary!(D2)) {
                let got = lanes(many.0, many.1);
                for (lane, &x) in x.iter().enumerate() {
                    let want = single(D2::variable(x, 0), D2::variable(y, 1));
                    assert!(same(got.lane(lane), want.value), "{name}({x:e}, {y:e})");
                    for (got, want) in got.derivative.iter().zip(want.derivative) {
                        assert!(same(got.lane(lane), want), "{name}'({x:e}, {y:e})");
                    }
                }
            }
        }
    }
}

#[test]
fn comparisons_and_selection_look_at_the_value() {
    let (a, b) = (D1::variable(1.0, 0), D1::constant(2.0));
    assert!(a.lt(b) && a.le(b) && b.gt(a) && !a.eq(b) && a.is_finite());
    assert_eq!(Real::select(a.lt(b), a, b).derivative, [1.0]);
    assert_eq!(a.max(b).derivative, [0.0]);
    assert_eq!(a.clamp(D1::lit(0.0), D1::lit(3.0)).derivative, [1.0]);
    assert_eq!(a.with_lane(0, 5.0), D1::constant(5.0));
    let mut sum = a;
    sum += b;
    sum -= D1::one();
    sum *= b;
    sum /= D1::lit(4.0);
    assert_eq!((sum.value, sum.derivative), (1.0, [0.5]));
}
