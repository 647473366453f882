//! Learnt drivers: policies from ONNX files, as opponents.

use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_policy::{Policy, PolicyDriver};
use skidpad_world::scene::Scene;

use super::Drive;
use super::cars::released;
use super::tasks::PolicyLaps;
use crate::beside::BackgroundWork;
use crate::choice::{Choice, ChoiceError};
use crate::setup::Setup;

/// A policy that learnt on generated tracks, with a Volkswagen GTI of the model `single_track`: `examples/python/race_ppo.py` made it.
pub const RACE_POLICY: &[u8] = include_bytes!("../../policies/race.onnx");

impl Drive {
    /// Lets a policy of an ONNX file drive some laps in the car in which it learnt, to race against; where that car is unknown here, in
    /// the player's. It drives beside the frames; the race begins when it has finished.
    ///
    /// # Errors
    /// A file without a policy, or one that does not drive this car here.
    pub fn race_policy(&mut self, onnx: &[u8]) -> Result<(), String> {
        let policy = Arc::new(Policy::read(onnx).map_err(|error| error.to_string())?);
        let car = car_of(&policy).unwrap_or_else(|_| self.player().choice().clone());
        let (scene, setup) =
            (self.scene.clone(), Setup { car: car.clone(), ghosts: Vec::new(), ..self.setup() });
        driver(&policy, &car, &scene)?;
        // One opponent after the other: the last one that was asked for.
        (self.coach.why_no_rival, self.coach.wants_rival) = (None, false);
        self.coach.rival = Some(BackgroundWork::begin(PolicyLaps { scene, setup, onnx: onnx.to_vec() }));
        Ok(())
    }

    /// Puts a policy at the wheel of the player's car.
    pub(super) fn seat_policy(&mut self, onnx: &[u8]) -> Result<(), String> {
        let policy = Arc::new(Policy::read(onnx).map_err(|error| error.to_string())?);
        let driver = driver(&policy, self.player().choice(), &self.scene)?;
        self.coach.policy = Some(driver);
        Ok(())
    }

    /// Command of the policy at the wheel; `None` without one.
    pub(super) fn policy_command(&mut self) -> Option<Command<f64>> {
        let id = self.player().id();
        let driver = self.coach.policy.as_mut()?;
        // A network whose result is no number lets go of the controls, and the car rolls out.
        Some(driver.command(self.cars.world(), id).unwrap_or_else(|_| released()))
    }
}

/// The car in which a policy learnt.
fn car_of(policy: &Policy) -> Result<Choice, ChoiceError> {
    Choice::preset(&policy.description().model, &policy.description().car)
}

fn driver(policy: &Arc<Policy>, car: &Choice, scene: &Scene) -> Result<PolicyDriver, String> {
    let track = scene.course.as_ref().ok_or("a learnt driver needs a track")?;
    PolicyDriver::new(policy, car.model, &car.car(), &Arc::new(track.clone()))
        .map_err(|error| error.to_string())
}
