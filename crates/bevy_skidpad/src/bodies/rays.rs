//! Ground that rays find among the colliders of an engine.
//!
//! Engines search all of their colliders for each ray. A car needs 40 rays in a step of 1/240 s, so that the colliders near a car are
//! searched once for each step, and rays are cast at these alone. Where the way of a wheel, or of a corner of the bodywork, is within one
//! flat face, and nothing else is there, that face is its ground for the whole step (`flat`). The results are those of rays to all colliders.

use core::cell::{Cell, OnceCell};

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{DVec3, Dir3, Vec3};
use skidpad::core::math;
use skidpad::core::model::spatial::SpaceMotion;
use skidpad::core::step::Dt;
use skidpad::prelude::CarId;
use skidpad::world::ground::{GroundCasts, GroundHit, GroundPart, GroundRay};
use skidpad::world::world::{CarGrounds, Event};

use crate::axes::{to_bevy, to_skidpad};
use crate::bodies::body::{VehicleBody, VehicleBodyOf};
use crate::bodies::flat::{FlatGround, Strip};
use crate::bodies::material::GroundMaterial;
use crate::bodies::solid::{Bounds, EngineRay, Solid};
use crate::draw::SkidpadOrigin;
use crate::world::{Seat, SkidpadWorld};

/// The first collider that a ray meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineHit {
    pub collider: Entity,
    pub distance_m: f32,
    pub normal: Vec3,
}

/// An engine whose colliders rays meet.
pub(super) trait RayEngine {
    /// A collider's shape at its place.
    type Solid<'c>: Solid
    where
        Self: 'c;

    /// Calls `found` with each collider that is no sensor and whose box may meet another.
    fn near<'c>(&'c self, within: &Bounds, found: &mut dyn FnMut(Entity, Self::Solid<'c>));
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
pub(super) struct EngineGround<'a, E: RayEngine> {
    /// The cars, in the order of their numbers.
    cars: Vec<CarRays<'a, E>>,
}

/// Resource: rays of all cars in their last step on colliders.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroundRayCounts {
    /// Rays of which the cars needed the ground.
    pub needed: u32,
    /// Rays that were cast for them at the colliders near a car: none where one flat face is the ground for the whole step.
    pub cast: u32,
    /// Rays that were cast at all colliders, of cars that are elsewhere than where their step began.
    pub cast_far: u32,
}

/// Parts of the world that cars on an engine's colliders need for a step.
#[derive(SystemParam)]
pub(super) struct RayParts<'w, 's> {
    colliders: Colliders<'w, 's>,
    origin: Res<'w, SkidpadOrigin>,
    bodies: Query<'w, 's, &'static VehicleBody>,
    counts: ResMut<'w, GroundRayCounts>,
}

impl RayParts<'_, '_> {
    /// Moves all cars on by a step, those with bodies on the colliders of an engine.
    pub fn step_over(&mut self, world: &mut SkidpadWorld, dt: Dt, engine: &impl RayEngine) -> Vec<Event> {
        let counts = Cell::default();
        let scene =
            EngineScene { engine, colliders: &self.colliders, origin: self.origin.0, dt, counts: &counts };
        let ground = EngineGround::new(scene, world, &self.bodies);
        let events = world.step_over(dt, &ground);
        self.counts.set_if_neq(counts.get());
        events
    }
}

/// Scene of a step, the same for all cars.
pub(super) struct EngineScene<'a, E> {
    pub engine: &'a E,
    pub colliders: &'a Colliders<'a, 'a>,
    pub origin: DVec3,
    pub dt: Dt,
    pub counts: &'a Cell<GroundRayCounts>,
}

impl<E> Clone for EngineScene<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for EngineScene<'_, E> {}

impl<'a, E: RayEngine> EngineGround<'a, E> {
    /// The colliders as the ground of all vehicles whose bodies are on them.
    pub fn new(scene: EngineScene<'a, E>, world: &SkidpadWorld, bodies: &Query<&VehicleBody>) -> Self {
        let is_on_them = |vehicle: Entity| bodies.get(vehicle).is_ok_and(|body| body.is_on_colliders);
        let seats = world.seats().iter();
        let seats = seats.filter(|seat| seat.is_fitted && is_on_them(seat.entity));
        Self { cars: seats.map(|seat| CarRays::new(scene, world, seat)).collect() }
    }
}

impl<E: RayEngine> CarGrounds for EngineGround<'_, E> {
    fn of_car(&self, car: CarId) -> Option<&dyn GroundCasts> {
        let place = self.cars.binary_search_by_key(&car, |rays| rays.id).ok()?;
        Some(&self.cars[place])
    }
}

/// Ground that a ray has met: point, m, normal, and material.
type Met = (DVec3, DVec3, GroundMaterial);

/// A collider near a car that is ground.
struct NearCollider<S> {
    solid: S,
    bounds: Bounds,
    material: GroundMaterial,
}

/// Ground below a part of a car in this step.
enum BelowPart {
    /// Not one face alone.
    Uneven,
    /// One face, with the material of its collider.
    Flat(FlatGround, GroundMaterial),
}

/// Rays of a car to the colliders of an engine, in one step.
struct CarRays<'a, E: RayEngine + 'a> {
    id: CarId,
    scene: EngineScene<'a, E>,
    /// Centre of mass at the beginning of the step, m, and velocities, along Bevy's axes.
    centre: DVec3,
    velocity_m_s: DVec3,
    angular_velocity_rad_s: DVec3,
    /// Box in which `near` are all colliders that are ground.
    within: Bounds,
    near: OnceCell<Vec<NearCollider<E::Solid<'a>>>>,
    /// Known from the first ray of a part on.
    below: [[OnceCell<BelowPart>; 2]; 4],
}

/// Distance from the centre of mass within which the rays of a car are, besides those of its wheelbase, m.
const AROUND_M: f64 = 3.0;

impl<'a, E: RayEngine> CarRays<'a, E> {
    fn new(scene: EngineScene<'a, E>, world: &SkidpadWorld, seat: &Seat) -> Self {
        let car = world.car(seat.entity);
        let motion = car.and_then(|car| car.motion_in_space());
        let along = |vector: math::Vec3<f64>| to_bevy([vector.x, vector.y, vector.z]);
        let of = |part: fn(&SpaceMotion) -> math::Vec3<f64>| {
            motion.as_ref().map_or(DVec3::ZERO, |m| along(part(m)))
        };
        let (centre, velocity_m_s) = (of(|motion| motion.position_m), of(|motion| motion.velocity_m_s));
        let reach_m = AROUND_M + car.map_or(0.0, |car| 0.5 * car.vehicle().body().wheelbase_m);
        let middle = (centre - scene.origin).as_vec3();
        let within = Bounds { low: middle, high: middle };
        Self {
            id: seat.id,
            scene,
            centre,
            velocity_m_s,
            angular_velocity_rad_s: of(|motion| motion.angular_velocity_rad_s),
            within: within.along((velocity_m_s * scene.dt.seconds()).as_vec3()).grown(reach_m as f32),
            near: OnceCell::new(),
            below: Default::default(),
        }
    }

    /// Colliders near the car that are ground.
    fn find_near(&self) -> Vec<NearCollider<E::Solid<'a>>> {
        let EngineScene { engine, colliders, .. } = self.scene;
        let mut near = Vec::new();
        engine.near(&self.within, &mut |entity, solid| {
            if colliders.is_ground(entity, |entity| engine.is_dynamic(entity)) {
                let material = colliders.material(entity).unwrap_or_default();
                near.push(NearCollider { bounds: solid.bounds(), solid, material });
            }
        });
        near
    }

    /// The face on which a part is for the whole step, from its first ray.
    fn find_below(
        &self,
        near: &[NearCollider<E::Solid<'a>>],
        ray: &GroundRay,
        first: &EngineRay,
    ) -> BelowPart {
        let arm = to_bevy(ray.from_m) - self.centre;
        let velocity = self.velocity_m_s + self.angular_velocity_rad_s.cross(arm);
        let strip = Strip::new(first, (velocity * self.scene.dt.seconds()).as_vec3());
        let met = near.iter().filter(|collider| collider.bounds.meets(&strip.within));
        let flat = strip.covered(|found| {
            met.into_iter().all(|NearCollider { solid, material, .. }| {
                solid.faces(&strip.within, strip.direction, &mut |face| found(face, *material))
            })
        });
        flat.map_or(BelowPart::Uneven, |(flat, material)| BelowPart::Flat(flat, material))
    }

    /// Point and normal of the ground that a ray meets first among some colliders, with its material.
    fn nearest(near: &[NearCollider<E::Solid<'a>>], cast: &EngineRay) -> Option<Met> {
        let hits = near.iter().filter_map(|collider| {
            // Those in which the ray begins, such as a wall beside the wheel, are no ground.
            let (distance_m, normal) = collider.solid.cast(cast)?;
            (normal.dot(*cast.direction) < 0.0).then_some((distance_m, normal, collider.material))
        });
        let (distance_m, normal, material) = hits.min_by(|one, other| one.0.total_cmp(&other.0))?;
        Some((cast.at(distance_m), normal.as_dvec3(), material))
    }

    /// The face that is the ground of a ray for the whole step; `None` where there is none.
    #[inline]
    fn on_face(below: &OnceCell<BelowPart>, [from, direction]: [DVec3; 2], reach_m: f64) -> Option<Met> {
        let Some(BelowPart::Flat(flat, material)) = below.get() else { return None };
        Some((from + direction * flat.distance_m(from, direction, reach_m)?, flat.normal, *material))
    }

    /// The ground of a ray that is not known yet to be on one face.
    fn search(&self, ray: &GroundRay, below: &OnceCell<BelowPart>, line: [DVec3; 2]) -> Option<Met> {
        let [from, direction] = line.map(|part| part.as_vec3());
        let cast = EngineRay { from, direction: Dir3::new(direction).ok()?, reach_m: ray.reach_m as f32 };
        let bounds = cast.bounds();
        if !(self.within.contains(bounds.low) && self.within.contains(bounds.high)) {
            self.scene.count(|counts| counts.cast_far += 1);
            return self.scene.far(&cast);
        }
        let near = self.near.get_or_init(|| self.find_near());
        if below.get().is_none() {
            below.get_or_init(|| self.find_below(near, ray, &cast));
            if let Some(met) = Self::on_face(below, line, ray.reach_m) {
                return Some(met);
            }
        }
        self.scene.count(|counts| counts.cast += 1);
        Self::nearest(near, &cast)
    }
}

impl<E: RayEngine> EngineScene<'_, E> {
    fn count(&self, count: impl FnOnce(&mut GroundRayCounts)) {
        let mut counts = self.counts.get();
        count(&mut counts);
        self.counts.set(counts);
    }

    /// The ground that a ray meets among all colliders: of a car that is elsewhere than where its step began.
    fn far(&self, cast: &EngineRay) -> Option<Met> {
        let mut around: Vec<Entity> = Vec::new();
        loop {
            let is_met = |collider: Entity| {
                let is_dynamic = |entity: Entity| self.engine.is_dynamic(entity);
                !around.contains(&collider) && self.colliders.is_ground(collider, is_dynamic)
            };
            let hit = self.engine.cast(cast, &is_met)?;
            if hit.normal.dot(*cast.direction) < 0.0 {
                let material = self.colliders.material(hit.collider).unwrap_or_default();
                return Some((cast.at(hit.distance_m), hit.normal.as_dvec3(), material));
            }
            around.push(hit.collider);
        }
    }
}

impl<E: RayEngine> GroundCasts for CarRays<'_, E> {
    fn cast(&self, ray: &GroundRay) -> Option<GroundHit> {
        self.scene.count(|counts| counts.needed += 1);
        let line = [to_bevy(ray.from_m) - self.scene.origin, to_bevy(ray.direction)];
        let below = &self.below[ray.corner][usize::from(ray.part == GroundPart::Bodywork)];
        let on_face = Self::on_face(below, line, ray.reach_m);
        let (point, normal, GroundMaterial { grip, rolling }) =
            on_face.or_else(|| self.search(ray, below, line))?;
        Some(GroundHit {
            point_m: to_skidpad(point + self.scene.origin),
            normal: to_skidpad(normal),
            grip,
            rolling,
        })
    }
}
