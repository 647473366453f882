//! `skidpad validate`: checks against reference data and published figures.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use skidpad_formats::reference::Data;
use skidpad_reference::{Check, Comparison, GROUPS, Outcome, RoadTestModels};
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::names;

use crate::failure::Failure;
use crate::options;
use crate::output;
use crate::table::{Align, Table, significant};

/// Help text below the options.
pub const HELP: &str = "\
Compares Skidpad's results with CommonRoad's derivatives, MFeval's Magic Formula, Project Chrono's tyres and a measured
run, TUM's lap in Shanghai, the lap records of RARS (by --only alone, as they take minutes), and every preset's road test
with its published figures. All but the road tests need reference data, a folder that is not part of Skidpad: set
SKIDPAD_REFERENCE_DATA to its path. Missing data are skipped and listed.

Exit code 0: all that ran agrees. 1: something disagrees, or reference data are broken. 2: the command is wrong.

  skidpad validate --only commonroad            one group: commonroad, mfeval, chrono, measured, laps, rars, road-tests
  skidpad validate --only road-tests/fr-s-2013 --model two_track";

/// Number of disagreements shown for each comparison of vectors; for a road test all are shown.
const MOST_SHOWN: usize = 2;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
    /// Only this group or comparison; can be repeated
    #[arg(long, value_name = "NAME", value_parser = known_name)]
    only: Vec<String>,
    /// The model of the road tests, such as straight_line or two_track [default: on the straight that of
    /// the vehicle file, in turns two_track]
    #[arg(long, value_parser = options::unlisted)]
    model: Option<&'static ModelInfo>,
}

/// Document that `--json` prints.
#[derive(Serialize)]
struct Document<'a> {
    data: Folder<'a>,
    model: Option<&'static str>,
    agrees: usize,
    disagrees: usize,
    unusable: usize,
    skipped: usize,
    checks: Vec<Row<'a>>,
}

/// Folder of the reference data.
#[derive(Serialize)]
struct Folder<'a> {
    folder: &'a Path,
    is_there: bool,
}

/// A comparison. Fields after `outcome` are left out if empty.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    source: &'a str,
    cases: usize,
    worst: Option<f64>,
    bound: Option<f64>,
    measure: &'a str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beyond_bound: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst_case: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    examples: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
}

/// Checks the name of a group or comparison from the command line.
fn known_name(name: &str) -> Result<String, String> {
    let all = Comparison::all();
    if all.iter().any(|comparison| comparison.is_called(name)) {
        return Ok(name.to_owned());
    }
    let own: Vec<String> = all.iter().map(Comparison::name).collect();
    let known: Vec<&str> = GROUPS.into_iter().chain(own.iter().map(String::as_str)).collect();
    Err(names::unknown("comparison", name, &known))
}

/// A model that drives along the road test's straight.
pub fn model(listed: &Models, name: &str) -> Result<&'static ModelInfo, String> {
    let known = listed.names_with(ModelInfo::is_road_tested);
    let found = listed.by_name(name).filter(|model| model.is_road_tested());
    found.ok_or_else(|| names::unknown("model for road tests", name, &known))
}

/// Runs the command and returns its exit code.
pub fn exit_code(options: &Options) -> ExitCode {
    match command(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => failure.report(),
    }
}

/// Runs the comparisons and prints their results; returns true if none failed.
fn command(options: &Options) -> Result<bool, Failure> {
    let data = Data::at(std::env::var_os(Data::VARIABLE));
    let wanted = wanted(&options.only);
    if wanted.iter().any(Comparison::needs_data) && !data.is_there() {
        output::note(&absent(&data));
    }
    if options.only.is_empty() {
        output::note("note: the lap records of RARS take minutes; they are left out (use --only rars)");
    }
    let models = options.model.map_or_else(RoadTestModels::default, RoadTestModels::only);
    let checks = compared(&wanted, &data, &models);
    if options.json {
        output::json(&document(&data, options, &checks))?;
    } else {
        output::text(&text(&checks))?;
    }
    Ok(!checks.iter().any(|check| check.outcome.is_failure()))
}

fn wanted(only: &[String]) -> Vec<Comparison> {
    let is_wanted = |comparison: &Comparison| match only.is_empty() {
        true => !comparison.is_long(),
        false => only.iter().any(|name| comparison.is_called(name)),
    };
    Comparison::all().into_iter().filter(is_wanted).collect()
}

fn absent(data: &Data) -> String {
    format!(
        "note: reference data not found: {}\nnote: checks that need them are skipped; set {} to their folder",
        data.folder().display(),
        Data::VARIABLE
    )
}

/// Runs the comparisons one after the other, with a progress bar that shows their names.
fn compared(wanted: &[Comparison], data: &Data, models: &RoadTestModels) -> Vec<Check> {
    let progress = output::bar(wanted.len() as u64, "");
    let mut checks = Vec::new();
    for comparison in wanted {
        progress.set_message(comparison.name());
        checks.extend(comparison.run(data, models));
        progress.inc(1);
    }
    progress.finish_and_clear();
    checks
}

fn count(checks: &[Check], word: &str) -> usize {
    checks.iter().filter(|check| check.outcome.word() == word).count()
}

fn document<'a>(data: &'a Data, options: &Options, checks: &'a [Check]) -> Document<'a> {
    Document {
        data: Folder { folder: data.folder(), is_there: data.is_there() },
        model: options.model.map(|model| model.name),
        agrees: count(checks, "agrees"),
        disagrees: count(checks, "disagrees"),
        unusable: count(checks, "unusable"),
        skipped: count(checks, "skipped"),
        checks: checks.iter().map(row).collect(),
    }
}

fn row(check: &Check) -> Row<'_> {
    let (reason, disagreement) = match &check.outcome {
        Outcome::Agrees => (None, None),
        Outcome::Disagrees { count, worst, examples } => (None, Some((*count, &worst[..], &examples[..]))),
        Outcome::Skipped(why) | Outcome::Unusable(why) => (Some(&why[..]), None),
    };
    let ran = |value: f64| output::finite(value).filter(|_| check.cases > 0);
    Row {
        name: &check.name,
        source: &check.source,
        cases: check.cases,
        worst: ran(check.worst),
        bound: ran(check.bound),
        measure: check.measure,
        outcome: check.outcome.word(),
        reason,
        beyond_bound: disagreement.map(|entry| entry.0),
        worst_case: disagreement.map(|entry| entry.1),
        examples: disagreement.map_or(&[], |entry| entry.2),
        remark: check.remark.as_deref(),
    }
}

/// Results as text: a table of the comparisons that ran, then disagreements, remarks, and the unusable and skipped
/// comparisons with reasons.
fn text(checks: &[Check]) -> String {
    let mut table = Table::new(&[
        ("comparison", Align::Left),
        ("outcome", Align::Left),
        ("numbers", Align::Right),
        ("worst", Align::Right),
        ("bound", Align::Left),
        ("compared with", Align::Left),
    ]);
    for check in checks.iter().filter(|check| check.cases > 0) {
        table.row([
            check.name.clone(),
            check.outcome.word().to_owned(),
            check.cases.to_string(),
            significant(check.worst, 3),
            format!("{} {}", significant(check.bound, 1), check.measure),
            check.source.clone(),
        ]);
    }
    let mut text = String::new();
    if checks.iter().any(|check| check.cases > 0) {
        text += &table.render();
    }
    for check in checks.iter().filter(|check| matches!(check.outcome, Outcome::Disagrees { .. })) {
        text += &disagreement(check);
    }
    text += &remarks(checks);
    for (outcome, heading) in [("unusable", "reference data that cannot be used"), ("skipped", "skipped")] {
        let found: Vec<&Check> = checks.iter().filter(|check| check.outcome.word() == outcome).collect();
        if !found.is_empty() {
            text += &format!("\n{heading}:\n");
        }
        for check in found {
            if let Outcome::Skipped(why) | Outcome::Unusable(why) = &check.outcome {
                text += &format!("  {}: {why}\n", check.name);
            }
        }
    }
    text + &summary(checks)
}

fn disagreement(check: &Check) -> String {
    let Outcome::Disagrees { count, worst, examples } = &check.outcome else { return String::new() };
    let mut text = format!("\n{} disagrees: {count} of {} beyond the bound\n", check.name, check.cases);
    let most = if check.measure == "%" { examples.len() } else { MOST_SHOWN };
    for example in examples.iter().take(most) {
        text += &format!("  {example}\n");
    }
    let shown = examples.len().min(most);
    if *count > shown {
        text += &format!("  and {} more; the worst:\n  {worst}\n", count - shown);
    }
    text
}

/// Remarks, each once with the names of all comparisons that it applies to.
fn remarks(checks: &[Check]) -> String {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for check in checks {
        let Some(remark) = check.remark.as_deref() else { continue };
        match said.iter_mut().find(|entry| entry.0 == remark) {
            Some(entry) => entry.1.push(&check.name),
            None => said.push((remark, vec![&check.name])),
        }
    }
    let lines = said.iter().map(|(remark, names)| format!("  {}: {remark}\n", names.join(", ")));
    if said.is_empty() { String::new() } else { format!("\nremarks:\n{}", lines.collect::<String>()) }
}

fn summary(checks: &[Check]) -> String {
    let numbers: usize = checks.iter().map(|check| check.cases).sum();
    let words = ["agrees", "disagrees", "unusable", "skipped"];
    let named = ["agree", "disagree", "unusable", "skipped"];
    let counts: Vec<String> = words
        .into_iter()
        .zip(named)
        .map(|(word, name)| (count(checks, word), name))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    format!("\n{} comparisons of {numbers} numbers: {}\n", checks.len(), counts.join(", "))
}
