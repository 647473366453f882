//! The road test as a table.

use std::collections::BTreeSet;

use super::rows::{Row, with_headlines};
use super::subject::Subject;
use crate::table::{Align, Table, significant};
use skidpad_reference::published::calibrated;
use skidpad_world::shown::{fixed, signed};

/// Road test as text: heading, table, and the sources below it.
pub fn table(subject: &Subject, rows: &[Row]) -> String {
    let [headlines, others] = with_headlines(rows);
    let mut table = Table::new(&[
        ("test", Align::Left),
        ("value", Align::Right),
        ("unit", Align::Left),
        ("published", Align::Right),
        ("difference", Align::Right),
        ("source", Align::Left),
        ("note", Align::Left),
    ]);
    for row in &headlines {
        rows_of(&mut table, row);
    }
    if !headlines.is_empty() && !others.is_empty() {
        table.row([]);
    }
    for row in &others {
        rows_of(&mut table, row);
    }
    let mut text = heading(subject);
    text += &table.render();
    text += &legend(subject, rows);
    text
}

/// A row of the table, and one for each further figure that was published.
fn rows_of(table: &mut Table, row: &Row) {
    table.row(cells(row, row.test));
    for other in &row.other_published {
        table.row(cells(other, "  also published"));
    }
}

fn heading(subject: &Subject) -> String {
    let conditions = &subject.conditions;
    let (dt_s, longest_s) = (conditions.dt.seconds(), subject.vehicle.longest_step_s());
    let warning = if conditions.method.is_some() && dt_s > longest_s {
        let longest = significant(1e3 * longest_s, 3);
        format!(
            "The step is longer than this car's tyres allow ({longest} ms): expect the integrator's error.\n"
        )
    } else {
        String::new()
    };
    let air = match subject.file.conditions {
        Some(surface) => format!(
            "Conditions of the vehicle file: air {} kg/m^3, gravity {} m/s^2\n",
            significant(surface.air_density_kg_m3, 5),
            significant(surface.gravity_m_s2, 6)
        ),
        None => String::new(),
    };
    let model = match subject.turning {
        Some(turning) if turning.model.name != conditions.model.name() && subject.leans().is_none() => {
            format!("{} (in turns {})", conditions.model.name(), turning.model.name)
        }
        _ => conditions.model.name().to_owned(),
    };
    let leans = subject.leans().map_or(String::new(), |why| format!("No manoeuvres in turns: {why}\n"));
    format!(
        "{}\n{} kg as tested, model {}, {}, dt {} ms; times start at first motion\n{air}{leans}{warning}\n",
        subject.file.title,
        significant(subject.vehicle.body().mass_kg, 5),
        model,
        conditions.method.unwrap_or(conditions.model.integrator()).name(),
        significant(1e3 * dt_s, 3),
    )
}

fn cells(row: &Row, name: &str) -> [String; 7] {
    let number = |value: Option<f64>| {
        let digits = skidpad_plot::decimals(row.unit);
        // What would be written as 0 and is none is written by its power of ten.
        let is_tiny = |value: f64| value != 0.0 && value.abs() < 0.5 * 0.1_f64.powi(digits as i32);
        let written = |value: f64| match is_tiny(value) && row.unit == "m" {
            true => format!("{value:.1e}"),
            false => fixed(value, digits),
        };
        value.map_or("-".to_owned(), written)
    };
    [
        name.to_owned(),
        number(row.value),
        row.unit.to_owned(),
        row.published.map_or(String::new(), |_| number(row.published)),
        row.difference_percent.map_or(String::new(), |difference| format!("{} %", signed(difference, 1))),
        row.source_name.clone().unwrap_or_default(),
        remark(row),
    ]
}

/// The note on a row or, without one, the meaning of its result.
fn remark(row: &Row) -> String {
    let note = note(row);
    if note.is_empty() { row.meaning.to_owned() } else { note }
}

/// Remarks on a row besides its figures; empty if there are none.
pub fn note(row: &Row) -> String {
    let mut notes = Vec::new();
    notes.extend(row.reason.clone());
    notes.extend(row.by_rule.filter(|_| row.value.is_some()).map(str::to_owned));
    notes.extend(row.identifies.as_deref().map(calibrated));
    if let (Some(value), Some(_)) = (row.value_with_rollout, row.rollout_m) {
        notes.push(format!("{value:.2} after a 1-foot rollout, as published"));
    }
    notes.extend(row.test_mass_kg.map(|mass| format!("at {} kg", significant(mass, 5))));
    if let (Some(limit), Some(gear), Some(speed)) = (row.limited_by, row.gear, row.equilibrium_km_h) {
        notes.push(format!("{limit} limits it, in gear {gear}; balance of forces at {speed:.1} km/h"));
    }
    notes.extend(row.coefficients.map(|load| {
        let signed =
            |value: f64| format!("{} {}", if value < 0.0 { "-" } else { "+" }, significant(value.abs(), 3));
        let (a, b, c) = (significant(load.a_n, 3), signed(load.b_n_s_m), signed(load.c_n_s2_m2));
        format!("F = {a} {b} v {c} v^2 in N, v in m/s")
    }));
    notes.join("; ")
}

/// The sources that the table names, in full, and what they say of single figures.
fn legend(subject: &Subject, rows: &[Row]) -> String {
    let others = rows.iter().flat_map(|row| &row.other_published);
    let names: BTreeSet<&str> =
        rows.iter().chain(others).filter_map(|row| row.source_name.as_deref()).collect();
    let mut text = String::new();
    for name in names {
        let citation = subject.file.sources.get(name).map_or("", String::as_str);
        text += &format!("\n{name}: {citation}");
    }
    let others = rows.iter().flat_map(|row| &row.other_published);
    for (row, name) in rows.iter().chain(others).filter_map(|row| Some((row, row.source_name.as_ref()?))) {
        if let Some(said) = &row.said {
            text += &format!("\n{}, {name}: {said}", row.test);
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}
