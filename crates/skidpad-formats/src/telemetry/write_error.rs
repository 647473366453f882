//! Tables that were not written.

use std::fmt;
use std::io;
use std::path::Path;

/// A table that was not written, and why.
#[derive(Debug)]
pub struct WriteError {
    /// The file that was to be written; empty where none is involved.
    pub path: String,
    /// What is wrong, and what to do.
    pub what: String,
    /// The error of the system beneath, where there is one.
    pub source: Option<io::Error>,
}

impl WriteError {
    pub(super) fn message(what: String) -> Self {
        Self { path: String::new(), what, source: None }
    }

    /// The same with the file that was to be written.
    pub fn in_file(self, path: &Path) -> Self {
        Self { path: path.display().to_string(), ..self }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.what)?;
        match &self.source {
            Some(source) => write!(f, " ({source})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}

/// The error of the system, with what to do.
pub(super) fn failed(source: io::Error) -> WriteError {
    let what = match source.kind() {
        io::ErrorKind::NotFound => "cannot be written; create its folder first",
        io::ErrorKind::PermissionDenied => "cannot be written; choose a folder that you may write to",
        io::ErrorKind::StorageFull => "cannot be written: the disk is full; free some space",
        io::ErrorKind::IsADirectory => "is a folder; name a file",
        _ => "cannot be written",
    };
    WriteError { source: Some(source), ..WriteError::message(what.to_owned()) }
}
