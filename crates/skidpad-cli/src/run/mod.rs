//! `skidpad run`: a scenario, with a column per channel.

mod animate;
mod cars;
mod contacts;
mod edits;
mod grid;
mod help;
mod notes;
mod place;
mod plan;
mod record;
mod rows;
mod sweep;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use skidpad_formats::telemetry::{Format, WriteError};
use skidpad_formats::{Outputs, log, scenario};
use skidpad_plot::Scene;
use skidpad_world::models::Models;

use crate::failure::Failure;
use crate::folder::Folder;
use crate::options::Reach;
use crate::output;
use edits::Changes;
use plan::{Driven, Plan};
use rows::{Finished, Rows};

pub use help::{HELP, RUN_HELP};
pub use notes::{beyond_lock, idle_controls};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The scenario file: car, model, steps, controls over time
    scenario: PathBuf,
    /// The file to write, ending in .csv or .parquet; optional with --sweep, whose table ends in .csv
    #[arg(long, value_name = "FILE", required_unless_present = "sweep")]
    out: Option<PathBuf>,
    /// Change a field of the scenario or of its car's vehicle file, by its path there; repeatable
    #[arg(long, value_name = "FIELD=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Run a variant for each value, FIELD=FROM:TO:COUNT or FIELD=A,B,C; repeatable: the grid of all
    #[arg(long, value_name = "FIELD=VALUES", allow_hyphen_values = true)]
    sweep: Vec<String>,
    /// Show a channel in the sweep's table: NAME (its final, least and largest value), or NAME:final, NAME:min, NAME:max,
    /// NAME:peak (the largest magnitude); repeatable
    #[arg(long, value_name = "NAME", requires = "sweep")]
    column: Vec<String>,
    /// Threads of the sweep, with the same results for any number; 0: as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true, requires = "sweep", value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print the sweep's table as one JSON document
    #[arg(long, requires = "sweep")]
    json: bool,
    /// Show no progress bar
    #[arg(long)]
    quiet: bool,
    /// Draw the channels over time into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Draw the run into this file, as an animated PNG: the cars from above, their tyre forces and skid marks
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// Write a log for `skidpad replay`, ending in .skidlog: what the cars are asked to do, and a hash after each step
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keep the states every N steps, so that a replay can name the channel that differs; 0: never
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record")]
    keep: u32,
    #[command(flatten)]
    reach: Reach,
}

/// Drives the scenario and writes its channels; or all variants of a sweep.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    let changes = Changes::new(&options.set, &options.sweep)?;
    match &options.out {
        _ if !changes.axes.is_empty() => sweep::command(listed, options, &changes),
        Some(out) => single(listed, options, out, &changes),
        None => Err(Failure::input("--out: missing; name the file to write, such as run.csv")),
    }
}

fn single(listed: &Models, options: &Options, out: &Path, changes: &Changes) -> Result<(), Failure> {
    place::refuse("--out", out)?;
    let format = Format::from_path(out).map_err(|error| Failure::input(format!("--out: {error}")))?;
    if let Some(path) = &options.record {
        record::refuse(path, changes)?;
    }
    if let Some(path) = &options.animate {
        animate::refuse(path)?;
    }
    let folder = options.plot.as_deref().map(|path| Folder::look("--plot", path)).transpose()?;
    let scenario = scenario::read_edited(&options.scenario, options.reach.outside(), &changes.edits(0))?;
    let plan = Plan::new(listed, &scenario)?;
    plan.refuse_road(listed, &scenario)?;
    let keeps = options.record.as_deref().map(|path| (path, options.keep));
    plan.check_log(&scenario, keeps)?;
    // All results are begun before the run, so that nothing is driven in vain, and take their names together after it.
    let mut outputs = Outputs::new(&plan.inputs(&scenario));
    let table = outputs.create(out).map_err(|error| Failure::writing("--out", error))?;
    let recorded = options.record.as_deref().map(|path| outputs.create(path)).transpose();
    let recorded = recorded.map_err(|error| Failure::writing("--record", error))?;
    let animated = options.animate.as_deref().map(|path| outputs.create(path)).transpose();
    let animated = animated.map_err(|error| Failure::writing("--animate", error))?;
    let mut rows = Rows::new(&plan.columns, format, table, folder.is_some() || animated.is_some())
        .map_err(|error| unwritten(out, error))?;
    let progress = if options.quiet { ProgressBar::hidden() } else { output::bar(0, "driving") };
    let driven = plan.drive(&scenario, &options.scenario, keeps, &progress, &mut |row| rows.push(row))?;
    let Driven { finished: end, by, contacts: met, overlapped, cones_hit, log } = driven;
    let scene = Scene { contacts: met.listed.clone(), ..contacts::scene(&scenario, &plan) };
    let Finished { written, broken, shown } = rows.finish().map_err(|error| unwritten(out, error))?;
    if let (Some(mut file), Some(log)) = (recorded, &log) {
        log::write(&mut file, log, listed).map_err(|error| Failure::writing("--record", error))?;
    }
    if let (Some(folder), Some(shown)) = (&folder, &shown) {
        folder.write_into(&mut outputs, &rows::pictures(shown, scenario.has_contact().then_some(&scene)))?;
    }
    if let (Some(file), Some(shown)) = (animated, &shown) {
        animate::write(file, shown, &scene, &animate::title(&scenario))?;
    }
    outputs.commit().map_err(|error| Failure::writing("--out", error))?;
    notes::doubts(listed, &scenario, &plan).iter().for_each(|note| output::note(note));
    contacts::say(&scenario, &met, overlapped);
    contacts::say_cones(&scenario, cones_hit);
    if let Some(why) = notes::early_end(&end, by.as_deref(), broken) {
        let before = if broken.is_some() { " before" } else { "" };
        output::note(&format!("event: {why} at {:.3} s: the run ended{before}", end.time_s));
    }
    output::text(&format!(
        "{}: {written} rows of {} channels, {} s of {}\n",
        out.display(),
        plan.columns.len(),
        end.time_s,
        plan.model.name,
    ))
}

/// A table that could not be written.
fn unwritten(out: &Path, error: WriteError) -> Failure {
    let error = error.in_file(out);
    match &error.source {
        Some(source) => {
            let kind = source.kind();
            Failure::writing("--out", io::Error::new(kind, error))
        }
        None => Failure::input(format!("--out: {error}")),
    }
}
