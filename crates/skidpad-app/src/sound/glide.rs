//! Numbers that glide.

/// Below this, on its way to nothing, a number is nothing.
const NOTHING: f64 = 1e-6;

/// A number that follows another with a lag of the first order.
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
    /// One that stands.
    pub fn at(value: f64, lag_s: f64) -> Self {
        Self { now: value, to: value, lag_s, share: 0.0, dt_s: 0.0 }
    }

    /// Another number to go to.
    pub fn to(&mut self, to: f64) {
        self.to = to;
    }

    /// Whether it is nothing, and stays so.
    pub fn is_nothing(&self) -> bool {
        (self.now, self.to) == (0.0, 0.0)
    }

    /// A sample on.
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
