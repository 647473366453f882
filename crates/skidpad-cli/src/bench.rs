//! `skidpad bench`: car-steps per second.

use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use skidpad_core::batch::{Isa, Number};
use skidpad_core::step::Dt;
use skidpad_models::MODELS;
use skidpad_workload::{self as workload, Mode, Run};
use skidpad_world::names;

use crate::failure::Failure;
use crate::options;
use crate::output;
use crate::table::{Align, Table};
use crate::threads;

/// Number of repetitions of each measurement; the modes take turns, so that other load on the machine affects all of them
/// alike.
const ROUNDS: usize = 5;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
    /// Measure only this model
    #[arg(long, value_parser = model)]
    model: Option<&'static str>,
    /// How many cars stand side by side
    #[arg(long, value_name = "N", default_value = "4096", allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    cars: u32,
    /// How many threads the last mode takes; 0: as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// How long each row is measured
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = options::seconds, allow_hyphen_values = true)]
    seconds: f64,
}

#[derive(Serialize)]
struct Row {
    model: &'static str,
    number: &'static str,
    mode: &'static str,
    threads: usize,
    lanes: usize,
    car_steps_per_s: f64,
    /// Time per car and sub-step, ns.
    sub_step_ns: f64,
    /// Time per car and step at 60 Hz, with all its sub-steps, us.
    step_at_60_hz_us: f64,
    integrator: &'static str,
    dt_s: f64,
    cars: usize,
}

fn model(name: &str) -> Result<&'static str, String> {
    let plain = name.replace('-', "_");
    let models = workload::models();
    let found = models.iter().copied().find(|model| *model == plain);
    found.ok_or_else(|| names::unknown("model for benchmarks", name, &models))
}

/// Measures and prints.
pub fn command(options: &Options) -> Result<(), Failure> {
    let models = options.model.map_or_else(workload::models, |model| vec![model]);
    let progress = output::bar((models.len() * 2 * 3 * ROUNDS) as u64, "measuring");
    let mut rows = Vec::new();
    for model in models {
        for is_single in [false, true] {
            rows.extend(measure(options, model, is_single, &progress)?);
        }
    }
    progress.finish_and_clear();
    if options.json {
        return output::json(&rows);
    }
    output::text(&text(&rows))
}

/// A run with the steps of its rounds and their rates.
struct Candidate {
    run: Box<dyn Run>,
    steps: u32,
    rates: Vec<f64>,
}

/// The three rows of a model and number.
fn measure(
    options: &Options,
    model: &'static str,
    is_single: bool,
    progress: &ProgressBar,
) -> Result<Vec<Row>, Failure> {
    let threads = threads::chosen(options.threads);
    let cars = options.cars as usize;
    let round_s = options.seconds / ROUNDS as f64;
    let modes = [Mode::Scalar, Mode::Lanes, Mode::Threads(threads)];
    let mut candidates = Vec::new();
    for mode in modes {
        let run = workload::prepare(model, is_single, mode, cars);
        let mut run =
            run.ok_or_else(|| Failure::input(names::unknown("model", model, &workload::models())))?;
        let rate = rate(run.as_mut(), 2);
        let steps = ((round_s * rate / cars as f64) as u32).max(1);
        candidates.push(Candidate { run, steps, rates: Vec::new() });
    }
    for _ in 0..ROUNDS {
        for candidate in &mut candidates {
            candidate.rates.push(rate(candidate.run.as_mut(), candidate.steps));
            progress.inc(1);
        }
    }
    let lanes = lanes(is_single);
    let row = |(mode, candidate): (Mode, Candidate)| {
        let (mode, threads, lanes) = match mode {
            Mode::Scalar => ("scalar", 1, 1),
            Mode::Lanes => ("lanes", 1, lanes),
            Mode::Threads(threads) => ("threads", threads, lanes),
        };
        let (car_steps_per_s, dt_s) = (median(candidate.rates), candidate.run.dt_s());
        let sub_step_ns = 1e9 / car_steps_per_s;
        let sub_steps = Dt::new(1.0 / 60.0).map_or(0, |frame| frame.divide(dt_s).0);
        Row {
            model,
            number: if is_single { "f32" } else { "f64" },
            mode,
            threads,
            lanes,
            dt_s,
            car_steps_per_s,
            sub_step_ns,
            step_at_60_hz_us: 1e-3 * sub_step_ns * f64::from(sub_steps),
            integrator: MODELS.by_name(model).map_or("rk4", |info| info.integrator.name()),
            cars,
        }
    };
    Ok(modes.into_iter().zip(candidates).map(row).collect())
}

/// Car-steps per second.
fn rate(run: &mut dyn Run, steps: u32) -> f64 {
    let mut taken_s = 1e-9;
    let mut left = steps;
    while left > 0 {
        let now = left.min(workload::STEPS);
        run.restart();
        let start = Instant::now();
        run.steps(now);
        taken_s += start.elapsed().as_secs_f64();
        left -= now;
    }
    f64::from(steps) * run.cars() as f64 / taken_s
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates.get(rates.len() / 2).copied().unwrap_or(0.0)
}

/// The width of the lanes on this processor.
fn lanes(is_single: bool) -> usize {
    let level = Isa::best().level();
    if is_single { <f32 as Number>::width(level) } else { <f64 as Number>::width(level) }
}

fn text(rows: &[Row]) -> String {
    let mut table = Table::new(&[
        ("model", Align::Left),
        ("number", Align::Left),
        ("mode", Align::Left),
        ("threads", Align::Right),
        ("lanes", Align::Right),
        ("million car-steps / s", Align::Right),
        ("over scalar", Align::Right),
        ("ns / sub-step", Align::Right),
        ("us / step at 60 Hz", Align::Right),
        ("integrator", Align::Left),
        ("dt", Align::Right),
        ("cars", Align::Right),
    ]);
    for row in rows {
        let is_base =
            |other: &&Row| other.model == row.model && other.number == row.number && other.mode == "scalar";
        let scalar = rows.iter().find(is_base).map_or(row.car_steps_per_s, |base| base.car_steps_per_s);
        table.row([
            row.model.to_owned(),
            row.number.to_owned(),
            row.mode.to_owned(),
            row.threads.to_string(),
            row.lanes.to_string(),
            format!("{:.3}", row.car_steps_per_s / 1e6),
            format!("{:.2} x", row.car_steps_per_s / scalar),
            format!("{:.0}", row.sub_step_ns),
            format!("{:.2}", row.step_at_60_hz_us),
            row.integrator.to_owned(),
            format!("{:.3} ms", 1e3 * row.dt_s),
            row.cars.to_string(),
        ]);
    }
    // Lanes come out slower than single cars where the compiler keeps functions apart.
    let build =
        if cfg!(debug_assertions) { "; built without --release: these are not its speeds" } else { "" };
    format!("Level {}{build}\n\n{}", Isa::best().level().name(), table.render())
}
