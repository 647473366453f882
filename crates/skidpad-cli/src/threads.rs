//! Work shared among threads, with results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// As many threads as a person chose; 0: as many as the machine runs at once.
pub fn chosen(threads: u16) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        count => usize::from(count),
    }
}

/// The results of pieces of work by their numbers, whichever thread does them: each thread takes the next that nobody has.
pub fn in_order<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(at)));
        }
    };
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads.clamp(1, count.max(1))).map(|_| scope.spawn(take)).collect();
        let joined = started.into_iter().flat_map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{chosen, in_order};

    #[test]
    fn results_are_in_order_whatever_the_threads() {
        for threads in [1, 2, 3, 16, 100] {
            for count in [0, 1, 2, 50] {
                let squares: Vec<usize> = (0..count).map(|at| at * at).collect();
                assert_eq!(in_order(count, threads, |at| at * at), squares, "{threads} {count}");
            }
        }
        assert!(chosen(0) >= 1 && chosen(7) == 7);
    }

    #[test]
    #[should_panic(expected = "piece 3")]
    fn a_panic_is_passed_on() {
        in_order(5, 2, |at| assert!(at != 3, "piece {at}"));
    }
}
