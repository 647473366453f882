//! The errors of the elementary functions in units in the last place (ulp), against a reference of
//! some 95 bits that is itself checked against an arbitrary-precision library.
//!
//! `cargo test --release --test math_ulp -- --ignored --nocapture` measures ten million points for
//! each function and prints the table in the documentation of `skidpad::math::elementary`.
#![allow(clippy::disallowed_methods)]

use astro_float_num::{BigFloat, Consts, RoundingMode};
use skidpad::math::Real;

#[path = "math_reference/mod.rs"]
mod reference;
use reference::{Long, Scaled, odd, shift};

/// Where the points of a function lie.
#[derive(Clone, Copy)]
struct Domain {
    /// Uniform points: from - to this, or from 0 where negative arguments make no sense.
    common: f64,
    /// Log-uniform points: binary exponents in f64 and f32.
    exponents: [(i32, i32); 2],
    /// Whether negative arguments count.
    signed: bool,
    /// Points a few ulp around these and their multiples up to the number of that many bits.
    borders: &'static [f64],
    multiples: [u32; 2],
}

const WHOLE: [(i32, i32); 2] = [(-1074, 1023), (-149, 127)];
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

type Reference = fn(f64) -> Scaled;

/// A function of one argument: name, in f64, in f32, reference, domain, allowed errors.
type Unary = (&'static str, fn(f64) -> f64, fn(f32) -> f32, Reference, Domain, [f64; 2]);

fn plain(x: Long) -> Scaled {
    Scaled(x, 0)
}

fn unary() -> Vec<Unary> {
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
        ("sinh", Real::sinh, Real::sinh, reference::sinh, CURVES, [4.0, 4.0]),
        ("cosh", Real::cosh, Real::cosh, reference::cosh, CURVES, [2.0, 2.0]),
        ("tanh", Real::tanh, Real::tanh, |x| odd(x, reference::tanh), CURVES, [2.0, 2.0]),
        ("exp", Real::exp, Real::exp, |x| reference::exp(reference::long(x)), POWERS, [2.0, 2.0]),
        ("ln", Real::ln, Real::ln, |x| plain(reference::ln(x)), POSITIVE, [2.0, 2.0]),
    ]
}

fn tan(x: f64) -> Long {
    let (s, c) = reference::sin_cos(x);
    s / c
}

/// A function of two arguments: the arguments of each kind of point are made by `pair`.
type Binary = (&'static str, fn(f64, f64) -> f64, fn(f32, f32) -> f32, fn(f64, f64) -> Scaled, [f64; 2]);

fn binary() -> Vec<Binary> {
    vec![
        ("atan2", Real::atan2, Real::atan2, reference::atan2, [2.0, 2.0]),
        ("atan_quotient", Real::atan_quotient, Real::atan_quotient, atan_quotient, [2.0, 2.0]),
        ("powf", Real::powf, Real::powf, reference::powf, [4.0, 4.0]),
        ("hypot", Real::hypot, Real::hypot, reference::hypot, [2.0, 2.0]),
    ]
}

fn atan_quotient(y: f64, x: f64) -> Scaled {
    reference::atan2(if x > 0.0 { y } else { -y }, x.abs())
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / 9007199254740992.0
    }
    fn sign(&mut self, x: f64) -> f64 {
        if self.bits() & 1 == 0 { x } else { -x }
    }
    fn log_uniform(&mut self, (low, high): (i32, i32)) -> f64 {
        let k = low + (self.bits() % (high - low + 1) as u64) as i32;
        shift(1.0 + self.unit(), k)
    }
    /// A number up to four ulp away, in f64 or f32.
    fn near(&mut self, x: f64, single: bool) -> f64 {
        let off = (self.bits() % 9) as i64 - 4;
        if single {
            f32::from_bits(((x as f32).to_bits() as i64 + off) as u32) as f64
        } else {
            f64::from_bits((x.to_bits() as i64 + off) as u64)
        }
    }
    /// A point of a domain; `kind` goes round the kinds.
    fn point(&mut self, kind: u64, domain: &Domain, single: bool) -> f64 {
        let x = match kind % 4 {
            0 | 1 => self.unit() * domain.common,
            2 => self.log_uniform(domain.exponents[single as usize]),
            _ => {
                let border = domain.borders[(self.bits() % domain.borders.len() as u64) as usize];
                let bits = domain.multiples[single as usize];
                let multiple =
                    if bits == 0 { 1 } else { 1 + self.bits() % (1 << (self.bits() % bits as u64)) };
                self.near(border * multiple as f64, single)
            }
        };
        // Only the arc functions end somewhere: at 1.
        let x = if domain.exponents[0].1 < 0 { x.min(1.0) } else { x };
        if domain.signed { self.sign(x) } else { x }
    }
    /// Two arguments for a function of two.
    fn pair(&mut self, kind: u64, name: &str, single: bool) -> (f64, f64) {
        let whole = WHOLE[single as usize];
        if name == "powf" {
            let x = match kind % 4 {
                0 => self.unit() * 10.0,
                1 => self.log_uniform(whole),
                2 => self.near(1.0, single),
                _ => {
                    let off = self.log_uniform((if single { -23 } else { -52 }, -2));
                    1.0 + self.sign(off)
                }
            };
            // Powers over the whole range of results, subnormal ones included.
            let x = if single { x as f32 as f64 } else { x };
            let most = if single { 104.0 } else { 746.0 };
            let y = self.unit() * if kind % 8 < 4 { most / x.ln().abs() } else { 20.0 };
            return (x, self.sign(y));
        }
        let x = if kind.is_multiple_of(2) { self.unit() * 100.0 } else { self.log_uniform(whole) };
        let ratio = match kind / 2 % 4 {
            0 => self.unit(),
            1 => 1.0 + 0.1 * self.unit(),
            2 => self.near(0.5, single),
            _ => self.log_uniform((-60, 60)),
        };
        let y = x * ratio;
        // The quotient's range is a little less than that of the numbers.
        let most = if single { 1.6e38 } else { 8e307 };
        let (x, y) = if name == "atan_quotient" { (x.min(most), y.min(most)) } else { (x, y) };
        let (x, y) = if self.bits() & 1 == 0 { (x, y) } else { (y, x) };
        (self.sign(x), self.sign(y))
    }
}

/// The distance of `got` from the reference in ulp of the reference in the format with that many
/// bits and that least exponent. A result beyond the format's largest number must be infinite.
fn error(got: f64, want: Scaled, digits: i32, least: i32) -> f64 {
    let Scaled(Long(high, low), scale) = want;
    if high == 0.0 {
        return if got == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let exponent = exponent(high) + scale;
    if got.is_infinite() {
        let most = if digits == 24 { 127 } else { 1023 };
        // Rounds to infinity, or by so little less that half an ulp decides.
        let rounds = exponent > most || shift(high, scale - most) > 2.0 - shift(1.0, -digits);
        return if rounds && (got > 0.0) == (high > 0.0) { 0.0 } else { f64::INFINITY };
    }
    let ulp = (exponent - digits + 1).max(least);
    // Both in ulp, where they are far from the ends of the range.
    let got = shift(got, -ulp);
    ((got - shift(high, scale - ulp)) - shift(low, scale - ulp)).abs()
}

fn exponent(x: f64) -> i32 {
    assert!(x.abs() >= f64::MIN_POSITIVE);
    ((x.to_bits() >> 52) & 0x7FF) as i32 - 1023
}

/// Largest errors of all functions, in f64 and f32, over that many points; only of the functions
/// named in the environment variable `SKIDPAD_ULP`, where it is set.
fn measure(points: u64) {
    let wanted = std::env::var("SKIDPAD_ULP").ok();
    let skip = |name: &str| wanted.as_ref().is_some_and(|list| !list.split(',').any(|entry| entry == name));
    println!("| function | f64: ulp | at | f32: ulp | at |\n|---|---|---|---|---|");
    for (name, double, single, reference, domain, allowed) in unary() {
        if skip(name) {
            continue;
        }
        let mut random = Random(1);
        let mut worst = [(0.0, 0.0); 2];
        for i in 0..points {
            let x = random.point(i, &domain, false);
            let e = error(double(x), reference(x), 53, -1074);
            if e > worst[0].0 {
                worst[0] = (e, x);
            }
            let x = random.point(i, &domain, true) as f32;
            let e = error(single(x) as f64, reference(x as f64), 24, -149);
            if e > worst[1].0 {
                worst[1] = (e, x as f64);
            }
        }
        report(name, worst.map(|(e, x)| (e, format!("{x:e}"))), allowed);
    }
    for (name, double, single, reference, allowed) in binary() {
        if skip(name) {
            continue;
        }
        let mut random = Random(2);
        let mut worst = [(0.0, 0.0, 0.0); 2];
        for i in 0..points {
            let (x, y) = random.pair(i, name, false);
            if x.is_finite() && y.is_finite() && x != 0.0 && y != 0.0 {
                let e = error(double(x, y), reference(x, y), 53, -1074);
                if e > worst[0].0 {
                    worst[0] = (e, x, y);
                }
            }
            let (x, y) = random.pair(i, name, true);
            let (x, y) = (x as f32, y as f32);
            if x.is_finite() && y.is_finite() && x != 0.0 && y != 0.0 {
                let e = error(single(x, y) as f64, reference(x as f64, y as f64), 24, -149);
                if e > worst[1].0 {
                    worst[1] = (e, x as f64, y as f64);
                }
            }
        }
        report(name, worst.map(|(e, x, y)| (e, format!("{x:e}, {y:e}"))), allowed);
    }
}

fn report(name: &str, [double, single]: [(f64, String); 2], allowed: [f64; 2]) {
    println!("| {name} | {:.3} | {} | {:.3} | {} |", double.0, double.1, single.0, single.1);
    assert!(double.0 <= allowed[0], "{name} in f64: {} ulp at {}", double.0, double.1);
    assert!(single.0 <= allowed[1], "{name} in f32: {} ulp at {}", single.0, single.1);
}

#[test]
fn errors_are_within_their_bounds() {
    measure(20_000);
}

#[test]
#[ignore = "soak: ten million points for each function, minutes in release"]
fn errors_are_within_their_bounds_at_ten_million_points() {
    measure(10_000_000);
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
    let mut random = Random(5);
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
    let mut random = Random(4);
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

/// The reference against an arbitrary-precision library with 256 bits.
fn check_reference(points: u64) {
    let (p, rm) = (256, RoundingMode::ToEven);
    let mut consts = Consts::new().unwrap();
    let cc = &mut consts;
    let big = |x: f64| BigFloat::from_f64(x, p);
    let mut random = Random(3);
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
