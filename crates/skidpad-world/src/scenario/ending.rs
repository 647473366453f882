//! Endings of runs.

use core::ops::ControlFlow;

use skidpad_core::model::End;
use skidpad_core::step::Status;

/// Ending of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// After its duration.
    Complete,
    /// By one of the ends of the car's model.
    Ended(End),
    /// A number would not have been finite: the run was stopped before.
    Quarantined,
    /// A car went farther away, or became faster, than contact can compute.
    OutOfRange,
    /// Who took the rows ended it.
    Stopped,
}

impl Ending {
    /// The ending that the status of a car brings about; `None` while it runs.
    pub(super) fn from_status(status: Status) -> Option<Self> {
        match status {
            Status::Running => None,
            Status::Ended(end) => Some(Self::Ended(end)),
            _ => Some(Self::Quarantined),
        }
    }

    /// Name of the event.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Ended(end) => end.name(),
            Self::Quarantined => "quarantined: a number would not have been finite",
            Self::OutOfRange => "out of range: a car is too far away or too fast to meet anything",
            Self::Stopped => "stopped",
        }
    }
}

/// A finished run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// Its ending.
    pub ending: Ending,
    /// Time of the end, s.
    pub time_s: f64,
}

/// Takes a row of numbers, as [`columns`](super::columns) names them; it may end the run.
pub type RowSink<'a> = dyn FnMut(&[f64]) -> ControlFlow<()> + 'a;

/// Ends the run where a sink does.
pub(super) fn stopped_by(flow: ControlFlow<()>) -> ControlFlow<Ending> {
    match flow {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(()) => ControlFlow::Break(Ending::Stopped),
    }
}
