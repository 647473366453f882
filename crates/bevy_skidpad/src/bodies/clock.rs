//! Time by which the engine has stepped, which is that of the cars.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use skidpad::core::math::Real;
use skidpad::core::step::Dt;
use skidpad::world::world::Event;

use crate::fault::{VehicleFaultKind, report};
use crate::step::StepParts;
use crate::world::SkidpadWorld;

/// Share by which two steps that are to be one may differ: `f32` rounds that of Rapier.
const SAME_STEP: f64 = 1e-3;

/// Resource: steps of the engine between the sets `ToEngine` and `FromEngine`.
#[derive(Resource, Debug)]
pub(super) struct EngineClock {
    /// Since the bodies were handed over, s.
    running_s: f64,
    /// Since the last step of the cars, s.
    done_s: f64,
    /// Speed that the game has set of the engine's clock, over that of the game's clock: 0 where it is paused.
    speed: f64,
    /// True while the steps differ.
    is_reported: bool,
}

impl Default for EngineClock {
    fn default() -> Self {
        Self { running_s: 0.0, done_s: 0.0, speed: 1.0, is_reported: false }
    }
}

impl EngineClock {
    /// Begins an exchange: the bodies are handed over.
    pub fn begin(&mut self) {
        self.running_s = 0.0;
    }

    /// Counts a step of the engine.
    pub fn count(&mut self, step_s: f64) {
        self.running_s += step_s;
    }

    /// Ends an exchange. `speed`: that of the engine's clock over that of the game's. Returns the time since its beginning, s.
    pub fn end(&mut self, speed: f64) -> f64 {
        self.speed = speed;
        let step_s = core::mem::take(&mut self.running_s);
        self.done_s += step_s;
        step_s
    }

    /// Takes the time by which the cars are to step where their clock has a step of `cars_s`: that of the engine, so that they stand
    /// while it is paused and are as slow as it is. With a fault, at the first of several steps, where the engine did not step by that of the
    /// cars and its clock does not say why.
    fn take(&mut self, cars_s: f64) -> (f64, Option<VehicleFaultKind>) {
        let engine_s = core::mem::take(&mut self.done_s);
        let is_near = |step_s: f64| Real::abs(engine_s - step_s) <= SAME_STEP * cars_s;
        // While it is paused the game may make single steps.
        let is_other = self.speed != 0.0 && !is_near(self.speed * cars_s);
        let is_new = is_other && !core::mem::replace(&mut self.is_reported, is_other);
        self.is_reported = is_other;
        let fault = is_new.then_some(VehicleFaultKind::EngineStep { engine_s, cars_s });
        (if is_near(cars_s) { cars_s } else { engine_s }, fault)
    }
}

/// Parts of a step of the cars with the engine.
#[derive(SystemParam)]
pub(super) struct StepWithEngine<'w, 's> {
    parts: StepParts<'w, 's>,
    clock: ResMut<'w, EngineClock>,
}

impl StepWithEngine<'_, '_> {
    /// Moves all cars on by `step`: by the step of the engine where one of them has a body there, otherwise by that of their own clock.
    pub fn step(&mut self, step: impl FnOnce(&mut SkidpadWorld, Dt) -> Vec<Event>) {
        let Self { parts, clock } = self;
        let own_s = parts.time.delta_secs_f64();
        if !parts.world.seats().iter().any(|seat| seat.is_fitted) {
            **clock = EngineClock::default();
            return parts.step_by(own_s, step);
        }
        let (engine_s, fault) = clock.take(own_s);
        if let Some(kind) = fault {
            report(&mut parts.faults, None, kind);
        }
        parts.step_by(engine_s, step);
    }
}
