//! Cars among the rigid bodies of Rapier.

use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::bounding::Aabb3d;
use bevy_rapier3d::prelude::{
    AdditionalMassProperties, Collider, ColliderMassProperties, Friction, GravityScale, MassProperties,
    PhysicsSet, QueryFilter, RapierContext, RapierContextEntityLink, RapierContextSimulation,
    RapierRigidBodyHandle, RapierRigidBodySet, ReadRapierContext, Restitution, RigidBody, Sleeping, SoftCcd,
    Velocity,
};
use bevy_rapier3d::{parry, rapier};
use bevy_transform::components::Transform;

use crate::bodies::body::VehicleBodyOf;
use crate::bodies::clock::{EngineClock, StepWithEngine};
use crate::bodies::exchange::EngineMotion;
use crate::bodies::fit::{Unfitted, set_hull};
use crate::bodies::rapier_blow::{ParametersBefore, brace, look_ahead, relax};
use crate::bodies::rapier_clock::{RapierBefore, RapierClock};
use crate::bodies::rays::{EngineHit, RayEngine, RayParts};
use crate::bodies::schedules::{self, in_place_of_step, note_engine};
use crate::bodies::solid::{Bounds, EngineRay, solid_by_parry};
use crate::draw::SkidpadOrigin;
use crate::sets::SkidpadSystems;
use crate::world::SkidpadWorld;

/// Cars among the rigid bodies of Rapier, by [`VehicleBody`](crate::VehicleBody): add it beside `RapierPhysicsPlugin` and
/// [`SkidpadPlugin`](crate::SkidpadPlugin), which it adds where the app has none.
///
/// Rapier must step as often as the cars: by `RapierPhysicsPlugin::in_fixed_schedule`, in [`FixedUpdate`], with the step of `Time<Fixed>` as
/// its `TimestepMode::Fixed`; another step is a [`VehicleFault`](crate::VehicleFault), and cars with bodies move only as far as Rapier steps.
/// The bodies are handed over around its step, and the cars step after it, so that both are at the same time.
///
/// Cars follow Rapier's clock: they stand while it is paused, and are as slow as its `time_scale`. In steps in which a fast car may hit
/// something the plugin raises Rapier's prediction distance and the sweeps of its solver; they are the game's again afterwards.
#[derive(Clone, Copy, Debug)]
pub struct SkidpadRapierPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl Default for SkidpadRapierPlugin {
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

impl SkidpadRapierPlugin {
    /// The plugin for Rapier in another schedule: that of `RapierPhysicsPlugin::in_schedule`.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for SkidpadRapierPlugin {
    fn build(&self, app: &mut App) {
        use SkidpadSystems::{FromEngine, Join, ToEngine};
        let Some(own) = schedules::add::<Collider>(app, "Rapier", self.schedule) else { return };
        // Without Rapier's own plugin cars drive on Skidpad's ground.
        let is_there = any_with_component::<RapierContextSimulation>;
        // Colliders that the game gives a body before its vehicle joins are the body's from the beginning.
        app.register_required_components_with::<VehicleBodyOf, RigidBody>(|| RigidBody::Dynamic)
            .register_required_components_with::<VehicleBodyOf, GravityScale>(|| GravityScale(0.0));
        app.init_resource::<RapierBefore>().init_resource::<ParametersBefore>();
        app.configure_sets(self.schedule, ToEngine.before(PhysicsSet::SyncBackend))
            .configure_sets(self.schedule, FromEngine.after(PhysicsSet::Writeback))
            .add_systems(
                self.schedule,
                (hand_over, look_ahead.pipe(brace), note).chain().in_set(ToEngine).run_if(is_there),
            )
            .add_systems(
                self.schedule,
                spin_as_cars.after(PhysicsSet::SyncBackend).before(PhysicsSet::StepSimulation),
            )
            .add_systems(self.schedule, (take_back, relax).chain().in_set(FromEngine).run_if(is_there))
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
            AdditionalMassProperties::MassProperties(MassProperties {
                mass: fit.mass.mass_kg,
                principal_inertia: fit.mass.inertia_kg_m2,
                ..MassProperties::default()
            }),
            ColliderMassProperties::Density(0.0),
            // Gravity and air are the car's; the engine adds contacts and joints alone.
            GravityScale(0.0),
            Sleeping::disabled(),
            SoftCcd::default(),
            Friction::coefficient(fit.friction),
            Restitution::coefficient(fit.restitution),
            motion.transform(),
            Velocity { linear: motion.velocity_m_s, angular: motion.angular_velocity_rad_s },
            motion,
        ));
        let hull = fit.hull_m.and_then(|corners| Collider::convex_hull(&corners));
        body.queue(move |body: EntityWorldMut| set_hull(body, hull));
    }
}

/// Bodies of vehicles that Rapier has made since the last step.
type Made = (Added<RapierRigidBodyHandle>, With<VehicleBodyOf>);

/// Takes gyroscopic moments from bodies that Rapier has made: they are the car's.
fn spin_as_cars(
    made: Query<(&RapierRigidBodyHandle, &RapierContextEntityLink), Made>,
    mut sets: Query<&mut RapierRigidBodySet>,
) {
    for (handle, link) in &made {
        let body = sets.get_mut(link.0).ok().map(Mut::into_inner);
        if let Some(body) = body.and_then(|set| set.bodies.get_mut(handle.0)) {
            body.enable_gyroscopic_forces(false);
        }
    }
}

/// Sets poses and velocities of the cars on their bodies.
fn hand_over(
    world: Res<SkidpadWorld>,
    origin: Res<SkidpadOrigin>,
    rapier: RapierClock,
    mut clock: ResMut<EngineClock>,
    mut bodies: Query<(&VehicleBodyOf, &mut EngineMotion, &mut Transform, &mut Velocity, &mut SoftCcd)>,
) {
    clock.begin();
    for (vehicle, mut handed, mut transform, mut velocity, mut ahead) in &mut bodies {
        let Some(motion) = EngineMotion::of_vehicle(&world, vehicle.0, &origin) else { continue };
        *handed = motion;
        transform.set_if_neq(motion.transform().with_scale(transform.scale));
        velocity.set_if_neq(Velocity { linear: motion.velocity_m_s, angular: motion.angular_velocity_rad_s });
        // Contacts are found as far ahead as the car comes in a step, so that it is stopped at a wall and not in it.
        let prediction = motion.velocity_m_s.length() * rapier.step_s() as f32;
        ahead.set_if_neq(SoftCcd { prediction });
    }
}

/// Notes Rapier's context before its step.
fn note(rapier: RapierClock, mut before: ResMut<RapierBefore>) {
    rapier.note(&mut before);
}

/// Hands what contacts did to the bodies to their cars.
fn take_back(
    rapier: RapierClock,
    before: Res<RapierBefore>,
    mut clock: ResMut<EngineClock>,
    mut world: ResMut<SkidpadWorld>,
    bodies: Query<(&VehicleBodyOf, &EngineMotion, &Transform, &Velocity)>,
) {
    clock.count(rapier.stepped_s(&before));
    let step_s = clock.end(rapier.speed());
    for (vehicle, handed, transform, velocity) in &bodies {
        let after = EngineMotion {
            translation: transform.translation,
            rotation: transform.rotation,
            velocity_m_s: velocity.linear,
            angular_velocity_rad_s: velocity.angular,
        };
        if let Some(push) = handed.push_to(&after, step_s) {
            world.push(vehicle.0, &push);
        }
    }
}

/// Rapier's colliders, for rays.
struct RapierRays<'a> {
    context: RapierContext<'a>,
    kinds: &'a Query<'a, 'a, &'static RigidBody>,
}

/// A collider at its place.
struct RapierSolid<'c>(&'c rapier::geometry::Collider);

impl RapierSolid<'_> {
    fn shape(&self) -> &dyn parry::shape::Shape {
        self.0.shape()
    }

    fn pose(&self) -> parry::math::Pose3 {
        *self.0.position()
    }
}

solid_by_parry!(RapierSolid<'_>, bevy_rapier3d::parry);

impl RayEngine for RapierRays<'_> {
    type Solid<'c>
        = RapierSolid<'c>
    where
        Self: 'c;

    fn near<'c>(&'c self, within: &Bounds, found: &mut dyn FnMut(Entity, RapierSolid<'c>)) {
        let colliders = self.context.colliders;
        let within = Aabb3d { min: within.low.into(), max: within.high.into() };
        self.context.with_query_pipeline(QueryFilter::new().exclude_sensors(), |pipeline| {
            for entity in pipeline.intersect_aabb_conservative(within) {
                let handle = colliders.entity2collider().get(&entity);
                if let Some(collider) = handle.and_then(|handle| colliders.colliders.get(*handle)) {
                    found(entity, RapierSolid(collider));
                }
            }
        });
    }

    fn cast(&self, ray: &EngineRay, is_met: &dyn Fn(Entity) -> bool) -> Option<EngineHit> {
        let filter = QueryFilter { predicate: Some(is_met), ..QueryFilter::new().exclude_sensors() };
        let (collider, hit) =
            self.context.cast_ray_and_get_normal(ray.from, *ray.direction, ray.reach_m, false, filter)?;
        Some(EngineHit { collider, distance_m: hit.time_of_impact, normal: hit.normal })
    }

    fn is_dynamic(&self, entity: Entity) -> Option<bool> {
        self.kinds.get(entity).ok().map(|kind| *kind == RigidBody::Dynamic)
    }
}

/// Moves all cars on, those with bodies on Rapier's colliders.
fn step_over(
    mut parts: StepWithEngine,
    context: ReadRapierContext,
    kinds: Query<&'static RigidBody>,
    mut rays: RayParts,
) {
    parts.step(|world, dt| {
        let Ok(context) = context.single() else { return world.step(dt) };
        rays.step_over(world, dt, &RapierRays { context, kinds: &kinds })
    });
}
