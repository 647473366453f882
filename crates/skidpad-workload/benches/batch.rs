//! Car-steps per second of every model, one car after the other, in lanes, and over threads.
//!
//! `cargo bench --package skidpad-workload --all-features --bench batch`, or with words that a line must contain:
//! `cargo bench --package skidpad-workload --all-features --bench batch -- w1 f64`. The modes of a model run in turn, round
//! after round, so that what else the machine does meets all of them alike.

use std::time::Instant;

use skidpad_core::batch::{Isa, Level};
use skidpad_workload::{Mode, Run, STEPS, models, prepare};

const CARS: usize = 4096;
const ROUNDS: usize = 7;
const ROUND_S: f64 = 0.1;

/// Car-steps per second of one round of about [`ROUND_S`].
fn rate(run: &mut dyn Run, steps: u32) -> f64 {
    let mut taken_s = 0.0;
    let mut left = steps;
    while left > 0 {
        let now = left.min(STEPS);
        run.restart();
        let start = Instant::now();
        run.steps(now);
        taken_s += start.elapsed().as_secs_f64();
        left -= now;
    }
    f64::from(steps) * run.cars() as f64 / taken_s
}

/// How many steps take about [`ROUND_S`].
fn warm_up(run: &mut dyn Run) -> u32 {
    let rate = rate(run, 4);
    ((ROUND_S * rate / run.cars() as f64) as u32).max(1)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let level: Level = Isa::best().level();
    println!(
        "{CARS} cars, level {}, medians of {ROUNDS} rounds in millions of car-steps per second",
        level.name()
    );
    for model in models() {
        for single in [false, true] {
            let name = format!("{model} {}", if single { "f32" } else { "f64" });
            if !words.iter().all(|word| name.contains(word.as_str())) {
                continue;
            }
            let modes = [Mode::Scalar, Mode::Lanes, Mode::Threads(0)];
            let mut runs = modes.map(|mode| {
                let mut run = prepare(model, single, mode, CARS).expect("the models are known");
                let steps = warm_up(run.as_mut());
                (run, steps, Vec::new())
            });
            for _ in 0..ROUNDS {
                for (run, steps, rates) in &mut runs {
                    rates.push(rate(run.as_mut(), *steps) / 1e6);
                }
            }
            let [scalar, lanes, threads] = runs.map(|(_, _, mut rates)| {
                rates.sort_by(f64::total_cmp);
                rates[ROUNDS / 2]
            });
            println!(
                "{name:<18} scalar {scalar:8.3}  lanes {lanes:8.3} ({:5.2} x)  threads {threads:8.3} ({:5.2} x)",
                lanes / scalar,
                threads / lanes,
            );
        }
    }
}
