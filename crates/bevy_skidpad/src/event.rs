//! What happens to cars.

use bevy_ecs::prelude::*;
use skidpad::world::world::{Event, EventKind, Party};

use crate::world::SkidpadWorld;

/// Message: something happened to a vehicle.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
/// use bevy_skidpad::skidpad::world::world::{Condition, EventKind};
///
/// fn crashes(mut events: MessageReader<VehicleEvent>) {
///     for event in events.read() {
///         match event.kind {
///             VehicleEventKind::World(EventKind::Met { approach_speed_m_s, .. }) => {
///                 println!("{} hit something at {approach_speed_m_s:.1} m/s", event.vehicle);
///             }
///             VehicleEventKind::World(EventKind::Starts(Condition::WheelLifted(wheel))) => {
///                 println!("its {wheel} wheel is in the air");
///             }
///             VehicleEventKind::GearChanged { to, .. } => println!("it is in {to} now"),
///             _ => {}
///         }
///     }
/// }
/// ```
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct VehicleEvent {
    /// The vehicle; of two that met the one that joined first.
    pub vehicle: Entity,
    /// The other vehicle of two that met or parted.
    pub other: Option<Entity>,
    /// Time of Skidpad's world, s.
    pub time_s: f64,
    /// The kind of event.
    pub kind: VehicleEventKind,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum VehicleEventKind {
    /// An event of Skidpad's world: the car met something, or parted from it; a wheel lifted or is locked; the engine is stalled or
    /// blown; it spun, left the course, completed a lap; its numbers were no longer finite. Positions are along Skidpad's axes.
    World(EventKind),
    /// Another gear is in: -1 reverse, 0 neutral.
    GearChanged {
        /// The gear before.
        from: i8,
        /// The gear now.
        to: i8,
    },
    /// The car has joined the world.
    Joined,
    /// Another car is in its place, with its motion: its vehicle file was changed, or its component was inserted again.
    Replaced,
    /// The car was put elsewhere by [`PlaceVehicle`](crate::PlaceVehicle).
    Placed,
}

impl VehicleEvent {
    /// An event at this time.
    pub(crate) fn now(vehicle: Entity, world: &SkidpadWorld, kind: VehicleEventKind) -> Self {
        Self { vehicle, other: None, time_s: world.world().time_s(), kind }
    }

    /// An event of Skidpad's world; `None` where its car is no entity any more.
    pub(crate) fn from_world(event: &Event, world: &SkidpadWorld) -> Option<Self> {
        let other = match event.kind {
            EventKind::Met { other: Party::Car(id), .. }
            | EventKind::Parted { other: Party::Car(id), .. } => world.entity(id),
            _ => None,
        };
        let vehicle = world.entity(event.car)?;
        Some(Self { vehicle, other, time_s: event.time_s, kind: VehicleEventKind::World(event.kind) })
    }
}
