//! Where the values of a scenario stand, for errors that are found later.

use std::collections::BTreeMap;

use super::reader::ScenarioReader;

/// Place of a value that may turn out to be wrong later.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Position {
    pub line: usize,
    pub column: usize,
    pub written: String,
    /// The option that gave it, where it does not stand in the file.
    pub option: Option<String>,
}

impl ScenarioReader<'_> {
    /// Line, column and text of what may turn out to be wrong later.
    pub(super) fn places(&self) -> BTreeMap<String, Position> {
        let lines = Lines::new(self.r.text);
        let named = |(path, _): &(&String, _)| {
            matches!(path.as_str(), "car" | "model" | "integrator" | "friction")
                || path.starts_with("initial.")
                || path.starts_with("start.")
                || path.starts_with("driver.")
                || path.starts_with("traffic[")
        };
        (self.r.places.iter().filter(named))
            .map(|(path, place)| {
                let (line, column) = lines.position(place.offset);
                let option = self.positions.option(line).map(str::to_owned);
                let (line, column) = if option.is_some() { (0, 0) } else { (line, column) };
                (path.clone(), Position { line, column, written: place.written.clone(), option })
            })
            .collect()
    }
}

/// The beginnings of the lines of a text.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// Line and column of an offset, from 1.
    fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (line, self.text.get(start..offset).unwrap_or_default().chars().count() + 1)
    }
}
