//! The reference against an arbitrary-precision library.

use astro_float_num::{BigFloat, Consts, RoundingMode};

use super::points::Draws;
use super::reference::{self, Long, Scaled, shift};
use super::{exponent, unary};
use skidpad_testing::Random;

/// The reference against an arbitrary-precision library with 256 bits.
fn check_reference(points: u64) {
    let (p, rm) = (256, RoundingMode::ToEven);
    let mut consts = Consts::new().unwrap();
    let cc = &mut consts;
    let big = |x: f64| BigFloat::from_f64(x, p);
    let mut random = Random::new(3);
    for i in 0..points {
        for (name, _, _, reference, domain, _) in unary() {
            let x = random.point(i, &domain, false);
            // The library gives up on subnormal numbers in some functions; their series is one term.
            if x.abs() < 1e-290 || x.abs() > 1e290 {
                continue;
            }
            let exact = match name {
                "sin" => big(x).sin(p, rm, cc),
                "cos" => big(x).cos(p, rm, cc),
                "tan" => big(x).tan(p, rm, cc),
                "asin" => big(x).asin(p, rm, cc),
                "acos" => big(x).acos(p, rm, cc),
                "atan" | "atan_positive" => big(x).atan(p, rm, cc),
                "sinh" => big(x).sinh(p, rm, cc),
                "cosh" => big(x).cosh(p, rm, cc),
                "tanh" => big(x).tanh(p, rm, cc),
                "exp" => big(x).exp(p, rm, cc),
                _ => big(x).ln(p, rm, cc),
            };
            check(name, x, reference(x), exact);
        }
        let (x, y) = random.pair(i, "powf", false);
        if x > 0.0 && y.is_finite() && x.is_finite() && x > 1e-290 {
            check("powf", x, reference::powf(x, y), big(x).pow(&big(y), p, rm, cc));
        }
    }
}

/// Both agree to 2^-80 of the value.
fn check(name: &str, x: f64, Scaled(Long(high, low), scale): Scaled, exact: BigFloat) {
    if high == 0.0 || !(-1000..1000).contains(&(exponent(high) + scale)) {
        return;
    }
    let (p, rm) = (256, RoundingMode::ToEven);
    let two = BigFloat::from_f64(2.0, p).powi(scale.unsigned_abs() as usize, p, rm);
    let sum = BigFloat::from_f64(high, p).add(&BigFloat::from_f64(low, p), p, rm);
    let sum = if scale < 0 { sum.div(&two, p, rm) } else { sum.mul(&two, p, rm) };
    let off = sum.sub(&exact, p, rm).div(&exact, p, rm).abs();
    let bound = BigFloat::from_f64(shift(1.0, -80), p);
    assert!(off.cmp(&bound).is_some_and(|order| order <= 0), "{name}({x:e}): reference off by {off}");
}

#[test]
fn the_reference_agrees_with_arbitrary_precision() {
    check_reference(100);
}

#[test]
#[ignore = "soak: the reference at a hundred thousand points for each function, minutes in release"]
fn the_reference_agrees_with_arbitrary_precision_at_a_hundred_thousand_points() {
    check_reference(100_000);
}
