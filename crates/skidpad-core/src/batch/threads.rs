//! Threads that several batches, and the work around them, share.

use core::sync::atomic::{AtomicBool, Ordering};

use super::columns::Rows;
use super::{Batch, Number, Pool, Task};
use crate::model::Model;
use crate::pool::WorkQueue;

/// Into how many shares the work is divided, per thread.
const SHARES: usize = 2;

impl<M: Model, T: Number> Batch<M, T> {
    /// Returns the batch over threads: the caller's and `threads - 1` of its own, which live as long as
    /// the batch and wait between steps. 0: as many as the machine runs at once.
    pub fn with_threads(mut self, threads: usize) -> Self {
        let pool = Pool::new(threads);
        self.pool = (pool.threads() > 1).then_some(pool);
        self
    }

    /// Exchanges the pool of threads that the batch runs on, so that several batches share one; `None`: the caller's thread
    /// alone. Nothing is allocated.
    ///
    /// ```
    /// use skidpad_core::batch::{Batch, Pool};
    /// use skidpad_core::record::Empty;
    /// use skidpad_core::step::Dt;
    /// use skidpad_texts::w1::{self, W1};
    ///
    /// let (states, _): (Vec<_>, Vec<_>) = (0..100).map(w1::workload::start).unzip();
    /// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
    /// batch.replace_pool(Some(Pool::new(2)));
    /// batch.step(Dt::new(0.01).unwrap());
    /// let pool = batch.replace_pool(None); // for the next batch
    /// assert_eq!(pool.unwrap().threads(), 2);
    /// # Ok::<(), skidpad_core::batch::BatchError>(())
    /// ```
    pub fn replace_pool(&mut self, pool: Option<Pool>) -> Option<Pool> {
        core::mem::replace(&mut self.pool, pool)
    }
}

impl Pool {
    /// Calls `task` once on every thread, the caller's among them, and returns when all are done.
    ///
    /// # Panics
    /// If the task panicked on a thread.
    pub fn on_every_thread(&mut self, task: &Task<'_>) {
        crate::dispatch::on_every_thread(self, task);
    }

    /// Divides work among all threads in whole units, such as blocks of cars, and returns when all of it is done: true where
    /// `run` returned true for a share of it.
    ///
    /// Each thread takes shares until none are left, so that a thread that the machine holds up holds nobody up.
    ///
    /// # Panics
    /// If `unit` is 0, or `run` panicked on a thread.
    pub fn divide<W: Divisible>(&mut self, work: W, unit: usize, run: &(impl Fn(W) -> bool + Sync)) -> bool {
        let units = work.len().div_ceil(unit);
        let share = units.div_ceil(SHARES * self.threads()) * unit;
        let (any, left) = (AtomicBool::new(false), WorkQueue::new(work));
        self.on_every_thread(&|_| {
            loop {
                let mine = left.take(|left| left.take_first(share));
                if mine.is_empty() {
                    return;
                }
                if run(mine) {
                    any.store(true, Ordering::Relaxed);
                }
            }
        });
        any.into_inner()
    }
}

/// Work that the threads of a pool divide among themselves ([`Pool::divide`]).
pub trait Divisible: Sized + Send {
    /// Number of items that are left.
    fn len(&self) -> usize;
    /// Returns true where nothing is left.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Takes the first items out, at most so many.
    fn take_first(&mut self, most: usize) -> Self;
}

impl<T: Number> Divisible for Rows<'_, T> {
    fn len(&self) -> usize {
        self.len
    }
    fn take_first(&mut self, most: usize) -> Self {
        Rows::take_first(self, most)
    }
}
