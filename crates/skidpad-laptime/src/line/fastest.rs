//! The fastest line of a car: a sequence of quadratic programs whose aim is the time of a quasi-steady lap.
//!
//! The slopes of the time to the offsets follow from [`sensitivity`](crate::qss::sensitivity) (time to curvature and length) and the
//! shape of the line (curvature and length to offsets). The matrix is a model: the time through a corner grows as a root of the
//! curvature, so it is concave in the curvature's square, and its tangent in the square is never less than it. Hence each
//! squared curvature gets the weight |slope / curvature|, averaged over some metres: a line that makes the sum of weighted squares
//! less makes the lap shorter, as long as the same causes limit the speed. As they change, the weights are multiplied by a
//! stiffness, which each place learns from the time that steps lose or gain there. A step is tried as a whole, without the parts that lost time,
//! and halved, and only a faster lap is kept.

use skidpad_core::math::Real;

use super::least::{Curvature, Length, change, least, moved};
use super::options::LineError;
use super::room::Room;
use super::shape::{Model, Shape};
use super::trust::Trust;
use crate::envelope::Envelope;
use crate::path::Path;
use crate::qss::{self, QssError, QssLap, Sensitivity};

/// Shares of the shortest line in the mixtures with the line of least curvature of which the fastest one is the beginning.
const SHARES: [f64; 6] = [0.0, 0.1, 0.2, 0.35, 0.5, 1.0];
/// The most steps; 15 to 30 are usual.
const MOST_STEPS: usize = 60;
/// The most trials of a step, and of one whose first trials were faster laps.
const TRIALS: usize = 4;
const FASTER_TRIALS: usize = 2;
/// Half of the length over which the weights are averaged, m.
const WEIGHTS_M: f64 = 30.0;
/// Half of the length over which slopes are averaged, twice, m. The speed of a whole corner hangs on its slowest point, and which one that is
/// changes with each step.
const SLOPES_M: f64 = 4.0;
/// Curvature of a road that counts as straight, 1/m.
const STRAIGHT_1_M: f64 = 1e-3;
/// Weight of the curvature where it costs no time, over the mean one.
const FLOOR: f64 = 0.02;
/// The search ends where this many steps together gain less than this share of the time.
const LAST: usize = 5;
const LITTLE: f64 = 2e-4;

/// A line with its lap.
struct Driven {
    offsets_m: Vec<f64>,
    path: Path,
    lap: QssLap,
}

/// The fastest line that was found, and the times of those that it was found from.
pub(super) struct Found {
    pub offsets_m: Vec<f64>,
    pub time_s: f64,
    pub curvature_s: f64,
    pub shortest_s: Option<f64>,
    pub rounds: usize,
}

/// A car that looks for a line in some room.
pub(super) struct Search<'a> {
    pub room: &'a Room,
    pub car: &'a dyn Envelope,
    pub options: &'a qss::Options,
}

impl Search<'_> {
    fn drive(&self, offsets_m: Vec<f64>) -> Result<Driven, LineError> {
        let path = self.room.corridor.path(&offsets_m, 1).map_err(LineError::Path)?;
        let lap = qss::lap(&path, self.car, self.options).map_err(LineError::Lap)?;
        Ok(Driven { offsets_m, path, lap })
    }

    pub fn run(&self) -> Result<Found, LineError> {
        let (corridor, limits_m) = (&self.room.corridor, &self.room.limits_m);
        let (calm_m, _) = least(corridor, limits_m, &Curvature);
        let (short_m, _) = least(corridor, limits_m, &Length);
        let mixture = |share: f64| {
            let mixed = calm_m.iter().zip(&short_m).map(|(calm, short)| calm + share * (short - calm));
            self.drive(mixed.collect())
        };
        let mut begins = vec![mixture(SHARES[0])?];
        let curvature_s = begins[0].lap.time_s;
        let mut shortest_s = None;
        for share in &SHARES[1..] {
            // Along the inner edge of a hairpin a line can be sharper than the car's turning circle.
            let begin = match mixture(*share) {
                Err(LineError::Lap(QssError::TooSharp { .. })) => continue,
                begin => begin?,
            };
            if *share == 1.0 {
                shortest_s = Some(begin.lap.time_s);
            }
            begins.push(begin);
        }
        let fastest = (0..begins.len())
            .fold(0, |best, at| if begins[at].lap.time_s < begins[best].lap.time_s { at } else { best });
        let (best, rounds) = self.descend(begins.swap_remove(fastest));
        Ok(Found { time_s: best.lap.time_s, offsets_m: best.offsets_m, curvature_s, shortest_s, rounds })
    }

    /// A line that was found, led on from there: the stiffness of each place is learned again, which allows large steps again.
    pub fn again(&self, found: Found) -> Result<Found, LineError> {
        let (best, rounds) = self.descend(self.drive(found.offsets_m)?);
        Ok(Found {
            offsets_m: best.offsets_m,
            time_s: best.lap.time_s,
            rounds: found.rounds + rounds,
            ..found
        })
    }

    /// Steps from a line to faster ones, and their number.
    fn descend(&self, mut best: Driven) -> (Driven, usize) {
        let count = best.offsets_m.len();
        let mut trust = Trust::new(count, best.path.length_m() / count as f64, best.path.is_closed());
        let mut times_s = vec![best.lap.time_s];
        for round in 1..=MOST_STEPS {
            match self.step(&best, &mut trust) {
                Some(next) => best = next,
                None => trust.stiffen(),
            }
            times_s.push(best.lap.time_s);
            if round >= LAST && times_s[round - LAST] - times_s[round] < LITTLE * times_s[round] {
                return (best, round);
            }
        }
        (best, MOST_STEPS)
    }

    /// A faster line by one quadratic program; `None` where no trial was faster.
    fn step(&self, from: &Driven, trust: &mut Trust) -> Option<Driven> {
        let limits_m = &self.room.limits_m;
        let mut change_m = change(&mut self.model(from, trust), &from.offsets_m, limits_m);
        let mut best: Option<Driven> = None;
        for trial in 0..TRIALS {
            if trial >= FASTER_TRIALS && best.is_some() {
                break;
            }
            let Ok(next) = self.drive(moved(&from.offsets_m, &change_m, 1.0, limits_m)) else {
                trust.stiffen();
                change_m.iter_mut().for_each(|change| *change *= 0.5);
                continue;
            };
            let keep = trust.learn(&from.lap, &next.lap, trial == 0);
            if next.lap.time_s < best.as_ref().unwrap_or(from).lap.time_s {
                best = Some(next);
            }
            let Some(keep) = keep else { break };
            let share = if trial == 0 { 1.0 } else { 0.5 };
            change_m.iter_mut().zip(keep).for_each(|(change, keep)| *change *= share * keep);
        }
        best
    }

    /// The model of the lap's time about a line.
    fn model(&self, driven: &Driven, trust: &Trust) -> Model {
        let shape = Shape::new(&self.room.corridor, &driven.offsets_m);
        let of = qss::sensitivity(&driven.path, self.car, self.options, &driven.lap);
        let weights = weights(&driven.path, &of, trust);
        let slopes = trust.averages(&trust.averages(&of.curvature_s_m, SLOPES_M), SLOPES_M);
        let mut model = shape.empty();
        for turn in shape.turns() {
            let shares = turn.curvature();
            model.add_slopes(turn.before, &shares, slopes[turn.at]);
            model.matrix.add_square(turn.before, &shares, trust.at(turn.at) * weights[turn.at]);
        }
        shape.add_lengths(&mut model, &|at| Real::max(of.length_s_m[at], 0.0));
        model
    }
}

/// Weight of the squared curvature at each point, s m^2.
fn weights(path: &Path, of: &Sensitivity, trust: &Trust) -> Vec<f64> {
    let slopes: Vec<f64> = of.curvature_s_m.iter().map(|slope| Real::abs(*slope)).collect();
    let bends: Vec<f64> = path.points().iter().map(|point| Real::abs(point.curvature_1_m)).collect();
    let (slopes, bends) = (trust.averages(&slopes, WEIGHTS_M), trust.averages(&bends, WEIGHTS_M));
    let weight =
        |(slope, bend): (&f64, &f64)| Real::max(*slope, 0.0) / (Real::max(*bend, 0.0) + STRAIGHT_1_M);
    let weights: Vec<f64> = slopes.iter().zip(&bends).map(weight).collect();
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    // Positive even for a lap whose time no curvature changes.
    let floor = FLOOR * mean + 1e-9;
    weights.iter().map(|weight| weight + floor).collect()
}
