//! Vehicles that join and leave the world.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use skidpad::CarError;
use skidpad::prelude::{Car, CarBuilder, Placement};

use crate::change::Change;
use crate::draw::SkidpadOrigin;
use crate::event::{VehicleEvent, VehicleEventKind};
use crate::fault::{VehicleFault, VehicleFaultKind, report};
#[cfg(feature = "asset")]
use crate::files::Files;
use crate::place::placement;
use crate::space::lift;
use crate::vehicle::{Vehicle, VehicleSource};
use crate::world::SkidpadWorld;

/// Without assets there are no files.
#[cfg(not(feature = "asset"))]
pub(crate) type Files<'w> = core::marker::PhantomData<&'w ()>;

/// Writers of what comes of changes.
type Told<'w> = (MessageWriter<'w, VehicleEvent>, MessageWriter<'w, VehicleFault>);

/// Notes a vehicle whose component is inserted.
pub(crate) fn note_joining(insert: On<Insert, Vehicle>, mut world: ResMut<SkidpadWorld>) {
    world.note(Change::Joins(insert.entity));
}

/// Notes a vehicle whose component is removed.
pub(crate) fn note_leaving(remove: On<Remove, Vehicle>, mut world: ResMut<SkidpadWorld>) {
    world.note(Change::Leaves(remove.entity));
}

/// Notes the vehicles that were there before the plugin, in the order of their entities.
pub(crate) fn note_present(world: &mut World) {
    let mut vehicles: Vec<Entity> = world.query_filtered::<Entity, With<Vehicle>>().iter(world).collect();
    vehicles.sort_unstable();
    let mut skidpad = world.resource_mut::<SkidpadWorld>();
    vehicles.into_iter().for_each(|vehicle| skidpad.note(Change::Joins(vehicle)));
}

/// Lets vehicles join and leave.
pub(crate) fn take_changes(
    vehicles: Query<(&Vehicle, &Transform)>,
    files: Files,
    origin: Res<SkidpadOrigin>,
    mut world: ResMut<SkidpadWorld>,
    (mut events, mut faults): Told,
) {
    // Vehicles whose files are not loaded yet.
    let mut waiting = Vec::new();
    for change in world.take_changes() {
        let (entity, is_remade) = match change {
            Change::Leaves(entity) => {
                // Where the component was inserted again, it is a car still.
                if vehicles.get(entity).is_err() {
                    world.leave(entity);
                }
                continue;
            }
            Change::Joins(entity) => (entity, false),
            #[cfg(any(feature = "asset", feature = "avian", feature = "rapier"))]
            Change::Remade(entity) => (entity, true),
        };
        let Ok((vehicle, transform)) = vehicles.get(entity) else { continue };
        let seat = world.seat(entity);
        // As after a rollback, which inserts components again.
        if seat.is_some_and(|seat| !is_remade && seat.vehicle == *vehicle) {
            continue;
        }
        let entering = Entering { entity, vehicle, transform, origin: &origin, files: &files };
        let entered = if seat.is_some() {
            entering.replace(&mut world)
        } else {
            entering.join(&mut world, &mut |kind| report(&mut faults, Some(entity), kind))
        };
        match entered {
            Ok(Some(kind)) => {
                events.write(VehicleEvent::now(entity, &world, kind));
            }
            Ok(None) => waiting.push(change),
            Err(kind) => report(&mut faults, Some(entity), kind),
        }
    }
    waiting.into_iter().for_each(|change| world.note(change));
}

/// A vehicle that becomes a car.
struct Entering<'a, 'w> {
    entity: Entity,
    vehicle: &'a Vehicle,
    transform: &'a Transform,
    origin: &'a SkidpadOrigin,
    files: &'a Files<'w>,
}

/// The event of a vehicle that became a car; `None`: its file is not loaded yet.
type Entered = Result<Option<VehicleEventKind>, VehicleFaultKind>;

impl Entering<'_, '_> {
    /// Lets it join at its transform; where that is no place, at the origin, and where its model does not move in space, on the ground.
    fn join(&self, world: &mut SkidpadWorld, report: &mut dyn FnMut(VehicleFaultKind)) -> Entered {
        let Self { entity, vehicle, transform, origin, files } = self;
        let here = placement(transform, origin, vehicle.speed_m_s);
        let is_placed = here.is_ok();
        let nowhere = Placement { speed_m_s: vehicle.speed_m_s, ..Placement::default() };
        let Some(mut car) = car(vehicle, here.as_ref().unwrap_or(&nowhere), files)? else { return Ok(None) };
        if let Err(kind) = here {
            report(kind);
        }
        if vehicle.is_in_space && is_placed {
            car.set_surface(world.world().surface());
            lift(&mut car, transform, origin).unwrap_or_else(report);
        }
        world.join(*entity, vehicle, car).map_err(VehicleFaultKind::World)?;
        Ok(Some(VehicleEventKind::Joined))
    }

    /// Puts its car in the place of the one that it was.
    fn replace(&self, world: &mut SkidpadWorld) -> Entered {
        let Some(before) = world.car(self.entity) else { return Ok(None) };
        let Some(car) = car(self.vehicle, &place_of(before), self.files)? else { return Ok(None) };
        let car = in_motion_of(car, before);
        world.replace(self.entity, self.vehicle, car).map_err(VehicleFaultKind::World)?;
        Ok(Some(VehicleEventKind::Replaced))
    }
}

/// The car of a vehicle at a place; `None` where its file is not loaded yet.
fn car(vehicle: &Vehicle, here: &Placement, files: &Files) -> Result<Option<Car>, VehicleFaultKind> {
    let mut builder: CarBuilder = Car::builder().at(*here);
    if let Some(model) = &vehicle.model {
        builder = builder.model(model);
    }
    let car = match &vehicle.source {
        VehicleSource::Preset(name) => builder.preset(name),
        VehicleSource::Toml(text) => builder.toml(text),
        VehicleSource::Specification(spec) => builder.specification(spec),
        #[cfg(feature = "asset")]
        VehicleSource::Asset(handle) => match files.file(handle) {
            Some(file) => builder.file(file),
            None => return Ok(None),
        },
    };
    #[cfg(not(feature = "asset"))]
    let _ = files;
    car.map(Some).map_err(|error: CarError| VehicleFaultKind::Car(Arc::new(error)))
}

/// Place and speed of a car.
fn place_of(car: &Car) -> Placement {
    let [ahead_m_s, _] = car.velocity_m_s();
    match car.motion() {
        Some(motion) => Placement {
            position_m: motion.position_m.into(),
            heading_rad: motion.yaw_rad,
            speed_m_s: ahead_m_s,
        },
        None => Placement { speed_m_s: ahead_m_s, ..Placement::default() },
    }
}

/// A car with the motion of another. One of the same model has its springs, wheels, engine and gear, too; another has the motion in the
/// plane of the road.
fn in_motion_of(mut car: Car, before: &Car) -> Car {
    let is_restored = car.restore(&before.save()).is_ok();
    if let Some(motion) = before.motion().filter(|_| !is_restored) {
        car.set_motion(&motion);
    }
    car
}
