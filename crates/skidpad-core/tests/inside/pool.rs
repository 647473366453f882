//! The pool of threads.

use super::*;

static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Panics on the thread of that number; counts the others.
fn panic_on(bad: usize, number: usize) {
    assert!(number != bad, "as the test wants it");
    CALLS.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn a_panic_arrives_after_everyone_has_finished_and_the_pool_works_on() {
    let mut pool = Pool::new(4);
    assert_eq!(pool.threads(), 4);
    let tasks: [&'static Task<'static>; 2] = [&|n| panic_on(0, n), &|n| panic_on(3, n)];
    for (bad, task) in [0, 3].into_iter().zip(tasks) {
        let before = CALLS.load(Ordering::Relaxed);
        let run = catch_unwind(AssertUnwindSafe(|| pool.run(task)));
        assert!(run.is_err(), "{bad}");
        assert_eq!(CALLS.load(Ordering::Relaxed) - before, 3);
    }
    let before = CALLS.load(Ordering::Relaxed);
    for _ in 0..1000 {
        pool.run(&|n| panic_on(9, n));
    }
    assert_eq!(CALLS.load(Ordering::Relaxed) - before, 4000);
}
