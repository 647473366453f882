//! Tables of numbers with their names in a comment above them, as lines of tracks are published.

use super::check::{MOST_STATIONS, Source};
use super::lines::{TextLine, text_lines};
use crate::document::shortened;
use crate::error::{Faults, FileError, did_you_mean};

/// A column of numbers.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub name: &'static str,
    pub range: [f64; 2],
    /// True where a table without it is refused.
    pub is_needed: bool,
}

/// Columns of a kind of table.
pub(super) struct Columns<const N: usize> {
    pub all: [Column; N],
    /// Columns of a table without names, by their number.
    pub unnamed: &'static [&'static [usize]],
    /// The names as a file has them.
    pub example: &'static str,
}

/// Numbers of a table.
pub(super) struct NumberRows<const N: usize> {
    /// The numbers, in the order of the columns; 0 in columns that are not there.
    pub rows: Vec<[f64; N]>,
    /// Byte offset of each row.
    pub offsets: Vec<usize>,
    /// True for each column that is there.
    pub has: [bool; N],
    pub notes: Vec<String>,
}

/// The separator of a line: a semicolon where there is one, a comma otherwise.
fn separator(line: &str) -> char {
    if line.contains(';') { ';' } else { ',' }
}

/// The cells of a line, with the byte offset of each.
fn cells<'a>(line: TextLine<'a>, separator: char) -> impl Iterator<Item = TextLine<'a>> {
    let mut end = line.offset;
    line.text.split(separator).map(move |whole| {
        let offset = end + (whole.len() - whole.trim_start().len());
        end += whole.len() + separator.len_utf8();
        TextLine { offset, text: whole.trim() }
    })
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

/// A line of names, in a comment or by itself; `None` where the line has none.
fn names<'a>(line: TextLine<'a>, is_known: impl Fn(&str) -> bool) -> Option<Vec<TextLine<'a>>> {
    let bare = line.text.trim_start_matches('#');
    let names = TextLine { offset: line.offset + (line.text.len() - bare.len()), text: bare };
    let found: Vec<_> = cells(names, separator(bare)).collect();
    let is_comment = bare.len() < line.text.len();
    let is_header = found.iter().any(|cell| is_known(cell.text))
        || !is_comment && found.first().is_some_and(|cell| !is_number(cell.text));
    is_header.then_some(found)
}

impl<const N: usize> Columns<N> {
    fn is_known(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|column| column.name.eq_ignore_ascii_case(name))
    }

    /// The names of a text's columns, lower case; of a table without names those of its number of columns. Empty where it is no
    /// such table.
    pub fn names_in(&self, text: &str) -> Vec<String> {
        for line in text_lines(text).take(20) {
            if let Some(names) = names(line, |name| self.is_known(name)) {
                return names.iter().map(|name| name.text.to_ascii_lowercase()).collect();
            }
            if !line.text.starts_with('#') {
                let found: Vec<_> = cells(line, separator(line.text)).collect();
                let is_row = found.iter().all(|cell| is_number(cell.text));
                let unnamed = self.unnamed.iter().find(|of| is_row && of.len() == found.len());
                let name = |place: &usize| self.all[*place].name.to_owned();
                return unnamed.map_or(Vec::new(), |of| of.iter().map(name).collect());
            }
        }
        Vec::new()
    }

    /// Reads a table.
    pub fn read(&self, source: Source<'_>) -> Result<NumberRows<N>, FileError> {
        let mut table = TableReader { columns: self, faults: Faults::default(), notes: Vec::new() };
        let rows = table.read(source.text);
        let mut faults = table.faults;
        if faults.is_empty() && rows.as_ref().is_none_or(|rows| rows.rows.is_empty()) {
            let must = format!("rows of numbers below `{}`", self.example);
            faults.push(source.text.len(), "", "no row".to_owned(), must, None);
        }
        match rows {
            Some(rows) if faults.is_empty() => Ok(NumberRows { notes: table.notes, ..rows }),
            _ => Err(faults.into_error(source.origin, source.text)),
        }
    }
}

/// A table while it is read.
struct TableReader<'c, const N: usize> {
    columns: &'c Columns<N>,
    faults: Faults,
    notes: Vec<String>,
}

impl<const N: usize> TableReader<'_, N> {
    fn read(&mut self, text: &str) -> Option<NumberRows<N>> {
        let mut heading = None;
        let mut lines = text_lines(text).peekable();
        // Comments may stand above the names and below them.
        while let Some(line) = lines.peek().copied() {
            let found = names(line, |name| self.columns.is_known(name));
            if found.is_none() && !line.text.starts_with('#') {
                break;
            }
            heading = found.or(heading);
            lines.next();
        }
        let first = *lines.peek()?;
        let separator = separator(first.text);
        let count = heading.as_ref().map_or_else(|| cells(first, separator).count(), Vec::len);
        let places = match heading {
            Some(names) => self.named(&names),
            None => self.unnamed(first, count),
        };
        if !self.faults.is_empty() {
            return None;
        }
        let has = core::array::from_fn(|column| places[column].is_some());
        let mut rows = NumberRows { rows: Vec::new(), offsets: Vec::new(), has, notes: Vec::new() };
        for line in lines.filter(|line| !line.text.starts_with('#')) {
            if self.faults.room() == 0 {
                break;
            }
            if rows.rows.len() == MOST_STATIONS {
                let must = format!("at most {MOST_STATIONS} rows");
                self.faults.push(line.offset, "", "one more row".to_owned(), must, None);
                break;
            }
            let found: Vec<_> = cells(line, separator).collect();
            if found.len() != count {
                let (value, must) = (format!("{} values", found.len()), format!("{count} values"));
                let hint = format!("separated by `{separator}`, as in the first row");
                self.faults.push(line.offset, "", value, must, Some(hint));
                continue;
            }
            rows.rows.push(self.row(&found, &places));
            rows.offsets.push(line.offset);
        }
        Some(rows)
    }

    fn row(&mut self, found: &[TextLine<'_>], places: &[Option<usize>; N]) -> [f64; N] {
        let mut row = [0.0; N];
        for (index, column) in self.columns.all.iter().enumerate() {
            let Some(cell) = places[index].map(|place| found[place]) else { continue };
            let [low, high] = column.range;
            match cell.text.parse::<f64>().ok().filter(|value| (low..=high).contains(value)) {
                Some(value) => row[index] = value,
                None => {
                    let is_empty = cell.text.is_empty();
                    let value =
                        if is_empty { "nothing".to_owned() } else { format!("`{}`", shortened(cell.text)) };
                    let must = format!("a number from {low} to {high}");
                    self.faults.push(cell.offset, column.name, value, must, None);
                }
            }
        }
        row
    }

    /// Places of all columns by a line of names.
    fn named(&mut self, names: &[TextLine<'_>]) -> [Option<usize>; N] {
        let mut places = [None; N];
        let all = || self.columns.all.iter().map(|column| column.name);
        for (at, name) in names.iter().enumerate() {
            let Some(index) = self.columns.place(name.text) else {
                let hint = did_you_mean(name.text, all()).map_or(String::new(), |hint| format!("; {hint}"));
                self.notes.push(format!("the column `{}` is ignored{hint}", shortened(name.text)));
                continue;
            };
            if places[index].replace(at).is_some() {
                let value = "the column a second time".to_owned();
                self.faults.push(name.offset, name.text, value, "one column of that name".to_owned(), None);
            }
        }
        let offset = names.first().map_or(0, |name| name.offset);
        for (place, column) in places.iter().zip(&self.columns.all) {
            if place.is_none() && column.is_needed {
                let must = format!("a column, as in `{}`", self.columns.example);
                self.faults.push(offset, column.name, "nothing".to_owned(), must, None);
            }
        }
        places
    }

    /// Places of all columns of a table without names, by its first row.
    fn unnamed(&mut self, first: TextLine<'_>, count: usize) -> [Option<usize>; N] {
        let mut places = [None; N];
        let Some(order) = self.columns.unnamed.iter().find(|order| order.len() == count) else {
            let must = format!("names above the columns, such as `{}`", self.columns.example);
            let value = format!("{count} columns without names");
            self.faults.push(first.offset, "", value, must, None);
            return places;
        };
        for (at, index) in order.iter().enumerate() {
            places[*index] = Some(at);
        }
        let names: Vec<&str> = order.iter().map(|index| self.columns.all[*index].name).collect();
        self.notes.push(format!("the columns have no names: taken as {}", names.join(", ")));
        places
    }
}
