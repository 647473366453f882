//! The elementary functions with about 95 bits, as unevaluated sums of two `f64`: the reference
//! for the errors of Skidpad's own. Plain series and Newton steps, with nothing taken from the
//! functions under test; checked itself against an arbitrary-precision library in `ulp`.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// high + low, |low| at most half a unit in the last place of high.
#[derive(Clone, Copy, Debug)]
pub struct Long(pub f64, pub f64);

/// `Long` times 2 to the power of the second field: reaches below the subnormal numbers.
#[derive(Clone, Copy, Debug)]
pub struct Scaled(pub Long, pub i32);

fn two_sum(a: f64, b: f64) -> Long {
    let s = a + b;
    let t = s - a;
    Long(s, (a - (s - t)) + (b - t))
}

fn halves(a: f64) -> (f64, f64) {
    let c = 134217729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

fn two_product(a: f64, b: f64) -> Long {
    let p = a * b;
    let ((ah, al), (bh, bl)) = (halves(a), halves(b));
    Long(p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
}

impl Add for Long {
    type Output = Long;
    fn add(self, o: Long) -> Long {
        let (s, t) = (two_sum(self.0, o.0), two_sum(self.1, o.1));
        let u = two_sum(s.0, s.1 + t.0);
        two_sum(u.0, u.1 + t.1)
    }
}
impl Neg for Long {
    type Output = Long;
    fn neg(self) -> Long {
        Long(-self.0, -self.1)
    }
}
impl Sub for Long {
    type Output = Long;
    fn sub(self, o: Long) -> Long {
        self + -o
    }
}
impl Mul for Long {
    type Output = Long;
    fn mul(self, o: Long) -> Long {
        let p = two_product(self.0, o.0);
        two_sum(p.0, p.1 + (self.0 * o.1 + self.1 * o.0))
    }
}
impl Div for Long {
    type Output = Long;
    fn div(self, o: Long) -> Long {
        let q = self.0 / o.0;
        let r = self - o * Long(q, 0.0);
        let q2 = r.0 / o.0;
        let r = r - o * Long(q2, 0.0);
        two_sum(q, q2) + Long(r.0 / o.0, 0.0)
    }
}

impl Div<f64> for Long {
    type Output = Long;
    fn div(self, d: f64) -> Long {
        let q = self.0 / d;
        let p = two_product(q, d);
        two_sum(q, ((self.0 - p.0) - p.1 + self.1) / d)
    }
}

pub fn long(x: f64) -> Long {
    Long(x, 0.0)
}

/// 2 to the power of n, for any n: 0 or infinite where it must be.
pub fn power_of_two(n: i32) -> f64 {
    match n {
        ..-1074 => 0.0,
        -1074..-1022 => f64::from_bits(1 << (n + 1074)),
        -1022..1024 => f64::from_bits(((n + 1023) as u64) << 52),
        1024.. => f64::INFINITY,
    }
}

/// x times 2 to the power of n, exact unless it leaves the range.
pub fn shift(x: f64, n: i32) -> f64 {
    let n = n.clamp(-4400, 4400);
    let (a, b, c) = (n / 4, n / 4, n / 4);
    x * power_of_two(a) * power_of_two(b) * power_of_two(c) * power_of_two(n - a - b - c)
}

/// (m, k) with x = m 2^k, |m| from 1 to 2.
fn split(x: f64) -> (f64, i32) {
    let (x, lift) = if x.abs() < f64::MIN_POSITIVE { (x * power_of_two(60), -60) } else { (x, 0) };
    let k = ((x.to_bits() >> 52) & 0x7FF) as i32 - 1023;
    (shift(x, -k), k + lift)
}

pub fn sqrt(x: Long) -> Long {
    if x.0 == 0.0 {
        return long(0.0);
    }
    let r = x.0.sqrt();
    let rest = x - two_product(r, r);
    let s = two_sum(r, rest.0 / (2.0 * r));
    let rest = x - s * s;
    s + long(rest.0 / (2.0 * r))
}

const LN_2: [f64; 3] = [std::f64::consts::LN_2, 2.3190468138462996e-17, 5.707708438416212e-34];
const HALF_PI: [f64; 4] =
    [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33, 5.562271104316826e-50];

/// n times the number given as a sum, taken from x.
fn less(x: Long, n: f64, parts: &[f64]) -> Long {
    parts.iter().fold(x, |x, &part| x - two_product(n, part))
}

/// e^x - 1 for |x| below 0.36.
fn exp_m1(x: Long) -> Long {
    let r = x * long(1.0 / 256.0);
    let mut sum = long(0.0);
    for i in (1..=11).rev() {
        sum = (sum + long(1.0)) * r / f64::from(i);
    }
    for _ in 0..8 {
        sum = sum + sum + sum * sum;
    }
    sum
}

pub fn exp(x: Long) -> Scaled {
    if x.0 > 2000.0 {
        return Scaled(long(1.0), 3000);
    }
    if x.0 < -2000.0 {
        return Scaled(long(1.0), -3000);
    }
    let k = (x.0 / LN_2[0]).round_ties_even();
    Scaled(exp_m1(less(x, k, &LN_2)) + long(1.0), k as i32)
}

pub fn ln(x: f64) -> Long {
    let (mut m, mut k) = split(x);
    if m > std::f64::consts::SQRT_2 {
        m *= 0.5;
        k += 1;
    }
    let s = two_sum(m, -1.0) / two_sum(m, 1.0);
    let z = s * s;
    let mut sum = long(0.0);
    for i in (0..=24).rev() {
        sum = sum * z + long(2.0) / f64::from(2 * i + 1);
    }
    let logarithm = s * sum;
    if k == 0 { logarithm } else { logarithm - less(long(0.0), k as f64, &LN_2) }
}

/// Sine and cosine for |r| below 0.8.
fn sin_cos_series(r: Long) -> (Long, Long) {
    let z = r * r;
    let (mut s, mut c) = (long(0.0), long(0.0));
    for i in (1..=14).rev() {
        s = (s + long(1.0)) * z / f64::from(-(2 * i) * (2 * i + 1));
        c = (c + long(1.0)) * z / f64::from(-(2 * i) * (2 * i - 1));
    }
    (r + r * s, c + long(1.0))
}

pub fn sin_cos(x: f64) -> (Long, Long) {
    sin_cos_long(long(x))
}

fn sin_cos_long(x: Long) -> (Long, Long) {
    let n = (x.0 / HALF_PI[0]).round_ties_even();
    let (s, c) = sin_cos_series(less(x, n, &HALF_PI));
    match (n as i64).rem_euclid(4) {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The angle of the point (x, y), both long; tiny angles keep their relative precision.
pub fn atan2_long(y: Long, x: Long) -> Long {
    if y.0 == 0.0 && x.0 > 0.0 {
        return long(0.0);
    }
    // One Newton step from any approximation a: the angle that remains is tiny.
    let a = y.0.atan2(x.0);
    let (s, c) = sin_cos(a);
    let t = (y * c - x * s) / (x * c + y * s);
    long(a) + (t - t * t * t / 3.0)
}

/// The angle of the point (x, y), neither of them 0.
pub fn atan2(y: f64, x: f64) -> Scaled {
    let ((my, ky), (mx, kx)) = (split(y), split(x));
    let k = ky - kx;
    let quarter = Long(HALF_PI[0], HALF_PI[1]) * long(y.signum());
    match k {
        // Steep; nearly the x axis, where the tangent is the angle; all between.
        121.. => Scaled(quarter, 0),
        ..=-121 if x > 0.0 => Scaled(long(my) / long(mx), k),
        ..=-121 => Scaled(quarter + quarter, 0),
        _ => Scaled(atan2_long(long(shift(my, k)), long(mx)), 0),
    }
}

/// A function that is as good as x itself for tiny x, where its series would leave the range.
pub fn odd(x: f64, function: fn(f64) -> Long) -> Scaled {
    if x.abs() < 1e-100 { Scaled(long(shift(x, 600)), -600) } else { Scaled(function(x), 0) }
}

/// sqrt(1 - x^2).
fn other_leg(x: f64) -> Long {
    sqrt(two_sum(1.0, -x) * two_sum(1.0, x))
}

pub fn asin(x: f64) -> Long {
    atan2_long(long(x), other_leg(x))
}

pub fn acos(x: f64) -> Long {
    if x == 1.0 { long(0.0) } else { atan2_long(other_leg(x), long(x)) }
}

/// e^x / 2 and e^-x / 2, scaled alike.
fn halves_of_exp(x: f64) -> (Long, Long, i32) {
    let Scaled(m, k) = exp(long(x));
    let falling = if k > 100 { long(0.0) } else { long(power_of_two(-2 * k)) / m };
    (m, falling, k - 1)
}

fn sinh_series(x: f64) -> Long {
    let z = two_product(x, x);
    let mut s = long(0.0);
    for i in (1..=14).rev() {
        s = (s + long(1.0)) * z / f64::from((2 * i) * (2 * i + 1));
    }
    long(x) + long(x) * s
}

pub fn sinh(x: f64) -> Scaled {
    if x.abs() < 0.5 {
        return odd(x, sinh_series);
    }
    let (rising, falling, k) = halves_of_exp(x.abs());
    Scaled((rising - falling) * long(x.signum()), k)
}

pub fn cosh(x: f64) -> Scaled {
    let (rising, falling, k) = halves_of_exp(x.abs());
    Scaled(rising + falling, k)
}

pub fn tanh(x: f64) -> Long {
    if x.abs() < 0.5 {
        let Scaled(c, k) = cosh(x);
        return sinh_series(x) / (c * long(power_of_two(k)));
    }
    if x.abs() > 60.0 {
        return long(x.signum());
    }
    let (rising, falling, _) = halves_of_exp(x.abs());
    (rising - falling) / (rising + falling) * long(x.signum())
}

/// For positive finite x.
pub fn powf(x: f64, y: f64) -> Scaled {
    let logarithm = ln(x);
    if (logarithm.0 * y).abs() > 1e4 {
        return exp(long(logarithm.0 * y));
    }
    exp(logarithm * long(y))
}

pub fn hypot(x: f64, y: f64) -> Scaled {
    let k = split(x).1.max(split(y).1);
    let (a, b) = (shift(x, -k), shift(y, -k));
    Scaled(sqrt(two_product(a, a) + two_product(b, b)), k)
}
