//! Numbers that glide to their targets.

/// Magnitude below which a number on its way to 0 becomes 0.
const NOTHING: f64 = 1e-6;

/// A number that follows its target with a first-order lag.
#[derive(Clone, Copy, Debug, Default)]
pub struct Glide {
    now: f64,
    to: f64,
    lag_s: f64,
    // The last share of the way in a sample, and for which length of it: an exponential function less.
    share: f64,
    dt_s: f64,
}

impl Glide {
    /// A number that has reached its target.
    pub fn at(value: f64, lag_s: f64) -> Self {
        Self { now: value, to: value, lag_s, share: 0.0, dt_s: 0.0 }
    }

    /// Sets the target.
    pub fn to(&mut self, to: f64) {
        self.to = to;
    }

    /// True if both the number and its target are 0.
    pub fn is_nothing(&self) -> bool {
        (self.now, self.to) == (0.0, 0.0)
    }

    /// Advances by a sample and returns the number.
    pub fn next(&mut self, dt_s: f64) -> f64 {
        if dt_s != self.dt_s {
            self.share = 1.0 - (-dt_s / self.lag_s).exp();
            self.dt_s = dt_s;
        }
        self.now += self.share * (self.to - self.now);
        if self.to == 0.0 && self.now.abs() < NOTHING {
            self.now = 0.0;
        }
        self.now
    }
}
