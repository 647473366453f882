//! Threads that several batches, and the work around them, share.

use super::columns::Rows;
use super::{Batch, Number, Pool, Task};
use crate::model::Model;
use crate::pool::Pile;

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
}

/// Takes rows through a kernel on every thread of a pool. Each thread takes blocks until none are left, so that a
/// thread that the machine holds up holds nobody up.
pub(super) fn over_threads<T: Number>(
    pool: &mut Pool,
    run: &(impl Fn(&mut Rows<'_, T>) -> bool + Sync),
    rows: Rows<'_, T>,
) -> bool {
    use core::sync::atomic::{AtomicBool, Ordering};

    let blocks = rows.len.div_ceil(T::WIDEST);
    let share = blocks.div_ceil(SHARES * pool.threads()) * T::WIDEST;
    let stopped = AtomicBool::new(false);
    let left = Pile::new(rows);
    pool.on_every_thread(&|_| {
        loop {
            let mut mine = left.take(|left| left.take_first(share));
            if mine.len == 0 {
                return;
            }
            if run(&mut mine) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    stopped.into_inner()
}
