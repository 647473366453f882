//! `skidpad run --sweep`: variants of a scenario side by side, in one table.

mod columns;
mod report;
mod variant;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use skidpad_formats::Outputs;
use skidpad_world::models::Models;
use skidpad_world::names;

use super::edits::Changes;
use super::options::Options;
use super::place;
use crate::failure::Failure;
use crate::output;
use crate::threads;
use columns::{SweepColumn, usual};
use report::SweepReport;
use variant::{Ready, Source};

/// Drives every variant and prints the table.
pub fn command(listed: &Models, options: &Options, changes: &Changes) -> Result<(), Failure> {
    refuse_options(options)?;
    let chosen = columns::chosen(&options.column).map_err(Failure::input)?;
    let source = Source { listed, path: &options.scenario, outside: options.reach.outside() };
    let (ready, columns) = probe(&source, changes, chosen)?;
    if let Some(path) = &options.out {
        // Nothing is driven in vain: the file is begun, and abandoned, before the first variant.
        begin(path, &ready.plan.inputs(&ready.scenario))?;
    }
    let count = changes.count();
    let progress = bar(options, count as u64);
    let outcomes = threads::in_order(count, threads::chosen(options.threads), |variant| {
        let outcome = source.drive(&changes.edits(variant), &columns);
        progress.inc(1);
        outcome
    });
    progress.finish_and_clear();
    let scenario = options.scenario.display().to_string();
    let report = SweepReport { scenario, changes, columns: &columns, outcomes };
    if report.failed() == count {
        let reason = report.outcomes.into_iter().find_map(Result::err);
        return Err(Failure::Input(reason.unwrap_or_default()));
    }
    write(options, &report)?;
    report.notes().iter().for_each(|note| output::note(note));
    if options.json {
        output::json(&report.document())?;
    } else {
        output::text(&report.text())?;
    }
    match report.failed() {
        0 => Ok(()),
        failed => Err(Failure::Incomplete(format!(
            "{failed} of {count} variants could not be driven; the reasons stand in their rows"
        ))),
    }
}

/// Options that concern one run are refused.
fn refuse_options(options: &Options) -> Result<(), Failure> {
    let refused = [
        ("--plot", options.plot.is_some(), "draws one run"),
        ("--animate", options.animate.is_some(), "draws one run"),
        ("--record", options.record.is_some(), "records one run"),
    ];
    for (option, is_given, what) in refused {
        if is_given {
            return Err(Failure::input(format!(
                "{option} {what}, and --sweep drives many; leave {option} out, or --set the values of one variant"
            )));
        }
    }
    let Some(path) = &options.out else { return Ok(()) };
    place::refuse("--out", path)?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !ending.eq_ignore_ascii_case("csv") {
        return Err(Failure::input(format!(
            "--out: {}: the table of a sweep has texts; end the name in .csv",
            path.display()
        )));
    }
    Ok(())
}

/// The first variant that can be driven, and the columns; refused where there is none, or no variant has a chosen channel.
/// Of variants with the same model one is looked at.
fn probe(
    source: &Source,
    changes: &Changes,
    chosen: Vec<SweepColumn>,
) -> Result<(Ready, Vec<SweepColumn>), Failure> {
    let mut first: Option<Ready> = None;
    let mut failure = None;
    let mut missing: Vec<&SweepColumn> = chosen.iter().collect();
    let mut known: Vec<&str> = Vec::new();
    let mut usual_columns: Vec<SweepColumn> = Vec::new();
    let mut models: Vec<Option<&str>> = Vec::new();
    for variant in 0..changes.count() {
        let model = changes.model(variant);
        if models.contains(&model) {
            continue;
        }
        match source.ready(&changes.edits(variant)) {
            Ok(ready) => {
                models.push(model);
                let channels = &ready.plan.columns;
                known.extend(channels.iter().map(|channel| channel.name));
                missing.retain(|column| channels.iter().all(|channel| channel.name != column.channel));
                let more = usual(channels, ready.plan.model);
                usual_columns.extend(
                    more.into_iter().filter(|column| !usual_columns.contains(column)).collect::<Vec<_>>(),
                );
                first.get_or_insert(ready);
            }
            Err(refusal) => _ = failure.get_or_insert(refusal),
        }
        if models.len() == changes.models() {
            break;
        }
    }
    let Some(ready) = first else {
        return Err(failure.unwrap_or_else(|| Failure::input("--sweep: no variants")));
    };
    match missing.first() {
        Some(column) => {
            Err(Failure::input(format!("--column: {}", names::unknown("channel", &column.channel, &known))))
        }
        None => Ok((ready, if chosen.is_empty() { usual_columns } else { chosen })),
    }
}

/// Begins the file of the table; `inputs` may not be replaced by it.
fn begin(path: &Path, inputs: &[PathBuf]) -> Result<(Outputs, std::fs::File), Failure> {
    let mut outputs = Outputs::new(inputs);
    let file = outputs.create(path).map_err(|error| Failure::writing("--out", error))?;
    Ok((outputs, file))
}

fn write(options: &Options, report: &SweepReport) -> Result<(), Failure> {
    let Some(path) = &options.out else { return Ok(()) };
    let read = report.outcomes.iter().flatten().flat_map(|outcome| outcome.inputs.iter().cloned());
    let inputs: std::collections::BTreeSet<PathBuf> = read.collect();
    let (outputs, mut file) = begin(path, &inputs.into_iter().collect::<Vec<_>>())?;
    let failed = |error: io::Error| Failure::writing("--out", error);
    file.write_all(report.csv().as_bytes()).map_err(failed)?;
    outputs.commit().map_err(failed)
}

/// The bar on standard error. It is hidden where a person does not see it, or a program reads the result.
fn bar(options: &Options, count: u64) -> ProgressBar {
    let is_read = options.json && !io::stdout().is_terminal();
    if options.quiet || is_read { ProgressBar::hidden() } else { output::bar(count, "driving") }
}
