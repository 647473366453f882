//! Ground that rays find among the colliders of an engine.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{DVec3, Dir3, Vec3};
use skidpad::prelude::CarId;
use skidpad::world::ground::{GroundCasts, GroundHit, GroundRay};
use skidpad::world::world::CarGrounds;

use crate::axes::{to_bevy, to_skidpad};
use crate::bodies::body::{VehicleBody, VehicleBodyOf};
use crate::bodies::material::GroundMaterial;
use crate::draw::SkidpadOrigin;
use crate::world::SkidpadWorld;

/// A ray in an engine's world, along Bevy's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineRay {
    pub from: Vec3,
    pub direction: Dir3,
    pub reach_m: f32,
}

/// The first collider that a ray meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineHit {
    pub collider: Entity,
    pub distance_m: f32,
    pub normal: Vec3,
}

/// An engine whose colliders rays meet.
pub(super) trait RayEngine {
    /// The first collider that is no sensor and for which `is_met` returns true; one in which the ray begins is met where the ray leaves it.
    fn cast(&self, ray: &EngineRay, is_met: &dyn Fn(Entity) -> bool) -> Option<EngineHit>;
    /// Returns true for an entity that is a rigid body which forces move; `None` for one that is no rigid body.
    fn is_dynamic(&self, entity: Entity) -> Option<bool>;
}

/// Components of colliders and of the entities above them.
#[derive(SystemParam)]
pub(super) struct Colliders<'w, 's> {
    bodies: Query<'w, 's, (), With<VehicleBodyOf>>,
    materials: Query<'w, 's, &'static GroundMaterial>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl Colliders<'_, '_> {
    /// A collider's entity and those above it.
    fn upwards(&self, collider: Entity) -> impl Iterator<Item = Entity> {
        core::iter::once(collider).chain(self.parents.iter_ancestors(collider))
    }

    /// Returns true for a collider that is ground: of no vehicle, and of no body that forces move, which would not feel the car's weight,
    /// unless it has a material.
    fn is_ground(&self, collider: Entity, is_dynamic: impl Fn(Entity) -> Option<bool>) -> bool {
        if self.upwards(collider).any(|entity| self.bodies.contains(entity)) {
            return false;
        }
        let is_dynamic = self.upwards(collider).find_map(is_dynamic).unwrap_or(false);
        !is_dynamic || self.material(collider).is_some()
    }

    fn material(&self, collider: Entity) -> Option<GroundMaterial> {
        self.upwards(collider).find_map(|entity| self.materials.get(entity).ok()).copied()
    }
}

/// Ground for the cars that drive on an engine's colliders.
pub(super) struct EngineGround<'a, E> {
    rays: EngineRays<'a, E>,
    /// The cars, in the order of their numbers.
    cars: Vec<CarId>,
}

impl<'a, E: RayEngine> EngineGround<'a, E> {
    /// The colliders as the ground of all vehicles whose bodies are on them.
    pub fn new(
        engine: &'a E,
        colliders: &'a Colliders<'a, 'a>,
        origin: &SkidpadOrigin,
        world: &SkidpadWorld,
        bodies: &Query<&VehicleBody>,
    ) -> Self {
        let is_on_them = |vehicle: Entity| bodies.get(vehicle).is_ok_and(|body| body.is_on_colliders);
        let seats = world.seats().iter();
        let cars =
            seats.filter(|seat| seat.is_fitted && is_on_them(seat.entity)).map(|seat| seat.id).collect();
        Self { rays: EngineRays { engine, colliders, origin: origin.0 }, cars }
    }
}

impl<E: RayEngine> CarGrounds for EngineGround<'_, E> {
    fn of_car(&self, car: CarId) -> Option<&dyn GroundCasts> {
        self.cars.binary_search(&car).is_ok().then_some(&self.rays)
    }
}

/// Rays to the colliders of an engine.
struct EngineRays<'a, E> {
    engine: &'a E,
    colliders: &'a Colliders<'a, 'a>,
    origin: DVec3,
}

impl<E: RayEngine> GroundCasts for EngineRays<'_, E> {
    fn cast(&self, ray: &GroundRay) -> Option<GroundHit> {
        let direction = Dir3::new(to_bevy(ray.direction).as_vec3()).ok()?;
        let from = (to_bevy(ray.from_m) - self.origin).as_vec3();
        let cast = EngineRay { from, direction, reach_m: ray.reach_m as f32 };
        // Bodies in which the ray begins, such as a wall beside the wheel: they are no ground.
        let mut around: Vec<Entity> = Vec::new();
        let hit = loop {
            let is_met = |collider: Entity| {
                let is_dynamic = |entity: Entity| self.engine.is_dynamic(entity);
                !around.contains(&collider) && self.colliders.is_ground(collider, is_dynamic)
            };
            let hit = self.engine.cast(&cast, &is_met)?;
            if hit.normal.dot(*direction) < 0.0 {
                break hit;
            }
            around.push(hit.collider);
        };
        // From the ray as the engine had it, so that its rounding does not move the plane.
        let point = from.as_dvec3() + direction.as_dvec3() * f64::from(hit.distance_m) + self.origin;
        let GroundMaterial { grip, rolling } = self.colliders.material(hit.collider).unwrap_or_default();
        Some(GroundHit {
            point_m: to_skidpad(point),
            normal: to_skidpad(hit.normal.as_dvec3()),
            grip,
            rolling,
        })
    }
}
