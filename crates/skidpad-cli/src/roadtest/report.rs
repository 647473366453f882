//! The road test as a page with plots.

use skidpad_plot::{ReportRow, conditions_rows, figures, html, telemetry_figures, vehicle_rows};
use skidpad_world::roadtest::RoadTest;

use super::text::note;
use super::{Row, Subject};

/// The files of the report by name and content.
pub fn files(subject: &Subject, rows: &[Row], whole: &RoadTest) -> Vec<(String, String)> {
    let figures = figures(&subject.vehicle, whole);
    let mut description = vehicle_rows(&subject.vehicle);
    description.extend(conditions_rows(&subject.conditions));
    let with_others = rows.iter().flat_map(|row| std::iter::once(row).chain(&row.other_published));
    let results: Vec<ReportRow> = with_others.map(report_row).collect();
    let page = html(&subject.file.title, &description, &results, &figures);
    let recorded = telemetry_figures(&whole.standing_start);
    let plots = figures.into_iter().chain(recorded).map(|figure| (figure.file, figure.svg));
    std::iter::once(("report.html".to_owned(), page)).chain(plots).collect()
}

/// The row as the page shows it: the value is the one that is compared.
fn report_row(row: &Row) -> ReportRow {
    let mut notes = note(row);
    if let (Some(value), Some(_)) = (row.value, row.value_with_rollout) {
        notes = format!("After a 1-foot rollout, as published; {value:.2} s from first motion.");
    }
    if let Some(said) = &row.note {
        let space = if notes.is_empty() { "" } else { " " };
        notes += &format!("{space}The source: {said}.");
    }
    ReportRow {
        test: row.test.to_owned(),
        value: row.value_with_rollout.or(row.value),
        unit: row.unit.to_owned(),
        published: row.published,
        difference_percent: row.difference_percent,
        source: row.source.clone(),
        note: (!notes.is_empty()).then_some(notes),
    }
}
