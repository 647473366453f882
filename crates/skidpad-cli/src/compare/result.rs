//! The result of one runner.

use skidpad_world::compare::Driven;

use super::field::Runner;

/// A runner with its result.
pub struct RunnerResult<'a> {
    /// The model and the car.
    pub runner: &'a Runner,
    /// Its run.
    pub driven: Driven,
}
