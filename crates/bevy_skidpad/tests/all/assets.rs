//! Vehicle files as assets.

use std::path::Path;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer};
use bevy_ecs::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::formats::vehicle::write;
use bevy_skidpad::skidpad::presets::preset;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

use super::support::{Reader, get, world};

/// An app with one file in memory.
fn game(text: &str) -> (App, Dir, Entity) {
    let dir = Dir::default();
    put(&dir, text);
    let mut app = App::new();
    let reader = MemoryAssetReader { root: dir.clone() };
    app.register_asset_source(
        AssetSourceId::Default,
        AssetSourceBuilder::new(move || Box::new(reader.clone())),
    );
    app.add_plugins((
        TaskPoolPlugin::default(),
        AssetPlugin::default(),
        TimePlugin,
        SkidpadPlugin::default(),
    ))
    .insert_resource(Time::<Fixed>::from_hz(60.0))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let handle = app.world().resource::<AssetServer>().load("car.vehicle.toml");
    let controls = VehicleControls { throttle: 0.4, ..VehicleControls::default() };
    let vehicle = app.world_mut().spawn((Vehicle::asset(handle).with_speed(10.0), controls)).id();
    (app, dir, vehicle)
}

fn put(dir: &Dir, text: &str) {
    dir.insert_asset(Path::new("car.vehicle.toml"), text.as_bytes().to_vec());
}

/// Updates until something holds, some seconds at most: files are loaded on other threads.
fn update_until(app: &mut App, holds: impl Fn(&App) -> bool) -> bool {
    (0..2000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        app.update();
        holds(app)
    })
}

fn text(name: &str) -> String {
    write(&preset(name).expect("a preset"))
}

#[test]
fn a_file_becomes_a_car_and_another_as_it_changes() {
    let (mut app, dir, vehicle) = game(&text("boxster-s"));
    assert!(update_until(&mut app, |app| world(app).car(vehicle).is_some()));
    (0..60).for_each(|_| app.update());
    let mass_kg = |app: &App| world(app).car(vehicle).unwrap().vehicle().body().mass_kg;
    let (before_kg, before) = (mass_kg(&app), *get::<VehicleTelemetry>(&app, vehicle));
    let mut faults = Reader::<VehicleFault>::new();
    faults.read(&app);

    // A broken file: said, and the car drives on.
    put(&dir, "[body]\nkerb_mass = \"heavy\"\n");
    app.world().resource::<AssetServer>().reload("car.vehicle.toml");
    let mut found = Vec::new();
    for _ in 0..2000 {
        std::thread::sleep(std::time::Duration::from_millis(1));
        app.update();
        found.extend(faults.read(&app));
        if !found.is_empty() {
            break;
        }
    }
    assert!(found.iter().any(|fault| fault.vehicle == Some(vehicle)), "{found:?}");
    assert!(found[0].to_string().contains("kerb_mass"), "{}", found[0]);
    assert_eq!(mass_kg(&app), before_kg);
    let during = *get::<VehicleTelemetry>(&app, vehicle);
    assert!(during.is_running && during.speed_m_s > before.speed_m_s);

    // A good one: it is another car, as fast and in the same place.
    let pose = world(&app).car(vehicle).unwrap().pose();
    put(&dir, &text("corvette-c5"));
    app.world().resource::<AssetServer>().reload("car.vehicle.toml");
    assert!(update_until(&mut app, |app| mass_kg(app) != before_kg));
    let after = world(&app).car(vehicle).unwrap();
    assert!((after.speed_m_s() - during.speed_m_s).abs() < 5.0, "{} m/s", after.speed_m_s());
    assert!(after.pose().position_m[0] >= pose.position_m[0]);
    assert_eq!(world(&app).id(vehicle).unwrap().index(), 0);
}

#[test]
fn a_file_that_is_not_there_is_said() {
    let (mut app, _, _) = game(&text("boxster-s"));
    let handle = app.world().resource::<AssetServer>().load("nofile.vehicle.toml");
    let vehicle = app.world_mut().spawn(Vehicle::asset(handle)).id();
    let mut faults = Reader::<VehicleFault>::new();
    let mut found = Vec::new();
    for _ in 0..500 {
        std::thread::sleep(std::time::Duration::from_millis(1));
        app.update();
        found.extend(faults.read(&app));
        if !found.is_empty() {
            break;
        }
    }
    assert!(found.iter().any(|fault| fault.vehicle == Some(vehicle)), "{found:?}");
    assert!(found[0].to_string().contains("nofile.vehicle.toml"), "{}", found[0]);
}
