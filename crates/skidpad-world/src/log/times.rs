//! Times of the steps of a log.

use skidpad_core::step::{Clock, Dt};

/// Time after each number of steps: the world's clock, which a restored world does not set back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepTimes {
    /// Changes of the length of the step: steps before, and the clock there, with the new length.
    parts: Vec<(u64, Clock)>,
}

impl StepTimes {
    /// Times that go on from a clock.
    pub fn from(clock: Clock) -> Self {
        Self { parts: vec![(0, clock)] }
    }

    /// Notes the length of the step that follows so many steps, the last of all.
    pub fn note(&mut self, step: u64, dt: Dt) {
        let (from, clock) = self.part(step);
        if clock.step_s().to_bits() == dt.seconds().to_bits() {
            return;
        }
        let clock = Clock::from_parts(0, dt.seconds(), time_s(step - from, &clock));
        self.parts.retain(|(from, _)| *from < step);
        self.parts.extend(clock.map(|clock| (step, clock)));
    }

    /// Length of the step that follows so many steps; `None` where none was noted yet.
    pub fn dt(&self, step: u64) -> Option<Dt> {
        let next = self.parts.partition_point(|(from, _)| *from <= step);
        self.parts.get(next.wrapping_sub(1)).and_then(|(_, clock)| Dt::new(clock.step_s()))
    }

    /// Time after so many steps, s.
    pub fn time_s(&self, step: u64) -> f64 {
        let (from, clock) = self.part(step);
        time_s(step - from, &clock)
    }

    /// Number of steps of at most `steps` after which the time is at most `time_s`.
    pub fn step_at(&self, time_s: f64, steps: u64) -> u64 {
        let (mut low, mut high) = (0, steps);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.time_s(middle) <= time_s { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// Lengths of the steps, each with the number of steps before it.
    pub fn rates(&self) -> impl Iterator<Item = (u64, Dt)> {
        self.parts.iter().filter_map(|(step, clock)| Some((*step, Dt::new(clock.step_s())?)))
    }

    /// Drops what was noted for steps after so many.
    pub fn truncate(&mut self, step: u64) {
        self.parts.retain(|(from, _)| *from == 0 || *from < step);
    }

    /// The part that a time after so many steps belongs to: at a change the one before, which ends with the same time.
    fn part(&self, step: u64) -> (u64, Clock) {
        let next = self.parts.partition_point(|(from, _)| *from < step);
        self.parts[next.max(1) - 1]
    }
}

/// Time so many steps after a clock.
fn time_s(steps: u64, clock: &Clock) -> f64 {
    clock.before_s() + (clock.steps() + steps) as f64 * clock.step_s()
}
