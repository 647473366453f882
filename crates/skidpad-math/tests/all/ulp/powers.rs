//! Powers, their logarithms, the hyperbolic functions, and the length of a vector.

use skidpad_math::Real;

use super::points::{Domain, WHOLE};
use super::reference;
use super::reference::odd;
use super::{Binary, Unary, plain};

const LN_2: &[f64] = &[std::f64::consts::LN_2 / 2.0];
const POWERS: Domain =
    Domain { common: 30.0, exponents: [(-60, 9), (-40, 6)], signed: true, borders: LN_2, multiples: [11, 8] };
const CURVES: Domain = Domain {
    common: 3.0,
    exponents: [(-1074, 9), (-149, 6)],
    signed: true,
    borders: &[0.55, 1.0],
    multiples: [0, 0],
};
const POSITIVE: Domain = Domain {
    common: 4.0,
    exponents: WHOLE,
    signed: false,
    borders: &[0.5, 1.0, std::f64::consts::SQRT_2],
    multiples: [0, 0],
};

pub fn unary() -> Vec<Unary> {
    vec![
        ("sinh", Real::sinh, Real::sinh, reference::sinh, CURVES, [4.0, 4.0]),
        ("cosh", Real::cosh, Real::cosh, reference::cosh, CURVES, [2.0, 2.0]),
        ("tanh", Real::tanh, Real::tanh, |x| odd(x, reference::tanh), CURVES, [2.0, 2.0]),
        ("exp", Real::exp, Real::exp, |x| reference::exp(reference::long(x)), POWERS, [2.0, 2.0]),
        ("ln", Real::ln, Real::ln, |x| plain(reference::ln(x)), POSITIVE, [2.0, 2.0]),
    ]
}

pub fn binary() -> Vec<Binary> {
    vec![
        ("powf", Real::powf, Real::powf, reference::powf, [4.0, 4.0]),
        ("hypot", Real::hypot, Real::hypot, reference::hypot, [2.0, 2.0]),
    ]
}
