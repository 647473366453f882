//! The errors of the elementary functions in units in the last place (ulp), against a reference of
//! some 95 bits that is itself checked against an arbitrary-precision library.
//!
//! `cargo test --release --package skidpad-math --test all ulp -- --ignored --nocapture` measures ten million points for
//! each function and prints the table in the documentation of `skidpad_math::elementary`.

mod angles;
mod exact;
mod points;
mod powers;
use crate::reference;

use points::{Domain, Draws};
use reference::{Long, Scaled, shift};
use skidpad_testing::Random;

type Reference = fn(f64) -> Scaled;

/// A function of one argument: name, in f64, in f32, reference, domain, allowed errors.
type Unary = (&'static str, fn(f64) -> f64, fn(f32) -> f32, Reference, Domain, [f64; 2]);

fn plain(x: Long) -> Scaled {
    Scaled(x, 0)
}

/// A function of two arguments: the arguments of each kind of point are made by `pair`.
type Binary = (&'static str, fn(f64, f64) -> f64, fn(f32, f32) -> f32, fn(f64, f64) -> Scaled, [f64; 2]);

/// All functions of one argument.
fn unary() -> Vec<Unary> {
    [angles::unary(), powers::unary()].concat()
}

/// All functions of two.
fn binary() -> Vec<Binary> {
    [angles::binary(), powers::binary()].concat()
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
        let mut random = Random::new(1);
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
        let mut random = Random::new(2);
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
