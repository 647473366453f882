//! `skidpad run`: a scenario, with a column per channel.

mod cars;
mod contacts;
mod help;
mod plan;
mod rows;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::scenario::{self, ControlTrack, Scenario};
use skidpad_formats::telemetry::{Format, WriteError};
use skidpad_formats::{Outputs, recording};
use skidpad_plot::Scene;
use skidpad_world::compare::Needs;
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::scenario::{Ending, Finished as End};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::options::Reach;
use crate::output;
use plan::{Driven, Plan};
use rows::{Finished, Rows};

pub use help::HELP;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The scenario file: car, model, steps, controls over time
    scenario: PathBuf,
    /// The file to write, ending in .csv or .parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the channels over time into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Record the car's inputs, and its hash after each step, for `skidpad replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Store the full state every N steps of the recording, so that a replay can name the field that differs; 0: never
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record")]
    keep: u32,
    #[command(flatten)]
    reach: Reach,
}

/// Drives the scenario and writes its channels.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    refuse_output("--out", &options.out)?;
    let format =
        Format::from_path(&options.out).map_err(|error| Failure::input(format!("--out: {error}")))?;
    if let Some(path) = &options.record {
        refuse_output("--record", path)?;
    }
    let folder = options.plot.as_deref().map(|path| Folder::look("--plot", path)).transpose()?;
    let scenario = scenario::read(&options.scenario, options.reach.outside())?;
    let plan = Plan::new(listed, &scenario)?;
    refuse_road(listed, &scenario, plan.model)?;
    let keeps = options.record.as_deref().map(|path| (path, options.keep));
    plan.check_recording(&scenario, keeps.map(|(_, keep)| keep))?;
    // All results are begun before the run, so that nothing is driven in vain, and take their names together after it.
    let mut outputs = Outputs::new(&plan.inputs(&scenario));
    let table = outputs.create(&options.out).map_err(|error| Failure::writing("--out", error))?;
    let recorded = options.record.as_deref().map(|path| outputs.create(path)).transpose();
    let recorded = recorded.map_err(|error| Failure::writing("--record", error))?;
    let mut rows = Rows::new(&plan.columns, format, table, folder.is_some())
        .map_err(|error| unwritten(options, error))?;
    let driven = plan.drive(&scenario, &options.scenario, keeps, &mut rows)?;
    let Driven { finished, by, contacts: met, overlapped, recording } = driven;
    let picture = scenario.has_contact().then(|| {
        let scene = contacts::scene(&scenario, &plan.bodies(&scenario));
        Scene { contacts: met.listed.clone(), ..scene }
    });
    let finish = rows.finish(picture.as_ref());
    let Finished { written, broken, pictures } = finish.map_err(|error| unwritten(options, error))?;
    if let (Some(mut file), Some(recording)) = (recorded, &recording) {
        recording::write(&mut file, recording).map_err(|error| Failure::writing("--record", error))?;
    }
    if let Some(folder) = &folder {
        folder.write_into(&mut outputs, &pictures)?;
    }
    outputs.commit().map_err(|error| Failure::writing("--out", error))?;
    say_doubts(listed, &scenario, &plan);
    let is_given = scenario.controls.acceleration_at(0.0).is_some();
    contacts::say(&scenario, &met, overlapped);
    say_events(plan.model, (&finished, by.as_deref()), broken, is_given);
    output::text(&format!(
        "{}: {written} rows of {} channels, {} s of {}\n",
        options.out.display(),
        plan.columns.len(),
        finished.time_s,
        plan.model.name,
    ))
}

/// A table that could not be written.
fn unwritten(options: &Options, error: WriteError) -> Failure {
    let error = error.in_file(&options.out);
    match &error.source {
        Some(source) => {
            let kind = source.kind();
            Failure::writing("--out", io::Error::new(kind, error))
        }
        None => Failure::input(format!("--out: {error}")),
    }
}

/// A road that the model does not feel is refused, with the models that do.
fn refuse_road(listed: &Models, scenario: &Scenario, model: &ModelInfo) -> Result<(), Failure> {
    Needs::of_road(&scenario.surface)
        .refusal(model, listed)
        .map_or(Ok(()), |refusal| Err(Failure::input(refusal)))
}

/// Controls that come after the end, in words.
pub fn idle_controls(scenario: &Scenario) -> Option<String> {
    let idle = scenario.controls.idle_after(scenario.duration_s);
    let (first, end) = (idle.first()?, scenario.duration_s);
    let which = match idle.len() {
        1 => format!("the row of controls at {first} s is"),
        count => format!("{count} rows of controls, the first at {first} s, are"),
    };
    Some(format!("warning: {which} after the end of the run at {end} s and has no effect"))
}

/// The note on steering beyond the lock, for the largest angle of the run.
pub fn beyond_lock(scenario: &Scenario, model: &ModelInfo, car: &Car) -> Option<String> {
    // With hands a stick is a share of the lock.
    if scenario.shaping.is_some() {
        return None;
    }
    beyond_lock_of(&scenario.controls, scenario.duration_s, model, car)
}

fn beyond_lock_of(controls: &ControlTrack, end_s: f64, model: &ModelInfo, car: &Car) -> Option<String> {
    let steered = |t_s: f64| controls.at(t_s).steer_rad;
    let times = controls.times().into_iter().filter(|t_s| *t_s <= end_s);
    let largest_s = times.max_by(|a, b| steered(*a).abs().total_cmp(&steered(*b).abs()))?;
    model.beyond_lock(&car.choice(), &format!("the steering at {largest_s} s"), steered(largest_s))
}

/// Controls that the model leaves out, and a car that is not of its kind.
fn say_doubts(listed: &Models, scenario: &Scenario, plan: &Plan) {
    let controls = |t_s: f64| scenario.controls.at(t_s);
    let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s);
    let times: Vec<f64> =
        scenario.controls.times().into_iter().filter(|t_s| *t_s <= scenario.duration_s).collect();
    let needs = Needs::new(&controls, &acceleration, &times, &scenario.surface);
    if let Some(warning) = idle_controls(scenario) {
        output::note(&warning);
    }
    let misfit = choose::misfit(plan.model, &plan.car, &scenario.car);
    let beyond = beyond_lock(scenario, plan.model, &plan.car);
    for doubt in needs.refusal(plan.model, listed).into_iter().chain(misfit).chain(beyond) {
        output::note(&format!("note: {doubt}"));
    }
    for (further, traffic) in plan.further.iter().zip(&scenario.traffic) {
        let misfit = choose::misfit(further.model, &further.car, &traffic.vehicle);
        let beyond = beyond_lock_of(&traffic.controls, scenario.duration_s, further.model, &further.car);
        for doubt in misfit.into_iter().chain(beyond) {
            output::note(&format!("note: {}: {doubt}", further.name));
        }
    }
}

/// Everything out of the ordinary, on standard error.
fn say_events(
    model: &ModelInfo,
    (finished, by): (&End, Option<&str>),
    broken: Option<&str>,
    has_acceleration: bool,
) {
    for name in model.inputs_at_zero {
        let (model, is_acceleration) = (model.name, *name == "acceleration_m_s2");
        let how = if is_acceleration { " (a scenario may give acceleration_m_s2)" } else { "" };
        if !(is_acceleration && has_acceleration) {
            output::note(&format!(
                "note: {model} has the input {name}, which no pedal sets: it stayed 0{how}"
            ));
        }
    }
    let time_s = finished.time_s;
    if let Some(name) = broken {
        output::note(&format!("event: {name} was not finite at {time_s:.3} s: the run ended before"));
    } else if finished.ending != Ending::Complete {
        let who = by.map_or(String::new(), |name| format!("{name}: "));
        output::note(&format!("event: {who}{} at {time_s:.3} s: the run ended", finished.ending.name()));
    }
}

/// Finds out before the run whether its result can be written.
fn refuse_output(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Failure::input(format!(
            "{option}: folder not found: {folder} (create it first, or name another)"
        )));
    }
    if path.is_dir() {
        return Err(Failure::input(format!("{option}: {} is a folder; name a file", path.display())));
    }
    Ok(())
}
