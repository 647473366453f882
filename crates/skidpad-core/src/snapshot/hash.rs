//! The hash of a car's numbers.

use crate::math::Real;
use crate::record::{Record, Sink};
use crate::step::{Clock, Status};

/// A hash of numbers, the same on every platform and for every way to compute them.
///
/// It is 64-bit FNV-1a: begin with 0xcbf29ce484222325; for each byte, exclusive or with it, then multiply by
/// 0x100000001b3 modulo 2^64. The bytes are those of each number in order, as the bits of an IEEE 754 binary64 with
/// the least byte first. A binary32 is widened, which is exact.
///
/// Equal hashes mean that cars go on alike, so what can go on differently differs: -0 and +0 have different hashes,
/// since `atan2`, `copysign` and a division tell them apart. All NaNs have one, 0x7ff8000000000000, since platforms
/// choose their payloads as they like and nothing in an equation depends on them.
///
/// ```
/// use skidpad_core::snapshot::StateHash;
/// let hash = |number: f64| {
///     let mut hash = StateHash::default();
///     hash.number(number);
///     hash.value()
/// };
/// assert_ne!(hash(0.0), hash(-0.0));
/// assert_eq!(hash(f64::NAN), hash(-f64::NAN));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl Default for StateHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHash {
    /// Adds eight bytes, the least first.
    pub fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds a number. Called for each number of a record: written out, the hash of a car would be thousands of instructions.
    #[inline(never)]
    pub fn number(&mut self, number: f64) {
        self.word(bits(number));
    }

    /// Adds all numbers of a record.
    pub fn record<R: Real, X: Record<R>>(&mut self, record: &X) {
        record.store(self);
    }

    /// The hash of everything that was added.
    pub fn value(self) -> u64 {
        self.0
    }

    /// The hash of a snapshot whose numbers were added.
    pub(super) fn end(mut self, status: Status, clock: &Clock) -> u64 {
        self.word(u64::from(status.code()));
        self.word(clock.steps());
        self.number(clock.step_s());
        self.number(clock.before_s());
        self.value()
    }
}

/// The bits of a number, all NaNs being one.
pub(super) fn bits(number: f64) -> u64 {
    if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() }
}

impl<R: Real> Sink<R> for StateHash {
    fn write(&mut self, _: usize, value: R) {
        self.number(value.lane(0));
    }
}
