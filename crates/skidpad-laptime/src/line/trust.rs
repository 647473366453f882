//! Stiffness of the model of a lap's time, by place: how far each part of a line may move in a step.

use skidpad_core::math::Real;

use super::average::averages;
use crate::qss::QssLap;

/// Stiffness at the beginning, and its range.
const FIRST: f64 = 20.0;
const RANGE: [f64; 2] = [0.1, 1e5];
/// Factors after a step that lost time at a place, and after one that gained.
const STIFFER: f64 = 2.0;
const SOFTER: f64 = 0.7;
/// Half of the length over which a step's gain is counted: a corner and what it costs after and before it, m.
const SECTION_M: f64 = 300.0;
/// Half of the length over which a step fades out, m.
const FADE_M: f64 = 30.0;

/// Stiffness at each station.
pub(super) struct Trust {
    numbers: Vec<f64>,
    step_m: f64,
    is_closed: bool,
}

impl Trust {
    /// The first one for a number of stations, evenly spaced.
    pub fn new(count: usize, step_m: f64, is_closed: bool) -> Self {
        Self { numbers: vec![FIRST; count], step_m, is_closed }
    }

    pub fn at(&self, station: usize) -> f64 {
        self.numbers[station]
    }

    /// Number of stations in a length.
    pub fn reach(&self, length_m: f64) -> usize {
        Real::max(length_m / self.step_m, 0.0) as usize
    }

    /// Means over a length to either side.
    pub fn averages(&self, numbers: &[f64], length_m: f64) -> Vec<f64> {
        averages(numbers, self.reach(length_m), self.is_closed)
    }

    /// Makes the model stiffer wherever.
    pub fn stiffen(&mut self) {
        self.numbers.iter_mut().for_each(|number| *number = Real::min(*number * STIFFER, RANGE[1]));
    }

    /// Makes the model stiffer where a lap loses time against another and, after a first trial, softer elsewhere. Returns the share
    /// of the step to keep at each station: 0 where time was lost, 1 elsewhere, with gentle transitions; `None` where none was lost.
    pub fn learn(&mut self, before: &QssLap, after: &QssLap, is_first: bool) -> Option<Vec<f64>> {
        let [before, after] = [before, after].map(times_s);
        let losses: Vec<f64> = before.iter().zip(&after).map(|(before, after)| after - before).collect();
        let losses = self.averages(&losses, SECTION_M);
        for (number, loss) in self.numbers.iter_mut().zip(&losses) {
            let factor = if *loss > 0.0 {
                STIFFER
            } else if is_first {
                SOFTER
            } else {
                1.0
            };
            *number = Real::clamp(*number * factor, RANGE[0], RANGE[1]);
        }
        if losses.iter().all(|loss| *loss <= 0.0) {
            return None;
        }
        let keep: Vec<f64> = losses.iter().map(|loss| if *loss > 0.0 { 0.0 } else { 1.0 }).collect();
        Some(self.averages(&keep, FADE_M))
    }
}

/// Time from each sample to the next one, s; from the last one to the end of the lap.
fn times_s(lap: &QssLap) -> Vec<f64> {
    let ends = lap.samples.iter().skip(1).map(|sample| sample.time_s).chain([lap.time_s]);
    lap.samples.iter().zip(ends).map(|(sample, end_s)| end_s - sample.time_s).collect()
}
