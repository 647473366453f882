//! Bad input: a message, and the game goes on.

use bevy_math::{Quat, Vec3};
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use super::support::{app, get, messages, spawn, update_to, world};

fn faults(app: &mut bevy_app::App) -> Vec<String> {
    messages::<VehicleFault>(app, 30).iter().map(ToString::to_string).collect()
}

#[test]
fn a_vehicle_that_is_not_there_is_named_with_the_nearest() {
    let mut app = app(60.0, 60.0);
    let vehicle = spawn(&mut app, Vehicle::preset("boxter-s"));
    let other = spawn(&mut app, Vehicle::preset("boxster-s").with_model("two_trak"));
    let wrong = spawn(&mut app, Vehicle::toml("[body]\nkerb_mass = \"heavy\"\n"));
    let faults = faults(&mut app);
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults[0].contains("boxster-s") && faults[1].contains("two_track"), "{faults:?}");
    assert!(faults[2].contains("kerb_mass"), "{faults:?}");
    for entity in [vehicle, other, wrong] {
        assert!(world(&app).car(entity).is_none());
    }
}

#[test]
fn a_control_that_is_no_number_is_named_once() {
    let mut app = app(60.0, 60.0);
    let controls =
        VehicleControls { throttle: f64::NAN, steer_rad: f64::INFINITY, ..VehicleControls::default() };
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s").with_speed(5.0), controls));
    let found = faults(&mut app);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`throttle` is not a number"), "{found:?}");
    app.world_mut().entity_mut(vehicle).insert(VehicleControls::default());
    assert!(faults(&mut app).is_empty());
    assert!(get::<VehicleTelemetry>(&app, vehicle).is_running);
    assert!(get::<Transform>(&app, vehicle).is_finite());
}

#[test]
fn a_transform_that_is_no_place_is_refused() {
    let mut app = app(60.0, 60.0);
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s"), Transform::from_xyz(f32::NAN, 0.0, 0.0)));
    let found = faults(&mut app);
    assert!(found.len() == 1 && found[0].contains("Transform"), "{found:?}");
    assert!(get::<Transform>(&app, vehicle).is_finite(), "it joins at the origin");
    for transform in [
        Transform::from_translation(Vec3::INFINITY),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)),
    ] {
        app.world_mut().write_message(PlaceVehicle::at(vehicle, transform));
        assert_eq!(faults(&mut app).len(), 1, "{transform:?}");
    }
    app.world_mut().write_message(PlaceVehicle {
        speed_m_s: f64::NAN,
        ..PlaceVehicle::at(vehicle, Transform::IDENTITY)
    });
    let found = faults(&mut app);
    assert!(found.len() == 1 && found[0].contains("speed_m_s"), "{found:?}");
    assert!(world(&app).car(vehicle).unwrap().pose().position_m.iter().all(|number| number.is_finite()));
}

#[test]
fn a_step_of_more_than_a_second_is_refused_once() {
    let mut app = app(0.5, 0.5);
    spawn(&mut app, Vehicle::preset("boxster-s"));
    let found = faults(&mut app);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(world(&app).world().steps(), 0);
}

#[test]
fn an_output_that_is_not_there_is_named_with_those_near() {
    let mut app = app(60.0, 60.0);
    let outputs = VehicleOutputs::new(["engine_speed", "engine_rad_s"]);
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s"), outputs));
    let found = faults(&mut app);
    assert!(found.len() == 1 && found[0].contains("engine_rad_s"), "{found:?}");
    let outputs = get::<VehicleOutputs>(&app, vehicle);
    assert!(outputs.get("engine_speed").is_none() && outputs.get("engine_rad_s").unwrap() > 50.0);
}

/// A model without a place beside its road cannot be where the Transform is.
#[test]
fn a_model_for_straight_roads_is_refused_beside_them() {
    let mut app = app(60.0, 60.0);
    let vehicle = Vehicle::preset("boxster-s").with_model("straight_line");
    spawn(&mut app, (vehicle, Transform::from_xyz(5.0, 0.0, 0.0)));
    let found = faults(&mut app);
    assert!(found.len() == 1 && found[0].contains("straight_line"), "{found:?}");
    update_to(&mut app, 40);
}

#[test]
fn a_car_in_the_plane_is_not_lifted() {
    let mut app = app(60.0, 60.0);
    let at = Transform::from_xyz(0.0, 5.0, -10.0);
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s").in_space(), at));
    let found = faults(&mut app);
    assert!(found.len() == 1 && found[0].contains("two_track does not move in space"), "{found:?}");
    assert!(get::<Transform>(&app, vehicle).translation.distance(Vec3::new(0.0, 0.0, -10.0)) < 0.01);
    let elsewhere = Transform::from_xyz(50.0, 5.0, 0.0);
    app.world_mut().write_message(PlaceVehicle { is_in_space: true, ..PlaceVehicle::at(vehicle, elsewhere) });
    assert_eq!(faults(&mut app).len(), 1);
    assert!(get::<Transform>(&app, vehicle).translation.z < -9.0, "it stays where it is");
}
