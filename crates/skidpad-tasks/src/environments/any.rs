//! Environments behind a type that does not name their task.

use skidpad_fleet::Group;

use super::Environments;
use crate::actions::ActionChannel;
use crate::error::TaskError;
use crate::observe::ObservedChannel;
use crate::task::{Quantity, StartChoice, Task, Term};

/// Environments of some task. Results are those of the last step or reset, a row for each environment.
pub trait AnyEnvironments: Send + Sync {
    /// Name of the task.
    fn task_name(&self) -> &'static str;
    /// Terms of the reward.
    fn terms(&self) -> &'static [Term];
    /// Figures of an episode.
    fn figure_quantities(&self) -> &'static [Quantity];
    /// Names of the ends of episodes by their numbers from 1 on.
    fn ends(&self) -> Vec<&'static str>;
    /// As [`Environments::set_weight`].
    ///
    /// # Errors
    /// As there.
    fn set_weight(&mut self, term: &str, weight: f64) -> Result<(), TaskError>;
    /// Actions of an environment.
    fn action_channels(&self) -> &[ActionChannel];
    /// Observations of an environment.
    fn observation_channels(&self) -> &[ObservedChannel];
    /// The cars.
    fn group(&self) -> &Group<f32>;
    /// As [`Environments::reset`].
    ///
    /// # Errors
    /// As there.
    fn reset(
        &mut self,
        mask: &[bool],
        seeds: Option<&[u64]>,
        starts: Option<&[StartChoice]>,
    ) -> Result<(), TaskError>;
    /// As [`Environments::step`].
    ///
    /// # Errors
    /// As there.
    fn step(&mut self, actions: &[f32]) -> Result<(), TaskError>;
    /// Observations.
    fn observations(&self) -> &[f32];
    /// Observations at the ends of the episodes that the last step reset, of those environments alone.
    fn final_observations(&self) -> &[f32];
    /// Rewards.
    fn rewards(&self) -> &[f64];
    /// Terms of the rewards, before they are weighed.
    fn term_values(&self) -> &[f64];
    /// Figures of the episodes.
    fn figures(&self) -> &[f64];
    /// Figures at the ends of the episodes that the last step reset, of those environments alone.
    fn final_figures(&self) -> &[f64];
    /// True where the task or the car ended the episode.
    fn terminated(&self) -> &[bool];
    /// True where the time limit alone ended the episode.
    fn truncated(&self) -> &[bool];
    /// Number of the end of each episode that the last step ended; 0: it goes on.
    fn end_numbers(&self) -> &[u8];
    /// Number of the car of each environment's episode.
    fn car_numbers(&self) -> Vec<u32>;
    /// As [`Environments::cars_per_scene`].
    fn cars_per_scene(&self) -> usize;
    /// True for each environment whose episode is over, and which is not reset yet.
    fn are_out(&self) -> Vec<bool>;
    /// True for each environment that the last step or reset put to a new start.
    fn were_reset(&self) -> &[bool];
}

impl<K: Task> Environments<K> {
    /// Observations, a row for each environment.
    pub fn observations(&self) -> &[f32] {
        &self.buffers.observations
    }

    /// Reward of each environment in the last step.
    pub fn rewards(&self) -> &[f64] {
        &self.buffers.rewards
    }
}

impl<K: Task> AnyEnvironments for Environments<K> {
    fn task_name(&self) -> &'static str {
        K::NAME
    }
    fn terms(&self) -> &'static [Term] {
        K::TERMS
    }
    fn figure_quantities(&self) -> &'static [Quantity] {
        K::FIGURES
    }
    fn ends(&self) -> Vec<&'static str> {
        ["car", "time_limit"].into_iter().chain(K::ENDS.iter().copied()).collect()
    }
    fn set_weight(&mut self, term: &str, weight: f64) -> Result<(), TaskError> {
        Self::set_weight(self, term, weight)
    }
    fn action_channels(&self) -> &[ActionChannel] {
        self.actions.channels()
    }
    fn observation_channels(&self) -> &[ObservedChannel] {
        &self.observer.channels
    }
    fn group(&self) -> &Group<f32> {
        Self::group(self)
    }
    fn reset(
        &mut self,
        mask: &[bool],
        seeds: Option<&[u64]>,
        starts: Option<&[StartChoice]>,
    ) -> Result<(), TaskError> {
        Self::reset(self, mask, seeds, starts)
    }
    fn step(&mut self, actions: &[f32]) -> Result<(), TaskError> {
        Self::step(self, actions)
    }
    fn observations(&self) -> &[f32] {
        &self.buffers.observations
    }
    fn final_observations(&self) -> &[f32] {
        &self.buffers.final_observations
    }
    fn rewards(&self) -> &[f64] {
        &self.buffers.rewards
    }
    fn term_values(&self) -> &[f64] {
        &self.buffers.terms
    }
    fn figures(&self) -> &[f64] {
        &self.buffers.figures
    }
    fn final_figures(&self) -> &[f64] {
        &self.buffers.final_figures
    }
    fn terminated(&self) -> &[bool] {
        &self.buffers.terminated
    }
    fn truncated(&self) -> &[bool] {
        &self.buffers.truncated
    }
    fn end_numbers(&self) -> &[u8] {
        &self.buffers.ends
    }
    fn car_numbers(&self) -> Vec<u32> {
        self.episodes.iter().map(|episode| episode.car as u32).collect()
    }
    fn cars_per_scene(&self) -> usize {
        Self::cars_per_scene(self)
    }
    fn are_out(&self) -> Vec<bool> {
        self.episodes.iter().map(|episode| episode.is_over).collect()
    }
    fn were_reset(&self) -> &[bool] {
        &self.buffers.reset
    }
}
