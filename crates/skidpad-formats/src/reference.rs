//! Reference data: the folder with other programs' numbers and measured runs, and reading its files.
//!
//! They are no part of Skidpad. The crate `skidpad-reference` compares with them.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::disk;
use crate::tyre::{self, TyreFile};

/// Files of reference data are larger than what people write.
const MOST_BYTES: usize = 64 << 20;

/// Reason for which reference data give nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The file is not there.
    Absent(String),
    /// The file is there and cannot be used.
    Broken(String),
}

impl Lack {
    /// A file that is there and cannot be used, with what is wrong in it.
    pub fn broken(file: &str, what: impl core::fmt::Display) -> Self {
        Self::Broken(format!("{file}: {what}"))
    }
}

/// The folder of reference data, which is no part of Skidpad: vectors, tyre files, measured runs.
#[derive(Clone, Debug)]
pub struct Data {
    folder: PathBuf,
}

impl Data {
    /// The environment's variable that names the folder.
    pub const VARIABLE: &'static str = "SKIDPAD_REFERENCE_DATA";
    /// The default folder: beside the tree that Skidpad was built from.
    pub const DEFAULT: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

    /// In a folder; in the default one where none is named.
    pub fn at(folder: Option<impl Into<PathBuf>>) -> Self {
        Self { folder: folder.map_or_else(|| PathBuf::from(Self::DEFAULT), Into::into) }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// True where the folder exists.
    pub fn is_there(&self) -> bool {
        disk::exists(&self.folder)
    }

    /// The path of a file inside.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// A file's text.
    ///
    /// # Errors
    /// A file that is not there or is no text.
    pub fn text(&self, file: &str) -> Result<String, Lack> {
        let path = self.path(file);
        if !disk::exists(&path) {
            return Err(Lack::Absent(format!("{file} is not there")));
        }
        let bytes = disk::read_at_most(&path, MOST_BYTES).map_err(|error| Lack::broken(file, error))?;
        String::from_utf8(bytes).map_err(|error| Lack::broken(file, error))
    }

    /// A file's JSON.
    ///
    /// # Errors
    /// A file that is not there or is no JSON.
    pub fn json(&self, file: &str) -> Result<Value, Lack> {
        serde_json::from_str(&self.text(file)?).map_err(|error| Lack::broken(file, error))
    }

    /// JSON with comments to the end of the line.
    ///
    /// # Errors
    /// A file that is not there or is no such JSON.
    pub fn commented_json(&self, file: &str) -> Result<Value, Lack> {
        let text = self.text(file)?;
        let plain: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
        serde_json::from_str(&plain.join("\n")).map_err(|error| Lack::broken(file, error))
    }

    /// A table with names above its columns.
    ///
    /// # Errors
    /// A file that is not there or whose rows do not fit its heading.
    pub fn table(&self, file: &str) -> Result<NumberTable, Lack> {
        let text = self.text(file)?;
        let mut lines = text.lines();
        let split = |line: &str| line.split(',').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let names = lines.next().map(split).unwrap_or_default();
        let rows: Vec<Vec<String>> = lines.map(split).collect();
        match rows.iter().position(|row| row.len() != names.len()) {
            Some(index) => {
                let what = format!("line {} has not {} columns", index + 2, names.len());
                Err(Lack::broken(file, what))
            }
            None => Ok(NumberTable { file: file.to_owned(), names, rows }),
        }
    }

    /// A tyre property file.
    ///
    /// # Errors
    /// A file that is not there, and everything that is wrong in it.
    pub fn tyre(&self, file: &str) -> Result<TyreFile, Lack> {
        tyre::parse(file, self.text(file)?.as_bytes()).map_err(|error| Lack::Broken(error.to_string()))
    }
}

/// A table of comma-separated values.
pub struct NumberTable {
    file: String,
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A row of a [`NumberTable`].
#[derive(Clone, Copy)]
pub struct NumberRow<'a> {
    table: &'a NumberTable,
    index: usize,
}

impl NumberTable {
    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = NumberRow<'_>> {
        (0..self.rows.len()).map(|index| NumberRow { table: self, index })
    }

    /// All numbers of a table of N columns.
    ///
    /// # Errors
    /// Another number of columns, or a cell that is no number.
    pub fn numbers<const N: usize>(&self) -> Result<Vec<[f64; N]>, Lack> {
        if self.names.len() != N {
            return Err(Lack::broken(&self.file, format!("{} columns; must be {N}", self.names.len())));
        }
        self.rows().map(|row| row.columns(core::array::from_fn(|column| column))).collect()
    }
}

impl NumberRow<'_> {
    /// The line in the file, from 1.
    pub fn line(&self) -> usize {
        self.index + 2
    }

    /// The text of a column.
    ///
    /// # Errors
    /// A table without the column.
    pub fn text(&self, name: &str) -> Result<&str, Lack> {
        let column = self.table.names.iter().position(|column| column == name);
        let column = column.ok_or_else(|| Lack::broken(&self.table.file, format!("no column {name}")))?;
        Ok(&self.table.rows[self.index][column])
    }

    /// The number of a column.
    ///
    /// # Errors
    /// A table without the column, or a cell that is no finite number.
    pub fn number(&self, name: &str) -> Result<f64, Lack> {
        self.parsed(self.text(name)?)
    }

    /// The numbers of columns, counted from 0.
    ///
    /// # Errors
    /// A cell that is not there or is no finite number.
    pub fn columns<const N: usize>(&self, columns: [usize; N]) -> Result<[f64; N], Lack> {
        let mut numbers = [0.0; N];
        for (number, column) in numbers.iter_mut().zip(columns) {
            let cell = self.table.rows[self.index].get(column);
            *number = self.parsed(cell.map_or("", String::as_str))?;
        }
        Ok(numbers)
    }

    fn parsed(&self, cell: &str) -> Result<f64, Lack> {
        let number = cell.parse().ok().filter(|number: &f64| number.is_finite());
        let what = || format!("line {}: `{cell}` is no finite number", self.line());
        number.ok_or_else(|| Lack::broken(&self.table.file, what()))
    }
}

/// A finite number of a JSON document.
///
/// # Errors
/// Anything else.
pub fn number(file: &str, value: &Value) -> Result<f64, Lack> {
    let shown = || value.to_string().chars().take(60).collect::<String>();
    value.as_f64().ok_or_else(|| Lack::broken(file, format!("`{}` is no number", shown())))
}

/// An array of numbers of a JSON document.
///
/// # Errors
/// Anything else.
pub fn numbers(file: &str, value: &Value) -> Result<Vec<f64>, Lack> {
    array(file, value)?.iter().map(|entry| number(file, entry)).collect()
}

/// An array of a JSON document.
///
/// # Errors
/// Anything else.
pub fn array<'v>(file: &str, value: &'v Value) -> Result<&'v Vec<Value>, Lack> {
    let shown = || value.to_string().chars().take(60).collect::<String>();
    value.as_array().ok_or_else(|| Lack::broken(file, format!("`{}` is no array", shown())))
}
