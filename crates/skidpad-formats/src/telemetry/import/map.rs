//! Maps from the columns of a log to channels, in TOML.

use super::conversion::conversion;
use crate::document::{self, MAX_FILE_BYTES};
use crate::error::FileError;
use crate::reader::{Reader, Table};
use crate::telemetry::channel::unit_of;

/// Reading of a log: what stands between its cells, which lines are above its numbers, and which column is which channel.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnMap {
    /// Byte between two cells.
    pub delimiter: u8,
    /// True where numbers have a comma before their decimals.
    pub has_decimal_comma: bool,
    /// Number of lines above that of the names.
    pub skip_rows: usize,
    /// Number of lines with names and units, the first with the names; 0 where columns are numbered only.
    pub header_rows: usize,
    /// Column of the time.
    pub time: MappedColumn,
    /// Columns of channels.
    pub channels: Vec<MappedColumn>,
}

/// A column that is read. Its value in SI units is (number * scale + offset) of the unit.
#[derive(Clone, Debug, PartialEq)]
pub struct MappedColumn {
    /// Channel, whose name ends in its SI unit: `speed_m_s`.
    pub name: String,
    /// Place in the log.
    pub column: ColumnPlace,
    /// Unit of the log: `km/h`; that of the channel where it is `None`.
    pub unit: Option<String>,
    /// Factor of the numbers.
    pub scale: f64,
    /// Offset of the scaled numbers, in the unit of the log.
    pub offset: f64,
}

/// Place of a column in a log.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnPlace {
    /// The column of a name.
    Named(String),
    /// The column of a number, from 1 on.
    Numbered(usize),
}

const KEYS: &[&str] = &["delimiter", "decimal", "skip_rows", "header_rows", "time", "channel"];
const COLUMN_KEYS: &[&str] = &["name", "column", "unit", "scale", "offset"];
/// Largest magnitude of a scale or an offset.
const MOST: f64 = 1e12;

impl ColumnMap {
    /// Reads a map.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    ///
    /// ```
    /// use skidpad_formats::telemetry::ColumnMap;
    /// let map = ColumnMap::parse("map.toml", br#"
    ///     delimiter = ";"
    ///     decimal = ","
    ///     [time]
    ///     column = "Zeit"
    ///     [[channel]]
    ///     name = "speed_m_s"
    ///     column = "v"
    ///     unit = "km/h"
    /// "#)?;
    /// assert_eq!(map.channels[0].name, "speed_m_s");
    /// # Ok::<(), skidpad_formats::FileError>(())
    /// ```
    pub fn parse(origin: &str, bytes: &[u8]) -> Result<Self, FileError> {
        let text = document::text_at_most(origin, bytes, MAX_FILE_BYTES)?;
        let tree = document::tree(origin, text)?;
        let root = Table::root(&tree);
        let mut reader = Reader::new(text);
        reader.unknown(&root, KEYS, |key| {
            COLUMN_KEYS.contains(&key).then(|| format!("`{key}` belongs in [time] or [[channel]]"))
        });
        let map = read(&mut reader, &root);
        match map {
            Some(map) if reader.faults.is_empty() => Ok(map),
            _ => Err(reader.faults.into_error(origin, text)),
        }
    }

    /// Reads the map of a file.
    ///
    /// # Errors
    /// A file that cannot be read, and everything that is wrong in it.
    pub fn load(path: &std::path::Path) -> Result<Self, FileError> {
        Self::parse(&path.display().to_string(), &crate::disk::read(path)?)
    }
}

fn read<'a>(reader: &mut Reader<'a>, root: &Table<'a>) -> Option<ColumnMap> {
    let optional = |reader: &mut Reader<'a>, key: &str, choices: &[(&str, u8)], usual: u8| match root.has(key)
    {
        true => reader.choice(root, key, choices),
        false => Some(usual),
    };
    let delimiters = [(",", b','), (";", b';'), ("\t", b'\t'), (" ", b' '), ("|", b'|')];
    let delimiter = optional(reader, "delimiter", &delimiters, b',');
    let decimal = optional(reader, "decimal", &[(".", b'.'), (",", b',')], b'.');
    let whole = |reader: &mut Reader<'a>, key: &str, most: i64, usual: i64| match root.get(key) {
        Some(node) => reader.whole(&node, 0, most),
        None => Some(usual),
    };
    let skip_rows = whole(reader, "skip_rows", 10_000, 0);
    let header_rows = whole(reader, "header_rows", 10, 1);
    if delimiter == Some(b',') && decimal == Some(b',') {
        let must = "another delimiter than the comma, where numbers have a decimal comma";
        reader.faults.push(root.offset, "delimiter", "\",\"".to_owned(), must.to_owned(), None);
    }
    let is_numbered = header_rows == Some(0);
    let time = match reader.table(root, "time", "a table: [time]") {
        Some(table) => column(reader, &table, is_numbered, Some("time_s")),
        None => {
            if !root.has("time") {
                reader.missing(root, "time", "given: [time] with the column of the time");
            }
            None
        }
    };
    let channels = channels(reader, root, is_numbered);
    Some(ColumnMap {
        delimiter: delimiter?,
        has_decimal_comma: decimal? == b',',
        skip_rows: usize::try_from(skip_rows?).ok()?,
        header_rows: usize::try_from(header_rows?).ok()?,
        time: time?,
        channels,
    })
}

fn channels<'a>(reader: &mut Reader<'a>, root: &Table<'a>, is_numbered: bool) -> Vec<MappedColumn> {
    const MUST: &str = "tables: [[channel]] with name and column";
    let Some(node) = root.get("channel") else {
        reader.missing(root, "channel", MUST);
        return Vec::new();
    };
    let elements = node.elements().unwrap_or_default();
    if elements.is_empty() {
        reader.wrong(&node, MUST, None);
    }
    let mut found: Vec<MappedColumn> = Vec::new();
    for element in elements {
        let Some(table) = element.as_table() else {
            reader.wrong(&element, "a table with name and column", None);
            continue;
        };
        let Some(column) = column(reader, &table, is_numbered, None) else { continue };
        if column.name == "time_s" || found.iter().any(|known| known.name == column.name) {
            let path = table.key("name");
            let must = "a channel that no other column has".to_owned();
            reader.faults.push(table.offset, &path, format!("`{}` again", column.name), must, None);
        }
        found.push(column);
    }
    found
}

/// A column; `name` is that of the time.
fn column<'a>(
    reader: &mut Reader<'a>,
    table: &Table<'a>,
    is_numbered: bool,
    name: Option<&str>,
) -> Option<MappedColumn> {
    reader.unknown(table, COLUMN_KEYS, |_| None);
    let name = match name {
        Some(name) => Some(name),
        None => reader.text_of(table, "name", "a channel with its unit, such as \"speed_m_s\""),
    };
    let name = name.map(|name| name.trim().to_owned());
    if let Some(name) = name.as_ref().filter(|name| name.chars().any(char::is_control)) {
        let must = "a name on one line".to_owned();
        reader.faults.push(table.offset, &table.key("name"), format!("{name:?}"), must, None);
    }
    let place = place(reader, table, is_numbered);
    let unit = reader.optional_text(table, "unit", "a unit, such as \"km/h\"").map(str::to_owned);
    if let (Some(unit), Some(name)) = (&unit, &name) {
        let wanted = unit_of(name);
        let is_fitting =
            conversion(unit).is_some_and(|found| found.si == wanted || wanted == "deg" && found.si == "rad");
        if let (false, Some(node)) = (is_fitting, table.get("unit")) {
            reader.wrong(&node, format!("a unit that converts to that of `{name}`, {wanted}"), None);
        }
    }
    let number = |reader: &mut Reader<'a>, key: &str, usual: f64| match table.get(key) {
        None => Some(usual),
        Some(node) => {
            let found = node.number().filter(|value| (-MOST..=MOST).contains(value));
            if found.is_none() {
                reader.wrong(&node, format!("a number from -{MOST:e} to {MOST:e}"), None);
            }
            found
        }
    };
    let (scale, offset) = (number(reader, "scale", 1.0), number(reader, "offset", 0.0));
    Some(MappedColumn { name: name?, column: place?, unit, scale: scale?, offset: offset? })
}

fn place<'a>(reader: &mut Reader<'a>, table: &Table<'a>, is_numbered: bool) -> Option<ColumnPlace> {
    let must = match is_numbered {
        true => "the number of a column, from 1 on",
        false => "the name of a column, or its number from 1 on",
    };
    let Some(node) = table.get("column") else {
        reader.missing(table, "column", format!("given: {must}"));
        return None;
    };
    let named = node.as_str().filter(|text| !is_numbered && !text.trim().is_empty());
    let numbered = node.whole().filter(|number| (1..=10_000).contains(number));
    let place = match (named, numbered) {
        (Some(name), _) => Some(ColumnPlace::Named(name.trim().to_owned())),
        (_, Some(number)) => usize::try_from(number).ok().map(ColumnPlace::Numbered),
        _ => None,
    };
    if place.is_none() {
        reader.wrong(&node, must, None);
    }
    place
}
