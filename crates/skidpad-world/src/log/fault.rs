//! A change that the world of a replay refuses.

use core::fmt;

use super::change::Refused;

/// A change that a replay's world does not take: the log was altered.
#[derive(Clone, Debug, PartialEq)]
pub struct LogFault {
    /// Number of steps before the change.
    pub step: u64,
    pub(super) refused: Refused,
}

impl fmt::Display for LogFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the change after step {}: ", self.step)?;
        match &self.refused {
            Refused::Member(error) => error.fmt(f),
            Refused::World(error) => error.fmt(f),
            Refused::Car(id) => write!(f, "car {id} is not there or does not take it"),
        }
    }
}

impl core::error::Error for LogFault {}
