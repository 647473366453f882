//! Changes made in the tree of a file.

use std::fmt::Write as _;

use skidpad_world::names::shown;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::path::Step;
use super::positions::Positions;
use super::{Edit, File, alternatives};
use crate::document;
use crate::error::FileError;
use crate::vehicle::fields::derivable_keys;

/// The lists that stand inside a table with their source.
const LISTS: &[&str] = &["points", "lines", "value"];
/// The words for the numbers of a row of two and of three.
const PAIR: &[&str] = &["speed", "torque"];
const TRIPLE: &[&str] = &["speed_ratio", "torque_ratio", "capacity"];

/// The text of a file with the values of changes below it, so that every value has a place in one text.
pub(crate) struct Edited<'e> {
    edits: &'e [Edit],
    text: String,
    /// Length of the file's own text.
    own: usize,
    /// Texts of one value each, at its place in `text`: first the word "derived", then the changes.
    values: Vec<String>,
}

impl<'e> Edited<'e> {
    pub fn new(own: &str, edits: &'e [Edit]) -> Self {
        let mut edited = Self { edits, text: own.to_owned(), own: own.len(), values: Vec::new() };
        if edits.is_empty() {
            return edited;
        }
        edited.text.push('\n');
        let derived = std::iter::once("\"derived\"");
        for value in derived.chain(edits.iter().map(|edit| edit.value.as_str())) {
            let place = edited.text.len();
            let _ = writeln!(edited.text, "v = {value}");
            edited.values.push(format!("{}v = {value}", " ".repeat(place)));
        }
        edited
    }

    /// The whole text, into which the places of the tree point.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file's tree with the changes.
    pub fn tree(&self, origin: &str) -> Result<Spanned<DeTable<'_>>, FileError> {
        let mut tree = document::tree(origin, &self.text[..self.own])?;
        let mut wrong = Vec::new();
        for (edit, text) in self.edits.iter().zip(self.values.iter().skip(1)) {
            let Some(value) = value_of(text) else { continue };
            let section = match edit.path.steps.first() {
                Some(Step::Name(name)) if edit.file() == File::Vehicle => Some(name.as_str()),
                _ => None,
            };
            let is_new = section.is_some_and(|name| !tree.get_ref().contains_key(name));
            if let Err(message) = put_into(tree.get_mut(), &edit.path.steps, value) {
                wrong.push(format!("{}: {message}", edit.place()));
            } else if let Some(name) = section.filter(|_| is_new) {
                self.derive_rest(tree.get_mut(), name);
            }
        }
        if wrong.is_empty() { Ok(tree) } else { Err(FileError::message(wrong.join("; "))) }
    }

    /// A section that the file leaves out is derived but for what is given.
    fn derive_rest<'t>(&'t self, root: &mut DeTable<'t>, name: &str) {
        let Some(DeValue::Table(section)) = root.get_mut(name).map(Spanned::get_mut) else { return };
        for key in derivable_keys(name) {
            if let Some(value) = self.values.first().and_then(|text| value_of(text))
                && !section.contains_key(key)
            {
                section.insert(Spanned::new(value.span(), DeString::from(key)), value);
            }
        }
    }

    /// An error of the whole text: problems of values that do not stand in the file name the option that gave them.
    pub fn attribute(&self, mut error: FileError) -> FileError {
        let positions = self.positions();
        for problem in &mut error.problems {
            if let Some(option) = positions.option(problem.line) {
                (problem.line, problem.column) = (0, 0);
                problem.path = format!("{option}{}", problem.path);
            }
        }
        // What was given beside the file comes first: the rest may follow from it.
        error.problems.sort_by_key(|problem| problem.line > 0);
        error
    }

    /// The lines of what does not stand in the file.
    pub fn positions(&self) -> Positions {
        let options = self.edits.iter().map(|edit| format!("{} ", edit.option));
        let own_lines = self.text[..self.own].matches('\n').count() + 1;
        Positions::new(own_lines, std::iter::once(String::new()).chain(options).collect())
    }
}

/// The value of a text `v = VALUE`.
fn value_of(text: &str) -> Option<Spanned<DeValue<'_>>> {
    DeTable::parse(text).ok()?.into_inner().remove("v")
}

/// Puts a value into a table, in the place of what stands there.
fn put_into<'t>(table: &mut DeTable<'t>, steps: &[Step], value: Spanned<DeValue<'t>>) -> Result<(), String> {
    let Some((Step::Name(name), rest)) = steps.split_first() else {
        return Err("a row of a table; write the name of a field".to_owned());
    };
    let key = |value: &Spanned<DeValue<'t>>| Spanned::new(value.span(), DeString::from(name.clone()));
    if rest.is_empty() {
        for other in alternatives(name) {
            table.remove(other);
        }
        // The key is new, too: a problem of it stands where the value does.
        table.remove(name.as_str());
        table.insert(key(&value), value);
        return Ok(());
    }
    if !table.contains_key(name.as_str()) {
        if let Some(Step::Row(_)) = rest.first() {
            return Err(format!("the file has no {name}"));
        }
        table.insert(key(&value), Spanned::new(value.span(), DeValue::Table(DeTable::new())));
    }
    match table.get_mut(name.as_str()) {
        Some(inner) => put(inner, name, rest, value),
        None => Ok(()),
    }
}

/// Puts a value into another, which holds it.
fn put<'t>(
    holder: &mut Spanned<DeValue<'t>>,
    name: &str,
    steps: &[Step],
    value: Spanned<DeValue<'t>>,
) -> Result<(), String> {
    let Some((step, rest)) = steps.split_first() else {
        *holder = value;
        return Ok(());
    };
    match (holder.get_mut(), step) {
        (DeValue::Table(table), Step::Name(_)) => put_into(table, steps, value),
        (DeValue::Table(table), Step::Row(_)) => {
            let list = LISTS.iter().find(|list| table.contains_key(**list));
            match list.and_then(|list| table.get_mut(*list)) {
                Some(list) => put(list, name, steps, value),
                None => Err(format!("{name} is a table without rows")),
            }
        }
        (DeValue::Array(rows), step) => {
            let place = match step {
                Step::Row(row) => Some(*row),
                Step::Name(word) => {
                    let words = if rows.len() == TRIPLE.len() { TRIPLE } else { PAIR };
                    words.iter().position(|known| known == word)
                }
            };
            let count = rows.len();
            match (place.and_then(|place| rows.get_mut(place)), step) {
                (Some(row), _) => put(row, name, rest, value),
                (None, Step::Row(row)) => {
                    Err(format!("{name} has no row {row}; must be 0 to {}", count.saturating_sub(1)))
                }
                (None, Step::Name(_)) => {
                    Err(format!("{name} is a list; write the number of a row: {name}[0]"))
                }
            }
        }
        (other, _) => {
            let written = other.as_str().map_or(String::new(), |text| format!(", \"{}\"", shown(text)));
            Err(format!("{name} is one value in the file{written}, without parts"))
        }
    }
}
