//! Colliders as ground.

use bevy_math::{Quat, Vec3};
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use super::engine::{
    Block, Engine, app, body, brake, car, coast, place_m, plain, seconds, spawn_car, spawn_car_with,
    velocity_m_s,
};

const GRAVITY_M_S2: f64 = 9.80665;

/// Loads of the wheels, N.
fn loads_n(app: &bevy_app::App, entity: bevy_ecs::entity::Entity) -> Vec<f64> {
    car(app, entity).wheels().iter().map(|wheel| wheel.load_n).collect()
}

pub fn a_parked_car_stays_on_a_slope<E: Engine>() {
    let mut app = app::<E>();
    // Ten degrees up, with its top through the origin.
    let slope = Quat::from_rotation_x(10.0_f32.to_radians());
    let place = Transform::from_translation(slope * Vec3::NEG_Y).with_rotation(slope);
    E::spawn(&mut app, &Block::fixed(place, [50.0, 1.0, 50.0]));
    let parked = spawn_car(&mut app, 0.0, Transform::from_rotation(slope));
    brake(&mut app, parked);
    seconds(&mut app, 4.0);
    let began_m = place_m(&app, parked);
    assert!(loads_n(&app, parked).iter().all(|load_n| *load_n > 1000.0), "{:?}", loads_n(&app, parked));
    seconds(&mut app, 10.0);
    let moved_m = place_m(&app, parked).distance(began_m);
    assert!(moved_m < 1e-3, "{moved_m} m");
    assert!(place_m(&app, parked).y < 0.8, "on the slope: {}", place_m(&app, parked));
    // Without the brake it rolls down.
    coast(&mut app, parked);
    seconds(&mut app, 2.0);
    assert!(place_m(&app, parked).z > 1.0, "{}", place_m(&app, parked));
}

/// Vertices and triangles of a wedge, up to 1.5 m within 10 m from the origin along -z, with a plane before.
fn ramp() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let profile = [(100.0, 0.0), (0.0, 0.0), (-10.0, 1.5)];
    let vertices =
        profile.iter().flat_map(|(z, y)| [Vec3::new(-5.0, *y, *z), Vec3::new(5.0, *y, *z)]).collect();
    (vertices, vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]])
}

pub fn a_car_drives_up_a_ramp_and_jumps<E: Engine>() {
    let mut app = app::<E>();
    let (vertices, indices) = ramp();
    E::mesh(&mut app, vertices, indices);
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, -1.0, -100.0), [50.0, 1.0, 89.0]));
    let jumper = spawn_car(&mut app, 20.0, Transform::from_xyz(0.0, 0.0, 40.0));
    coast(&mut app, jumper);
    app.update();
    let is_flying = |app: &bevy_app::App| loads_n(app, jumper).iter().all(|load_n| *load_n == 0.0);
    let mut steps = 0;
    while !is_flying(&app) || place_m(&app, jumper).z > -11.0 {
        app.update();
        steps += 1;
        assert!(steps < 400, "it does not jump: {}", place_m(&app, jumper));
    }
    // From here on its centre of mass is on a parabola, less what the air does to it.
    let (from_m, from_m_s) = (place_m(&app, jumper), velocity_m_s(&app, jumper));
    assert!(from_m_s.y > 1.0 && from_m.y > 1.5, "{from_m} {from_m_s}");
    let mut time_s = 0.0;
    let (mut highest_m, mut worst_m) = (from_m.y, 0.0_f64);
    while is_flying(&app) {
        let expected_m = from_m.y + from_m_s.y * time_s - 0.5 * GRAVITY_M_S2 * time_s * time_s;
        worst_m = worst_m.max((place_m(&app, jumper).y - expected_m).abs());
        highest_m = highest_m.max(place_m(&app, jumper).y);
        app.update();
        time_s += 1.0 / super::engine::STEPS_HZ;
        assert!(time_s < 3.0);
    }
    let top_m = from_m.y + from_m_s.y * from_m_s.y / (2.0 * GRAVITY_M_S2);
    assert!(time_s > 0.5 && worst_m < 0.02, "{time_s} s in the air, {worst_m} m off");
    assert!((highest_m - top_m).abs() < 0.01, "{highest_m} m of {top_m} m");
    // And it lands.
    brake(&mut app, jumper);
    seconds(&mut app, 4.0);
    assert!(velocity_m_s(&app, jumper).length() < 0.05, "{}", velocity_m_s(&app, jumper));
    assert!((place_m(&app, jumper).y - 0.5).abs() < 0.2, "{}", place_m(&app, jumper));
}

pub fn a_height_field_carries_a_car<E: Engine>() {
    let mut app = app::<E>();
    // A hill of 2 m along -z, of 101 x 101 heights over 100 m.
    let height_m = |z_m: f32| if z_m < -5.0 { 0.1 * (-5.0 - z_m).min(20.0) } else { 0.0 };
    let column: Vec<f32> = (0_u8..101).map(|row| height_m(f32::from(row) - 50.0)).collect();
    let heights_m = vec![column; 101];
    E::height_field(&mut app, &heights_m, Vec3::new(100.0, 1.0, 100.0));
    let climber = spawn_car(&mut app, 10.0, Transform::from_xyz(0.0, 0.0, 10.0));
    seconds(&mut app, 0.5);
    let below_m = place_m(&app, climber).y;
    bevy_controls(&mut app, climber, 0.4);
    let (mut steps, mut on_the_way_m) = (0, 0.0);
    while place_m(&app, climber).z > -35.0 {
        app.update();
        steps += 1;
        assert!(steps < 600, "{}", place_m(&app, climber));
        if place_m(&app, climber).z > -15.0 {
            on_the_way_m = place_m(&app, climber).y - below_m;
        }
    }
    let climbed_m = place_m(&app, climber).y - below_m;
    assert!((climbed_m - 2.0).abs() < 0.1, "{climbed_m} m");
    assert!((on_the_way_m - 1.0).abs() < 0.15, "{on_the_way_m} m half way up");
}

fn bevy_controls(app: &mut bevy_app::App, entity: bevy_ecs::entity::Entity, throttle: f64) {
    super::engine::control(app, entity, VehicleControls { throttle, ..VehicleControls::default() });
}

pub fn a_car_falls_from_an_edge<E: Engine>() {
    let mut app = app::<E>();
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, -1.0, 0.0), [10.0, 1.0, 20.0]));
    let falling = spawn_car(&mut app, 15.0, Transform::IDENTITY);
    coast(&mut app, falling);
    seconds(&mut app, 1.0);
    assert!(place_m(&app, falling).y > 0.3);
    seconds(&mut app, 3.0);
    // About 2.4 s beyond the edge, nose first: 28 m without air.
    let place = place_m(&app, falling);
    assert!(place.y < -15.0 && place.is_finite(), "{place}");
    assert!((velocity_m_s(&app, falling).y + 23.0).abs() < 4.0, "{}", velocity_m_s(&app, falling));
}

/// Neither colliders of the car's own body, nor those of its children, nor sensors are ground.
pub fn rays_meet_neither_the_car_nor_sensors<E: Engine>() {
    let mut app = plain::<E>(1.0);
    let sensor = Block::fixed(Transform::from_xyz(0.0, 0.2, 0.0), [50.0, 0.2, 50.0]);
    E::spawn(&mut app, &Block { is_sensor: true, ..sensor });
    let own = spawn_car_with(&mut app, 0.0, Transform::IDENTITY, VehicleBody::default());
    brake(&mut app, own);
    app.update();
    let body = body(&app, own).expect("a body");
    // A plate through all wheels, which touches nothing.
    E::collider(&mut app, body, Transform::from_xyz(0.0, -0.2, 0.0), [1.0, 0.05, 2.0]);
    seconds(&mut app, 3.0);
    let found = car(&app, own).found_ground().expect("rays");
    for hits in found {
        let below_m = [hits.wheel, hits.bodywork].map(|hit| hit.expect("ground").point_m[2]);
        assert!(below_m.iter().all(|height_m| height_m.abs() < 1e-5), "{below_m:?}");
    }
}

/// Distance to a stop from 10 m/s.
fn way_to_stop_m<E: Engine>(grip: f64) -> f64 {
    let mut app = plain::<E>(grip);
    let braking = spawn_car(&mut app, 10.0, Transform::IDENTITY);
    brake(&mut app, braking);
    app.update();
    let mut steps = 0;
    while velocity_m_s(&app, braking).length() > 0.05 {
        app.update();
        steps += 1;
        assert!(steps < 1300, "{}", velocity_m_s(&app, braking));
    }
    -place_m(&app, braking).z
}

pub fn ice_is_slippery<E: Engine>() {
    let (on_asphalt_m, on_ice_m) = (way_to_stop_m::<E>(1.0), way_to_stop_m::<E>(0.2));
    let ratio = on_ice_m / on_asphalt_m;
    assert!((3.0..6.5).contains(&ratio), "{on_ice_m} m of {on_asphalt_m} m");
}
