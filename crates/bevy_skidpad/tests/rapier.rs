//! Games with Rapier, without a window.
#![allow(clippy::disallowed_methods)]

mod bodies;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_rapier3d::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use bodies::engine::{Block, Engine, STEPS_HZ, bare_app, begin, messages, spawn_car};

/// Rapier, as games add it.
struct Rapier;

impl Engine for Rapier {
    fn add(app: &mut App) {
        let rapier = RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule();
        app.insert_resource(TimestepMode::Fixed { dt: 1.0 / STEPS_HZ as f32, substeps: 1 })
            .add_plugins((rapier, SkidpadRapierPlugin::default()));
    }

    fn spawn(app: &mut App, block: &Block) -> Entity {
        let [x, y, z] = block.half_m;
        let friction = Friction { coefficient: block.friction, combine_rule: CoefficientCombineRule::Min };
        let solid = (block.place, Collider::cuboid(x, y, z), friction);
        let mut entity = app.world_mut().spawn(solid);
        match block.mass_kg {
            Some(mass_kg) => entity.insert((
                RigidBody::Dynamic,
                ColliderMassProperties::Mass(mass_kg),
                Velocity::default(),
            )),
            None => entity.insert(RigidBody::Fixed),
        };
        if block.is_sensor {
            entity.insert(Sensor);
        }
        entity.id()
    }

    fn mesh(app: &mut App, vertices: Vec<Vec3>, indices: Vec<[u32; 3]>) -> Entity {
        let collider = Collider::trimesh(vertices, indices).expect("triangles");
        app.world_mut().spawn((RigidBody::Fixed, collider, Transform::IDENTITY)).id()
    }

    fn height_field(app: &mut App, heights_m: &[Vec<f32>], size_m: Vec3) -> Entity {
        // Rows are along z, columns along x, and a column's heights follow each other.
        let (columns, rows) = (heights_m.len(), heights_m[0].len());
        let collider = Collider::heightfield(heights_m.concat(), rows, columns, size_m);
        app.world_mut().spawn((RigidBody::Fixed, collider, Transform::IDENTITY)).id()
    }

    fn collider(app: &mut App, body: Entity, place: Transform, half_m: [f32; 3]) {
        let [x, y, z] = half_m;
        let collider = (Collider::cuboid(x, y, z), ColliderMassProperties::Density(0.0));
        app.world_mut().spawn((collider, place, ChildOf(body)));
    }

    fn velocity_m_s(app: &App, entity: Entity) -> Vec3 {
        app.world().get::<Velocity>(entity).expect("a body").linear
    }

    fn angular_velocity_rad_s(app: &App, entity: Entity) -> Vec3 {
        app.world().get::<Velocity>(entity).expect("a body").angular
    }

    fn has_collider(app: &App, entity: Entity) -> bool {
        app.world().get::<Collider>(entity).is_some()
    }
}

specification!(Rapier);

/// Faults of a game with Rapier in a schedule.
fn faults(rapier: RapierPhysicsPlugin<NoUserData>, mode: TimestepMode) -> Vec<String> {
    let mut app = bare_app();
    app.insert_resource(mode).add_plugins((SkidpadPlugin::default(), rapier, SkidpadRapierPlugin::default()));
    begin(&mut app);
    spawn_car(&mut app, 5.0, Transform::IDENTITY);
    messages::<VehicleFault>(&mut app, 30).iter().map(ToString::to_string).collect()
}

/// By its own default Rapier steps with the pictures, where no contact reached a car; it is said, once.
#[test]
fn a_rapier_that_does_not_step_with_the_cars_is_named() {
    let dt = 1.0 / STEPS_HZ as f32;
    let fixed = |dt: f32| TimestepMode::Fixed { dt, substeps: 1 };
    let with_pictures = faults(RapierPhysicsPlugin::default(), fixed(dt));
    assert!(with_pictures.len() == 1 && with_pictures[0].contains("steps by 0 s"), "{with_pictures:?}");
    let too_long = faults(RapierPhysicsPlugin::default().in_fixed_schedule(), fixed(1.0 / 30.0));
    assert!(too_long.len() == 1 && too_long[0].contains("Time<Fixed>"), "{too_long:?}");
    let right = faults(RapierPhysicsPlugin::default().in_fixed_schedule(), fixed(dt));
    assert!(right.is_empty(), "{right:?}");
}
