//! A few threads that wait for work.
//!
//! A batch has its own pool, or several share one. Handing out work allocates nothing and locks
//! nothing: one atomic counter says that there is work, another how many are still at it. A thread
//! looks at the counter for some microseconds after its work, then sleeps until it is woken.

use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::vec::Vec;

/// Task that every thread of the pool is called with, and the thread's number.
pub type Task<'a> = dyn Fn(usize) + Sync + 'a;

/// Number of times that a thread looks for work before it sleeps.
const LOOKS: u32 = 4_000;

/// State that the threads share.
struct SharedWork {
    /// Counts the tasks handed out.
    round: AtomicU64,
    /// Threads still at the present task.
    busy: AtomicUsize,
    /// The present task.
    task: Mutex<Option<&'static Task<'static>>>,
    /// True where a thread's task panicked.
    panicked: AtomicBool,
    /// True where the pool is being dropped.
    closing: AtomicBool,
    /// Who waits for the others.
    caller: Mutex<Option<Thread>>,
}

/// Threads that wait for work.
pub struct Pool {
    shared: Arc<SharedWork>,
    workers: Vec<JoinHandle<()>>,
}

impl core::fmt::Debug for Pool {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pool").field("threads", &self.threads()).finish()
    }
}

impl Pool {
    /// A pool of `threads`, the caller's among them; 0: as many as the machine runs at once. Where
    /// a thread cannot be started the pool has fewer.
    pub fn new(threads: usize) -> Self {
        let wanted = if threads == 0 {
            std::thread::available_parallelism().map_or(1, core::num::NonZero::get)
        } else {
            threads
        };
        let shared = Arc::new(SharedWork {
            round: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
            task: Mutex::new(None),
            panicked: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            caller: Mutex::new(None),
        });
        let start = |number: usize| {
            let shared = Arc::clone(&shared);
            let builder = std::thread::Builder::new().name(std::format!("skidpad-{number}"));
            builder.spawn(move || wait_for_work(&shared, number)).ok()
        };
        let workers = (1..wanted).map_while(start).collect();
        let mut pool = Self { shared, workers };
        // What a thread allocates when it begins, it allocates before this returns.
        pool.run(&|_| ());
        pool
    }

    /// Number of threads, the caller's among them.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Calls `task` once on every thread, the caller's (number 0) among them.
    ///
    /// It neither returns nor unwinds before every thread has finished with the task and forgotten
    /// it: `dispatch::on_every_thread` builds on that.
    ///
    /// # Panics
    /// If the task panicked on a thread.
    pub(crate) fn run(&mut self, task: &'static Task<'static>) {
        let shared = &*self.shared;
        *lock(&shared.task) = Some(task);
        *lock(&shared.caller) = Some(std::thread::current());
        shared.busy.store(self.workers.len(), Ordering::Release);
        shared.round.fetch_add(1, Ordering::Release);
        for worker in &self.workers {
            worker.thread().unpark();
        }
        let own = catch_unwind(AssertUnwindSafe(|| task(0)));
        let mut looks = 0;
        while shared.busy.load(Ordering::Acquire) > 0 {
            pause(&mut looks);
        }
        *lock(&shared.task) = None;
        if let Err(panic) = own {
            resume_unwind(panic);
        }
        assert!(!shared.panicked.swap(false, Ordering::AcqRel), "a thread of the pool panicked");
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Release);
        for worker in self.workers.drain(..) {
            worker.thread().unpark();
            // A worker catches the panics of its tasks, so there is nothing to hear of here.
            let _ = worker.join();
        }
    }
}

/// Loop of a thread of the pool.
fn wait_for_work(shared: &SharedWork, number: usize) {
    let mut done = 0;
    let mut looks = 0;
    loop {
        if shared.closing.load(Ordering::Acquire) {
            return;
        }
        let round = shared.round.load(Ordering::Acquire);
        if round == done {
            pause(&mut looks);
            continue;
        }
        (done, looks) = (round, 0);
        let task = *lock(&shared.task);
        let call = || task.map_or((), |task| task(number));
        if catch_unwind(AssertUnwindSafe(call)).is_err() {
            shared.panicked.store(true, Ordering::Release);
        }
        let caller = lock(&shared.caller).clone();
        let last = shared.busy.fetch_sub(1, Ordering::AcqRel) == 1;
        if let Some(caller) = caller.filter(|_| last) {
            caller.unpark();
        }
    }
}

/// Looks again at once, and after many times sleeps until it is woken.
fn pause(looks: &mut u32) {
    if *looks < LOOKS {
        *looks += 1;
        core::hint::spin_loop();
    } else {
        std::thread::park();
    }
}

/// Work that threads take from, one at a time.
pub(crate) struct WorkQueue<W>(Mutex<W>);

impl<W> WorkQueue<W> {
    /// A queue of all the work.
    pub(crate) fn new(whole: W) -> Self {
        Self(Mutex::new(whole))
    }

    /// Takes some of the work, while no other thread does.
    pub(crate) fn take<U>(&self, some: impl FnOnce(&mut W) -> U) -> U {
        some(&mut lock(&self.0))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "../tests/inside/pool.rs"]
mod tests;
