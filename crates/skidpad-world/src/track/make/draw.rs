//! Numbers of chance in a row.

use crate::chance::chance;

/// Numbers that follow from a seed and from how many were drawn before.
pub(super) struct Draw {
    seed: u64,
    index: u64,
}

impl Draw {
    /// The numbers of an attempt with a seed. An attempt draws fewer than a million of them.
    pub fn new(seed: u64, attempt: u64) -> Self {
        Self { seed, index: attempt << 20 }
    }

    /// A number from `low` to below `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.index += 1;
        low + (high - low) * 0.5 * (1.0 + chance(self.seed, self.index))
    }

    /// True in a share of all cases, 0 to 1.
    pub fn happens(&mut self, share: f64) -> bool {
        self.between(0.0, 1.0) < share
    }

    /// 1 or -1.
    pub fn sign(&mut self) -> f64 {
        if self.happens(0.5) { 1.0 } else { -1.0 }
    }
}
