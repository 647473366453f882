//! `skidpad sources`: every figure of the source texts, recomputed.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use skidpad_plot::source_figures;
use skidpad_texts::sources::{Curves, Figure, Verdict, figures, source_curves};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::output::{self, finite};
use crate::table::{Align, Table, significant};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
    /// Also show values that follow from a text's inputs and are not printed in it
    #[arg(long)]
    all: bool,
    /// Show only the figures with this verdict
    #[arg(long, value_parser = verdict)]
    verdict: Option<Verdict>,
    /// Write the curves of the texts into this folder, each as a picture (SVG) and a table (CSV): docs/source-figures.md lists them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    source: &'static str,
    #[serde(rename = "where")]
    location: &'static str,
    quantity: &'static str,
    printed: Option<f64>,
    computed: Option<f64>,
    unit: &'static str,
    verdict: &'static str,
    why: &'static str,
}

fn verdict(name: &str) -> Result<Verdict, String> {
    let known = Verdict::ALL.map(Verdict::name);
    let found = Verdict::ALL.into_iter().find(|verdict| verdict.name() == name);
    found.ok_or_else(|| skidpad_world::names::unknown("verdict", name, &known))
}

fn row(figure: &Figure) -> Row {
    Row {
        id: figure.id,
        source: figure.source,
        location: figure.location,
        quantity: figure.quantity,
        printed: figure.printed.and_then(finite),
        computed: finite(figure.computed),
        unit: figure.unit,
        verdict: figure.verdict.name(),
        why: figure.why,
    }
}

/// Prints the figures.
pub fn command(options: &Options) -> Result<(), Failure> {
    if let Some(path) = &options.out {
        let folder = Folder::look("--out", path)?;
        folder.write(&curves(), &[])?;
        output::note(&format!("The curves: {}", path.display()));
    }
    let is_printed = |figure: &Figure| options.all || figure.verdict != Verdict::Computed;
    let all: Vec<Figure> = figures().into_iter().filter(is_printed).collect();
    let is_shown = |figure: &&Figure| options.verdict.is_none_or(|verdict| figure.verdict == verdict);
    let rows: Vec<Row> = all.iter().filter(is_shown).map(row).collect();
    if options.json {
        return output::json(&rows);
    }
    output::text(&text(&all, &rows))
}

/// The curves of the texts as files, by name and content: pictures and tables.
fn curves() -> Vec<(String, String)> {
    let mut files: Vec<_> = source_figures().into_iter().map(|figure| (figure.file, figure.svg)).collect();
    files.extend(source_curves().iter().map(|curves| (format!("{}.csv", curves.file), numbers(curves))));
    files
}

/// A row for each point: its line, what it is, and where it is on both axes. The numbers of the text come last, with
/// their ids in the place of a line.
fn numbers(curves: &Curves) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let axis = |(quantity, unit): (&str, &str)| quoted(&format!("{quantity} ({unit})"));
    let up = curves.right.map_or(axis(curves.up), |right| {
        quoted(&format!("{} ({}), {} ({})", curves.up.0, curves.up.1, right.0, right.1))
    });
    let mut text = format!("line,kind,{},{up}\n", axis(curves.across));
    for line in &curves.lines {
        let kind = if line.is_printed { "as printed" } else { "corrected" };
        for (x, y) in &line.points {
            text += &format!("{},{kind},{x},{y}\n", quoted(&line.name));
        }
    }
    for mark in &curves.marks {
        let kind = if mark.is_printed { "printed number" } else { "computed number" };
        text += &format!("{},{kind},{},{}\n", quoted(mark.figure), mark.point.0, mark.point.1);
    }
    text
}

/// A table per text, and below it why figures differ.
fn text(all: &[Figure], rows: &[Row]) -> String {
    let mut text = String::new();
    for rows in rows.chunk_by(|one, next| one.source == next.source) {
        let source = rows.first().map_or("", |row| row.source);
        text += &format!("{source}\n\n{}\n", table(rows).render());
        for row in rows.iter().filter(|row| row.verdict != Verdict::Reproduced.name() && !row.why.is_empty())
        {
            text += &format!("{} ({}): {}\n", row.id, row.verdict, row.why);
        }
        text.push('\n');
    }
    let count = |verdict: &Verdict| all.iter().filter(|figure| figure.verdict == *verdict).count();
    let counts: Vec<String> = Verdict::ALL
        .iter()
        .filter(|verdict| count(verdict) > 0)
        .map(|verdict| format!("{} {}", count(verdict), verdict.name()))
        .collect();
    text += &format!("{} figures: {}\n", all.len(), counts.join(", "));
    text
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        ("id", Align::Left),
        ("where", Align::Left),
        ("quantity", Align::Left),
        ("printed", Align::Right),
        ("computed", Align::Right),
        ("unit", Align::Left),
        ("verdict", Align::Left),
    ]);
    for row in rows {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| significant(value, 6));
        table.row([
            row.id.to_owned(),
            row.location.to_owned(),
            row.quantity.to_owned(),
            number(row.printed),
            number(row.computed),
            row.unit.to_owned(),
            row.verdict.to_owned(),
        ]);
    }
    table
}
