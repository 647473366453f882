//! Contacts with bodies of the engine.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Quat};
use bevy_skidpad::skidpad::world::world::outline_m;
use bevy_transform::prelude::*;

use super::engine::{
    Block, Engine, STEPS_HZ, angular_velocity_rad_s, body, brake, car, coast, mass_kg, place_m, plain,
    seconds, spawn_car, translation, velocity_m_s,
};

/// Grip of tyres that hardly act within a blow.
const SLIPPERY: f64 = 0.01;

/// A crate without friction on the floor.
fn crate_of(mass_kg: f32, place: Transform) -> Block {
    Block { place, half_m: [0.5; 3], mass_kg: Some(mass_kg), friction: 0.0, is_sensor: false }
}

/// Kinetic energy of a car and a body, J.
fn energy_j<E: Engine>(app: &App, entity: Entity, crate_kg: f64, other: Entity) -> f64 {
    let (own, its) = (velocity_m_s(app, entity), E::velocity_m_s(app, other).as_dvec3());
    let (yaw_rad_s, its_rad_s) = (angular_velocity_rad_s(app, entity), E::angular_velocity_rad_s(app, other));
    let yaw_kg_m2 = car(app, entity).vehicle().body().yaw_inertia_kg_m2;
    let cube_kg_m2 = crate_kg / 6.0;
    0.5 * mass_kg(app, entity) * own.length_squared()
        + 0.5 * crate_kg * its.length_squared()
        + 0.5 * yaw_kg_m2 * yaw_rad_s.y * yaw_rad_s.y
        + 0.5 * cube_kg_m2 * f64::from(its_rad_s.length_squared())
}

pub fn a_crate_is_pushed_and_momentum_kept<E: Engine>() {
    let crate_kg = 200.0;
    let mut app = plain::<E>(SLIPPERY);
    let pushed = E::spawn(&mut app, &crate_of(crate_kg as f32, Transform::from_xyz(0.0, 0.5, -8.0)));
    let pusher = spawn_car(&mut app, 10.0, Transform::IDENTITY);
    coast(&mut app, pusher);
    app.update();
    let momentum = |app: &App| {
        velocity_m_s(app, pusher) * mass_kg(app, pusher) + E::velocity_m_s(app, pushed).as_dvec3() * crate_kg
    };
    let is_pushed = |app: &App| E::velocity_m_s(app, pushed).z < -0.5;
    while !is_pushed(&app) {
        let (before, energy_before_j) = (momentum(&app), energy_j::<E>(&app, pusher, crate_kg, pushed));
        app.update();
        if is_pushed(&app) {
            let after = momentum(&app);
            let lost = DVec3::new(after.x - before.x, 0.0, after.z - before.z).length() / before.length();
            assert!(lost < 0.01, "{before} {after}");
            let energy_j = energy_j::<E>(&app, pusher, crate_kg, pushed);
            assert!(energy_j < energy_before_j, "{energy_before_j} J before, {energy_j} J behind");
        }
        assert!(place_m(&app, pusher).z > -8.0, "they meet");
    }
    let (began, began_j) = (momentum(&app), energy_j::<E>(&app, pusher, crate_kg, pushed));
    seconds(&mut app, 0.5);
    let (ended, ended_j) = (momentum(&app), energy_j::<E>(&app, pusher, crate_kg, pushed));
    assert!((ended.z / began.z - 1.0).abs() < 0.02, "{began} {ended}");
    assert!(ended_j < 1.005 * began_j, "{began_j} J {ended_j} J");
    let (own_m_s, its_m_s) = (-velocity_m_s(&app, pusher).z, f64::from(-E::velocity_m_s(&app, pushed).z));
    // Between a blow without restitution and one with that of the bodywork.
    let together_m_s = 10.0 * mass_kg(&app, pusher) / (mass_kg(&app, pusher) + crate_kg);
    assert!(own_m_s < 9.2 && own_m_s > 7.5, "{own_m_s} m/s");
    assert!(
        its_m_s > 0.97 * together_m_s && its_m_s < 1.35 * together_m_s,
        "{its_m_s} m/s of {together_m_s} m/s"
    );
    assert!(translation(&app, pushed).z < -11.0, "{}", translation(&app, pushed));
}

/// A body lower than the bonnet meets an upright bumper, not a wedge that lifts the car onto it.
pub fn a_low_crate_is_pushed_and_not_driven_over<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let low = Block { half_m: [0.2; 3], ..crate_of(100.0, Transform::from_xyz(0.0, 0.2, -10.0)) };
    let pushed = E::spawn(&mut app, &low);
    let pusher = spawn_car(&mut app, 20.0, Transform::IDENTITY);
    coast(&mut app, pusher);
    app.update();
    let nose_m = |app: &App| {
        let body = body(app, pusher).expect("a body");
        let [length_m, _, middle_m] = outline_m(car(app, pusher).vehicle());
        let ahead_m = 0.5 * length_m + middle_m;
        let place = app.world().get::<Transform>(body).expect("a place");
        f64::from(place.translation.y) + ahead_m * f64::from(place.forward().y)
    };
    let (began_m, mut risen_m) = (nose_m(&app), 0.0_f64);
    for _ in 0..STEPS_HZ as u32 {
        app.update();
        risen_m = risen_m.max(nose_m(&app) - began_m);
    }
    let (place_m, speed_m_s) = (translation(&app, pushed), -E::velocity_m_s(&app, pushed).z);
    assert!(risen_m < 0.2, "the nose rises by {risen_m} m");
    assert!(speed_m_s > 15.0 && place_m.z < -20.0, "{speed_m_s} m/s, {place_m}");
}

pub fn a_wall_stops_a_fast_car<E: Engine>() {
    for (speed_m_s, half_depth_m) in [(50.0, 0.5), (50.0, 0.1), (20.0, 0.1), (5.0, 0.05)] {
        let mut app = plain::<E>(1.0);
        let place = Transform::from_xyz(0.0, 1.5, -20.0 - half_depth_m);
        E::spawn(&mut app, &Block::fixed(place, [10.0, 1.5, half_depth_m]));
        let crashing = spawn_car(&mut app, speed_m_s, Transform::IDENTITY);
        coast(&mut app, crashing);
        let mut furthest_m = 0.0_f64;
        let (mut energy_j, mut began) = (f64::INFINITY, false);
        let (mut most_lateral_m_s, mut most_yaw_rad_s) = (0.0_f64, 0.0_f64);
        for _ in 0..((22.0 / speed_m_s + 1.0) * STEPS_HZ) as u32 {
            app.update();
            furthest_m = furthest_m.min(place_m(&app, crashing).z);
            let is_near = place_m(&app, crashing).z < -17.0;
            // Its energy does not grow, but for what its springs give back.
            let now_j = 0.5 * mass_kg(&app, crashing) * velocity_m_s(&app, crashing).length_squared();
            assert!(!(began && is_near) || now_j < energy_j + 2000.0, "{energy_j} J, then {now_j} J");
            energy_j = now_j;
            most_lateral_m_s = most_lateral_m_s.max(velocity_m_s(&app, crashing).x.abs());
            most_yaw_rad_s = most_yaw_rad_s.max(angular_velocity_rad_s(&app, crashing).y.abs());
            began |= is_near;
        }
        let (place, velocity) = (place_m(&app, crashing), velocity_m_s(&app, crashing));
        let context =
            format!("{speed_m_s} m/s, a wall of {half_depth_m} m: {furthest_m} m, {place}, {velocity}");
        // Up to the wall with its bumper, and not into it.
        let [length_m, _, middle_m] = outline_m(car(&app, crashing).vehicle());
        let into_wall_m = -furthest_m + 0.5 * length_m + middle_m - 20.0;
        assert!(into_wall_m.abs() < 0.06 && place.is_finite(), "{into_wall_m} m: {context}");
        assert!(velocity.length() < 0.4 * speed_m_s && place.y < 3.0, "{context}");
        // The hit is symmetric: it turns the car neither to the left nor to the right.
        let lateral_m_s = velocity.x.abs();
        let is_straight = lateral_m_s < 1.0 && most_lateral_m_s < 3.0 && most_yaw_rad_s < 1.0;
        assert!(is_straight, "{most_lateral_m_s} m/s, {most_yaw_rad_s} rad/s: {context}");
    }
}

pub fn two_cars_collide<E: Engine>() {
    let mut app = plain::<E>(SLIPPERY);
    let ahead = spawn_car(&mut app, 0.0, Transform::from_xyz(0.3, 0.0, -10.0));
    let behind = spawn_car(&mut app, 15.0, Transform::IDENTITY);
    coast(&mut app, ahead);
    coast(&mut app, behind);
    let momentum = |app: &App| {
        [ahead, behind].map(|entity| velocity_m_s(app, entity) * mass_kg(app, entity)).iter().sum::<DVec3>()
    };
    seconds(&mut app, 0.2);
    let before = momentum(&app);
    seconds(&mut app, 0.6);
    let after = momentum(&app);
    assert!((after.z / before.z - 1.0).abs() < 0.02, "{before} {after}");
    let [ahead_m_s, behind_m_s] = [ahead, behind].map(|entity| -velocity_m_s(&app, entity).z);
    assert!(
        ahead_m_s > 7.0 && behind_m_s < 8.0 && ahead_m_s > behind_m_s,
        "{ahead_m_s} m/s, {behind_m_s} m/s"
    );
    // The one ahead is 0.3 m to the right: it is hit to the left of its centre of mass, and turns to the right; the other is held back to
    // the right of its own, and turns to the right, too.
    let spins_rad_s = [ahead, behind].map(|entity| angular_velocity_rad_s(&app, entity).y);
    assert!(spins_rad_s.iter().all(|spin_rad_s| *spin_rad_s < -0.05), "{spins_rad_s:?} rad/s");
    // Skidpad's own world had no part in it.
    assert!(world_impacts(&app) == 0);
}

fn world_impacts(app: &App) -> usize {
    super::engine::world(app).world().impacts().len()
}

/// A load on the roof is carried by the wheels: contacts that last are handed over, too.
pub fn a_load_on_the_roof_is_on_the_wheels<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let loaded = spawn_car(&mut app, 0.0, Transform::IDENTITY);
    brake(&mut app, loaded);
    seconds(&mut app, 2.0);
    let sum_n = |app: &App| car(app, loaded).wheels().iter().map(|wheel| wheel.load_n).sum::<f64>();
    let without_n = sum_n(&app);
    let middle_m = place_m(&app, loaded).as_vec3();
    let load = Block {
        place: Transform::from_xyz(middle_m.x, 1.35, middle_m.z + 0.15),
        half_m: [0.3, 0.1, 0.3],
        mass_kg: Some(100.0),
        friction: 0.8,
        is_sensor: false,
    };
    let load = E::spawn(&mut app, &load);
    seconds(&mut app, 3.0);
    let mut mean_n = 0.0;
    for _ in 0..64 {
        app.update();
        mean_n += sum_n(&app) / 64.0;
    }
    let added_n = mean_n - without_n;
    assert!((added_n / (100.0 * 9.81) - 1.0).abs() < 0.05, "{added_n} N");
    assert!(translation(&app, load).y > 1.1, "it lies on the roof: {}", translation(&app, load));
    assert!(velocity_m_s(&app, loaded).length() < 0.01, "{}", velocity_m_s(&app, loaded));
}

pub fn a_car_comes_to_rest_on_its_roof<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let over = Quat::from_rotation_z(3.0);
    let fallen = spawn_car(&mut app, 4.0, Transform::from_xyz(0.0, 2.5, 0.0).with_rotation(over));
    coast(&mut app, fallen);
    let mut highest_m = 0.0_f64;
    for step in 0..(6.0 * STEPS_HZ) as u32 {
        app.update();
        if step > 64 {
            highest_m = highest_m.max(place_m(&app, fallen).y);
        }
    }
    let (place, velocity) = (place_m(&app, fallen), velocity_m_s(&app, fallen));
    assert!(place.is_finite() && highest_m < 2.0, "{highest_m} m");
    assert!(place.y > 0.2 && place.y < 1.2 && velocity.length() < 0.3, "{place} {velocity}");
    let body = body(&app, fallen).expect("a body");
    let up = app.world().get::<Transform>(body).expect("a place").up();
    assert!(up.y < -0.9, "it lies on its roof: {up:?}");
}

/// A blow beside the centre of mass: angular momentum about the vertical axis is kept, too.
pub fn a_glancing_blow_turns_the_car<E: Engine>() {
    let crate_kg = 300.0;
    let mut app = plain::<E>(SLIPPERY);
    let pushed = E::spawn(&mut app, &crate_of(crate_kg as f32, Transform::from_xyz(0.8, 0.5, -6.0)));
    let turning = spawn_car(&mut app, 10.0, Transform::IDENTITY);
    coast(&mut app, turning);
    let yaw_kg_m2 = car_yaw(&mut app, turning);
    let spin = |app: &App| {
        let (own, its) = (place_m(app, turning), translation(app, pushed).as_dvec3());
        let (own_m_s, its_m_s) = (velocity_m_s(app, turning), E::velocity_m_s(app, pushed).as_dvec3());
        let its_rad_s = f64::from(E::angular_velocity_rad_s(app, pushed).y);
        yaw_kg_m2 * angular_velocity_rad_s(app, turning).y
            + crate_kg / 6.0 * its_rad_s
            + mass_kg(app, turning) * own.cross(own_m_s).y
            + crate_kg * its.cross(its_m_s).y
    };
    seconds(&mut app, 0.2);
    let before = spin(&app);
    seconds(&mut app, 0.4);
    let after = spin(&app);
    let scale = mass_kg(&app, turning) * 10.0 * 0.8;
    assert!((after - before).abs() < 0.01 * scale, "{before} {after} of {scale} kg m^2/s");
    let yaw_rad_s = angular_velocity_rad_s(&app, turning).y;
    assert!(yaw_rad_s < -0.1, "towards the crate: {yaw_rad_s} rad/s");
    assert!(body(&app, turning).is_some());
}

fn car_yaw(app: &mut App, entity: Entity) -> f64 {
    app.update();
    car(app, entity).vehicle().body().yaw_inertia_kg_m2
}
