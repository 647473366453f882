//! Why a policy cannot be had.

use core::fmt;

use skidpad_tasks::TaskError;

/// Why a policy cannot be read, or does not drive a car.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The file is no ONNX file.
    NotOnnx(String),
    /// The network has what is not evaluated here.
    Network(String),
    /// The file does not say, or wrongly, what the policy sees and does.
    Description(String),
    /// A model does not compute what the policy sees.
    NotSeen {
        /// Name of the observation.
        observation: String,
        /// Name of the model.
        model: &'static str,
    },
    /// Settings of observations or actions out of their ranges.
    Task(TaskError),
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnnx(why) => write!(f, "no ONNX file: {why}"),
            Self::Network(why) => write!(f, "the policy's network: {why}"),
            Self::Description(why) => write!(f, "the policy's entry `skidpad`: {why}"),
            Self::NotSeen { observation, model } => {
                write!(f, "the policy sees `{observation}`, which a car of the model {model} does not have")
            }
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
