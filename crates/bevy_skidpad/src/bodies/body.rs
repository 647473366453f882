//! Rigid bodies of vehicles, as components.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION};

use crate::change::Change;
use crate::vehicle::Vehicle;
use crate::world::SkidpadWorld;

/// A vehicle with a rigid body in the engine of the game, Avian or Rapier: insert it beside [`Vehicle`], on a model that moves in space,
/// `spatial`. The engine's colliders are its ground from then on, and its bodies and joints push it and are pushed by it; it no longer meets
/// the walls, cones and cars of Skidpad's own world.
///
/// The rigid body is a separate entity, which the plugin spawns: [`VehicleBodyOf`]. It is despawned with the vehicle, and when this
/// component is removed. The body of a ghost ([`Vehicle::as_ghost`]) has no collider.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
/// use bevy_transform::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     // The height of the road where it begins: `in_space` takes it from the Transform.
///     let vehicle = Vehicle::preset("mx5-nd-2016").with_model("spatial").in_space();
///     commands.spawn((vehicle, VehicleBody::default(), Transform::from_xyz(0.0, 2.5, 0.0)));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[component(immutable)]
#[reflect(Component)]
pub struct VehicleBody {
    /// Coefficient of friction of the bodywork, at least 0.
    pub friction: f32,
    /// Coefficient of restitution of the bodywork, [0, 1]. The engines take the mean of those of two that meet.
    pub restitution: f32,
    /// True for a collider along the outline of the vehicle. False: the colliders are those that the game gives the entity with
    /// [`VehicleBodyOf`], or its children.
    pub has_hull: bool,
    /// True for wheels on the engine's colliders; false for wheels on [`SkidpadGround`](crate::SkidpadGround), such as a height field
    /// of which the engine has no collider.
    pub is_on_colliders: bool,
}

impl Default for VehicleBody {
    /// Sheet metal, along the outline of the vehicle, on the engine's colliders.
    fn default() -> Self {
        Self {
            friction: BODY_FRICTION as f32,
            restitution: BODY_RESTITUTION as f32,
            has_hull: true,
            is_on_colliders: true,
        }
    }
}

/// The rigid body of a vehicle, as an entity that is no child of it. The plugin spawns it and sets its pose and velocities before each step
/// of the engine: its origin is the vehicle's centre of mass at rest, its axes are those of the vehicle.
///
/// Spawn one to give it colliders of your own; it takes the place of the plugin's:
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let vehicle = Vehicle::preset("mx5-nd-2016").with_model("spatial");
///     let vehicle = commands.spawn((vehicle, VehicleBody { has_hull: false, ..VehicleBody::default() })).id();
///     commands.spawn(VehicleBodyOf(vehicle)); // and a `Collider` of the engine beside it
/// }
/// ```
///
/// In Rapier such colliders need `ColliderMassProperties::Density(0.0)`, or their masses are added to the vehicle's.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = BodyOfVehicle)]
pub struct VehicleBodyOf(
    /// The vehicle.
    pub Entity,
);

/// The entity that is the rigid body of a vehicle, on the vehicle: the other end of [`VehicleBodyOf`]. Events of the engine name it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship_target(relationship = VehicleBodyOf, linked_spawn)]
pub struct BodyOfVehicle(Entity);

impl BodyOfVehicle {
    /// The entity of the rigid body.
    pub fn entity(&self) -> Entity {
        self.0
    }
}

/// Lets a vehicle have the body that its component describes.
pub(super) fn note_body(insert: On<Insert, VehicleBody>, mut world: ResMut<SkidpadWorld>) {
    world.loosen(insert.entity);
}

/// Takes the rigid body of a vehicle that is to have none; it meets walls, cones and cars of Skidpad's world again.
pub(super) fn take_body(
    remove: On<Remove, VehicleBody>,
    bodies: Query<&BodyOfVehicle>,
    mut world: ResMut<SkidpadWorld>,
    mut commands: Commands,
) {
    world.note(Change::Remade(remove.entity));
    if let Ok(body) = bodies.get(remove.entity) {
        commands.entity(body.entity()).try_despawn();
    }
}

/// Takes the rigid body of an entity that is no vehicle any more.
pub(super) fn take_body_of_none(
    remove: On<Remove, Vehicle>,
    bodies: Query<&BodyOfVehicle>,
    mut commands: Commands,
) {
    if let Ok(body) = bodies.get(remove.entity) {
        commands.entity(body.entity()).try_despawn();
    }
}
