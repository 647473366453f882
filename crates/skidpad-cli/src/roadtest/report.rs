//! The road test as a page with plots.

use skidpad_plot::{
    ReportRow, conditions_rows, figures, html, telemetry_figures, turning_figures, vehicle_rows,
};
use skidpad_world::roadtest::{RoadTest, Turned};

use super::rows::{Row, with_headlines};
use super::subject::Subject;
use super::text::note;

/// The files of the report by name and content.
pub fn files(
    subject: &Subject,
    rows: &[Row],
    whole: Option<&RoadTest>,
    turned: &[Turned],
) -> Vec<(String, String)> {
    let mut figures = whole.map_or(Vec::new(), |whole| figures(&subject.vehicle, whole));
    figures.extend(turning_figures(&subject.vehicle, turned));
    let mut description = vehicle_rows(&subject.vehicle);
    description.extend(conditions_rows(&subject.conditions));
    let in_turns = subject.turning.map(|turning| turning.model.name.to_owned());
    description.extend(in_turns.map(|name| ("Model in turns".to_owned(), name)));
    let in_order = with_headlines(rows).into_iter().flatten();
    let with_others = in_order.flat_map(|row| std::iter::once(row).chain(&row.other_published));
    let results: Vec<ReportRow> = with_others.map(report_row).collect();
    let page = html(&subject.file.title, &description, &results, &figures);
    let recorded = whole.map_or(Vec::new(), |whole| telemetry_figures(&whole.standing_start));
    let plots = figures.into_iter().chain(recorded).map(|figure| (figure.file, figure.svg));
    std::iter::once(("report.html".to_owned(), page)).chain(plots).collect()
}

/// The row as the page shows it: the value is the one that is compared.
fn report_row(row: &Row) -> ReportRow {
    let mut notes = note(row);
    if let (Some(value), Some(_)) = (row.value, row.value_with_rollout) {
        notes = format!("After a 1-foot rollout, as published; {value:.2} s from first motion.");
    }
    let is_ours = row.source.is_none() || row.identifies.is_some();
    let only_rule = notes.is_empty() || row.by_rule == Some(notes.as_str());
    if let (true, true, Some(meaning)) = (is_ours, only_rule, &row.note) {
        notes = [meaning.clone(), notes]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
        notes.push('.');
    }
    if let Some(said) = &row.said {
        let space = if notes.is_empty() { "" } else { " " };
        notes += &format!("{space}The source: {said}.");
    }
    ReportRow {
        test: row.test.to_owned(),
        value: row.value_with_rollout.or(row.value),
        unit: row.unit.to_owned(),
        published: row.published,
        // What was put in is not met or missed.
        difference_percent: row.difference_percent.filter(|_| row.identifies.is_none()),
        source: row.source.clone(),
        note: (!notes.is_empty()).then_some(notes),
    }
}
