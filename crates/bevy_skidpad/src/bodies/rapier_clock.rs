//! Steps of Rapier.

use bevy_ecs::change_detection::Tick;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_rapier3d::prelude::{
    RapierConfiguration, RapierContextSimulation, SimulationToRenderTime, TimestepMode,
};
use bevy_time::Time;
use skidpad::core::math::Real;

/// Resource: Rapier's context before its step.
#[derive(Resource, Default)]
pub(super) struct RapierBefore(Option<Before>);

#[derive(Clone, Copy)]
struct Before {
    changed: Tick,
    late_s: f32,
}

/// Clock of Rapier.
#[derive(SystemParam)]
pub(super) struct RapierClock<'w, 's> {
    mode: Res<'w, TimestepMode>,
    time: Res<'w, Time>,
    contexts: Query<
        'w,
        's,
        (
            Ref<'static, RapierContextSimulation>,
            &'static RapierConfiguration,
            &'static SimulationToRenderTime,
        ),
    >,
}

impl RapierClock<'_, '_> {
    /// Time by which Rapier steps at once, s.
    pub fn step_s(&self) -> f64 {
        match *self.mode {
            TimestepMode::Fixed { dt, .. } => f64::from(dt),
            TimestepMode::Interpolated { dt, time_scale, .. } => f64::from(dt) * f64::from(time_scale),
            TimestepMode::Variable { max_dt, time_scale, .. } => {
                Real::min(self.time.delta_secs_f64() * f64::from(time_scale), f64::from(max_dt))
            }
        }
    }

    /// Speed of Rapier's clock over that of the game's: 0 where it is paused.
    pub fn speed(&self) -> f64 {
        if self.contexts.iter().any(|(_, configuration, _)| !configuration.physics_pipeline_active) {
            return 0.0;
        }
        match *self.mode {
            TimestepMode::Fixed { .. } => 1.0,
            TimestepMode::Interpolated { time_scale, .. } | TimestepMode::Variable { time_scale, .. } => {
                f64::from(time_scale)
            }
        }
    }

    /// Notes the context before Rapier's step.
    pub fn note(&self, before: &mut RapierBefore) {
        let note = |(context, _, late): (Ref<RapierContextSimulation>, _, &SimulationToRenderTime)| Before {
            changed: context.last_changed(),
            late_s: late.diff,
        };
        before.0 = self.contexts.iter().next().map(note);
    }

    /// Time by which Rapier has stepped since it was noted, s: its step writes to the context, one in another schedule does so at another
    /// time.
    pub fn stepped_s(&self, before: &RapierBefore) -> f64 {
        let (Some((context, configuration, late)), Some(before)) = (self.contexts.iter().next(), before.0)
        else {
            return 0.0;
        };
        if context.last_changed() == before.changed || !configuration.physics_pipeline_active {
            return 0.0;
        }
        let steps = match *self.mode {
            TimestepMode::Interpolated { dt, .. } => {
                ((before.late_s + self.time.delta_secs() - late.diff) / dt).round()
            }
            TimestepMode::Fixed { .. } | TimestepMode::Variable { .. } => 1.0,
        };
        f64::from(steps) * self.step_s()
    }
}
