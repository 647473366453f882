//! Where the functions are measured.

use super::reference::shift;
use skidpad_testing::Random;

/// Where the points of a function lie.
#[derive(Clone, Copy)]
pub struct Domain {
    /// Uniform points: from - to this, or from 0 where negative arguments make no sense.
    pub common: f64,
    /// Log-uniform points: binary exponents in f64 and f32.
    pub exponents: [(i32, i32); 2],
    /// Whether negative arguments count.
    pub signed: bool,
    /// Points a few ulp around these and their multiples up to the number of that many bits.
    pub borders: &'static [f64],
    pub multiples: [u32; 2],
}

pub const WHOLE: [(i32, i32); 2] = [(-1074, 1023), (-149, 127)];

/// Arguments of functions.
pub trait Draws {
    fn sign(&mut self, x: f64) -> f64;
    fn log_uniform(&mut self, exponents: (i32, i32)) -> f64;
    /// A number up to four ulp away, in f64 or f32.
    fn near(&mut self, x: f64, single: bool) -> f64;
    /// A point of a domain; `kind` goes round the kinds.
    fn point(&mut self, kind: u64, domain: &Domain, single: bool) -> f64;
    /// Two arguments for a function of two.
    fn pair(&mut self, kind: u64, name: &str, single: bool) -> (f64, f64);
}

impl Draws for Random {
    fn sign(&mut self, x: f64) -> f64 {
        if self.bits() & 1 == 0 { x } else { -x }
    }
    fn log_uniform(&mut self, (low, high): (i32, i32)) -> f64 {
        let k = low + (self.bits() % (high - low + 1) as u64) as i32;
        shift(1.0 + self.unit(), k)
    }
    fn near(&mut self, x: f64, single: bool) -> f64 {
        let off = (self.bits() % 9) as i64 - 4;
        if single {
            f32::from_bits(((x as f32).to_bits() as i64 + off) as u32) as f64
        } else {
            f64::from_bits((x.to_bits() as i64 + off) as u64)
        }
    }
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
