//! A script: cars, scene, and what is held from which step on.

use skidpad_core::controls::{Controls, Gear};
use skidpad_models::MODELS;
use skidpad_world::models::Models;
use skidpad_world::scene::Scene;

use crate::choice::{Choice, ChoiceError};
use crate::drive::Drive;
use crate::hand::{keyboard, lock_rad};

/// Controls that are held from a step on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldControls {
    /// The step, from 0.
    pub from_step: u32,
    /// Accelerator, brake and handbrake, [0, 1].
    pub pedals: [f64; 3],
    /// The stick as a share of the lock, [-1, 1], positive to the left.
    pub stick: f64,
    /// The gear.
    pub gear: Gear,
}

/// A drive.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// Its name.
    pub name: &'static str,
    /// Name of the scene.
    pub scene: &'static str,
    /// Model and car of the player, then those of the ghosts.
    pub cars: &'static [(&'static str, &'static str)],
    /// Steps a second.
    pub rate_hz: u32,
    /// After how many steps it is over.
    pub steps: u32,
    /// Controls that are held; the first from step 0, each later one from a later step.
    pub held: &'static [HeldControls],
}

impl Script {
    /// Simulated time that it takes, s.
    pub fn time_s(&self) -> f64 {
        f64::from(self.steps) / f64::from(self.rate_hz)
    }

    /// The cars at the start, with hands on keys, in models of a list.
    ///
    /// # Errors
    /// A scene or a car that there is not.
    pub fn stage(&self, models: &Models) -> Result<Drive, ChoiceError> {
        let scene = Scene::by_name(self.scene).map_err(|error| ChoiceError::Vehicle(error.to_string()))?;
        let mut cars = self.cars.iter().map(|(model, car)| Choice::preset_among(models, model, car));
        let player =
            cars.next().ok_or_else(|| ChoiceError::Vehicle("a script without a car".to_owned()))??;
        let mut drive = Drive::new(scene, &player)?;
        drive.set_hands(Some(keyboard(&player)));
        drive.set_rate_hz(self.rate_hz);
        for ghost in cars {
            drive.add_ghost(&ghost?)?;
        }
        Ok(drive)
    }

    /// Controls that are held in a step; `None` after the end. `lock_rad`: steering angle of a full stick.
    pub fn held(&self, step: u32, lock_rad: f64) -> Option<Controls> {
        let held = self.held.iter().rev().find(|held| held.from_step <= step)?;
        let [throttle, brake, handbrake] = held.pedals;
        let steer_rad = lock_rad * held.stick;
        let controls =
            Controls { throttle, brake, handbrake, steer_rad, gear: held.gear, ..Controls::default() };
        (step < self.steps).then_some(controls)
    }

    /// The cars at its end in Skidpad's models, driven step by step without a frame.
    ///
    /// # Errors
    /// A scene or a car that there is not.
    pub fn run_without_screen(&self) -> Result<Drive, ChoiceError> {
        let mut drive = self.stage(&MODELS)?;
        let lock_rad = lock_rad(drive.player().choice());
        for step in 0..self.steps {
            if let Some(controls) = self.held(step, lock_rad) {
                drive.single_step_with(&controls);
            }
        }
        Ok(drive)
    }
}
