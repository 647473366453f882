//! What is wrong with a car, and goes on nevertheless.

use core::fmt;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use skidpad::core::controls::ControlFault;
use skidpad::core::step::DtFault;
use skidpad::world::world::WorldError;
use skidpad::{CarError, UnknownChannel};
use tracing::error;

/// Message: something was wrong, and the game goes on without it. It is in the log, too.
#[derive(Message, Clone, Debug)]
pub struct VehicleFault {
    /// The vehicle; `None` where all of them are concerned.
    pub vehicle: Option<Entity>,
    /// The fault.
    pub kind: VehicleFaultKind,
}

/// Kinds of faults.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VehicleFaultKind {
    /// The car was not made: no such preset or model, a file with errors. The entity is no car, or stays the one that it was.
    Car(Arc<CarError>),
    /// The car cannot join the world, or the world cannot have the ground. Everything stays as it was.
    World(WorldError),
    /// A control is not a number; 0 is used as long as it is none.
    Control(ControlFault),
    /// The `Transform` at which a car was to be is not finite, or its rotation is no unit quaternion. It joins at the origin, or stays
    /// where it is.
    Transform,
    /// The car's model does not move in space: it joins on the ground, or stays where it is.
    NotInSpace {
        /// The model's name.
        model: &'static str,
    },
    /// The car's model does not move in space, so that it has no rigid body in the game's engine; its component `VehicleBody` is taken
    /// away, and it drives without.
    NoBody {
        /// The model's name.
        model: &'static str,
    },
    /// A collider's `GroundMaterial` is out of range; it is taken away.
    GroundMaterial {
        /// The collider's entity.
        collider: Entity,
        /// Its grip.
        grip: f64,
        /// Its rolling resistance.
        rolling: f64,
    },
    /// The engine of rigid bodies did not step by the time of a step of the cars, and is neither paused nor slowed. All cars step by its
    /// time, as long as any of them has a body there.
    EngineStep {
        /// Step of the engine, s.
        engine_s: f64,
        /// Step of the cars, s.
        cars_s: f64,
    },
    /// The fixed time step is not one that a car can make; nothing moves.
    TimeStep(DtFault),
    /// No output of the car's model has the name; it is left out.
    Output(UnknownChannel),
    /// The vehicle file could not be loaded. The car stays the one that it was.
    Asset(String),
}

impl fmt::Display for VehicleFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Car(error) => error.fmt(f),
            Self::World(error) => error.fmt(f),
            Self::Control(ControlFault { field }) => write!(f, "the control `{field}` is not a number: 0 is used"),
            Self::Transform => f.write_str(
                "the Transform of a vehicle is not finite or not a rotation: the car is not moved there (check what writes it)",
            ),
            Self::NotInSpace { model } => {
                write!(f, "the model {model} does not move in space: the car stays on the ground (use the model spatial)")
            }
            Self::NoBody { model } => write!(
                f,
                "the model {model} does not move in space: the car has no rigid body (use the model spatial)"
            ),
            Self::GroundMaterial { collider, grip, rolling } => write!(
                f,
                "GroundMaterial of {collider}: grip = {grip}, rolling = {rolling}: must be 0 to 3 and 0 to 50; the surface's own are used"
            ),
            Self::EngineStep { engine_s, cars_s } => write!(
                f,
                "the engine of rigid bodies steps by {engine_s} s and the cars by {cars_s} s: let it step with Time<Fixed>, once for each step of the cars"
            ),
            Self::TimeStep(fault) => fault.fmt(f),
            Self::Output(error) => error.fmt(f),
            Self::Asset(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for VehicleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vehicle {
            Some(vehicle) => write!(f, "vehicle {vehicle}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl core::error::Error for VehicleFault {}

/// Reports faults: to readers of messages, and to the log.
pub(crate) fn report(
    faults: &mut MessageWriter<VehicleFault>,
    vehicle: Option<Entity>,
    kind: VehicleFaultKind,
) {
    let fault = VehicleFault { vehicle, kind };
    error!("{fault}");
    faults.write(fault);
}
