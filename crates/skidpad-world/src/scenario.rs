//! A car driven by controls over time.

use core::ops::ControlFlow;

use crate::shaping::Hands;
use skidpad_core::controls::{Controls, sanitise};
use skidpad_core::integrate::Method;
use skidpad_core::model::End;
use skidpad_core::record::Channel;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;

use crate::ground::{Ground, Road};
use crate::hands::{self, Handed};
use crate::models::ModelInfo;
use crate::rolling::{Begin, CarChoice, Request, Rolling};

/// What is driven, and how.
pub struct Script<'a> {
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
    /// The step. The car divides it into its own sub-steps.
    pub dt: Dt,
    /// How long, s: rounded up to whole steps.
    pub duration_s: f64,
    /// States at the start, by name. What is left out is in balance with the speed: wheels and
    /// engine turn with the road; 0 otherwise.
    pub initial: &'a [(&'a str, f64)],
    /// Road and air.
    pub surface: Surface<f64>,
    /// Where the road is otherwise.
    pub ground: &'a Ground,
    /// The controls at a time; they are held over each step.
    pub controls: &'a dyn Fn(f64) -> Controls,
    /// The acceleration asked for at a time, m/s^2, of a model that takes it instead of pedals.
    pub acceleration: &'a dyn Fn(f64) -> f64,
    /// The hands on keys or a pad by which the controls are carried out; `None`: directly.
    pub hands: Option<Hands<f64>>,
}

/// Takes a row of numbers, as [`columns`] names them; it may end the run.
pub type RowSink<'a> = dyn FnMut(&[f64]) -> ControlFlow<()> + 'a;

/// How a run ended.
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
    /// Why a car of a status cannot go on; `None` while it runs.
    pub(crate) fn from_status(status: Status) -> Option<Self> {
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
    /// How it ended.
    pub ending: Ending,
    /// When, s.
    pub time_s: f64,
}

/// A state at the start that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialError {
    /// The name that was given.
    pub name: String,
    /// What it must be.
    pub must: String,
}

impl Script<'_> {
    /// Where it is driven.
    pub fn road(&self) -> Road<'_> {
        Road { surface: &self.surface, ground: self.ground }
    }

    /// The car at its start; `None` where the model does not take it.
    pub fn begin(&self, model: &ModelInfo, car: &CarChoice) -> Option<Box<dyn Rolling>> {
        let gear = (self.controls)(0.0).gear;
        let begin = Begin { gear, initial: self.initial, method: self.method };
        let car = model.begin(car, &begin)?;
        Some(match self.hands {
            Some(hands) => Box::new(Handed::new(car, hands)),
            None => car,
        })
    }

    /// How many steps it takes.
    pub fn steps(&self) -> u64 {
        let parts = self.duration_s / self.dt.seconds() * (1.0 - 1e-12);
        let whole = parts as u64;
        u64::max(whole + u64::from((whole as f64) < parts), 1)
    }

    /// Every state at the start that the model does not have or whose value it does not allow.
    pub fn initial_errors(&self, model: &ModelInfo) -> Vec<InitialError> {
        let names = || model.states.iter().map(|state| state.name).collect::<Vec<_>>().join(", ");
        let check = |(name, value): &(&str, f64)| {
            let must = match model.states.iter().find(|state| state.name == *name) {
                None => format!("a state of {}: {}", model.name, names()),
                Some(state) if !(state.low..=state.high).contains(value) => {
                    format!("between {} and {} {}", state.low, state.high, state.unit)
                }
                Some(_) => return None,
            };
            Some(InitialError { name: (*name).to_owned(), must })
        };
        self.initial.iter().filter_map(check).collect()
    }
}

/// Columns of a model's run, as its [`RowLayout`](crate::channel::RowLayout) orders them.
pub fn columns(model: &ModelInfo) -> Vec<Channel> {
    model.layout().columns()
}

/// The columns of a script's run: those of its model, and those of hands where there are such.
pub fn columns_of(model: &ModelInfo, script_hands: Option<&Hands<f64>>) -> Vec<Channel> {
    let mut all = columns(model);
    if script_hands.is_some() {
        all.extend(hands::columns());
    }
    all
}

/// Drives a model by a script. The initial states are taken as they are: see
/// [`Script::initial_errors`]. A row goes to the sink at the start and after each step. `None` where
/// the model does not take this car.
pub fn run(model: &ModelInfo, car: &CarChoice, script: &Script, sink: &mut RowSink) -> Option<Finished> {
    let mut car = script.begin(model, car)?;
    Some(drive_rows(car.as_mut(), script, sink))
}

fn drive_rows(car: &mut dyn Rolling, script: &Script, sink: &mut RowSink) -> Finished {
    let mut row = Vec::new();
    drive(car, script, &mut |car, request| {
        row.clear();
        car.row(request, script.road(), &mut row);
        match sink(&row) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Ending::Stopped),
        }
    })
}

/// Looks at a car before each step and after the last; it may end the run.
pub(crate) type Look<'a> = dyn FnMut(&dyn Rolling, &Request) -> ControlFlow<Ending> + 'a;

/// Drives a car by a script.
pub(crate) fn drive(car: &mut dyn Rolling, script: &Script, look: &mut Look) -> Finished {
    let steps = script.steps();
    for step in 0..=steps {
        let (command, _) = sanitise(&(script.controls)(car.time_s()));
        let acceleration_m_s2 = (script.acceleration)(car.time_s());
        let request = Request { acceleration_m_s2, ..Request::from_command(command) };
        let finished = |ending| Finished { ending, time_s: car.time_s() };
        if let ControlFlow::Break(ending) = look(car, &request) {
            return finished(ending);
        }
        if let Some(ending) = Ending::from_status(car.status()) {
            return finished(ending);
        }
        if step < steps && car.step(&request, script.road(), script.dt) == Status::Quarantined {
            return Finished { ending: Ending::Quarantined, time_s: car.time_s() };
        }
    }
    Finished { ending: Ending::Complete, time_s: car.time_s() }
}
