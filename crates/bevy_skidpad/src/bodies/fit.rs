//! Rigid bodies for vehicles that have joined.

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;

use crate::bodies::body::{BodyOfVehicle, VehicleBody, VehicleBodyOf};
use crate::bodies::exchange::EngineMotion;
use crate::bodies::mass::{BodyMass, hull_m};
use crate::draw::SkidpadOrigin;
use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::world::SkidpadWorld;

/// A rigid body whose entity the plugin spawned.
#[derive(Component)]
pub(super) struct SpawnedBody;

/// A collider along the vehicle's outline, which the plugin gave its body: it goes, or changes, with the vehicle.
#[derive(Component)]
pub(super) struct OutlineHull;

/// Vehicles that are to have rigid bodies.
#[derive(SystemParam)]
pub(super) struct Unfitted<'w, 's> {
    world: ResMut<'w, SkidpadWorld>,
    origin: Res<'w, SkidpadOrigin>,
    vehicles: Query<'w, 's, (&'static VehicleBody, Option<&'static BodyOfVehicle>)>,
    faults: MessageWriter<'w, VehicleFault>,
    /// Vehicles whose fault is reported already.
    refused: Local<'s, EntityHashSet>,
}

/// A rigid body that is to be made, or replaced.
pub(super) struct Fit {
    /// Its entity, which is there.
    pub entity: Entity,
    pub mass: BodyMass,
    pub motion: EngineMotion,
    pub friction: f32,
    pub restitution: f32,
    /// Corners of the plugin's collider, which it is to have where it has none of the game's, m; `None`: it is to have none of the plugin's.
    pub hull_m: Option<Vec<Vec3>>,
}

impl Unfitted<'_, '_> {
    /// Takes the bodies that are to be made, in the order in which vehicles joined.
    pub fn take(&mut self, commands: &mut Commands) -> Vec<Fit> {
        let seats: Vec<(Entity, bool)> =
            self.world.seats().iter().map(|seat| (seat.entity, seat.is_fitted)).collect();
        let mut fits = Vec::new();
        for (vehicle, is_fitted) in seats {
            let Ok((body, entity)) = self.vehicles.get(vehicle) else { continue };
            if is_fitted && entity.is_some() {
                continue;
            }
            let Some(motion) = EngineMotion::of_vehicle(&self.world, vehicle, &self.origin) else {
                self.refuse(vehicle, commands);
                continue;
            };
            let is_ghost = self.world.seat(vehicle).is_some_and(|seat| seat.vehicle.is_ghost);
            let Some(data) = self.world.car(vehicle).map(|car| *car.vehicle()) else { continue };
            if let Err(error) = self.world.fit(vehicle) {
                // Once, not at each step.
                if self.refused.insert(vehicle) {
                    report(&mut self.faults, Some(vehicle), VehicleFaultKind::World(error));
                }
                continue;
            }
            self.refused.remove(&vehicle);
            let entity = match entity {
                Some(body) => body.entity(),
                None => commands.spawn((VehicleBodyOf(vehicle), SpawnedBody)).id(),
            };
            fits.push(Fit {
                entity,
                mass: BodyMass::new(&data),
                motion,
                friction: body.friction,
                restitution: body.restitution,
                hull_m: (body.has_hull && !is_ghost).then(|| hull_m(&data)),
            });
        }
        fits
    }

    /// Reports a vehicle whose model has no motion in space, and takes its component.
    fn refuse(&mut self, vehicle: Entity, commands: &mut Commands) {
        let Some(car) = self.world.car(vehicle) else { return };
        let model = car.model().name;
        report(&mut self.faults, Some(vehicle), VehicleFaultKind::NoBody { model });
        commands.entity(vehicle).remove::<VehicleBody>();
    }
}

/// Gives a body the plugin's collider, in the place of an earlier one of the plugin, or takes that. One of the game's stays.
pub(super) fn set_hull<C: Component>(mut body: EntityWorldMut, hull: Option<C>) {
    let is_own = body.contains::<OutlineHull>();
    match hull {
        Some(hull) if is_own || !body.contains::<C>() => _ = body.insert((hull, OutlineHull)),
        None if is_own => _ = body.remove::<(C, OutlineHull)>(),
        Some(_) | None => {}
    }
}

/// Lets a vehicle that has joined have a body that the game spawns for it.
pub(super) fn note_own_body(
    insert: On<Insert, VehicleBodyOf>,
    bodies: Query<&VehicleBodyOf, Without<SpawnedBody>>,
    mut world: ResMut<SkidpadWorld>,
) {
    if let Ok(VehicleBodyOf(vehicle)) = bodies.get(insert.entity) {
        world.loosen(*vehicle);
    }
}

/// Despawns the plugin's body of a vehicle that gets another; of a body of the game's the plugin's collider `C` is taken.
pub(super) fn drop_body<C: Component>(
    remove: On<Remove, VehicleBodyOf>,
    spawned: Query<(), With<SpawnedBody>>,
    hulls: Query<(), With<OutlineHull>>,
    mut commands: Commands,
) {
    let Ok(mut body) = commands.get_entity(remove.entity) else { return };
    if spawned.contains(remove.entity) {
        body.try_despawn();
    } else if hulls.contains(remove.entity) {
        body.try_remove::<(C, OutlineHull)>();
    }
}
