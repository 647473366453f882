//! Steps of a run.

use skidpad_core::step::Dt;

/// Steps of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTime {
    /// The step. Each car divides it into its own sub-steps.
    pub dt: Dt,
    /// Number of steps.
    pub steps: u64,
}

impl RunTime {
    /// Steps of a duration, s: rounded up to whole ones, at least one.
    pub fn from_duration(duration_s: f64, dt: Dt) -> Self {
        let parts = duration_s / dt.seconds() * (1.0 - 1e-12);
        let whole = parts as u64;
        Self { dt, steps: u64::max(whole + u64::from((whole as f64) < parts), 1) }
    }

    /// Time after a number of steps, s.
    pub(super) fn after(self, steps: u64) -> f64 {
        steps as f64 * self.dt.seconds()
    }
}
