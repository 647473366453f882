//! Bodies that come and go.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use super::engine::{
    Block, Engine, PRESET, app, bare_app, begin, body, car, coast, mass_kg, messages, place_m, plain,
    seconds, spawn_car, spawn_car_with, velocity_m_s, world,
};

/// Drives for 8 s, by a script with bends and brakes; the hash of the world after each second.
fn hashes(app: &mut App, entity: Entity) -> Vec<u64> {
    let drive = |throttle, brake, steer_rad| VehicleControls {
        throttle,
        brake,
        steer_rad,
        ..VehicleControls::default()
    };
    let script = [
        drive(1.0, 0.0, 0.0),
        drive(1.0, 0.0, 0.0),
        drive(0.5, 0.0, 0.08),
        drive(0.5, 0.0, -0.08),
        drive(0.0, 1.0, 0.02),
        drive(0.0, 1.0, 0.0),
        drive(0.3, 0.0, 0.3),
        drive(0.0, 0.5, 0.0),
    ];
    let mut found = Vec::new();
    for controls in script {
        super::engine::control(app, entity, controls);
        seconds(app, 1.0);
        found.push(world(app).hash());
    }
    found
}

/// A car that touches nothing has the bits of one without an engine, where both are on Skidpad's ground, and also on one
/// level face of the engine's, with a collider of its own or without.
pub fn what_touches_nothing_has_its_bits<E: Engine>() {
    let on_skidpads = VehicleBody { is_on_colliders: false, ..VehicleBody::default() };
    let mut bare = bare_app();
    bare.add_plugins(SkidpadPlugin::default());
    begin(&mut bare);
    let without = Vehicle::preset(PRESET).with_model("spatial").with_speed(5.0).in_space();
    let without = bare.world_mut().spawn((without, Transform::IDENTITY)).id();
    bare.update();
    let without = hashes(&mut bare, without);
    let mut game = app::<E>();
    let with = spawn_car_with(&mut game, 5.0, Transform::IDENTITY, on_skidpads);
    game.update();
    assert_eq!(hashes(&mut game, with), without);
    assert!(body(&game, with).is_some_and(|body| E::has_collider(&game, body)));
    let [with_hull, without_hull] = [true, false].map(|has_hull| {
        let mut game = plain::<E>(1.0);
        let kind = VehicleBody { has_hull, ..VehicleBody::default() };
        let entity = spawn_car_with(&mut game, 5.0, Transform::IDENTITY, kind);
        game.update();
        hashes(&mut game, entity)
    });
    assert_eq!(with_hull, without_hull);
    assert_eq!(with_hull, without, "a level face at height 0 is Skidpad's ground");
}

pub fn a_body_goes_with_its_vehicle<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let [despawned, without, no_car] =
        [0.0, 10.0, 20.0].map(|x| spawn_car(&mut app, 0.0, Transform::from_xyz(x, 0.0, 0.0)));
    app.update();
    let bodies = [despawned, without, no_car].map(|entity| body(&app, entity).expect("a body"));
    assert!(bodies.iter().all(|body| E::has_collider(&app, *body)));
    assert!(app.world_mut().despawn(despawned));
    app.world_mut().entity_mut(without).remove::<VehicleBody>();
    app.world_mut().entity_mut(no_car).remove::<Vehicle>();
    app.update();
    app.update();
    for body in bodies {
        assert!(app.world().get_entity(body).is_err(), "{body}");
    }
    assert!(world(&app).car(despawned).is_none() && world(&app).car(no_car).is_none());
    // The other drives on, meets Skidpad's own walls again, and gets a body again.
    let id = world(&app).id(without).unwrap();
    assert!(world(&app).world().body(id).is_some());
    app.world_mut().entity_mut(without).insert(VehicleBody::default());
    app.update();
    assert!(body(&app, without).is_some() && world(&app).world().body(id).is_none());
}

pub fn a_car_in_the_plane_is_refused<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let flat = app.world_mut().spawn((Vehicle::preset(PRESET), VehicleBody::default())).id();
    let faults: Vec<VehicleFault> = messages(&mut app, 20);
    assert_eq!(faults.len(), 1, "{faults:?}");
    let message = faults[0].to_string();
    assert!(
        message.contains("the model two_track does not move in space") && message.contains("spatial"),
        "{message}"
    );
    assert_eq!(faults[0].vehicle, Some(flat));
    assert!(body(&app, flat).is_none() && world(&app).car(flat).is_some(), "it drives without");
}

/// A bumper of the game's own, 3 m ahead of the car.
pub fn a_body_may_have_colliders_of_its_own<E: Engine>() {
    let mut app = plain::<E>(1.0);
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, 1.0, -10.5), [5.0, 1.0, 0.5]));
    let kind = VehicleBody { has_hull: false, ..VehicleBody::default() };
    let long = spawn_car_with(&mut app, 5.0, Transform::IDENTITY, kind);
    let own = app.world_mut().spawn((VehicleBodyOf(long), Transform::IDENTITY)).id();
    E::collider(&mut app, own, Transform::from_xyz(0.0, 0.3, -3.0), [0.5, 0.2, 2.0]);
    coast(&mut app, long);
    seconds(&mut app, 3.0);
    assert_eq!(body(&app, long), Some(own));
    assert!(!E::has_collider(&app, own));
    let z = place_m(&app, long).z;
    assert!((-5.2..-3.0).contains(&z) && velocity_m_s(&app, long).length() < 3.0, "{z}");
}

pub fn a_material_out_of_range_is_refused<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let wrong = GroundMaterial { grip: -0.5, ..GroundMaterial::default() };
    let collider = E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, -5.0, 0.0), [1.0; 3]));
    app.world_mut().entity_mut(collider).insert(wrong);
    let faults: Vec<VehicleFault> = messages(&mut app, 5);
    assert!(faults.len() == 1 && faults[0].to_string().contains("grip = -0.5"), "{faults:?}");
    assert!(app.world().get::<GroundMaterial>(collider).is_none());
}

/// Another car in the place of the first has its own mass in the engine, as a blow shows.
pub fn another_car_has_its_mass<E: Engine>() {
    let crate_kg = 400.0;
    let speeds_m_s = ["mx5-nd-2016", "corvette-c5"].map(|preset| {
        let mut app = plain::<E>(0.01);
        let block = Block {
            place: Transform::from_xyz(0.0, 0.5, -8.0),
            half_m: [0.5; 3],
            mass_kg: Some(crate_kg),
            friction: 0.0,
            is_sensor: false,
        };
        let pushed = E::spawn(&mut app, &block);
        let entity = spawn_car(&mut app, 10.0, Transform::IDENTITY);
        coast(&mut app, entity);
        app.update();
        let vehicle = Vehicle::preset(preset).with_model("spatial").with_speed(10.0).in_space();
        app.world_mut().entity_mut(entity).insert(vehicle);
        app.update();
        let momentum = |app: &App| {
            velocity_m_s(app, entity).z * mass_kg(app, entity)
                + f64::from(E::velocity_m_s(app, pushed).z * crate_kg)
        };
        let before = momentum(&app);
        seconds(&mut app, 1.0);
        let after = momentum(&app);
        assert!((after / before - 1.0).abs() < 0.03, "{preset}: {before} {after}");
        (mass_kg(&app, entity), f64::from(-E::velocity_m_s(&app, pushed).z))
    });
    let [light, heavy] = speeds_m_s;
    assert!(heavy.0 > light.0 + 200.0 && heavy.1 > light.1 + 0.2, "{speeds_m_s:?}");
}

pub fn a_ghost_meets_nothing<E: Engine>() {
    let mut app = plain::<E>(1.0);
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, 1.0, -10.5), [5.0, 1.0, 0.5]));
    let ghost = Vehicle::preset(PRESET).with_model("spatial").with_speed(15.0).in_space().as_ghost();
    let ghost = app.world_mut().spawn((ghost, VehicleBody::default(), Transform::IDENTITY)).id();
    coast(&mut app, ghost);
    seconds(&mut app, 2.0);
    assert!(place_m(&app, ghost).z < -20.0, "{}", place_m(&app, ghost));
    assert!(car(&app, ghost).found_ground().is_some(), "it drives on the colliders");
}

/// Extents of the collider of a car's body, m.
fn hull_m<E: Engine>(app: &App, entity: Entity) -> Option<Vec3> {
    E::extents_m(app, body(app, entity).expect("a body"))
}

/// The plugin's collider changes with the vehicle and goes with it; one of the game's stays.
pub fn a_hull_follows_its_vehicle<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let entity = spawn_car(&mut app, 0.0, Transform::IDENTITY);
    app.update();
    let own = body(&app, entity);
    let small = hull_m::<E>(&app, entity).expect("a hull");
    let vehicle = |preset: &str| Vehicle::preset(preset).with_model("spatial").in_space();
    app.world_mut().entity_mut(entity).insert(vehicle("corvette-c5"));
    app.update();
    let large = hull_m::<E>(&app, entity).expect("a hull");
    assert!(large.z > small.z + 0.3, "{small} {large}");
    app.world_mut().entity_mut(entity).insert(vehicle("corvette-c5").as_ghost());
    app.update();
    assert!(hull_m::<E>(&app, entity).is_none(), "a ghost has none");
    app.world_mut().entity_mut(entity).insert(vehicle(PRESET));
    app.update();
    assert!(hull_m::<E>(&app, entity).is_some_and(|again| again.abs_diff_eq(small, 1e-6)));
    let without = VehicleBody { has_hull: false, ..VehicleBody::default() };
    app.world_mut().entity_mut(entity).insert(without);
    app.update();
    assert!(hull_m::<E>(&app, entity).is_none());
    // The game's own.
    let body = body(&app, entity).expect("a body");
    E::insert_collider(&mut app, body, [0.5, 0.3, 1.0]);
    app.world_mut().entity_mut(entity).insert((VehicleBody::default(), vehicle("corvette-c5")));
    app.update();
    let kept = hull_m::<E>(&app, entity).expect("its own");
    assert!(kept.abs_diff_eq(Vec3::new(1.0, 0.6, 2.0), 1e-3), "{kept}");
    assert_eq!(self::body(&app, entity), own);
}

/// A body of the game's own that comes after the vehicle takes the place of the plugin's.
pub fn a_body_may_come_later<E: Engine>() {
    let mut app = plain::<E>(1.0);
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, 1.0, -10.5), [5.0, 1.0, 0.5]));
    let kind = VehicleBody { has_hull: false, ..VehicleBody::default() };
    let long = spawn_car_with(&mut app, 5.0, Transform::IDENTITY, kind);
    coast(&mut app, long);
    seconds(&mut app, 0.1);
    let first = body(&app, long).expect("the plugin's");
    let own = app.world_mut().spawn((VehicleBodyOf(long), Transform::IDENTITY)).id();
    E::collider(&mut app, own, Transform::from_xyz(0.0, 0.3, -3.0), [0.5, 0.2, 2.0]);
    app.update();
    assert_eq!(body(&app, long), Some(own));
    assert!(app.world().get_entity(first).is_err(), "the plugin's is gone");
    seconds(&mut app, 3.0);
    let z = place_m(&app, long).z;
    assert!((-5.2..-3.0).contains(&z) && velocity_m_s(&app, long).length() < 3.0, "{z}");
    // Without it the plugin's comes again.
    app.world_mut().entity_mut(own).remove::<VehicleBodyOf>();
    app.update();
    app.update();
    let again = body(&app, long).expect("another");
    assert!(again != own && app.world().get_entity(own).is_ok());
}

/// Cars stand while their engine is paused, and go on with it.
pub fn cars_stand_while_the_engine_is_paused<E: Engine>() {
    let mut app = plain::<E>(1.0);
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, 1.0, -15.5), [5.0, 1.0, 0.5]));
    let paused = spawn_car(&mut app, 20.0, Transform::IDENTITY);
    coast(&mut app, paused);
    seconds(&mut app, 0.25);
    E::set_running(&mut app, false);
    // Avian makes one more step.
    app.update();
    let began_m = place_m(&app, paused).z;
    assert!(began_m < -4.0, "{began_m} m");
    let faults: Vec<VehicleFault> = messages(&mut app, 64);
    assert!(faults.is_empty() && place_m(&app, paused).z == began_m, "{faults:?} {}", place_m(&app, paused));
    E::set_running(&mut app, true);
    let faults: Vec<VehicleFault> = messages(&mut app, 64);
    let z = place_m(&app, paused).z;
    assert!(faults.is_empty() && (-14.0..-9.0).contains(&z), "stopped at the wall: {z} {faults:?}");
}

/// In slow motion cars are as slow as their engine: they come as far in four steps as in one.
pub fn cars_are_as_slow_as_their_engine<E: Engine>() {
    let [usual_m, slow_m] = [(1.0, 32), (0.25, 128)].map(|(speed, updates)| {
        let mut app = app::<E>();
        E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, -1.0, 0.0), [500.0, 1.0, 500.0]));
        let driven = spawn_car(&mut app, 20.0, Transform::IDENTITY);
        coast(&mut app, driven);
        E::set_speed(&mut app, speed);
        let faults: Vec<VehicleFault> = messages(&mut app, updates);
        assert!(faults.is_empty(), "{faults:?}");
        -place_m(&app, driven).z
    });
    assert!(usual_m > 9.0 && (slow_m / usual_m - 1.0).abs() < 0.01, "{usual_m} m and {slow_m} m");
}
