//! Reads a track file as a whole.

use skidpad_core::spec::Quantity;
use skidpad_world::track::{MOST_SECTORS, Station, TrackSpec};
use toml::de::DeValue;

use super::fields::{ALONG_M, TrackReader, range};
use crate::document;
use crate::error::FileError;
use crate::quantity::measure;
use crate::reader::{Reader, Table};
use crate::track::check::{self, NumberPlace, Source};
use crate::track::file::{TrackFile, name_of, station_of, text_of};

const KEYS: &[&str] = &[
    "name", "closed", "notes", "start", "finish", "sectors", "stations", "line", "segment", "strip", "wall",
    "pit_lane",
];

/// Stations with the byte offset of what each was made of.
#[derive(Default)]
pub(super) struct StationLine {
    pub stations: Vec<Station>,
    pub offsets: Vec<usize>,
    pub notes: Vec<String>,
}

pub(super) fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let must = "a track in TOML, with a section [stations], or [line] and [[segment]]";
    let text = text_of(origin, bytes, must)?;
    let tree = document::tree(origin, text)?;
    let mut reader = TrackReader { r: Reader::new(text) };
    let root = Table::root(&tree);
    let read = reader.track(&root, origin);
    let faults = reader.r.faults;
    let (Some((file, offsets)), true) = (read, faults.is_empty()) else {
        return Err(faults.into_error(origin, text));
    };
    let places = reader.r.places;
    check::checked(Source { origin, text }, file, |path| {
        if let Some(station) = station_of(path) {
            let offset = offsets.get(station).copied()?;
            return Some(NumberPlace { offset, path: path.to_owned(), written: None });
        }
        let path = own_path(path);
        let place = places.get(&path).or_else(|| places.get(path.split('[').next()?))?;
        Some(NumberPlace { offset: place.offset, path, written: Some(place.written.clone()) })
    })
}

impl<'a> TrackReader<'a> {
    fn track(&mut self, root: &Table<'a>, origin: &str) -> Option<(TrackFile, Vec<usize>)> {
        self.r.unknown(root, KEYS, |_| None);
        let name = self.r.optional_text(root, "name", "the track's name, in quotes");
        let is_closed = self.closed(root);
        let mut notes = self.notes(root);
        let start_m = self.optional(root, "start", Quantity::Length, ALONG_M).unwrap_or(0.0);
        let finish_m = self.finish(root, is_closed);
        let sectors_m = self.sectors(root);
        let line = self.line(root, is_closed.unwrap_or(false));
        let (strips, walls) = (self.strips(root), self.walls(root));
        let pit_lane = self.pit_lane(root);
        let line = line?;
        notes.extend(line.notes);
        let spec = TrackSpec {
            name: name.map_or_else(|| name_of(origin), str::to_owned),
            is_closed: is_closed?,
            stations: line.stations,
            start_m,
            finish_m,
            sectors_m,
            strips,
            walls,
            pit_lane,
        };
        Some((TrackFile { spec, notes }, line.offsets))
    }

    fn closed(&mut self, root: &Table<'a>) -> Option<bool> {
        let must = "true for a circuit, or false for a road from one place to another";
        let Some(node) = root.get("closed") else {
            self.r.missing(root, "closed", format!("given: {must}"));
            return None;
        };
        match node.value {
            DeValue::Boolean(is_closed) => Some(*is_closed),
            _ => {
                self.r.wrong(&node, must, None);
                None
            }
        }
    }

    fn notes(&mut self, root: &Table<'a>) -> Vec<String> {
        let must = "texts: [\"surveyed in 2024\"]";
        let mut notes = Vec::new();
        for node in self.array(root, "notes", must).unwrap_or_default() {
            match node.as_str() {
                Some(note) => notes.push(note.to_owned()),
                None => self.r.wrong(&node, "a text, in quotes", None),
            }
        }
        notes
    }

    fn finish(&mut self, root: &Table<'a>, is_closed: Option<bool>) -> Option<f64> {
        let finish_m = self.optional(root, "finish", Quantity::Length, ALONG_M);
        if let Some(node) = root.get("finish").filter(|_| is_closed == Some(true)) {
            self.r.wrong(&node, "omitted: a closed track finishes at its start line", None);
        }
        finish_m
    }

    fn sectors(&mut self, root: &Table<'a>) -> Vec<f64> {
        let must = "distances from the start line: [300, \"0.6 km\"]";
        let ends = self.array(root, "sectors", must).unwrap_or_default();
        if let Some(node) = ends.get(MOST_SECTORS - 1) {
            self.r.wrong(node, format!("at most {} distances", MOST_SECTORS - 1), None);
            return Vec::new();
        }
        ends.iter()
            .filter_map(|node| self.r.quantity(node, measure(Quantity::Length), range(ALONG_M)))
            .collect()
    }

    fn line(&mut self, root: &Table<'a>, is_closed: bool) -> Option<StationLine> {
        if !root.has("stations") {
            if !root.has("segment") {
                let must = "given: a section [stations], or [line] and tables [[segment]]";
                self.r.missing(root, "stations", must);
                return None;
            }
            return self.segments(root, is_closed);
        }
        for key in ["line", "segment"] {
            if let Some(node) = root.get(key) {
                self.r.wrong(&node, "omitted, as `stations` is given", None);
            }
        }
        self.stations(root)
    }
}

/// The path in a file of a path in a description: `strips[2].stretch_m[0]` is `strip[2].from`.
fn own_path(path: &str) -> String {
    const NAMES: [(&str, &str); 10] = [
        ("strips[", "strip["),
        ("walls[", "wall["),
        (".stretch_m[0]", ".from"),
        (".stretch_m[1]", ".to"),
        (".stretch_m", ".to"),
        (".limit_m[0]", ".limit_from"),
        (".limit_m[1]", ".limit_to"),
        (".limit_m", ".limit_to"),
        (".speed_m_s", ".speed"),
        ("_m", ""),
    ];
    NAMES
        .iter()
        .fold(path.to_owned(), |path, (from, to)| path.replacen(from, to, 1))
        .replace("offsets", "offset")
}
