//! What is wrong with bytes.

use std::fmt;
use std::path::Path;

use skidpad_world::names::shown;

use crate::error::FileError;

/// Reason why bytes are no snapshot, log or recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ByteError {
    /// They are of another kind.
    Kind {
        /// What they must be.
        must: &'static str,
    },
    /// They are of another version of the format.
    Version {
        /// What they are.
        kind: &'static str,
        /// Their version.
        found: u16,
        /// The version that is read.
        must: u16,
    },
    /// They end too early.
    Truncated {
        /// What they are.
        kind: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be, or at least.
        must: u64,
    },
    /// There are more than they say.
    Longer {
        /// What they are.
        kind: &'static str,
        /// How many there are.
        found: usize,
        /// How many they say.
        must: u64,
    },
    /// There are more than are read.
    TooLarge {
        /// What they are.
        kind: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// They were altered.
    Checksum {
        /// What they are.
        kind: &'static str,
    },
    /// They are of a model that is not known.
    UnknownModel {
        /// Its name.
        found: String,
    },
    /// They are of another model.
    OtherModel {
        /// Its name.
        found: String,
        /// The model that it must be.
        must: &'static str,
    },
    /// Their numbers have another width.
    Width {
        /// In bits.
        found: u32,
        /// What it must be.
        must: u32,
    },
    /// The model's channels are others.
    Channels {
        /// Of what.
        of: &'static str,
        /// The channel found in the place of the first that differs; empty: none.
        found: String,
        /// The channel that it must be; empty: none.
        must: String,
    },
    /// Keys or a pad drive the car, and it must be one that is driven directly.
    Hands,
    /// A number of a running car is not finite.
    NotFinite {
        /// The channel's name.
        field: &'static str,
    },
    /// Something else that whoever wrote them should not have written.
    Invalid {
        /// What it is.
        what: &'static str,
        /// Its place from the beginning of the bytes.
        offset: usize,
    },
}

impl ByteError {
    /// What they are, and what they must be.
    fn parts(&self) -> (String, String) {
        let channel = |name: &str| match name {
            "" => "no more channel".to_owned(),
            name => format!("`{}`", shown(name)),
        };
        let (is, must) = match self {
            Self::Kind { must } => (format!("no {must}"), format!("a {must}, as skidpad writes it")),
            Self::Version { kind, found, must } => (
                format!("a {kind} of format version {found}"),
                format!("of version {must}: write it again with this skidpad"),
            ),
            Self::Truncated { kind, found, must } => (
                format!("a {kind} that ends after {found} bytes"),
                format!("whole, {must} bytes: it was cut"),
            ),
            Self::Longer { kind, found, must } => {
                (format!("a {kind} of {found} bytes"), format!("{must} bytes: something follows it"))
            }
            Self::TooLarge { kind, found, most } => {
                (format!("a {kind} of {found} bytes"), format!("at most {most} bytes"))
            }
            Self::Checksum { kind } => {
                (format!("a {kind} whose checksum does not fit"), "as it was written: it was altered".into())
            }
            Self::UnknownModel { found } => {
                (format!("the model `{}`", shown(found)), "a model of this version (skidpad models)".into())
            }
            Self::OtherModel { found, must } => {
                (format!("the model `{}`", shown(found)), format!("of `{must}`"))
            }
            Self::Width { found, must } => {
                (format!("numbers of {found} bits"), format!("of {must} bits: read it as such"))
            }
            Self::Channels { of, found, must } => (
                format!("{} in its {of}", channel(found)),
                format!("{}: the model has changed since", channel(must)),
            ),
            Self::Hands => ("a car that keys or a pad drive".into(), "one that is driven directly".into()),
            Self::NotFinite { field } => {
                (format!("{field} that is not finite"), "finite while it drives".into())
            }
            Self::Invalid { what, offset } => {
                (format!("a wrong {what} at byte {offset}"), "as skidpad writes it".into())
            }
        };
        (is, must)
    }

    /// The same with the file's name.
    pub(crate) fn in_file(&self, path: &Path) -> FileError {
        let (is, must) = self.parts();
        FileError::whole(&path.display().to_string(), is, must)
    }
}

impl fmt::Display for ByteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (is, must) = self.parts();
        write!(f, "got {is}; must be {must}")
    }
}

impl std::error::Error for ByteError {}
