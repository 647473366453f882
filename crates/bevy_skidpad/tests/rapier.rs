//! Games with Rapier, without a window.
#![allow(clippy::disallowed_methods)]

mod bodies;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_rapier3d::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use bodies::engine::{Block, Engine, STEPS_HZ, bare_app, begin, messages, place_m, spawn_car};

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

    fn extents_m(app: &App, entity: Entity) -> Option<Vec3> {
        let collider = app.world().get::<Collider>(entity)?;
        Some(collider.raw.compute_local_aabb().extents())
    }

    fn insert_collider(app: &mut App, entity: Entity, half_m: [f32; 3]) {
        let [x, y, z] = half_m;
        app.world_mut().entity_mut(entity).insert(Collider::cuboid(x, y, z));
    }

    fn set_running(app: &mut App, is_running: bool) {
        let mut contexts = app.world_mut().query::<&mut RapierConfiguration>();
        contexts.single_mut(app.world_mut()).expect("a context").physics_pipeline_active = is_running;
    }

    fn set_speed(app: &mut App, speed: f32) {
        let mode = TimestepMode::Variable { max_dt: 1.0, time_scale: speed, substeps: 1 };
        app.insert_resource(mode);
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

/// A fault is told again where the step was right in between; one in `TimestepMode::Interpolated` is none, whatever its speed.
#[test]
fn a_fault_is_told_again_after_a_right_step() {
    let dt = 1.0 / STEPS_HZ as f32;
    let mut app = bodies::engine::app::<Rapier>();
    spawn_car(&mut app, 5.0, Transform::IDENTITY);
    let modes = [
        (TimestepMode::Fixed { dt: 0.5 * dt, substeps: 1 }, 1),
        (TimestepMode::Fixed { dt, substeps: 1 }, 0),
        (TimestepMode::Fixed { dt: 0.5 * dt, substeps: 1 }, 1),
        (TimestepMode::Interpolated { dt, time_scale: 0.5, substeps: 1 }, 0),
        (TimestepMode::Interpolated { dt: 0.5 * dt, time_scale: 2.0, substeps: 1 }, 0),
        (TimestepMode::Interpolated { dt: 3.0 * dt, time_scale: 1.0, substeps: 1 }, 1),
    ];
    for (mode, count) in modes {
        app.insert_resource(mode);
        app.update();
        let faults: Vec<VehicleFault> =
            app.world_mut().resource_mut::<Messages<VehicleFault>>().drain().collect();
        assert_eq!(faults.len(), count, "{mode:?}: {faults:?}");
    }
}

/// The parameters of Rapier are the game's own before and after a blow.
#[test]
fn the_parameters_are_those_of_the_game_after_a_blow() {
    let mut app = bodies::engine::plain::<Rapier>(1.0);
    let place = Transform::from_xyz(0.0, 1.5, -12.5);
    <Rapier as Engine>::spawn(&mut app, &Block::fixed(place, [10.0, 1.5, 0.5]));
    let crashing = spawn_car(&mut app, 30.0, Transform::IDENTITY);
    let mut contexts = app.world_mut().query::<&RapierContextSimulation>();
    let mut parameters = |app: &App| {
        let now = contexts.single(app.world()).expect("a context").integration_parameters;
        (now.num_internal_pgs_iterations, now.normalized_prediction_distance)
    };
    let began = parameters(&app);
    for _ in 0..STEPS_HZ as u32 {
        app.update();
        assert_eq!(parameters(&app), began);
    }
    assert!(bodies::engine::velocity_m_s(&app, crashing).z > 0.0, "it has hit the wall");
}

/// Without the engine's own plugin cars drive on Skidpad's ground.
#[test]
fn a_game_may_leave_the_engine_out() {
    let mut app = bare_app();
    app.add_plugins(SkidpadRapierPlugin::default());
    begin(&mut app);
    let driven = spawn_car(&mut app, 5.0, Transform::IDENTITY);
    let faults: Vec<VehicleFault> = messages(&mut app, 64);
    assert!(faults.is_empty(), "{faults:?}");
    assert!(place_m(&app, driven).z < -4.0, "{}", place_m(&app, driven));
}
