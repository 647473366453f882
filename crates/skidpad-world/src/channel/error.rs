//! Names that no channel has.

use core::fmt;

use crate::names;

/// Name that no channel of a model has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownChannel {
    /// Name of the model.
    pub model: &'static str,
    /// The name as messages show it: at most 60 characters, on one line.
    pub name: String,
    /// Names of channels near it, the nearest first; at most five.
    pub near: Vec<&'static str>,
    /// Names of all channels of the model.
    pub known: Vec<&'static str>,
}

impl UnknownChannel {
    /// A name that is none of the channels of a model.
    pub(super) fn new(model: &'static str, name: &str, known: Vec<&'static str>) -> Self {
        Self { model, name: names::shown(name), near: names::near(name, &known), known }
    }
}

impl fmt::Display for UnknownChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown channel `{}` of the model {}; ", self.name, self.model)?;
        match self.near.split_last() {
            None => write!(f, "must be one of: {}", self.known.join(", ")),
            Some((last, [])) => write!(f, "did you mean `{last}`?"),
            Some((last, others)) => write!(f, "did you mean `{}` or `{last}`?", others.join("`, `")),
        }
    }
}

impl core::error::Error for UnknownChannel {}
