//! `skidpad cars show`.

use std::collections::BTreeMap;

use serde::Serialize;
use skidpad_formats::presets;
use skidpad_formats::vehicle::{FigureUnit, VehicleFile};

use super::fields::{Entry, entries};
use super::list::{drive_name, kind_name, power_w};
use crate::failure::Failure;
use crate::options::Reach;
use crate::output;
use crate::table::{Align, Table, significant};

#[derive(Serialize)]
struct Document<'a> {
    name: &'a str,
    title: &'a str,
    year: Option<u16>,
    kind: &'static str,
    drive: &'static str,
    power_w: Option<f64>,
    model: Option<&'a str>,
    notes: Option<&'a str>,
    sources: &'a BTreeMap<String, String>,
    fields: Vec<Entry>,
    published: Vec<Figure<'a>>,
}

#[derive(Serialize)]
struct Figure<'a> {
    test: &'static str,
    value: f64,
    unit: &'static str,
    written: &'a str,
    source: &'a str,
    rollout_m: Option<f64>,
    test_mass_kg: Option<f64>,
    note: Option<&'a str>,
}

fn figures(file: &VehicleFile) -> Vec<Figure<'_>> {
    let figure = |figure: &'_ skidpad_formats::vehicle::PublishedFigure| {
        let unit = match figure.test.unit {
            FigureUnit::Time => "s",
            FigureUnit::Speed => "m/s",
            FigureUnit::Length => "m",
            FigureUnit::Acceleration => "m/s^2",
        };
        (figure.test.name, unit)
    };
    file.published
        .iter()
        .map(|published| {
            let (test, unit) = figure(published);
            Figure {
                test,
                value: published.value,
                unit,
                written: &published.written,
                source: &published.source,
                rollout_m: published.rollout_m,
                test_mass_kg: published.test_mass_kg,
                note: published.note.as_deref(),
            }
        })
        .collect()
}

/// Prints every value of a car.
pub fn command(name: &str, json: bool, reach: Reach) -> Result<(), Failure> {
    let file = presets::load_from(name, &reach.typed())?.file;
    let document = Document {
        name: &file.spec.name,
        title: &file.title,
        year: file.year,
        kind: kind_name(file.kind),
        drive: drive_name(file.spec.drive.front_share),
        power_w: power_w(&file),
        model: file.model.as_deref(),
        notes: file.notes.as_deref(),
        sources: &file.sources,
        fields: entries(&file),
        published: figures(&file),
    };
    if json {
        return output::json(&document);
    }
    output::text(&text(&document))
}

fn text(document: &Document) -> String {
    let mut text = format!("{}: {}\n", document.name, document.title);
    if let Some(notes) = document.notes {
        text += &format!("{}\n", notes.trim());
    }
    if let Some(model) = document.model {
        text += &format!("Meant for the model {model}.\n");
    }
    let mut table = Table::new(&[
        ("field", Align::Left),
        ("value", Align::Left),
        ("SI", Align::Left),
        ("known by", Align::Left),
        ("how", Align::Left),
    ]);
    for entry in &document.fields {
        let si = match entry.value {
            super::fields::Value::Number(value) => {
                let unit = if entry.unit == "-" { "" } else { &entry.unit };
                let si = format!("{} {unit}", significant(value, 5));
                let is_same = si.trim() == entry.written.trim();
                if is_same { String::new() } else { si.trim_end().to_owned() }
            }
            _ => String::new(),
        };
        table.row([entry.field.clone(), entry.written.clone(), si, entry.how.to_owned(), how(entry)]);
    }
    text += &format!("\n{}", table.render());
    if !document.published.is_empty() {
        text += &format!("\n{}", published(&document.published));
    }
    for (name, citation) in document.sources {
        text += &format!("\n{name}: {citation}");
    }
    text.push('\n');
    text
}

fn how(entry: &Entry) -> String {
    let mut parts = Vec::new();
    parts.extend(entry.source.clone());
    parts.extend(entry.rule.map(str::to_owned));
    parts.extend(entry.range.map(|[low, high]| {
        let unit = if entry.unit == "-" { "" } else { &entry.unit };
        format!("{} to {} {unit}", significant(low, 5), significant(high, 5)).trim_end().to_owned()
    }));
    parts.extend(entry.why.clone());
    parts.join(": ")
}

fn published(figures: &[Figure]) -> String {
    let mut table = Table::new(&[
        ("published test", Align::Left),
        ("figure", Align::Right),
        ("source", Align::Left),
        ("rollout", Align::Left),
        ("test mass", Align::Right),
        ("note", Align::Left),
    ]);
    for figure in figures {
        table.row([
            figure.test.to_owned(),
            figure.written.to_owned(),
            figure.source.to_owned(),
            figure.rollout_m.map_or(String::new(), |rollout| format!("{rollout} m")),
            figure.test_mass_kg.map_or(String::new(), |mass| format!("{mass:.0} kg")),
            figure.note.unwrap_or_default().to_owned(),
        ]);
    }
    table.render()
}
