//! Errors of environments.

use core::fmt;

use skidpad_core::record::UnknownChannel;
use skidpad_fleet::FleetError;

/// Settings that make no environments, or a call that they cannot take.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TaskError {
    /// The fleet does not take the cars.
    Fleet(FleetError),
    /// A model without a quantity of motion that tasks need.
    NoMotion {
        /// The model.
        model: &'static str,
        /// The quantity.
        what: &'static str,
    },
    /// A number that is out of its range.
    OutOfRange {
        /// Its name.
        name: String,
        /// The value.
        value: f64,
        /// Its range; the bounds belong to it.
        range: [f64; 2],
    },
    /// An observation that nothing computes; the message names the known ones.
    UnknownObservation(String),
    /// An observation along a track, in a task without one.
    NoTrack {
        /// The observation.
        observation: &'static str,
        /// The task.
        task: &'static str,
    },
    /// A model that cannot do the task; the message says why.
    Model(String),
    /// A weight of a reward term that the task does not have.
    UnknownTerm(String),
    /// Arguments of another length than the environments need.
    Length {
        /// The argument.
        name: &'static str,
        /// Its length.
        found: usize,
        /// The length that it must have.
        must: usize,
    },
    /// An action that is not a finite number.
    NotFinite {
        /// The environment.
        environment: usize,
        /// Name of the action.
        action: &'static str,
    },
    /// Environments, cars or resets that do not fit scenes of several cars; the message says why.
    Scene(String),
    /// An observation of opponents, in a task whose cars are alone.
    NoOpponents {
        /// The task.
        task: &'static str,
    },
    /// A step of environments that were never reset.
    NotReset,
    /// A step of an environment whose episode is over, where nothing resets it.
    IsOver {
        /// The environment.
        environment: usize,
    },
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fleet(error) => error.fmt(f),
            Self::NoMotion { model, what } => {
                write!(f, "the model {model} has no {what} in the plane among its states")
            }
            Self::OutOfRange { name, value, range: [low, high] } => {
                write!(f, "{name} = {value}: must be ")?;
                match (*low <= -f64::MAX, *low == f64::MIN_POSITIVE, *high >= f64::MAX) {
                    (true, _, true) => f.write_str("finite"),
                    (_, true, true) => f.write_str("above 0"),
                    (_, true, false) => write!(f, "above 0 and at most {high}"),
                    (_, _, true) => write!(f, "at least {low}"),
                    _ => write!(f, "{low} to {high}"),
                }
            }
            Self::UnknownObservation(message)
            | Self::UnknownTerm(message)
            | Self::Model(message)
            | Self::Scene(message) => f.write_str(message),
            Self::NoTrack { observation, task } => {
                write!(f, "{observation}: is along a track, and the task {task} has none")
            }
            Self::Length { name, found, must } => {
                write!(f, "{name}: has {found} numbers, must have {must}")
            }
            Self::NotFinite { environment, action } => {
                write!(f, "action {action} of environment {environment}: must be a finite number")
            }
            Self::NoOpponents { task } => {
                write!(f, "opponents: a car of the task {task} is alone")
            }
            Self::NotReset => f.write_str("step before reset: reset the environments first"),
            Self::IsOver { environment } => {
                write!(f, "the episode of environment {environment} is over: reset it before the next step")
            }
        }
    }
}

impl core::error::Error for TaskError {}

impl From<FleetError> for TaskError {
    fn from(error: FleetError) -> Self {
        Self::Fleet(error)
    }
}

impl From<UnknownChannel> for TaskError {
    fn from(error: UnknownChannel) -> Self {
        Self::UnknownObservation(error.to_string())
    }
}

/// Refuses a number out of its range; the bounds belong to it.
pub(crate) fn check(name: &str, value: f64, [low, high]: [f64; 2]) -> Result<(), TaskError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(TaskError::OutOfRange { name: name.to_owned(), value, range: [low, high] })
}
