//! Which columns of a log are read: by a map, or by names that are known.

use super::conversion::{Conversion, conversion};
use super::map::{ColumnMap, ColumnPlace, MappedColumn};
use super::names::LoggedName;
use super::time::time_s;
use crate::document::shortened;
use crate::error::{FileError, did_you_mean, one_of};
use crate::telemetry::channel::unit_of;

/// The most lines above that of the names, and between it and the first row.
const MOST_PREAMBLE: usize = 100;
const MOST_BELOW: usize = 6;

/// A log as it is read.
pub(super) struct ImportPlan {
    pub delimiter: u8,
    pub has_decimal_comma: bool,
    /// Byte offset of the first row, and the number of lines above it.
    pub below: usize,
    pub lines: usize,
    /// Column of the time, and its conversion.
    pub time: (usize, Conversion),
    /// Channels with their columns.
    pub channels: Vec<PlannedColumn>,
    pub notes: Vec<String>,
}

/// A column that is read.
pub(super) struct PlannedColumn {
    pub name: String,
    pub column: usize,
    pub conversion: Conversion,
    /// Scale and offset before the conversion.
    pub scale: f64,
    pub offset: f64,
    /// True where cells may have other text than numbers: a column that nobody named.
    pub may_be_text: bool,
}

/// Cells of a line, without quotes.
pub(super) fn cells(line: &str, delimiter: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(str::to_owned).collect()
}

impl ImportPlan {
    /// The plan of a map.
    pub fn mapped(origin: &str, text: &str, map: &ColumnMap) -> Result<Self, FileError> {
        let lines = map.skip_rows + map.header_rows;
        let mut below = 0;
        let mut names = Vec::new();
        for (number, line) in text.split_inclusive('\n').take(lines).enumerate() {
            below += line.len();
            if number == map.skip_rows {
                names = cells(line, map.delimiter);
            }
        }
        let find = |column: &MappedColumn| match &column.column {
            ColumnPlace::Numbered(number) => Ok(number - 1),
            ColumnPlace::Named(wanted) => {
                let found = names.iter().position(|name| name == wanted);
                found.ok_or_else(|| {
                    let known: Vec<&str> = names.iter().map(String::as_str).take(40).collect();
                    let must = format!(
                        "one of the columns of line {}: {}",
                        map.skip_rows + 1,
                        one_of(known.iter().copied())
                    );
                    let value = format!("the column `{}`", shortened(wanted));
                    FileError::whole(origin, value, shortened_list(&must))
                        .with_hint(did_you_mean(wanted, known.iter().copied()))
                })
            }
        };
        let converted = |column: &MappedColumn| {
            let wanted = unit_of(&column.name);
            let found = column.unit.as_deref().and_then(conversion).filter(|found| found.si == wanted);
            found.unwrap_or(Conversion::none(wanted))
        };
        let time = (find(&map.time)?, scaled(converted(&map.time), &map.time));
        let plan = |column: &MappedColumn| {
            Ok(PlannedColumn {
                name: column.name.clone(),
                column: find(column)?,
                conversion: converted(column),
                scale: column.scale,
                offset: column.offset,
                may_be_text: false,
            })
        };
        let channels = map.channels.iter().map(plan).collect::<Result<Vec<_>, FileError>>()?;
        let (delimiter, has_decimal_comma) = (map.delimiter, map.has_decimal_comma);
        Ok(Self { delimiter, has_decimal_comma, below, lines, time, channels, notes: Vec::new() })
    }

    /// The plan of a log whose columns have names that are known.
    pub fn detected(origin: &str, text: &str) -> Result<Self, FileError> {
        let Some(head) = LogHead::find(text) else {
            let must = "a line with the names of columns, the time and one more that is known, such as `Time` and `Speed`; \
                        or give a map of its columns";
            return Err(FileError::whole(origin, "no names of columns that are known", must));
        };
        let mut notes = Vec::new();
        let below = head.first_row(text);
        let Some((offset, lines, units)) = below else {
            let must = format!("rows of numbers below the names in line {}", head.lines);
            return Err(FileError::whole(origin, "no row with a time", must));
        };
        let unit = |column: usize| units.get(column).map(String::as_str);
        let mut channels: Vec<PlannedColumn> = Vec::new();
        let mut time = (head.time, Conversion::none("s"));
        for (column, name) in head.names.iter().enumerate() {
            let (channel, conversion, note) = name.channel(unit(column));
            if column == head.time {
                time.1 = if conversion.si == "s" { conversion } else { time.1 };
                continue;
            }
            notes.extend(note);
            let is_taken =
                |wanted: &str| wanted == "time_s" || channels.iter().any(|known| known.name == wanted);
            let numbered = (2..).map(|number: usize| format!("{number}_{channel}"));
            let found = std::iter::once(channel.clone()).chain(numbered).find(|wanted| !is_taken(wanted));
            channels.push(PlannedColumn {
                name: found.unwrap_or_default(),
                column,
                conversion,
                scale: 1.0,
                offset: 0.0,
                may_be_text: name.known().is_none(),
            });
        }
        let has_decimal_comma = head.delimiter != b',' && has_decimal_comma(&text[offset..], head.delimiter);
        Ok(Self { delimiter: head.delimiter, has_decimal_comma, below: offset, lines, time, channels, notes })
    }
}

/// A conversion behind a column's scale and offset.
fn scaled(conversion: Conversion, column: &MappedColumn) -> Conversion {
    Conversion {
        si: conversion.si,
        factor: conversion.factor * column.scale,
        offset: conversion.factor * column.offset + conversion.offset,
    }
}

/// A list that is not endless.
fn shortened_list(text: &str) -> String {
    const MOST: usize = 400;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The line of names.
struct LogHead {
    names: Vec<LoggedName>,
    time: usize,
    delimiter: u8,
    /// Byte offset behind it, and its number.
    below: usize,
    lines: usize,
}

impl LogHead {
    /// The first line with a time and another known name; where several delimiters fit, that with most names.
    fn find(text: &str) -> Option<Self> {
        let mut below = 0;
        for (number, line) in text.split_inclusive('\n').take(MOST_PREAMBLE).enumerate() {
            below += line.len();
            let found = [b',', b';', b'\t'].into_iter().filter_map(|delimiter| {
                let names: Vec<LoggedName> =
                    cells(line, delimiter).iter().map(|name| LoggedName::read(name)).collect();
                // A clock before a time since the start.
                let of = |words: &str| names.iter().position(|name| name.words == words);
                let is_time = |name: &LoggedName| name.known() == Some("time_s");
                let time = of("timestamp").or_else(|| names.iter().position(is_time))?;
                let others = names.iter().filter(|name| name.known().is_some_and(|known| known != "time_s"));
                (others.count() > 0).then_some(Self { names, time, delimiter, below, lines: number + 1 })
            });
            if let Some(head) = found.max_by_key(|head| head.names.len()) {
                return Some(head);
            }
        }
        None
    }

    /// Byte offset of the first row, the number of lines above it, and the units between; `None` where no row has a time.
    fn first_row(&self, text: &str) -> Option<(usize, usize, Vec<String>)> {
        let mut offset = self.below;
        let mut units = Vec::new();
        for (number, line) in text[self.below..].split_inclusive('\n').take(MOST_BELOW).enumerate() {
            let cells = cells(line, self.delimiter);
            let time = cells.get(self.time).map(String::as_str).unwrap_or_default();
            if time_s(time, true).is_some() {
                return Some((offset, self.lines + number, units));
            }
            // Blank lines and those of sources stand between, too.
            if units.is_empty() && cells.iter().any(|cell| !cell.is_empty()) {
                units = cells;
            }
            offset += line.len();
        }
        None
    }
}

/// Returns true where the first rows have numbers with commas, and none with a point.
fn has_decimal_comma(rows: &str, delimiter: u8) -> bool {
    let cells: Vec<String> = rows.lines().take(5).flat_map(|line| cells(line, delimiter)).collect();
    let is_number =
        |cell: &str| cell.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '+' | '.'));
    let numbers = || cells.iter().filter(|cell| is_number(cell));
    numbers().any(|cell| cell.matches(',').count() == 1) && !numbers().any(|cell| cell.contains('.'))
}
