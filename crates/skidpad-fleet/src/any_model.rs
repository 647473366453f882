//! Cars of one model behind a type that does not name the model.

use skidpad_core::batch::Pool;
use skidpad_core::controls::ControlFault;
use skidpad_core::record::Channel;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Clock, Dt, Status};
use skidpad_world::rolling::{CarChoice, RestoreError};
use skidpad_world::scene::ConeState;

use crate::commands::Commands;
use crate::episodes::{EpisodeRules, Episodes};
use crate::error::FleetError;
use crate::handles::OutputHandle;
use crate::meetings::Impacts;
use crate::reset::ResetTo;

/// Cars of some model.
pub(crate) trait Cars<T>: Send + Sync {
    fn model(&self) -> &'static str;
    fn len(&self) -> usize;
    fn state_channels(&self) -> [&'static [Channel]; 2];
    fn output_channels(&self) -> &'static [Channel];
    fn commands(&self) -> &Commands<T>;
    fn commands_mut(&mut self) -> &mut Commands<T>;
    fn states(&self, place: usize) -> &[T];
    fn statuses(&self) -> &[T];
    fn outputs(&mut self, outputs: &[OutputHandle], buffer: &mut [T], now: Now<'_>)
    -> Result<(), FleetError>;
    /// Moves all cars on by some steps.
    fn step(&mut self, dt: Dt, steps: u64, now: Now<'_>);
    fn impacts(&self) -> Option<&Impacts<T>>;
    fn set_absent(&mut self, car: usize, is_absent: bool);
    fn cones(&self, car: usize) -> Option<&[ConeState]>;
    fn status(&self, car: usize) -> Status;
    fn fault(&self, car: usize) -> Option<ControlFault>;
    fn save(&self, car: usize) -> Saved;
    fn restore(&mut self, car: usize, saved: &Saved) -> Result<(), RestoreError>;
    fn episodes(&self) -> &Episodes;
    fn set_rules(&mut self, rules: EpisodeRules);
    fn reset(&mut self, mask: &[bool], to: ResetTo<'_, T>);
    fn add_vehicle(&mut self, car: &CarChoice<'_>) -> Result<(), FleetError>;
    fn set_vehicle(&mut self, car: usize, vehicle: &CarChoice<'_>) -> Result<(), FleetError>;
}

/// Time of a fleet and its threads.
pub(crate) struct Now<'a> {
    pub clock: Clock,
    pub pool: &'a mut Option<Pool>,
}
