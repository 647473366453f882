//! The lines of a tyre property file: sections, keys with values, comments, tables.

use std::collections::BTreeMap;

use crate::document::shortened;
use crate::error::Faults;

/// More keys than this no file has; the rest is not looked at.
const MOST_ENTRIES: usize = 4000;
/// The longest value that is read as a number.
const LONGEST_NUMBER: usize = 64;
/// Sections that hold rows of numbers instead of keys.
const TABLES: [&str; 3] = ["SHAPE", "DEFLECTION_LOAD_CURVE", "BOTTOMING_CURVE"];

/// Value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Written {
    /// A number.
    Number(f64),
    /// A text between quotes.
    Text(String),
    /// Nothing.
    Nothing,
    /// Something that is neither, which has been reported.
    Wrong,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) value: Written,
    /// The value as the file has it.
    pub(super) text: String,
    /// Byte offset of the value in the file.
    pub(super) offset: usize,
    /// The line, from 1.
    pub(super) line: usize,
}

/// Sections and their keys, in capital letters.
#[derive(Default, Debug)]
pub(super) struct Sections {
    pub(super) entries: BTreeMap<String, BTreeMap<String, Entry>>,
    /// Number of keys.
    count: usize,
    /// Byte offset of the beginning of each section.
    pub(super) begins: BTreeMap<String, usize>,
}

impl Sections {
    pub(super) fn entry(&self, section: &str, key: &str) -> Option<&Entry> {
        self.entries.get(section)?.get(key)
    }

    /// The sections that a key stands in.
    pub(super) fn holders<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.entries
            .iter()
            .filter(move |(_, keys)| keys.contains_key(key))
            .map(|(section, _)| section.as_str())
    }
}

/// Reads all lines; what cannot be read is among the faults.
pub(super) fn read(text: &str, faults: &mut Faults) -> Sections {
    let mut sections = Sections::default();
    let mut section: Option<String> = None;
    let mut offset = 0;
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        let begin = offset + (whole.len() - whole.trim_start().len());
        offset += whole.len();
        let line = whole.trim();
        if line.is_empty() || line.starts_with(['$', '!']) {
            continue;
        }
        if faults.room() == 0 || sections.count > MOST_ENTRIES || sections.begins.len() > MOST_ENTRIES {
            let must = format!("a file with at most {MOST_ENTRIES} keys");
            faults.push(begin, "", "more lines than are read".to_owned(), must, None);
            break;
        }
        if let Some(rest) = line.strip_prefix('[') {
            section = begin_section(&mut sections, rest, begin, faults);
        } else if let Some((key, value)) = line.split_once('=') {
            let value_at = begin + key.len() + 1;
            add(&mut sections, section.as_deref(), (key.trim(), begin), (value, value_at, index + 1), faults);
        } else if !section.as_deref().is_some_and(|section| TABLES.contains(&section)) {
            let must = "[SECTION], KEY = value, or a comment that begins with $ or !".to_owned();
            faults.push(begin, "", quoted(line), must, None);
        }
    }
    if !text.ends_with('\n') {
        let last = text.lines().next_back().unwrap_or_default();
        let must = "followed by the end of its line: without it the file may have been cut short";
        faults.push(text.len(), "", quoted(last.trim()), must.to_owned(), None);
    }
    sections
}

fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

fn begin_section(sections: &mut Sections, rest: &str, begin: usize, faults: &mut Faults) -> Option<String> {
    let (name, after) = rest.split_once(']').unwrap_or((rest, "x"));
    let name = name.trim().to_ascii_uppercase();
    let after = after.trim();
    let is_name = !name.is_empty() && name.len() <= 60 && name.bytes().all(is_key_byte);
    if !is_name || !(after.is_empty() || after.starts_with(['$', '!'])) {
        let must = "[SECTION] with letters, digits and _ between the brackets".to_owned();
        faults.push(begin, "", quoted(&format!("[{rest}")), must, None);
        return None;
    }
    if sections.begins.insert(name.clone(), begin).is_some() {
        let must = "one section of that name: put its keys together or delete one".to_owned();
        faults.push(begin, &name, "the section a second time".to_owned(), must, None);
    }
    Some(name)
}

fn add(
    sections: &mut Sections,
    section: Option<&str>,
    (key, key_at): (&str, usize),
    (value, value_at, line): (&str, usize, usize),
    faults: &mut Faults,
) {
    if key.is_empty() || key.len() > 60 || !key.bytes().all(is_key_byte) {
        let must = "KEY = value, with letters, digits and _ in the key".to_owned();
        faults.push(key_at, "", quoted(key), must, None);
        return;
    }
    let key = key.to_ascii_uppercase();
    let Some(section) = section else {
        let must = "below a [SECTION]".to_owned();
        faults.push(key_at, &key, "a key".to_owned(), must, None);
        return;
    };
    let path = format!("{section}.{key}");
    let offset = value_at + (value.len() - value.trim_start().len());
    let (text, value) = match written(value.trim()) {
        Ok((text, value)) => (text, value),
        Err((text, must)) => {
            faults.push(offset, &path, quoted(&text), must, None);
            (text, Written::Wrong)
        }
    };
    let entry = Entry { value, text, offset, line };
    sections.count += 1;
    let keys = sections.entries.entry(section.to_owned()).or_default();
    if keys.insert(key, entry).is_some() {
        let must = "one value: delete one of the lines".to_owned();
        faults.push(key_at, &path, "the key a second time".to_owned(), must, None);
    }
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The value of a key, without the comment behind it, and as it is written.
fn written(value: &str) -> Result<(String, Written), (String, String)> {
    if let Some(rest) = value.strip_prefix('\'').or_else(|| value.strip_prefix('"')) {
        let quote = if value.starts_with('"') { '"' } else { '\'' };
        let Some((text, after)) = rest.split_once(quote) else {
            return Err((value.to_owned(), format!("closed with {quote}")));
        };
        let after = after.trim();
        if !(after.is_empty() || after.starts_with(['$', '!'])) {
            return Err((value.to_owned(), "a text in quotes, and at most a comment behind it".to_owned()));
        }
        let is_short = text.len() <= 200;
        let text = text.trim().to_owned();
        return if is_short {
            Ok((text.clone(), Written::Text(text)))
        } else {
            Err((text, "a text of at most 200 bytes".to_owned()))
        };
    }
    let bare = value.split(['$', '!']).next().unwrap_or_default().trim();
    if bare.is_empty() {
        return Ok((String::new(), Written::Nothing));
    }
    match number(bare) {
        Some(number) => Ok((bare.to_owned(), Written::Number(number))),
        None if bare.bytes().all(is_key_byte) && bare.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            // Some programs write words without quotes.
            let is_number = matches!(bare.to_ascii_lowercase().as_str(), "nan" | "inf" | "infinity");
            if is_number || bare.len() > 60 {
                return Err((bare.to_owned(), "a finite number".to_owned()));
            }
            Ok((bare.to_owned(), Written::Text(bare.to_owned())))
        }
        None => Err((bare.to_owned(), "a finite number, or a text in quotes".to_owned())),
    }
}

/// A number, also as Fortran writes it: `1.5D-03`.
fn number(text: &str) -> Option<f64> {
    let is_made_of = |byte: u8| byte.is_ascii_digit() || b"+-.eEdD".contains(&byte);
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    if text.len() > LONGEST_NUMBER || !has_digit || !text.bytes().all(is_made_of) {
        return None;
    }
    let value: f64 = text.replace(['d', 'D'], "e").parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{Written, read};
    use crate::error::Faults;

    fn values(text: &str) -> (Vec<Written>, String) {
        let mut faults = Faults::default();
        let sections = read(text, &mut faults);
        let values = sections.entries.into_values().flatten().map(|(_, entry)| entry.value).collect();
        let faults = if faults.is_empty() { String::new() } else { faults.into_error("f", text).to_string() };
        (values, faults)
    }

    #[test]
    fn values_are_numbers_and_texts_before_their_comments() {
        let text =
            "$ c\n[A] $ x\n a = 1.5D-03 $ x\nb='x y' ! z\nc = 1.2e-001\nd =  $ none\ne = +.5\r\nF = RIGHT\n";
        let (values, faults) = values(text);
        let text = |text: &str| Written::Text(text.to_owned());
        let all = [
            Written::Number(1.5e-3),
            text("x y"),
            Written::Number(0.12),
            Written::Nothing,
            Written::Number(0.5),
            text("RIGHT"),
        ];
        assert_eq!(faults, "");
        assert_eq!(values, all);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, says) in [
            ("[A]\nx = 1\nx = 2\n", "f:3:1: A.X: got the key a second time"),
            ("[A]\n[a]\n", "f:2:1: A: got the section a second time"),
            ("x = 1\n", "f:1:1: X: got a key; must be below a [SECTION]"),
            ("[A]\nx = 1.2.3\n", "f:2:5: A.X: got `1.2.3`; must be a finite number"),
            ("[A]\nx = 1e999\n", "must be a finite number"),
            ("[A]\nx = nan\n", "must be a finite number"),
            ("[A]\nx = 'abc\n", "must be closed with '"),
            ("[A]\nx = 'abc' d\n", "at most a comment behind it"),
            ("[A]\nx = 1 2\n", "got `1 2`"),
            ("[A\n", "f:1:1: got `[A`; must be [SECTION]"),
            ("[A]\n1 2 3\n", "f:2:1: got `1 2 3`; must be [SECTION], KEY = value"),
            ("[A]\nx = 1", "without it the file may have been cut short"),
        ] {
            let (_, faults) = values(text);
            assert!(faults.contains(says), "{text}: {faults}");
        }
        let (_, faults) = values(&format!("[A]\nx = 1{}\n", "0".repeat(100_000)));
        assert!(faults.len() < 300 && faults.contains("must be a finite number"), "{faults}");
    }
}
