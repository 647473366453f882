//! Settings of environments.

use skidpad_core::step::Dt;
use skidpad_fleet::FleetModel;
use skidpad_world::rolling::CarChoice;

use crate::actions::ActionSettings;
use crate::error::{TaskError, check};
use crate::observe::Observation;

/// The most environments.
const MOST: usize = 10_000_000;

/// When an environment whose episode is over begins the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// In the next step, which ignores its action and has no reward.
    #[default]
    NextStep,
    /// In the same step; the observation before the reset is kept apart.
    SameStep,
    /// When the caller resets it.
    Disabled,
}

/// Settings of environments.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// Number of environments; where several cars share a scene, a multiple of their number.
    pub environments: usize,
    /// Model, with an entry in single precision.
    pub model: &'static FleetModel,
    /// Cars, of which each episode has one by chance. The first one's body is that which walls and cones meet, and its lock bounds the
    /// steering angles that are actions. Where several cars share a scene, the list is dealt to them in turn, and the first one of each has its body.
    pub cars: &'a [CarChoice<'a>],
    /// Duration of a step of the fleet, which its model divides further where it needs to.
    pub dt: Dt,
    /// Number of steps of the fleet in a step of the environments.
    pub sub_steps: u32,
    /// Longest time of an episode, s; infinite: it has none. A step that reaches it truncates the episode.
    pub time_limit_s: f64,
    /// Observations, in the order of their numbers.
    pub observations: &'a [Observation],
    /// Actions.
    pub actions: ActionSettings,
    /// When the next episode begins.
    pub autoreset: Autoreset,
    /// Number of threads; 0: as many as the machine runs at once. It changes no bits.
    pub threads: usize,
}

impl Settings<'_> {
    pub(super) fn check(&self) -> Result<(), TaskError> {
        check("environments", self.environments as f64, [1.0, MOST as f64])?;
        check("sub_steps", f64::from(self.sub_steps), [1.0, 10_000.0])?;
        check("time_limit_s", self.time_limit_s, [f64::MIN_POSITIVE, f64::INFINITY])?;
        check("number of observations", self.observations.len() as f64, [1.0, f64::MAX])?;
        check("number of cars", self.cars.len() as f64, [1.0, f64::MAX])
    }

    /// Duration of a step, s.
    pub(super) fn step_s(&self) -> f64 {
        self.dt.seconds() * f64::from(self.sub_steps)
    }
}
