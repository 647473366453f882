//! Games with Avian, without a window.
#![allow(clippy::disallowed_methods)]

mod bodies;

use avian3d::prelude::*;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use bodies::engine::{Block, Engine};

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
}

specification!(Avian);
