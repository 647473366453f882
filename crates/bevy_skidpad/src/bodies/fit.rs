//! Rigid bodies for vehicles that have joined.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;

use crate::bodies::body::{BodyOfVehicle, VehicleBody, VehicleBodyOf};
use crate::bodies::exchange::EngineMotion;
use crate::bodies::mass::{BodyMass, hull_m};
use crate::draw::SkidpadOrigin;
use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::world::SkidpadWorld;

/// Vehicles that are to have rigid bodies.
#[derive(SystemParam)]
pub(super) struct Unfitted<'w, 's> {
    world: ResMut<'w, SkidpadWorld>,
    origin: Res<'w, SkidpadOrigin>,
    vehicles: Query<'w, 's, (&'static VehicleBody, Option<&'static BodyOfVehicle>)>,
    faults: MessageWriter<'w, VehicleFault>,
}

/// A rigid body that is to be made, or made anew.
pub(super) struct Fit {
    /// Its entity, which is there.
    pub entity: Entity,
    pub mass: BodyMass,
    pub motion: EngineMotion,
    pub friction: f32,
    pub restitution: f32,
    /// Corners of the collider that it is to have if it has none, m.
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
                report(&mut self.faults, Some(vehicle), VehicleFaultKind::World(error));
                continue;
            }
            let entity = match entity {
                Some(body) => body.entity(),
                None => commands.spawn(VehicleBodyOf(vehicle)).id(),
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
