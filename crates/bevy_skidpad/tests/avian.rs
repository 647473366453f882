//! Games with Avian, without a window.
#![allow(clippy::disallowed_methods)]

mod bodies;

use avian3d::prelude::*;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_skidpad::prelude::*;
use bevy_time::Time;
use bevy_transform::prelude::*;

use bodies::engine::{Block, Engine, bare_app, begin, messages, place_m, spawn_car};

/// Avian, as games add it.
struct Avian;

impl Engine for Avian {
    fn add(app: &mut App) {
        app.add_plugins((PhysicsPlugins::default(), SkidpadAvianPlugin::default()));
    }

    fn spawn(app: &mut App, block: &Block) -> Entity {
        let (place, [x, y, z]) = (block.place, block.half_m.map(|half_m| 2.0 * half_m));
        let friction = Friction::new(block.friction).with_combine_rule(CoefficientCombine::Min);
        let solid = (place, Collider::cuboid(x, y, z), friction, Restitution::ZERO);
        let mut entity = app.world_mut().spawn(solid);
        match block.mass_kg {
            Some(mass_kg) => entity.insert((RigidBody::Dynamic, Mass(mass_kg))),
            None => entity.insert(RigidBody::Static),
        };
        if block.is_sensor {
            entity.insert(Sensor);
        }
        entity.id()
    }

    fn mesh(app: &mut App, vertices: Vec<Vec3>, indices: Vec<[u32; 3]>) -> Entity {
        app.world_mut()
            .spawn((RigidBody::Static, Collider::trimesh(vertices, indices), Transform::IDENTITY))
            .id()
    }

    fn height_field(app: &mut App, heights_m: &[Vec<f32>], size_m: Vec3) -> Entity {
        // By x first, then by z.
        let collider = Collider::heightfield(heights_m.to_vec(), size_m);
        app.world_mut().spawn((RigidBody::Static, collider, Transform::IDENTITY)).id()
    }

    fn collider(app: &mut App, body: Entity, place: Transform, half_m: [f32; 3]) {
        let [x, y, z] = half_m.map(|half_m| 2.0 * half_m);
        app.world_mut().spawn((Collider::cuboid(x, y, z), place, ChildOf(body)));
    }

    fn velocity_m_s(app: &App, entity: Entity) -> Vec3 {
        app.world().get::<LinearVelocity>(entity).expect("a body").0
    }

    fn angular_velocity_rad_s(app: &App, entity: Entity) -> Vec3 {
        app.world().get::<AngularVelocity>(entity).expect("a body").0
    }

    fn has_collider(app: &App, entity: Entity) -> bool {
        app.world().get::<Collider>(entity).is_some()
    }

    fn extents_m(app: &App, entity: Entity) -> Option<Vec3> {
        let collider = app.world().get::<Collider>(entity)?;
        Some(collider.aabb(Vec3::ZERO, Rotation::default()).size())
    }

    fn insert_collider(app: &mut App, entity: Entity, half_m: [f32; 3]) {
        let [x, y, z] = half_m.map(|half_m| 2.0 * half_m);
        app.world_mut().entity_mut(entity).insert(Collider::cuboid(x, y, z));
    }

    fn set_running(app: &mut App, is_running: bool) {
        let mut time = app.world_mut().resource_mut::<Time<Physics>>();
        if is_running { time.unpause() } else { time.pause() }
    }

    fn set_speed(app: &mut App, speed: f32) {
        app.world_mut().resource_mut::<Time<Physics>>().set_relative_speed(speed);
    }
}

specification!(Avian);

/// An Avian in another schedule than the plugin's is named, once, and its cars do not drive through walls.
#[test]
fn an_avian_that_does_not_step_with_the_cars_is_named() {
    let mut app = bare_app();
    app.add_plugins((SkidpadPlugin::default(), PhysicsPlugins::new(PostUpdate)));
    app.add_plugins(SkidpadAvianPlugin::default());
    begin(&mut app);
    let driven = spawn_car(&mut app, 5.0, Transform::IDENTITY);
    let faults: Vec<VehicleFault> = messages(&mut app, 30);
    assert!(faults.len() == 1 && faults[0].to_string().contains("steps by 0 s"), "{faults:?}");
    assert!(place_m(&app, driven).z == 0.0, "{}", place_m(&app, driven));
}

/// Without the engine's own plugin cars drive on Skidpad's ground.
#[test]
fn a_game_may_leave_the_engine_out() {
    let mut app = bare_app();
    app.add_plugins(SkidpadAvianPlugin::default());
    begin(&mut app);
    let driven = spawn_car(&mut app, 5.0, Transform::IDENTITY);
    let faults: Vec<VehicleFault> = messages(&mut app, 64);
    assert!(faults.is_empty(), "{faults:?}");
    assert!(place_m(&app, driven).z < -4.0, "{}", place_m(&app, driven));
}
