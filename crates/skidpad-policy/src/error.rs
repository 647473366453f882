//! Errors of policies.

use core::fmt;

use skidpad_tasks::TaskError;

/// Error of a policy that is read, or put at the wheel of a car.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The file is no ONNX file.
    NotOnnx(String),
    /// The network has what is not evaluated here.
    Network(String),
    /// The description of the policy's observations and actions is missing or wrong.
    Description(String),
    /// Settings of observations or actions out of their ranges.
    Task(TaskError),
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnnx(why) => write!(f, "no ONNX file: {why}"),
            Self::Network(why) => write!(f, "the policy's network: {why}"),
            Self::Description(why) => write!(f, "the policy's entry `skidpad`: {why}"),
            Self::Task(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PolicyError {}

impl From<TaskError> for PolicyError {
    fn from(error: TaskError) -> Self {
        Self::Task(error)
    }
}
