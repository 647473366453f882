//! Reads the numbers of a file.

use skidpad_world::track::Side;

use super::track::{ArcUnit, RarsPits, RarsSegment, RarsTrack};
use crate::document::shortened;
use crate::error::{Faults, FileError};
use crate::track::check::Source;
use crate::track::file::text_of;
use crate::track::lines::{TextLine, text_lines};

/// The most segments of a track.
const MOST_SEGMENTS: usize = 10_000;
/// The largest coordinate or distance, ft.
const FARTHEST_FT: f64 = 1e6;
/// An angle of the first arc from which on all angles are in degrees.
const LEAST_DEGREES: f64 = 5.0;

const DISPLAYS: [&str; 4] = ["scoreboard", "leaderboard", "instruments", "messages"];

/// A track that was read.
pub(super) struct Read<'a> {
    pub track: RarsTrack,
    pub source: Source<'a>,
    /// Byte offset of each segment.
    pub offsets: Vec<usize>,
    /// Byte offset of the line of each number, by its name.
    pub places: Vec<(&'static str, usize)>,
}

pub(super) fn looks_like(text: &str) -> bool {
    let counts = [1, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 1];
    let mut lines = text_lines(text);
    counts.iter().all(|count| {
        let numbers = lines.next().map_or(0, |line| {
            line.text.split_whitespace().take_while(|word| word.parse::<f64>().is_ok()).count()
        });
        numbers >= *count
    })
}

/// Reads a file.
pub(super) fn parse<'a>(origin: &'a str, bytes: &'a [u8]) -> Result<Read<'a>, FileError> {
    let must = "a track of RARS: the number of its segments, and so on";
    let text = text_of(origin, bytes, must)?;
    let mut reader =
        RarsReader { text, lines: text_lines(text), faults: Faults::default(), places: Vec::new() };
    let track = reader.track();
    match track.filter(|_| reader.faults.is_empty()) {
        Some((track, offsets)) => {
            Ok(Read { track, source: Source { origin, text }, offsets, places: reader.places })
        }
        None => Err(reader.faults.into_error(origin, text)),
    }
}

struct RarsReader<'a, L> {
    text: &'a str,
    lines: L,
    faults: Faults,
    places: Vec<(&'static str, usize)>,
}

/// A number of a line: its name and its range.
type Number = (&'static str, [f64; 2]);

const FAR: [f64; 2] = [-FARTHEST_FT, FARTHEST_FT];

impl<'a, L: Iterator<Item = TextLine<'a>>> RarsReader<'a, L> {
    fn track(&mut self) -> Option<(RarsTrack, Vec<usize>)> {
        let [count] = self.line([("number of segments", [1.0, MOST_SEGMENTS as f64])])?;
        if count.fract() != 0.0 {
            let place = self.places.last().map_or(0, |place| place.1);
            let must = "a whole number".to_owned();
            self.faults.push(place, "number of segments", format!("{count}"), must, None);
        }
        let extent = self.line([("extent x", FAR), ("extent y", FAR)]);
        let width = self.line([("width", [1.0, 3000.0])]);
        let start = self.start();
        let displays = DISPLAYS.map(|name| self.line([(name, FAR), (name, FAR)]));
        let finish = self.line([("finish", [0.0, 1.0]), ("start rows", [1.0, 100.0])]);
        let pits = self.pits();
        let (segments, offsets) = self.segments(count as usize, width.map(|[width_ft]| width_ft));
        let first = segments.iter().find(|segment| segment.radius_ft != 0.0);
        let is_degrees = first.is_some_and(|arc| arc.length >= LEAST_DEGREES);
        let unit = if is_degrees { ArcUnit::Degrees } else { ArcUnit::Radians };
        self.turns(&segments, &offsets, unit);
        let ([x_ft, y_ft, heading_rad], [finish, rows], [width_ft]) = (start?, finish?, width?);
        let [scoreboard, leaderboard, instruments, messages] = displays;
        let track = RarsTrack {
            extent_ft: extent?,
            width_ft,
            start_ft: [x_ft, y_ft],
            heading_rad,
            displays_ft: [scoreboard?, leaderboard?, instruments?, messages?],
            finish,
            start_rows: rows as u32,
            pits: pits?,
            unit,
            segments,
        };
        Some((track, offsets))
    }

    /// The numbers at the beginning of the next line, with the number of further ones there.
    fn line<const N: usize>(&mut self, numbers: [Number; N]) -> Option<[f64; N]> {
        let line = self.next(numbers[0].0)?;
        self.numbers(&line, numbers)
    }

    fn next(&mut self, name: &'static str) -> Option<TextLine<'a>> {
        let line = self.lines.next();
        match &line {
            Some(line) => self.places.push((name, line.offset)),
            // One message for all that follows.
            None if !self.faults.is_at("end") => {
                let must = format!("a line with: {name}");
                self.faults.push(self.text.len(), "end", "the end of the file".to_owned(), must, None);
            }
            None => {}
        }
        line
    }

    fn numbers<const N: usize>(&mut self, line: &TextLine<'a>, numbers: [Number; N]) -> Option<[f64; N]> {
        let mut words = line.text.split_whitespace();
        let mut found = [0.0; N];
        let mut is_whole = true;
        for (found, (name, [low, high])) in found.iter_mut().zip(numbers) {
            let word = words.next().unwrap_or_default();
            match word.parse::<f64>().ok().filter(|value| (low..=high).contains(value)) {
                Some(value) => *found = value,
                None => {
                    let is_there = !word.is_empty();
                    let value =
                        if is_there { format!("`{}`", shortened(word)) } else { "nothing".to_owned() };
                    let offset = line.offset + if is_there { offset_in(line.text, word) } else { 0 };
                    self.faults.push(offset, name, value, format!("a number from {low} to {high}"), None);
                    is_whole = false;
                }
            }
        }
        is_whole.then_some(found)
    }

    /// Beginning of the right rail and its heading, which older files leave out.
    fn start(&mut self) -> Option<[f64; 3]> {
        let line = self.next("start x")?;
        let [x_ft, y_ft] = self.numbers(&line, [("start x", FAR), ("start y", FAR)])?;
        let third = line.text.split_whitespace().nth(2).and_then(|word| word.parse::<f64>().ok());
        match third {
            None => Some([x_ft, y_ft, 0.0]),
            Some(_) => {
                let turn = [-10.0, 10.0];
                self.numbers(&line, [("start x", FAR), ("start y", FAR), ("start heading", turn)])
            }
        }
    }

    fn pits(&mut self) -> Option<RarsPits> {
        let side = self.line([("pit side", [-1.0, 1.0])]);
        if side == Some([0.0]) || side.is_some_and(|[side]| side.fract() != 0.0) {
            let offset = self.places.last().map_or(0, |place| place.1);
            let must = "1 (right) or -1 (left)".to_owned();
            self.faults.push(offset, "pit side", format!("{}", side.map_or(0.0, |[side]| side)), must, None);
        }
        let entry = self.line([("pit entry", FAR), ("pit lane start", FAR)]);
        let exit = self.line([("pit lane end", FAR), ("pit exit", FAR)]);
        let speed = self.line([("pit lane speed", [4.0, 490.0])]);
        let ([side], [entry_ft, lane_start_ft], [lane_end_ft, exit_ft]) = (side?, entry?, exit?);
        let [speed_ft_s] = speed?;
        let side = if side > 0.0 { Side::Right } else { Side::Left };
        Some(RarsPits { side, entry_ft, lane_start_ft, lane_end_ft, exit_ft, speed_ft_s })
    }

    /// The segments, with their byte offsets.
    fn segments(&mut self, count: usize, width_ft: Option<f64>) -> (Vec<RarsSegment>, Vec<usize>) {
        let (mut segments, mut offsets) = (Vec::new(), Vec::new());
        for place in 0..count {
            if self.faults.room() == 0 {
                break;
            }
            let Some(line) = self.lines.next() else {
                let value = format!("the end of the file after {place} segments");
                let must = format!("{count} segments, as the first line has it");
                self.faults.push(self.text.len(), "segments", value, must, None);
                break;
            };
            let lengths = [1e-3, FARTHEST_FT];
            let Some([radius_ft, length]) = self.numbers(&line, [("radius", FAR), ("length", lengths)])
            else {
                continue;
            };
            if let Some(width_ft) = width_ft.filter(|width_ft| 0.0 < radius_ft && radius_ft < *width_ft) {
                let must = format!("0, negative, or at least the width of {width_ft} ft");
                let hint = "the radius of an arc to the left is that of the right rail, outside";
                self.faults.push(line.offset, "radius", format!("{radius_ft}"), must, Some(hint.to_owned()));
            }
            segments.push(RarsSegment { radius_ft, length });
            offsets.push(line.offset);
        }
        (segments, offsets)
    }

    /// Checks the angles of the arcs.
    fn turns(&mut self, segments: &[RarsSegment], offsets: &[usize], unit: ArcUnit) {
        let (most, name) = match unit {
            ArcUnit::Radians => (12.6, "radians, as the first arc's"),
            ArcUnit::Degrees => (720.0, "degrees, as the first arc's"),
        };
        for (segment, offset) in segments.iter().zip(offsets) {
            if segment.radius_ft != 0.0 && segment.length > most {
                let must = format!("an angle up to {most} {name}");
                self.faults.push(*offset, "length", format!("{}", segment.length), must, None);
            }
        }
    }
}

/// Byte offset of a word in the text that it is a part of.
fn offset_in(text: &str, word: &str) -> usize {
    (word.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}
