//! The search for the best lap of a run that is raced against: all of its log is replayed, beside the frames.

use skidpad_world::laps::Laps;
use skidpad_world::log::LogReplay;
use skidpad_world::world::CarId;

use super::search::LapSearch;
use crate::run::{Run, begun};

/// The search on this platform: in a thread of its own.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn of_run(run: &Run) -> Result<Box<dyn LapSearch>, String> {
    Ok(Box::new(beside::SearchThread::new(run)))
}

/// The search on this platform: a browser has no thread for it, so that it goes on in slices between the frames.
#[cfg(target_arch = "wasm32")]
pub(super) fn of_run(run: &Run) -> Result<Box<dyn LapSearch>, String> {
    Ok(Box::new(Slices::new(run, now_s())?))
}

/// A run that is replayed for its laps.
struct Search {
    replay: LogReplay,
    car: CarId,
    laps: Laps,
    best_s: Option<f64>,
    is_over: bool,
}

impl Search {
    fn new(run: &Run) -> Result<Self, String> {
        let replay = begun(&run.log)?;
        let car = replay.cars().next().map(|(id, _)| id);
        let laps = replay.world().site().course.as_deref().map(Laps::on);
        let (car, laps) = car.zip(laps).ok_or("the run has no course or no car")?;
        Ok(Self { replay, car, laps, best_s: None, is_over: run.steps() == 0 })
    }

    fn share(&self) -> f64 {
        let steps = self.replay.log().steps();
        if self.is_over || steps == 0 { 1.0 } else { self.replay.steps() as f64 / steps as f64 }
    }

    /// Replays some steps.
    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            // A log that was altered ends where its world does not take a change.
            self.is_over |= !self.replay.follow().unwrap_or(false);
            if self.is_over {
                return;
            }
            self.laps.follow(self.replay.world(), self.car);
        }
    }

    fn take(&mut self) -> Option<Laps> {
        let best_s = self.laps.best().map(|best| best.time_s);
        let is_better = best_s.is_some() && best_s != self.best_s;
        self.best_s = best_s;
        is_better.then(|| self.laps.clone())
    }
}

/// Steps between two looks at the clock, or at what another thread asks.
const STEPS: u32 = 20;

#[cfg(not(target_arch = "wasm32"))]
mod beside {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::mpsc::{Receiver, TryRecvError, channel};

    use super::{LapSearch, Laps, Run, STEPS, Search};

    /// State that both threads share.
    #[derive(Default)]
    struct Shared {
        /// Bits of the share that was searched.
        share: AtomicU64,
        is_given_up: AtomicBool,
    }

    /// A search in a thread of its own, which ends with it.
    pub(super) struct SearchThread {
        shared: Arc<Shared>,
        found: Receiver<Laps>,
        latest: Option<Laps>,
    }

    impl SearchThread {
        pub(super) fn new(run: &Run) -> Self {
            let (shared, (send, found)) = (Arc::<Shared>::default(), channel());
            let (own, run) = (Arc::clone(&shared), run.clone());
            std::thread::spawn(move || {
                // A replay of it has just begun.
                let Ok(mut search) = Search::new(&run) else { return };
                while !search.is_over && !own.is_given_up.load(Ordering::Relaxed) {
                    search.steps(STEPS);
                    own.share.store(search.share().to_bits(), Ordering::Relaxed);
                    if search.take().is_some_and(|laps| send.send(laps).is_err()) {
                        return;
                    }
                }
            });
            Self { shared, found, latest: None }
        }
    }

    impl LapSearch for SearchThread {
        fn go_on(&mut self) -> bool {
            loop {
                match self.found.try_recv() {
                    Ok(laps) => self.latest = Some(laps),
                    Err(TryRecvError::Empty) => return false,
                    Err(TryRecvError::Disconnected) => return true,
                }
            }
        }
        fn share(&self) -> f64 {
            f64::from_bits(self.shared.share.load(Ordering::Relaxed))
        }
        fn take(&mut self) -> Option<Laps> {
            self.latest.take()
        }
    }

    impl Drop for SearchThread {
        fn drop(&mut self) {
            self.shared.is_given_up.store(true, Ordering::Relaxed);
        }
    }
}

/// Time of a frame that the search takes, s: half of a frame at 60 a second.
#[cfg(any(target_arch = "wasm32", test))]
const SLICE_S: f64 = 0.008;

/// A search in slices of each frame's time.
#[cfg(any(target_arch = "wasm32", test))]
struct Slices<C> {
    search: Search,
    now_s: C,
}

#[cfg(any(target_arch = "wasm32", test))]
impl<C: FnMut() -> f64> Slices<C> {
    fn new(run: &Run, now_s: C) -> Result<Self, String> {
        Ok(Self { search: Search::new(run)?, now_s })
    }
}

#[cfg(any(target_arch = "wasm32", test))]
impl<C: FnMut() -> f64> LapSearch for Slices<C> {
    fn go_on(&mut self) -> bool {
        let until_s = (self.now_s)() + SLICE_S;
        while !self.search.is_over && (self.now_s)() < until_s {
            self.search.steps(STEPS);
        }
        self.search.is_over
    }
    fn share(&self) -> f64 {
        self.search.share()
    }
    fn take(&mut self) -> Option<Laps> {
        self.search.take()
    }
}

/// A browser's clock, s.
#[cfg(all(target_arch = "wasm32", feature = "window"))]
fn now_s() -> impl FnMut() -> f64 {
    let start = web_time::Instant::now();
    move || start.elapsed().as_secs_f64()
}

/// Without a window there is no clock: each look at it counts as so much of a slice, s.
#[cfg(all(target_arch = "wasm32", not(feature = "window")))]
fn now_s() -> impl FnMut() -> f64 {
    let mut looks = 0.0;
    move || {
        looks += 1.0;
        looks * 0.01 * SLICE_S
    }
}

#[cfg(test)]
mod tests {
    use super::{LapSearch, STEPS, Slices};
    use crate::choice::Choice;
    use crate::drive::Drive;
    use skidpad_core::controls::{Controls, Gear};
    use skidpad_world::scene::Scene;

    /// A run of a minute on the course, in which no lap is driven.
    fn run() -> crate::run::Run {
        let car = Choice::preset("kinematic", "boxster-s").unwrap();
        let mut drive = Drive::new(Scene::by_name("course").unwrap(), &car).unwrap();
        let controls = Controls { throttle: 0.2, gear: Gear::Automatic, ..Controls::default() };
        (0..240 * 60).for_each(|_| drive.single_step_with(&controls));
        drive.run()
    }

    /// A slice had 300 sub-steps, about 5 ms of a car's time at each frame: an hour was searched in ten minutes. Now
    /// it is as much as fits into 8 ms, and no frame takes much longer.
    #[test]
    fn a_slice_is_measured_by_the_clock() {
        let run = run();
        // On this clock a step takes 2 us.
        let step_s = 2e-6;
        let mut looks = 0_u32;
        let clock = move || {
            looks += 1;
            f64::from(looks) * f64::from(STEPS) * step_s
        };
        let mut search = Slices::new(&run, clock).unwrap();
        let (mut frames, mut shares) = (0, vec![0.0]);
        while !search.go_on() {
            frames += 1;
            shares.push(search.share());
            assert!(shares[frames] > shares[frames - 1] && frames < 100);
        }
        let steps = shares[1] * run.steps() as f64;
        assert!((3000.0..=4200.0).contains(&steps), "{steps} steps a frame");
        assert_eq!(search.share(), 1.0);
        assert!(search.take().is_none());
    }
}
