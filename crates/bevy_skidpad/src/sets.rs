//! Sets of the plugin's systems.

use bevy_ecs::prelude::*;

/// Sets of the plugin's systems, in this order. All but the last are in the plugin's schedule.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkidpadSystems {
    /// A changed ground is taken over, vehicles join, leave, and are put elsewhere.
    Join,
    /// Keys and pads become controls. Programs that drive write [`VehicleControls`](crate::VehicleControls) here, or before.
    Control,
    /// Poses and velocities of cars are set on their bodies in an engine (features `avian` and `rapier`), in the schedule of that engine and
    /// before its step.
    ToEngine,
    /// The pushes that these bodies got from contacts and joints are handed to the cars, after the engine's step.
    FromEngine,
    /// The world steps.
    Step,
    /// Telemetry, outputs and messages are written.
    Report,
    /// Transforms are set, in [`RunFixedMainLoop`](bevy_app::RunFixedMainLoop) after the fixed steps.
    Draw,
}
