//! Laps that a driver drives: the full model on the road of the track, and a driver who follows a line and pushes, corner by corner,
//! until he runs wide.
//!
//! Each round is a lap along the line at the speeds of a quasi-steady lap whose car has a share of its grip, another one on each
//! stretch with a corner. Where a round was faster and stayed on the road, the next one asks for more; where it was slower or ran
//! wide, it goes back, and on in smaller steps.

mod line;
mod options;
mod round;
mod shares;

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_world::laps::Lap;
use skidpad_world::track::Track;

use crate::path::Path;
use crate::qss;

pub use line::driving_line;
pub use options::{Drive, DrivenError, DrivenOptions};
pub use round::DrivenSample;
use round::{Round, drive_round};
use shares::{Cautious, Shares};

/// Share of the grip in the first round, steps in which it grows at first, and the smallest that are worth a lap.
const FIRST_SHARE: f64 = 0.88;
const STEP: f64 = 0.03;
const LEAST_STEP: f64 = 0.004;
/// Least and largest share that he tries.
const LEAST_SHARE: f64 = 0.4;
const MOST_SHARE: f64 = 1.05;
/// A stretch is slower where it takes more than this beyond the time before, s.
const SLOWER_S: f64 = 0.005;

/// A driven lap.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenLap {
    /// Time, sectors, and whether all of it was on the road.
    pub lap: Lap,
    /// The car along the lap, a hundred times a second.
    pub samples: Vec<DrivenSample>,
    /// The least distance of the car's sides from the edges of the road, m.
    pub least_room_m: f64,
    /// Number of laps that were driven to find it.
    pub rounds: usize,
    /// True where more laps would gain less than the smallest step of grip.
    pub converged: bool,
}

/// Finds the fastest lap that the driver drives along a path on a track. A path that is closed is driven with a flying start.
///
/// # Errors
/// Reasons for which there is no lap.
pub fn drive(
    of: &Drive<'_>,
    track: &Arc<Track>,
    path: &Path,
    options: &DrivenOptions,
) -> Result<DrivenLap, DrivenError> {
    let theory = qss::lap(path, of.envelope, &options.lap).map_err(DrivenError::Lap)?;
    let mut search = ShareSearch::new(Shares::new(&theory, path.is_closed(), FIRST_SHARE));
    for _ in 0..options.rounds {
        let cautious = Cautious { car: of.envelope, shares: &search.next };
        let lap = qss::lap(path, &cautious, &options.lap).map_err(DrivenError::Lap)?;
        let line = driving_line(path, &lap, of.envelope).map_err(DrivenError::Line)?;
        let round = drive_round(of, track, Arc::new(line), &search.next, options)?;
        if search.take(round) {
            break;
        }
    }
    search.into_lap()
}

/// A search for the share of grip on each stretch.
struct ShareSearch {
    next: Shares,
    /// Share and time, s, of each stretch in the round before.
    before: Vec<[f64; 2]>,
    was_less: Vec<bool>,
    steps: Vec<f64>,
    fastest: Option<Round>,
    off_m: f64,
    rounds: usize,
    converged: bool,
}

impl ShareSearch {
    fn new(next: Shares) -> Self {
        let count = next.count();
        Self {
            before: vec![[0.0, f64::INFINITY]; count],
            was_less: vec![false; count],
            steps: vec![STEP; count],
            next,
            fastest: None,
            off_m: 0.0,
            rounds: 0,
            converged: false,
        }
    }

    /// Takes a round, and finds the shares of the next one. Returns true where no stretch gains any more.
    fn take(&mut self, round: Round) -> bool {
        self.rounds += 1;
        let left_at = round.left_at_m.map(|distance_m| self.next.stretch(distance_m));
        for stretch in 0..self.next.count() {
            let driven = &round.stretches[stretch];
            match driven.time_s {
                Some(time_s) => self.judge(stretch, time_s, driven.room_m),
                // He left the road on the way through; what he did not come to stays as it is.
                None if left_at == Some(stretch) => self.less(stretch),
                None => {}
            }
        }
        if let Some(distance_m) = round.left_at_m {
            self.off_m = distance_m;
        }
        let is_faster = |lap: &Lap| {
            self.fastest.as_ref().and_then(|best| best.lap).is_none_or(|best| lap.time_s < best.time_s)
        };
        if round.is_clean() && round.lap.as_ref().is_some_and(is_faster) {
            self.fastest = Some(round);
        }
        self.converged = self.steps.iter().all(|step| *step < LEAST_STEP);
        self.converged
    }

    /// Asks for more on a stretch that was driven on the road and not slower than with less before, else for less.
    fn judge(&mut self, stretch: usize, time_s: f64, room_m: f64) {
        let share = self.next.shares[stretch];
        let [before, before_s] = self.before[stretch];
        let is_slower_with_more = share > before && time_s > before_s + SLOWER_S;
        self.before[stretch] = [share, time_s];
        if room_m < 0.0 || is_slower_with_more {
            self.less(stretch);
            return;
        }
        // The first success after a step back was the largest that held: on in smaller steps.
        if core::mem::replace(&mut self.was_less[stretch], false) {
            self.steps[stretch] *= 0.5;
        }
        if self.steps[stretch] >= LEAST_STEP {
            self.next.shares[stretch] = Real::min(share + self.steps[stretch], MOST_SHARE);
        }
    }

    fn less(&mut self, stretch: usize) {
        let step = Real::max(self.steps[stretch], LEAST_STEP);
        self.next.shares[stretch] = Real::max(self.next.shares[stretch] - step, LEAST_SHARE);
        self.was_less[stretch] = true;
    }

    fn into_lap(self) -> Result<DrivenLap, DrivenError> {
        let off_m = self.off_m;
        let (rounds, converged) = (self.rounds, self.converged);
        let fastest = self.fastest.and_then(|round| Some((round.lap?, round)));
        let (lap, round) = fastest.ok_or(DrivenError::OffRoad { distance_m: off_m })?;
        let room_m = round.stretches.iter().map(|stretch| stretch.room_m);
        let least_room_m = room_m.fold(f64::INFINITY, Real::min);
        Ok(DrivenLap { lap, samples: round.samples, least_room_m, rounds, converged })
    }
}
