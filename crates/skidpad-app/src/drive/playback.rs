//! A run that is driven again.

use std::sync::Arc;

use skidpad_core::controls::Command;

use crate::run::Run;

/// A run under way.
#[derive(Clone, Debug)]
pub struct Playback {
    pub(super) run: Arc<Run>,
    pub(super) step: u64,
    /// Whether the step is another than the one after the last: all that was asked before it is looked for once.
    pub(super) is_elsewhere: bool,
    pub(super) asked: Option<Command<f64>>,
    pub(super) parted_s: Option<f64>,
}

impl Playback {
    /// A run at its start.
    pub(super) fn begin(run: Arc<Run>) -> Self {
        Self { run, step: 0, is_elsewhere: true, asked: None, parted_s: None }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// How much of it is driven, [0, 1].
    pub fn share(&self) -> f64 {
        if self.run.steps == 0 { 1.0 } else { self.step as f64 / self.run.steps as f64 }
    }

    /// Whether all of it is driven.
    pub fn is_over(&self) -> bool {
        self.step >= self.run.steps
    }

    /// When the car was found to be another than it was then, s; `None`: its bits were the same wherever they were
    /// compared.
    pub fn parted_s(&self) -> Option<f64> {
        self.parted_s
    }
}
