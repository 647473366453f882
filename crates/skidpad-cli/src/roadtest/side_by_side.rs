//! The parts of a road test, driven in parallel: they are independent, so that each has the same results as alone.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use skidpad_world::roadtest::{Manoeuvre, Turned, turn};

use super::subject::Subject;
use super::which::Which;
use crate::threads::chosen;

/// Manoeuvres that search and take longest, the longest first: started last, one of them would keep the other threads
/// waiting.
const LONG: [Manoeuvre; 6] = [
    Manoeuvre::MooseTest,
    Manoeuvre::Envelope,
    Manoeuvre::DoubleLaneChange,
    Manoeuvre::RandomSteer,
    Manoeuvre::SlopeHold,
    Manoeuvre::Slalom,
];

/// Runs `straight` on this thread and the manoeuvres of the tests on as many threads as the machine runs at once. Returns
/// the result of `straight`, and those of the manoeuvres in their usual order.
pub fn drive<T>(straight: impl FnOnce() -> T, subject: &Subject, tests: &[Which]) -> (T, Vec<Turned>) {
    let is_wanted = |manoeuvre: &Manoeuvre| {
        tests.iter().any(|which| matches!(which, Which::Turning(test) if test.manoeuvre == *manoeuvre))
    };
    let Some(conditions) = &subject.turning else { return (straight(), Vec::new()) };
    let driven: Vec<(Manoeuvre, OnceLock<Turned>)> =
        Manoeuvre::ALL.into_iter().filter(is_wanted).map(|wanted| (wanted, OnceLock::new())).collect();
    let mut order: Vec<usize> = (0..driven.len()).collect();
    let rank = |place: &usize| LONG.iter().position(|long| *long == driven[*place].0).unwrap_or(LONG.len());
    order.sort_by_key(rank);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (manoeuvre, turned) = &driven[*place];
            turned.get_or_init(|| turn(&subject.vehicle, conditions, *manoeuvre));
        }
    };
    let helpers = chosen(0).min(driven.len()).saturating_sub(1);
    let straight = thread::scope(|scope| {
        (0..helpers).for_each(|_| drop(scope.spawn(work)));
        let straight = straight();
        work();
        straight
    });
    (straight, driven.into_iter().filter_map(|(_, turned)| turned.into_inner()).collect())
}
