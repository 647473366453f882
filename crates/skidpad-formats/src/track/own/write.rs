//! Writes a track file.

use std::fmt::Write as _;

use skidpad_world::track::{Station, TrackSpec};

use super::stations::COLUMNS;
use crate::track::file::TrackFile;

pub(super) fn write(file: &TrackFile) -> String {
    let spec = &file.spec;
    let mut text = String::new();
    // A track without a name has that of its file.
    if !spec.name.trim().is_empty() {
        key(&mut text, "name", &quoted(&spec.name));
    }
    key(&mut text, "closed", if spec.is_closed { "true" } else { "false" });
    if !file.notes.is_empty() {
        let notes: Vec<String> = file.notes.iter().map(|note| format!("    {},\n", quoted(note))).collect();
        key(&mut text, "notes", &format!("[\n{}]", notes.concat()));
    }
    if spec.start_m != 0.0 {
        key(&mut text, "start", &plain(spec.start_m));
    }
    if let Some(finish_m) = spec.finish_m {
        key(&mut text, "finish", &plain(finish_m));
    }
    if !spec.sectors_m.is_empty() {
        key(&mut text, "sectors", &list(&spec.sectors_m));
    }
    stations(&mut text, &spec.stations);
    along(&mut text, spec);
    text
}

fn stations(text: &mut String, stations: &[Station]) {
    let is_level = stations.iter().all(|station| station.height_m == 0.0 && station.banking_rad == 0.0);
    let count = if is_level { 4 } else { COLUMNS.len() };
    let names: Vec<String> = COLUMNS[..count].iter().map(|column| quoted(column.0)).collect();
    let _ = writeln!(text, "\n[stations]\ncolumns = [{}]\nrows = [", names.join(", "));
    for station in stations {
        let ([x, y], [left, right]) = (station.position_m, station.widths_m);
        let numbers = [x, y, left, right, station.height_m, station.banking_rad];
        let _ = writeln!(text, "    {},", list(&numbers[..count]));
    }
    text.push_str("]\n");
}

fn along(text: &mut String, spec: &TrackSpec) {
    for strip in &spec.strips {
        text.push_str("\n[[strip]]\n");
        key(text, "kind", &quoted(strip.kind.name()));
        key(text, "side", &quoted(strip.side.name()));
        stretch(text, ["from", "to"], strip.stretch_m);
        key(text, "width", &plain(strip.width_m));
        key(text, "rise", &plain(strip.rise_m));
        key(text, "grip", &plain(strip.grip));
        key(text, "rolling", &plain(strip.rolling));
    }
    for wall in &spec.walls {
        text.push_str("\n[[wall]]\n");
        key(text, "side", &quoted(wall.side.name()));
        stretch(text, ["from", "to"], wall.stretch_m);
        key(text, "offset", &list(&wall.offsets_m));
    }
    if let Some(pits) = &spec.pit_lane {
        text.push_str("\n[pit_lane]\n");
        key(text, "side", &quoted(pits.side.name()));
        stretch(text, ["from", "to"], pits.stretch_m);
        stretch(text, ["limit_from", "limit_to"], pits.limit_m);
        key(text, "speed", &plain(pits.speed_m_s));
        key(text, "offset", &plain(pits.offset_m));
        key(text, "width", &plain(pits.width_m));
    }
}

fn key(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "{name} = {value}");
}

fn stretch(text: &mut String, names: [&str; 2], stretch_m: [f64; 2]) {
    for (name, distance_m) in names.into_iter().zip(stretch_m) {
        key(text, name, &plain(distance_m));
    }
}

/// The shortest digits that read back as the same number.
fn plain(number: f64) -> String {
    format!("{number:?}")
}

fn list(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().copied().map(plain).collect();
    format!("[{}]", numbers.join(", "))
}

/// A text as TOML writes it: as JSON, which leaves one control character as it is.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}
