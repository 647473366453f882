//! Cars that stopped in the last call of a batch, and how many of its steps they took.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Number of steps that each car that stopped in the last call took in it.
#[derive(Debug)]
pub(super) struct Stops {
    /// 0 for a car that did not stop. One thread at a time steps a car: the numbers are atomic because the threads share
    /// the list.
    steps: Vec<AtomicU32>,
    has_any: AtomicBool,
}

impl Stops {
    pub(super) fn new(cars: usize) -> Self {
        Self { steps: (0..cars).map(|_| AtomicU32::new(0)).collect(), has_any: AtomicBool::new(false) }
    }

    /// Forgets those of the last call.
    pub(super) fn clear(&mut self) {
        if core::mem::take(self.has_any.get_mut()) {
            self.steps.iter_mut().for_each(|steps| *steps.get_mut() = 0);
        }
    }

    /// Steps of a car that stopped.
    pub(super) fn steps(&self, car: usize) -> u32 {
        self.steps[car].load(Ordering::Relaxed)
    }

    /// Notes that a car stopped after so many steps. The padding is no car.
    pub(super) fn note(&self, car: usize, steps: u32) {
        if let Some(place) = self.steps.get(car) {
            place.store(steps, Ordering::Relaxed);
            self.has_any.store(true, Ordering::Relaxed);
        }
    }
}
