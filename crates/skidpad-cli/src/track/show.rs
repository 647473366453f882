//! `skidpad track show`.

use std::path::Path;

use serde::Serialize;
use skidpad_plot::track_figures;
use skidpad_world::track::{StripKind, Track, TrackFigures, TrackSpec};

use super::corners::{CornerRow, table};
use super::source::{TrackRead, TrackSource};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::table::{Align, Table};

#[derive(Serialize)]
struct ShownTrack {
    name: String,
    closed: bool,
    stations: usize,
    length_m: f64,
    road_length_m: f64,
    lap_m: f64,
    least_width_m: f64,
    largest_width_m: f64,
    lowest_m: f64,
    highest_m: f64,
    climb_m: f64,
    steepest_grade: f64,
    largest_banking_rad: f64,
    start_m: f64,
    /// Lengths of the sectors, m.
    sectors_m: Vec<f64>,
    kerbs: usize,
    run_off_strips: usize,
    walls: usize,
    pit_lane: Option<Pits>,
    corners: Vec<CornerRow>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Pits {
    side: &'static str,
    length_m: f64,
    speed_limit_m_s: f64,
}

/// Prints the figures, and draws the track where a folder is named.
pub fn command(source: &TrackSource, out: Option<&Path>, json: bool) -> Result<(), Failure> {
    let folder = out.map(|out| Folder::look("--out", out)).transpose()?;
    let TrackRead { file, track } = source.read()?;
    let figures = track.figures();
    let document = document(&track, &file.spec, &figures, file.notes);
    if let Some(folder) = folder {
        let pictures = track_figures(&track, &figures.corners).map(|figure| (figure.file, figure.svg));
        folder.write(&pictures, std::slice::from_ref(&source.file))?;
    }
    if json { output::json(&document) } else { output::text(&text(&document)) }
}

fn document(track: &Track, spec: &TrackSpec, figures: &TrackFigures, notes: Vec<String>) -> ShownTrack {
    let ends_m = track.sectors_m();
    let begins_m = std::iter::once(0.0).chain(ends_m.iter().copied());
    let is_kerb = |kind: StripKind| kind == StripKind::Kerb;
    let kerbs = track.strips().iter().filter(|strip| is_kerb(strip.kind)).count();
    ShownTrack {
        name: track.name().to_owned(),
        closed: track.is_closed(),
        stations: spec.stations.len(),
        length_m: figures.length_m,
        road_length_m: figures.road_m,
        lap_m: track.lap_m(),
        least_width_m: figures.widths_m[0],
        largest_width_m: figures.widths_m[1],
        lowest_m: figures.heights_m[0],
        highest_m: figures.heights_m[1],
        climb_m: figures.climb_m,
        steepest_grade: figures.steepest_grade,
        largest_banking_rad: figures.largest_banking_rad,
        start_m: track.start_m(),
        sectors_m: ends_m.iter().zip(begins_m).map(|(end_m, begin_m)| end_m - begin_m).collect(),
        kerbs,
        run_off_strips: track.strips().len() - kerbs,
        walls: track.walls().len(),
        pit_lane: track.pit_lane().map(|pits| {
            let [from_m, to_m] = pits.stretch_m;
            let length_m = if to_m < from_m { to_m + track.length_m() - from_m } else { to_m - from_m };
            Pits { side: pits.side.name(), length_m, speed_limit_m_s: pits.speed_m_s }
        }),
        corners: figures.corners.iter().map(|corner| CornerRow::new(track, corner)).collect(),
        notes,
    }
}

fn text(document: &ShownTrack) -> String {
    let kind = if document.closed { "circuit" } else { "open road" };
    let mut text = format!("{}: {kind} through {} stations\n\n", document.name, document.stations);
    let mut table_of_all = Table::new(&[("figure", Align::Left), ("value", Align::Left)]);
    for (name, value) in rows(document) {
        table_of_all.row([name.to_owned(), value]);
    }
    text += &table_of_all.render();
    if document.corners.is_empty() {
        text += "\nno corners\n";
    } else {
        text += &format!("\n{}", table(&document.corners));
    }
    for (place, note) in document.notes.iter().enumerate() {
        let before = if place == 0 { "\n" } else { "" };
        text += &format!("{before}note: {note}\n");
    }
    text
}

/// The figures in words. Those of a road that is level, or has no such thing, are left out.
fn rows(document: &ShownTrack) -> Vec<(&'static str, String)> {
    let mut rows = vec![("length in plan", format!("{:.1} m", document.length_m))];
    let is_level = document.lowest_m == document.highest_m;
    if !is_level {
        rows.push(("length along the road", format!("{:.1} m", document.road_length_m)));
    }
    if !document.closed && document.lap_m < document.length_m {
        rows.push(("from start to finish", format!("{:.1} m", document.lap_m)));
    }
    rows.push(("width", range(document.least_width_m, document.largest_width_m, "m")));
    if is_level {
        rows.push(("height", "level".to_owned()));
    } else {
        rows.push(("height", range(document.lowest_m, document.highest_m, "m")));
        rows.push(("climb", format!("{:.1} m", document.climb_m)));
        rows.push(("steepest grade", format!("{:.1} %", 100.0 * document.steepest_grade)));
    }
    if document.largest_banking_rad != 0.0 {
        let side = if document.largest_banking_rad > 0.0 { "right" } else { "left" };
        let degrees = document.largest_banking_rad.abs().to_degrees();
        rows.push(("largest banking", format!("{degrees:.1}°, falling to the {side}")));
    }
    rows.push(("start line", format!("{:.1} m from the first station", document.start_m)));
    let sectors: Vec<String> = document.sectors_m.iter().map(|length_m| format!("{length_m:.1}")).collect();
    rows.push(("sectors", format!("{} m", sectors.join(", "))));
    let counts = [
        ("kerbs", document.kerbs),
        ("strips of run-off", document.run_off_strips),
        ("walls", document.walls),
    ];
    rows.extend(
        counts.into_iter().filter(|count| count.1 > 0).map(|(name, count)| (name, count.to_string())),
    );
    if let Some(pits) = &document.pit_lane {
        let limit = 3.6 * pits.speed_limit_m_s;
        rows.push(("pit lane", format!("{} side, {:.0} m, {limit:.0} km/h", pits.side, pits.length_m)));
    }
    rows
}

fn range(low: f64, high: f64, unit: &str) -> String {
    let [from, to] = [low, high].map(|number| format!("{number:.1}"));
    if from == to { format!("{from} {unit}") } else { format!("{from} to {to} {unit}") }
}
