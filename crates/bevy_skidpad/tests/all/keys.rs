//! Keys that drive.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_input::ButtonInput;
use bevy_input::keyboard::KeyCode;
use bevy_skidpad::prelude::*;

use super::support::{app, get, spawn, update_to, world};

fn game() -> (App, Entity) {
    let mut app = app(60.0, 60.0);
    app.init_resource::<ButtonInput<KeyCode>>();
    let vehicle = spawn(&mut app, (Vehicle::preset("mx5-nd-2016"), VehicleInput::default()));
    update_to(&mut app, 5);
    (app, vehicle)
}

/// Holds some keys for so many steps.
fn hold(app: &mut App, keys: &[KeyCode], steps: u64) {
    let mut buttons = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    buttons.reset_all();
    keys.iter().for_each(|key| buttons.press(*key));
    let end = world(app).world().steps() + steps;
    update_to(app, end);
}

#[test]
fn keys_drive_off_steer_within_grip_and_reverse() {
    let (mut app, vehicle) = game();
    hold(&mut app, &[KeyCode::KeyW], 3);
    let throttle = get::<VehicleControls>(&app, vehicle).throttle;
    assert!(throttle > 0.0 && throttle < 0.9, "a foot takes its time: {throttle}");
    hold(&mut app, &[KeyCode::KeyW], 300);
    let fast_m_s = get::<VehicleTelemetry>(&app, vehicle).speed_m_s;
    assert!(fast_m_s > 15.0, "{fast_m_s}");
    // All of the grip, and no spin, for as long as the key is held.
    hold(&mut app, &[KeyCode::ArrowLeft, KeyCode::ArrowUp], 180);
    let (controls, telemetry) =
        (get::<VehicleControls>(&app, vehicle), get::<VehicleTelemetry>(&app, vehicle));
    assert!(controls.steer_rad > 0.01 && controls.steer_rad < 0.4, "{controls:?}");
    let lateral_m_s2 = telemetry.yaw_rate_rad_s * telemetry.speed_m_s;
    assert!((6.0..12.0).contains(&lateral_m_s2), "{lateral_m_s2} m/s^2");
    assert!(telemetry.velocity_m_s[1].abs() < 0.2 * telemetry.velocity_m_s[0], "{telemetry:?}");
    // The brake stops it, and then drives backwards.
    hold(&mut app, &[KeyCode::KeyS], 600);
    let telemetry = get::<VehicleTelemetry>(&app, vehicle);
    assert!(telemetry.velocity_m_s[0] < -2.0 && telemetry.gear == Some(-1), "{telemetry:?}");
}

#[test]
fn gears_are_shifted_once_for_each_press() {
    let (mut app, vehicle) = game();
    hold(&mut app, &[KeyCode::KeyW], 240);
    let before = get::<VehicleTelemetry>(&app, vehicle).gear.unwrap();
    hold(&mut app, &[KeyCode::KeyE, KeyCode::KeyW], 30);
    let Gear::Forward(asked) = get::<VehicleControls>(&app, vehicle).gear else { panic!("a manual gear") };
    assert_eq!(i8::try_from(asked).unwrap(), before + 1);
    hold(&mut app, &[KeyCode::KeyT], 5);
    assert_eq!(get::<VehicleControls>(&app, vehicle).gear, Gear::Automatic);
}
