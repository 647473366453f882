//! What is wrong with a file, all of it, each problem with its place.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::ops::Bound;

use skidpad_world::names::nearest;

/// More problems than this are counted, not listed.
const MOST_PROBLEMS: usize = 500;

/// One thing that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its line, from 1; 0 where the file as a whole is meant, or a value that does not stand in the file.
    pub line: usize,
    /// Its column in characters, from 1; 0 where the line is 0.
    pub column: usize,
    /// The key, from the top of the file: `gearbox.ratios[2]`; behind the option that gave it where it does not stand in the
    /// file. Empty for the file as a whole.
    pub path: String,
    /// The value as written in the file; `nothing` where it is missing. Empty where `must` is a whole message.
    pub value: String,
    /// What it must be, and how that is written; or a whole message.
    pub must: String,
    /// What was probably meant, or where to look.
    pub hint: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = Plain(f);
        if self.line > 0 {
            write!(f, "{}:{}: ", self.line, self.column)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        match self.value.as_str() {
            "" => f.write_str(&self.must)?,
            "nothing" => write!(f, "missing; must be {}", self.must)?,
            value => write!(f, "got {value}; must be {}", self.must)?,
        }
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

/// Writes a space in the place of each control character but the end of a line: a file that quotes one in a message must
/// not clear or colour the terminal that shows it.
struct Plain<W>(W);

impl<W: fmt::Write> fmt::Write for Plain<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_plain = |c: char| c == '\n' || !c.is_control();
        if text.chars().all(is_plain) {
            return self.0.write_str(text);
        }
        text.chars().try_for_each(|c| self.0.write_char(if is_plain(c) { c } else { ' ' }))
    }
}

/// A message on one line, without its middle where it is very long.
pub(crate) fn bounded(message: &str) -> String {
    const BEGINNING: usize = 1000;
    const END: usize = 500;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let count = message.chars().count();
    if count <= BEGINNING + END {
        return message.chars().map(plain).collect();
    }
    let (beginning, end) = (message.chars().take(BEGINNING), message.chars().skip(count - END));
    beginning.chain(std::iter::once('…')).chain(end).map(plain).collect()
}

/// Everything that is wrong with a file. Printed, it has one line per problem:
/// `FILE:LINE:COLUMN: path: got VALUE; must be ...; did you mean ...`, or `file not found: FILE (check the path)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Where the bytes came from: the file's path, or another name for them. Empty where the message names it.
    pub origin: String,
    /// The problems, in the file's order; never empty.
    pub problems: Vec<Problem>,
}

impl FileError {
    /// An error that concerns the file as a whole.
    pub fn whole(origin: &str, value: impl Into<String>, must: impl Into<String>) -> Self {
        let problem = Problem {
            line: 0,
            column: 0,
            path: String::new(),
            value: value.into(),
            must: must.into(),
            hint: None,
        };
        Self { origin: origin.to_owned(), problems: vec![problem] }
    }

    /// An error in words of its own, which name the file: one line, not endless, whatever the file's name is.
    pub(crate) fn message(message: String) -> Self {
        Self::whole("", "", bounded(&message))
    }

    /// The problems, each as its printed line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.problems.iter().map(|problem| match (self.origin.as_str(), problem.line) {
            ("", _) => problem.to_string(),
            // What has a path and no line does not stand in the file: the path begins with its source.
            (_, 0) if !problem.path.is_empty() => problem.to_string(),
            (origin, 0) => format!("{origin}: {problem}"),
            (origin, _) => format!("{origin}:{problem}"),
        })
    }

    /// The same with a hint.
    pub(crate) fn with_hint(mut self, hint: Option<String>) -> Self {
        if let Some(problem) = self.problems.last_mut() {
            problem.hint = hint;
        }
        self
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Plain(f).write_str(&self.lines().collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for FileError {}

/// The problems found so far, by their places in the text.
#[derive(Default)]
pub(crate) struct Faults {
    found: Vec<(usize, Problem)>,
    paths: BTreeSet<String>,
    unlisted: usize,
}

impl Faults {
    pub fn push(&mut self, offset: usize, path: &str, value: String, must: String, hint: Option<String>) {
        self.paths.insert(path.to_owned());
        if self.found.len() == MOST_PROBLEMS {
            self.unlisted += 1;
            return;
        }
        let problem = Problem { line: 0, column: 0, path: path.to_owned(), value, must, hint };
        self.found.push((offset, problem));
    }

    /// Counts problems without listing them.
    pub fn push_unlisted(&mut self, count: usize) {
        self.unlisted += count;
    }

    /// How many problems can still be listed.
    pub fn room(&self) -> usize {
        MOST_PROBLEMS - self.found.len()
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether something was found at exactly this path.
    pub fn is_at(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// Whether something was found at a path or inside it.
    pub fn concern(&self, path: &str) -> bool {
        let from = self.paths.range::<str, _>((Bound::Included(path), Bound::Unbounded));
        let mut inside = from.take_while(|found| found.starts_with(path));
        inside.any(|found| !is_name(found.as_bytes().get(path.len())))
    }

    /// Counts lines and columns in one sweep over the text, however many problems there are.
    pub fn into_error(mut self, origin: &str, text: &str) -> FileError {
        self.found.sort_by_key(|(offset, _)| *offset);
        let (mut at, mut line, mut column) = (0, 1, 1);
        let mut problems = Vec::with_capacity(self.found.len());
        for (offset, mut problem) in self.found {
            while let Some(c) = text[at..].chars().next().filter(|_| at < offset) {
                at += c.len_utf8();
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            (problem.line, problem.column) = (line, column);
            problems.push(problem);
        }
        let mut error = FileError { origin: origin.to_owned(), problems };
        if self.unlisted > 0 {
            let more = format!("{} more problems", self.unlisted);
            error.problems.extend(FileError::whole(origin, more, "mended too, once these are").problems);
        }
        error
    }
}

fn is_name(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// "did you mean ..." for the nearest known name.
pub(crate) fn did_you_mean<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest(written, known).map(|name| format!("did you mean `{name}`?"))
}

/// Names as a list in words: `a, b or c`.
pub(crate) fn one_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Faults, FileError};

    /// A scenario could once name its car so that the message cleared the terminal, or filled it with a million letters.
    #[test]
    fn a_message_does_not_pass_on_what_controls_a_terminal() {
        let error =
            FileError::message(format!("a\u{1b}[2J\nb{}: not found", "x".repeat(100_000))).to_string();
        assert!(error.starts_with("a [2J bxxx") && error.ends_with("xxx: not found"), "{error}");
        assert!(error.chars().count() < 1600, "{error}");
        let error = FileError::whole("f\u{7}.toml", "the byte\u{9b}", "text").to_string();
        assert_eq!(error, "f .toml: got the byte ; must be text");
    }

    #[test]
    fn places_are_counted_in_characters() {
        let mut faults = Faults::default();
        let text = "é = 1\r\n  ü = 2";
        faults.push(text.find('2').unwrap(), "b", "2".into(), "3".into(), None);
        faults.push(text.find('1').unwrap(), "a.x", "1".into(), "2".into(), Some("did you mean 3?".into()));
        assert!(
            faults.concern("a") && faults.concern("a.x") && !faults.concern("a.") && !faults.concern("c")
        );
        let error = faults.into_error("f.toml", text);
        assert_eq!(
            error.to_string(),
            "f.toml:1:5: a.x: got 1; must be 2; did you mean 3?\nf.toml:2:7: b: got 2; must be 3"
        );
    }
}
