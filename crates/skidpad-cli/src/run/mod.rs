//! `skidpad run`: a scenario, with a column per channel.

mod animate;
mod cars;
mod contacts;
pub mod edits;
mod grid;
mod help;
mod notes;
mod onward;
mod options;
mod picture;
mod place;
mod plan;
mod record;
mod refusals;
mod results;
mod rows;
mod sweep;

use std::path::Path;

use indicatif::ProgressBar;
use skidpad_formats::scenario;
use skidpad_plot::Scene;
use skidpad_world::models::Models;

use crate::failure::Failure;
use crate::output;
use contacts::Names;
use edits::Changes;
use plan::{Driven, Plan};
use results::{Asked, Drawn};

pub use help::{HELP, RUN_HELP};
pub use notes::{beyond_lock, idle_controls};
pub use options::Options;
pub use rows::unwritten;

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
    if let Some(path) = &options.record {
        record::refuse(path)?;
    }
    if let Some(path) = &options.animate {
        animate::refuse(path)?;
    }
    let asked = Asked::look(options, out)?;
    let scenario = scenario::read_edited(&options.scenario, options.reach.outside(), &changes.edits(0))?;
    if options.animate.is_some() {
        animate::refuse_length(&scenario)?;
    }
    if let Some(start) = &scenario.start {
        onward::refuse_changes(changes)?;
        return onward::single(listed, options, &scenario, start, asked);
    }
    let plan = Plan::new(listed, &scenario)?;
    plan.refuse_road(listed, &scenario)?;
    let keeps = options.record.as_deref().map(|path| (path, options.keep));
    plan.check_log(&scenario, keeps)?;
    let is_drawn = asked.is_drawn();
    let mut results = asked.begin(&plan.columns, &plan.inputs(&scenario))?;
    results.describe(&scenario.car, plan.model.name);
    let progress = if options.quiet { ProgressBar::hidden() } else { output::bar(0, "driving") };
    let driven = plan.drive(&scenario, &options.scenario, keeps, &progress, &mut |row| results.push(row))?;
    let Driven { finished: end, by, contacts: met, overlapped, cones_hit, log } = driven;
    let drawn = is_drawn.then(|| Drawn {
        scene: Scene { contacts: met.listed.clone(), ..picture::scene(&scenario, &plan) },
        title: animate::title(&scenario.car, &scenario.model),
        has_contact: scenario.has_contact(),
    });
    let (written, broken) = results.finish(listed, log.as_ref(), drawn.as_ref())?;
    notes::doubts(listed, &scenario, &plan).iter().for_each(|note| output::note(note));
    contacts::say(&Names::of_scenario(&scenario), &met, overlapped);
    contacts::say_cones(scenario.cones.len(), cones_hit);
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
