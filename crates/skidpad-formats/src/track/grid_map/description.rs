//! Description of a map in YAML.

use saphyr_parser::{Event, Parser};

use crate::document::{shortened, text_at_most};
use crate::error::{Faults, FileError, bounded, did_you_mean};

/// The largest description, bytes.
const MOST_BYTES: usize = 1 << 16;
/// The keys that are known (ROS, map_server).
const KEYS: [&str; 7] = ["image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh", "mode"];

/// A map's description.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Description {
    /// Path of the picture.
    pub image: String,
    /// Size of a cell, m.
    pub resolution_m: f64,
    /// Position of the lower left corner, m, and the angle of the picture's rows, rad.
    pub origin: [f64; 3],
    /// True where white is occupied.
    pub is_negated: bool,
    /// Shares of darkness above which a cell is occupied, and below which it is free.
    pub occupied: f64,
    pub free: f64,
}

/// A value: a scalar, or a sequence of them.
struct YamlEntry {
    key: String,
    offset: usize,
    values: Vec<String>,
    is_sequence: bool,
}

/// Reads a description.
pub(super) fn read(origin: &str, bytes: &[u8], notes: &mut Vec<String>) -> Result<Description, FileError> {
    const MUST: &str = "a map's description in YAML, with `image`, `resolution` and `origin`";
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::whole(origin, "an empty file", MUST));
    }
    let text = text_at_most(origin, bytes, MOST_BYTES)?;
    let entries = entries(origin, text)?;
    let mut reader = Keys { entries, faults: Faults::default() };
    for entry in &reader.entries {
        if !KEYS.contains(&entry.key.as_str()) && notes.len() < 20 {
            let hint = did_you_mean(&entry.key, KEYS).map_or(String::new(), |hint| format!("; {hint}"));
            notes.push(format!("the key {} is ignored{hint}", shortened(&entry.key)));
        }
    }
    let image = reader.text("image");
    let resolution_m = reader.number("resolution", None, [1e-4, 100.0]);
    let origin_m = reader.origin();
    let negate = reader.text_or("negate", "0");
    let is_negated = match negate.as_str() {
        "0" | "false" | "False" => false,
        "1" | "true" | "True" => true,
        other => {
            reader.fault("negate", format!("`{}`", shortened(other)), "0 or 1");
            false
        }
    };
    let occupied = reader.number("occupied_thresh", Some(0.65), [0.0, 1.0]);
    let free = reader.number("free_thresh", Some(0.196), [0.0, 1.0]);
    if free > occupied {
        reader.fault("free_thresh", format!("{free}"), "at most `occupied_thresh`");
    }
    if reader.text_or("mode", "trinary") == "raw" {
        reader.fault("mode", "`raw`".to_owned(), "`trinary` or `scale`: thresholds do not hold in raw maps");
    }
    if !reader.faults.is_empty() {
        return Err(reader.faults.into_error(origin, text));
    }
    Ok(Description { image, resolution_m, origin: origin_m, is_negated, occupied, free })
}

/// The keys of the first document. Values that are neither scalars nor sequences of scalars are empty.
fn entries(origin: &str, text: &str) -> Result<Vec<YamlEntry>, FileError> {
    let mut parser = Parser::new_from_str(text);
    let (mut entries, mut depth): (Vec<YamlEntry>, usize) = (Vec::new(), 0);
    let mut is_value = false;
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| {
            // Its lines may end at a carriage return alone: ours do not.
            let mut faults = Faults::default();
            let must = bounded(&format!("no well-formed YAML: {}", error.info()));
            faults.push(offset(text, error.marker().index()), "", String::new(), must, None);
            faults.into_error(origin, text)
        })?;
        match event {
            Event::Scalar(value, ..) if depth == 1 && !is_value => {
                let offset = offset(text, span.start.index());
                entries.push(YamlEntry {
                    key: value.into_owned(),
                    offset,
                    values: Vec::new(),
                    is_sequence: false,
                });
                is_value = true;
            }
            Event::Scalar(value, ..) if (1..=2).contains(&depth) => {
                if let Some(last) = entries.last_mut().filter(|last| depth == 1 || last.is_sequence) {
                    last.values.push(value.into_owned());
                }
                is_value = depth > 1;
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if let Some(last) = entries.last_mut().filter(|_| depth == 1 && is_value) {
                    last.is_sequence = matches!(event, Event::SequenceStart(..));
                }
                depth += 1;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                depth = depth.saturating_sub(1);
                is_value = is_value && depth > 1;
            }
            Event::Alias(_) if depth == 1 => is_value = false,
            Event::DocumentEnd => break,
            _ => {}
        }
    }
    Ok(entries)
}

/// Byte offset of a character: the parser counts these.
fn offset(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(offset, _)| offset)
}

struct Keys {
    entries: Vec<YamlEntry>,
    faults: Faults,
}

impl Keys {
    fn entry(&self, key: &str) -> Option<&YamlEntry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    fn fault(&mut self, key: &str, value: String, must: &str) {
        let offset = self.entry(key).map_or(0, |entry| entry.offset);
        self.faults.push(offset, key, value, must.to_owned(), None);
    }

    fn text(&mut self, key: &str) -> String {
        let text = self.text_or(key, "");
        if text.is_empty() {
            self.fault(key, "nothing".to_owned(), "given");
        }
        text
    }

    fn text_or(&self, key: &str, default: &str) -> String {
        let value = self.entry(key).filter(|entry| !entry.is_sequence).and_then(|entry| entry.values.first());
        value.map_or(default, |value| value.trim()).to_owned()
    }

    fn number(&mut self, key: &str, default: Option<f64>, range: [f64; 2]) -> f64 {
        let text = self.text_or(key, "");
        match (text.is_empty(), default) {
            (true, Some(default)) => default,
            (true, None) => {
                self.fault(key, "nothing".to_owned(), "given");
                range[1]
            }
            (false, _) => self.parsed(key, &text, range),
        }
    }

    fn parsed(&mut self, key: &str, text: &str, [low, high]: [f64; 2]) -> f64 {
        let number = text.parse().ok().filter(|number| (low..=high).contains(number));
        number.unwrap_or_else(|| {
            self.fault(key, format!("`{}`", shortened(text)), &format!("a number between {low} and {high}"));
            high
        })
    }

    /// Position and angle of the lower left corner.
    fn origin(&mut self) -> [f64; 3] {
        let values = self.entry("origin").map_or(Vec::new(), |entry| entry.values.clone());
        if !(2..=3).contains(&values.len()) {
            let found =
                if values.is_empty() { "nothing".to_owned() } else { format!("{} numbers", values.len()) };
            self.fault("origin", found, "the lower left corner as [x, y, yaw], m and rad");
            return [0.0; 3];
        }
        let mut of = |place: usize, range| match values.get(place) {
            Some(text) => self.parsed("origin", text, range),
            None => 0.0,
        };
        [of(0, [-1e6, 1e6]), of(1, [-1e6, 1e6]), of(2, [-10.0, 10.0])]
    }
}
