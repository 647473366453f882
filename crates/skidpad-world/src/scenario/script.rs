//! A script: a car, its start, and its controls over time.

use crate::shaping::Hands;
use skidpad_core::controls::{Controls, sanitise};
use skidpad_core::integrate::Method;
use skidpad_core::record::Channel;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::seat::Pilot;
use super::time::RunTime;
use crate::ground::{Ground, Road};
use crate::hands::{self, Handed};
use crate::models::ModelInfo;
use crate::rolling::{Begin, CarChoice, Request, Rolling};
use crate::world::Site;

/// A start and controls over time, on a road.
pub struct Script<'a> {
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
    /// The step. The car divides it into its own sub-steps.
    pub dt: Dt,
    /// Duration, s: rounded up to whole steps.
    pub duration_s: f64,
    /// States at the start, by name. What is left out is in balance with the speed: wheels and
    /// engine turn with the road; 0 otherwise.
    pub initial: &'a [(&'a str, f64)],
    /// Road and air.
    pub surface: Surface<f64>,
    /// Patches, bumps and maps on the road.
    pub ground: &'a Ground,
    /// The controls at a time; they are held over each step.
    pub controls: &'a dyn Fn(f64) -> Controls,
    /// The acceleration asked for at a time, m/s^2, of a model that takes it instead of pedals.
    pub acceleration: &'a dyn Fn(f64) -> f64,
    /// The hands on keys or a pad by which the controls are carried out; `None`: directly.
    pub hands: Option<Hands<f64>>,
}

/// A state at the start that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialError {
    /// The name that was given.
    pub name: String,
    /// The requirement that it breaks.
    pub must: String,
}

impl Script<'_> {
    /// The script as what drives its car.
    pub(super) fn pilot(&self) -> Pilot<'_> {
        Box::new(move |_, _, time_s| self.request(time_s))
    }

    /// Road of the script.
    pub fn road(&self) -> Road<'_> {
        Road::new(&self.surface, self.ground)
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

    /// Request at a time of the car.
    pub(super) fn request(&self, time_s: f64) -> Request {
        let (command, _) = sanitise(&(self.controls)(time_s));
        Request { acceleration_m_s2: (self.acceleration)(time_s), ..Request::from_command(command) }
    }

    /// Site of a world in which the script is driven.
    pub(super) fn site(&self) -> Site {
        Site::new(self.surface).with_ground(self.ground.clone())
    }

    /// Steps from the start to the end.
    pub fn time(&self) -> RunTime {
        RunTime::from_duration(self.duration_s, self.dt)
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.time().steps
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
