//! Where the values of a scenario stand, for errors that are found later.

use std::collections::BTreeMap;

use super::{Scenario, ScenarioReader};
use crate::error::{FileError, Problem, did_you_mean};

/// Place of a value that may turn out to be wrong later.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Position {
    pub line: usize,
    pub column: usize,
    pub written: String,
    /// The option that gave it, where it does not stand in the file.
    pub option: Option<String>,
}

impl Scenario {
    /// The error for a value that turns out to be wrong later: `path` is `car`, `model`,
    /// `integrator`, `friction`, `initial.NAME`, `start.car`, `traffic[0].vehicle` or `traffic[0].model`, `must` says what it must be, `known` lists the known names.
    pub fn error_at(&self, path: &str, must: &str, known: &[&str]) -> FileError {
        let nowhere = || Position { line: 1, column: 1, written: "nothing".to_owned(), option: None };
        let place = self.places.get(path).cloned().unwrap_or_else(nowhere);
        let (line, column, value) = (place.line, place.column, place.written);
        let name = match path.strip_prefix("initial.") {
            Some(name) => name,
            None => value.trim_matches('"'),
        };
        let is_known = known.contains(&name);
        let hint = if is_known { None } else { did_you_mean(name, known.iter().copied()) };
        let path = format!("{}{path}", place.option.unwrap_or_default());
        let problem = Problem { line, column, path, value, must: must.to_owned(), hint };
        FileError { origin: self.origin.clone(), problems: vec![problem] }
    }
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
