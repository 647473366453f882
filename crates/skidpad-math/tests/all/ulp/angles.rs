//! Sine, cosine, tangent and what leads back from them.

use skidpad_math::Real;
use skidpad_testing::Random;

use super::points::{Domain, Draws, WHOLE};
use super::reference::{self, Long, Scaled, odd, shift};
use super::{Binary, Unary, error, plain};

const QUARTERS: &[f64] = &[std::f64::consts::FRAC_PI_4];
const TURNS: Domain = Domain {
    common: 100.0,
    exponents: [(-1074, 19), (-149, 12)],
    signed: true,
    borders: QUARTERS,
    multiples: [20, 13],
};
const UNIT: Domain = Domain {
    common: 1.0,
    exponents: [(-1074, -1), (-149, -1)],
    signed: true,
    borders: &[0.5, 1.0],
    multiples: [0, 0],
};
const ANY: Domain =
    Domain { common: 8.0, exponents: WHOLE, signed: true, borders: &[0.5, 1.0, 2.0], multiples: [0, 0] };
const NOT_NEGATIVE: Domain =
    Domain { signed: false, borders: &[0.41421356237309505, 1.0, 2.414213562373095], ..ANY };

pub fn unary() -> Vec<Unary> {
    vec![
        ("sin", Real::sin, Real::sin, |x| odd(x, |x| reference::sin_cos(x).0), TURNS, [2.0, 2.0]),
        ("cos", Real::cos, Real::cos, |x| plain(reference::sin_cos(x).1), TURNS, [2.0, 2.0]),
        ("tan", Real::tan, Real::tan, |x| odd(x, tan), TURNS, [4.0, 4.0]),
        ("asin", Real::asin, Real::asin, |x| odd(x, reference::asin), UNIT, [2.0, 2.0]),
        ("acos", Real::acos, Real::acos, |x| plain(reference::acos(x)), UNIT, [2.0, 2.0]),
        ("atan", Real::atan, Real::atan, |x| reference::atan2(x, 1.0), ANY, [2.0, 2.0]),
        (
            "atan_positive",
            Real::atan_positive,
            Real::atan_positive,
            |x| reference::atan2(x, 1.0),
            NOT_NEGATIVE,
            [3.0, 3.0],
        ),
    ]
}

fn tan(x: f64) -> Long {
    let (s, c) = reference::sin_cos(x);
    s / c
}

pub fn binary() -> Vec<Binary> {
    vec![
        ("atan2", Real::atan2, Real::atan2, reference::atan2, [2.0, 2.0]),
        ("atan_quotient", Real::atan_quotient, Real::atan_quotient, atan_quotient, [2.0, 2.0]),
    ]
}

fn atan_quotient(y: f64, x: f64) -> Scaled {
    reference::atan2(if x > 0.0 { y } else { -y }, x.abs())
}

/// Every f32 nearest to a multiple of pi/2 up to 2^13, and as many f64 up to 2^20.
#[test]
fn sine_and_cosine_near_multiples_of_a_quarter_turn() {
    for n in 1..=667_544_u64 {
        let quarter = Long(std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
        let x = (quarter * reference::long(n as f64)).0;
        let (s, c) = reference::sin_cos(x);
        let (sin, cos) = Real::sin_cos(x);
        assert!(error(sin, plain(s), 53, -1074) <= 2.0, "sin({x:e})");
        assert!(error(cos, plain(c), 53, -1074) <= 2.0, "cos({x:e})");
        if n <= 5215 {
            let x = x as f32;
            let (s, c) = reference::sin_cos(x as f64);
            let (sin, cos) = Real::sin_cos(x);
            assert!(error(sin as f64, plain(s), 24, -149) <= 2.0, "sin({x:e}f32)");
            assert!(error(cos as f64, plain(c), 24, -149) <= 2.0, "cos({x:e}f32)");
        }
    }
}

/// The short forms, up to 3/2 pi: their error is small beside 1, not beside a result near 0.
fn measure_bounded(points: u64) {
    let mut random = Random::new(5);
    let mut worst = [0.0_f64; 2];
    for _ in 0..points {
        let x = random.unit() * 1.5 * std::f64::consts::PI;
        let x = random.sign(x);
        let (s, c) = reference::sin_cos(x);
        let (sin, cos) = (Real::sin_bounded(x), Real::cos_bounded(x));
        worst[0] = worst[0].max(((sin - s.0) - s.1).abs()).max(((cos - c.0) - c.1).abs());
        let x = x as f32;
        let (s, c) = reference::sin_cos(x as f64);
        let (sin, cos) = (Real::sin_bounded(x), Real::cos_bounded(x));
        worst[1] = worst[1].max((sin as f64 - s.0).abs()).max((cos as f64 - c.0).abs());
    }
    println!("sin_bounded, cos_bounded: {worst:?}");
    assert!(worst[0] <= 4e-16 && worst[1] <= 4e-7, "{worst:?}");
}

#[test]
fn bounded_sine_and_cosine_are_within_their_bound() {
    measure_bounded(100_000);
}

#[test]
#[ignore = "soak: ten million points, a minute in release"]
fn bounded_sine_and_cosine_are_within_their_bound_at_ten_million_points() {
    measure_bounded(10_000_000);
}

/// Beyond the range of the bound in ulp the error grows with the argument, as documented.
#[test]
fn sine_and_cosine_of_large_angles_lose_accuracy_slowly() {
    let mut random = Random::new(4);
    for _ in 0..100_000 {
        let x = random.log_uniform((20, 47));
        let ((sin, cos), (s, c)) = (Real::sin_cos(x), reference::sin_cos(x));
        let bound = x * shift(1.0, -52);
        assert!((sin - s.0).abs() <= bound && (cos - c.0).abs() <= bound, "{x:e}");
        let x = random.log_uniform((13, 19)) as f32;
        let ((sin, cos), (s, c)) = (Real::sin_cos(x), reference::sin_cos(x as f64));
        let bound = x as f64 * shift(1.0, -23);
        assert!((sin as f64 - s.0).abs() <= bound && (cos as f64 - c.0).abs() <= bound, "{x:e}f32");
    }
}
