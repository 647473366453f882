//! Search for the share of grip on each stretch.

use skidpad_core::math::Real;
use skidpad_world::laps::Lap;

use super::options::DrivenError;
use super::round::Round;
use super::shares::Shares;

/// Step by which a share grows at first, and the smallest that is worth a lap.
const STEP: f64 = 0.03;
const LEAST_STEP: f64 = 0.004;
/// Step back of a stretch that runs wide in the last rounds.
const LAST_STEP: f64 = 0.01;
/// Step back of the braking, and of the grip where braking upset the car, over the step.
const BRAKING_STEPS: f64 = 4.0;
const BRAKED_STEPS: f64 = 0.5;
/// Step back of the stretch that leads to one which runs wide again.
const ENTRY_STEP: f64 = 0.02;
/// Least and largest share of the grip, and least share of the braking.
const LEAST_SHARE: f64 = 0.4;
const MOST_SHARE: f64 = 1.05;
const LEAST_BRAKING: f64 = 0.4;
/// A stretch is slower where it takes more than this beyond its fastest time, s.
const SLOWER_S: f64 = 0.005;
/// Share of the rounds that look for faster ones; the rest settles on a lap that is on the road everywhere.
const SEARCHING: f64 = 0.6;

/// A search for the shares of each stretch.
pub(super) struct ShareSearch {
    /// Shares of the next round.
    pub next: Shares,
    stretches: Vec<StretchSearch>,
    /// Share of the first round.
    first: f64,
    searching: usize,
    is_settling: bool,
    /// The fastest round on the road, and its shares.
    fastest: Option<(Round, Shares)>,
    /// Distance at which he left the road last, m.
    off_m: f64,
    /// Rounds that were taken.
    pub rounds: usize,
    /// True at the end of the search.
    pub converged: bool,
}

/// Search on a stretch.
#[derive(Clone, Copy, Debug)]
struct StretchSearch {
    best: Option<Best>,
    step: f64,
    /// Rounds in a row in which it ran wide.
    wide: usize,
}

/// The fastest time of a stretch on the road, and its shares.
#[derive(Clone, Copy, Debug)]
struct Best {
    grip: f64,
    braking: f64,
    time_s: f64,
}

impl ShareSearch {
    /// A search of at most a number of rounds.
    pub fn new(next: Shares, rounds: usize) -> Self {
        let stretch = StretchSearch { best: None, step: STEP, wide: 0 };
        Self {
            stretches: vec![stretch; next.count()],
            first: next.grip.first().copied().unwrap_or(MOST_SHARE),
            next,
            searching: (SEARCHING * rounds as f64) as usize,
            is_settling: false,
            fastest: None,
            off_m: 0.0,
            rounds: 0,
            converged: false,
        }
    }

    /// Takes a round, and finds the shares of the next one. Returns true at the end of the search.
    pub fn take(&mut self, round: Round) -> bool {
        self.rounds += 1;
        let driven = self.next.clone();
        let left_at = round.left_at_m.map(|distance_m| driven.stretch(distance_m));
        for (place, stretch) in round.stretches.iter().enumerate() {
            match stretch.time_s {
                Some(time_s) if stretch.room_m >= 0.0 => self.held(place, time_s),
                // He left the road on another one; this one stays as it is.
                None if left_at != Some(place) => {}
                _ => self.ran_wide(place, stretch.braked, stretch.time_s.is_some()),
            }
        }
        self.off_m = round.left_at_m.unwrap_or(self.off_m);
        let is_clean = round.is_clean();
        let is_faster = |lap: &Lap| {
            let fastest = self.fastest.as_ref().and_then(|(best, _)| best.lap);
            fastest.is_none_or(|best| lap.time_s < best.time_s)
        };
        let is_best = is_clean && round.lap.as_ref().is_some_and(is_faster);
        self.converged = self.is_settling && is_clean && round.lap.is_some();
        if is_best {
            self.fastest = Some((round, driven));
        }
        let is_fine = self.stretches.iter().all(|stretch| stretch.step < LEAST_STEP);
        if !self.is_settling && (is_fine || self.rounds >= self.searching) {
            self.settle();
        }
        self.converged
    }

    /// Puts each stretch to the shares with which it was fastest.
    fn settle(&mut self) {
        self.is_settling = true;
        for (place, stretch) in self.stretches.iter().enumerate() {
            if let Some(best) = stretch.best {
                (self.next.grip[place], self.next.braking[place]) = (best.grip, best.braking);
            }
        }
    }

    /// Asks for more on a stretch that was driven on the road and not slower than with less, else for less.
    fn held(&mut self, place: usize, time_s: f64) {
        let (grip, braking) = (self.next.grip[place], self.next.braking[place]);
        let stretch = &mut self.stretches[place];
        stretch.wide = 0;
        let best = stretch.best;
        if best.is_none_or(|best| time_s < best.time_s) {
            stretch.best = Some(Best { grip, braking, time_s });
        }
        if self.is_settling {
            return;
        }
        let from = match best {
            Some(best) if time_s > best.time_s + SLOWER_S => {
                stretch.step *= 0.5;
                self.next.braking[place] = best.braking;
                best.grip
            }
            _ => grip,
        };
        self.next.grip[place] = Real::min(from + stretch.step, MOST_SHARE);
    }

    /// Asks for less on a stretch on which he ran wide, and on the one before where that does not help.
    fn ran_wide(&mut self, place: usize, braked: bool, came_through: bool) {
        let entry = self.next.before(place);
        self.stretches[place].wide += 1;
        let wide = self.stretches[place].wide;
        if let (true, Some((_, clean)), 1..=2) = (self.is_settling, &self.fastest, wide) {
            // With the shares of the lap that was on the road, first on this stretch, then on its entry as well.
            for at in [place, entry].into_iter().take(wide) {
                self.next.grip[at] = Real::min(self.next.grip[at], clean.grip[at]);
                self.next.braking[at] = Real::min(self.next.braking[at], clean.braking[at]);
            }
            return;
        }
        if !self.is_settling && came_through && (!braked || wide > 3) && self.stretches[place].best.is_none()
        {
            self.next.grip[place] = self.first + first_steps(wide) * STEP;
            return;
        }
        let stretch = &mut self.stretches[place];
        stretch.step = Real::max(0.5 * stretch.step, 0.5 * LEAST_STEP);
        let step = if self.is_settling { LAST_STEP } else { Real::max(stretch.step, LEAST_STEP) };
        // The longer it does not help, the larger the steps.
        let step = step * wide as f64;
        if braked {
            self.next.braking[place] =
                Real::max(self.next.braking[place] - BRAKING_STEPS * step, LEAST_BRAKING);
        }
        let less = if braked { BRAKED_STEPS * step } else { step };
        self.next.grip[place] = Real::max(self.next.grip[place] - less, LEAST_SHARE);
        if wide > 1 {
            self.next.grip[entry] = Real::max(self.next.grip[entry] - ENTRY_STEP, LEAST_SHARE);
        }
    }

    /// The fastest round on the road.
    pub fn into_fastest(self) -> Result<Round, DrivenError> {
        let off = DrivenError::OffRoad { distance_m: self.off_m };
        self.fastest.map(|(round, _)| round).ok_or(off)
    }
}

/// Steps from the first share to that which is tried next, where none has held yet after some rounds: one less, one more, two
/// less, and so on. In a turn that banks the car, more speed may hold where less does not.
fn first_steps(wide: usize) -> f64 {
    let away = wide.div_ceil(2) as f64;
    if wide % 2 == 1 { -away } else { away }
}

#[cfg(test)]
mod tests {
    use super::first_steps;

    #[test]
    fn first_shares_alternate_about_the_first_one() {
        assert_eq!([1, 2, 3, 4, 5].map(first_steps), [-1.0, 1.0, -2.0, 2.0, -3.0]);
    }
}
