//! Cars among the rigid bodies of Avian.

use avian3d::collider_tree::ColliderTrees;
use avian3d::parry;
use avian3d::prelude::*;
use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParam;
use bevy_time::Time;

use crate::bodies::body::VehicleBodyOf;
use crate::bodies::clock::{EngineClock, StepWithEngine};
use crate::bodies::exchange::EngineMotion;
use crate::bodies::fit::{Unfitted, set_hull};
use crate::bodies::rays::{EngineHit, RayEngine, RayParts};
use crate::bodies::schedules::{self, in_place_of_step, note_engine};
use crate::bodies::solid::{Bounds, EngineRay, solid_by_parry};
use crate::draw::SkidpadOrigin;
use crate::sets::SkidpadSystems;
use crate::world::SkidpadWorld;

/// Cars among the rigid bodies of Avian, by [`VehicleBody`](crate::VehicleBody): add it beside Avian's `PhysicsPlugins` and
/// [`SkidpadPlugin`](crate::SkidpadPlugin), which it adds where the app has none.
///
/// The bodies are handed over around Avian's step, in [`FixedPostUpdate`] unless Avian steps elsewhere, and the cars step after it, so that both
/// are at the same time. They follow `Time<Physics>`: cars stand while it is paused, and are as slow as it is. Where Avian steps in another
/// schedule than this plugin's, or not as often as the cars, cars move only as far as it steps, and a [`VehicleFault`](crate::VehicleFault)
/// reports it.
#[derive(Clone, Copy, Debug)]
pub struct SkidpadAvianPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl Default for SkidpadAvianPlugin {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl SkidpadAvianPlugin {
    /// The plugin for Avian in another schedule: that of its `PhysicsPlugins::new`.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for SkidpadAvianPlugin {
    fn build(&self, app: &mut App) {
        use SkidpadSystems::{FromEngine, Join, ToEngine};
        let Some(own) = schedules::add::<Collider>(app, "Avian", self.schedule) else { return };
        // Without Avian's own plugins cars drive on Skidpad's ground.
        let is_there = resource_exists::<ColliderTrees>;
        app.configure_sets(self.schedule, ToEngine.before(PhysicsSystems::First))
            .configure_sets(self.schedule, FromEngine.after(PhysicsSystems::Last))
            .add_systems(self.schedule, hand_over.in_set(ToEngine))
            .add_systems(PhysicsSchedule, count_step.in_set(PhysicsStepSystems::First))
            .add_systems(self.schedule, take_back.in_set(FromEngine).run_if(is_there))
            .add_systems(
                own,
                fit.after(SkidpadSystems::Join).before(SkidpadSystems::Control).run_if(is_there),
            )
            .add_systems(own, in_place_of_step(step_over).run_if(is_there))
            .add_systems(own, note_engine.in_set(Join).run_if(is_there));
    }
}

/// Gives vehicles that have joined their rigid bodies.
fn fit(mut unfitted: Unfitted, mut commands: Commands) {
    for fit in unfitted.take(&mut commands) {
        let motion = fit.motion;
        let mut body = commands.entity(fit.entity);
        body.insert((
            RigidBody::Dynamic,
            Mass(fit.mass.mass_kg),
            AngularInertia::new(fit.mass.inertia_kg_m2),
            CenterOfMass::ZERO,
            (NoAutoMass, NoAutoAngularInertia, NoAutoCenterOfMass),
            // Gravity, air and gyroscopic moments are the car's; the engine adds contacts and joints alone.
            CustomVelocityIntegration,
            SleepingDisabled,
            Friction::new(fit.friction),
            Restitution::new(fit.restitution),
            motion.transform(),
            (Position(motion.translation), Rotation(motion.rotation)),
            (LinearVelocity(motion.velocity_m_s), AngularVelocity(motion.angular_velocity_rad_s)),
            motion,
        ));
        let hull = fit.hull_m.and_then(Collider::convex_hull);
        body.queue(move |body: EntityWorldMut| set_hull(body, hull));
    }
}

/// A body's motion, as Avian has it.
type Motion =
    (&'static mut Position, &'static mut Rotation, &'static mut LinearVelocity, &'static mut AngularVelocity);

/// Sets poses and velocities of the cars on their bodies.
fn hand_over(
    world: Res<SkidpadWorld>,
    origin: Res<SkidpadOrigin>,
    mut clock: ResMut<EngineClock>,
    mut bodies: Query<(&VehicleBodyOf, &mut EngineMotion, Motion)>,
) {
    clock.begin();
    for (vehicle, mut handed, (mut position, mut rotation, mut linear, mut angular)) in &mut bodies {
        let Some(motion) = EngineMotion::of_vehicle(&world, vehicle.0, &origin) else { continue };
        *handed = motion;
        position.set_if_neq(Position(motion.translation));
        rotation.set_if_neq(Rotation(motion.rotation));
        linear.set_if_neq(LinearVelocity(motion.velocity_m_s));
        angular.set_if_neq(AngularVelocity(motion.angular_velocity_rad_s));
    }
}

/// Counts a step of Avian, also one that the game makes while its clock is paused.
fn count_step(time: Res<Time<Physics>>, mut clock: ResMut<EngineClock>) {
    clock.count(time.delta_secs_f64());
}

/// Hands what contacts did to the bodies to their cars.
fn take_back(
    time: Res<Time<Physics>>,
    mut clock: ResMut<EngineClock>,
    mut world: ResMut<SkidpadWorld>,
    bodies: Query<(&VehicleBodyOf, &EngineMotion, Motion)>,
) {
    let step_s = clock.end(if time.is_paused() { 0.0 } else { time.relative_speed_f64() });
    for (vehicle, handed, (position, rotation, linear, angular)) in &bodies {
        let after = EngineMotion {
            translation: position.0,
            rotation: rotation.0,
            velocity_m_s: linear.0,
            angular_velocity_rad_s: angular.0,
        };
        if let Some(push) = handed.push_to(&after, step_s) {
            world.push(vehicle.0, &push);
        }
    }
}

/// Avian's colliders, for rays.
#[derive(SystemParam)]
struct AvianRays<'w, 's> {
    query: SpatialQuery<'w, 's>,
    sensors: Query<'w, 's, (), With<Sensor>>,
    solids: Query<'w, 's, AvianShape, Without<Sensor>>,
    kinds: Query<'w, 's, &'static RigidBody>,
}

/// A collider's shape, place and layers.
type AvianShape = (&'static Position, &'static Rotation, &'static Collider, Option<&'static CollisionLayers>);

/// A collider at its place.
struct AvianSolid<'c> {
    collider: &'c Collider,
    place: Position,
    rotation: Rotation,
}

impl AvianSolid<'_> {
    fn shape(&self) -> &parry::shape::SharedShape {
        self.collider.shape_scaled()
    }

    fn pose(&self) -> parry::math::Pose3 {
        parry::math::Pose3::from_parts(self.place.0, self.rotation.0)
    }
}

solid_by_parry!(AvianSolid<'_>, avian3d::parry);

impl RayEngine for AvianRays<'_, '_> {
    type Solid<'c>
        = AvianSolid<'c>
    where
        Self: 'c;

    fn near<'c>(&'c self, within: &Bounds, found: &mut dyn FnMut(Entity, AvianSolid<'c>)) {
        let filter = SpatialQueryFilter::DEFAULT;
        let within = ColliderAabb::from_min_max(within.low, within.high);
        self.query.aabb_intersections_with_aabb_callback(within, |entity| {
            if let Ok((place, rotation, collider, layers)) = self.solids.get(entity)
                && filter.test(entity, layers.copied().unwrap_or_default())
            {
                found(entity, AvianSolid { collider, place: *place, rotation: *rotation });
            }
            true
        });
    }

    fn cast(&self, ray: &EngineRay, is_met: &dyn Fn(Entity) -> bool) -> Option<EngineHit> {
        let filter = SpatialQueryFilter::DEFAULT;
        let is_solid = |collider: Entity| !self.sensors.contains(collider) && is_met(collider);
        let hit =
            self.query.cast_ray_predicate(ray.from, ray.direction, ray.reach_m, false, &filter, &is_solid)?;
        Some(EngineHit { collider: hit.entity, distance_m: hit.distance, normal: hit.normal })
    }

    fn is_dynamic(&self, entity: Entity) -> Option<bool> {
        self.kinds.get(entity).ok().map(RigidBody::is_dynamic)
    }
}

/// Moves all cars on, those with bodies on Avian's colliders.
fn step_over(mut parts: StepWithEngine, engine: AvianRays, mut rays: RayParts) {
    parts.step(|world, dt| rays.step_over(world, dt, &engine));
}
