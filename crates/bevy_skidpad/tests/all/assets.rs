//! Vehicle files as assets.

use std::path::Path;
use std::sync::{Arc, Mutex};

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher};
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

/// Updates until there are faults, some seconds at most; none if none come.
fn first_faults(app: &mut App, faults: &mut Reader<VehicleFault>) -> Vec<VehicleFault> {
    for _ in 0..2000 {
        std::thread::sleep(std::time::Duration::from_millis(1));
        app.update();
        let found = faults.read(app);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
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
    let found = first_faults(&mut app, &mut faults);
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

/// A vehicle with the tyre that comes with Skidpad, from a file beside it.
fn tyred() -> String {
    let mut text = text("boxster-s");
    text.truncate(text.find("[tyres]").unwrap_or(text.len()));
    text + "\n[tyres]\nfront = \"tyres/summer.tir\"\nrear = \"tyres/summer.tir\"\nestimate = true\nwhy = \"a test\"\n"
}

fn summer() -> &'static str {
    bevy_skidpad::skidpad::formats::tyre::PRESETS[0].1
}

/// An app that watches files in memory, and what tells it that one has changed.
fn watched(dir: &Dir) -> (App, impl Fn(&str) + use<>) {
    struct Watcher;
    impl AssetWatcher for Watcher {}
    type Tell = Box<dyn Fn(AssetSourceEvent) + Send>;
    let tell = Arc::new(Mutex::new(None::<Tell>));
    let (reader, given) = (MemoryAssetReader { root: dir.clone() }, tell.clone());
    let source = AssetSourceBuilder::new(move || Box::new(reader.clone())).with_watcher(move |sender| {
        let tell: Tell = Box::new(move |event| sender.try_send(event).expect("the app reads events"));
        *given.lock().expect("no panic") = Some(tell);
        Some(Box::new(Watcher))
    });
    let mut app = App::new();
    app.register_asset_source(AssetSourceId::Default, source);
    let assets = AssetPlugin { watch_for_changes_override: Some(true), ..AssetPlugin::default() };
    app.add_plugins((TaskPoolPlugin::default(), assets, TimePlugin, SkidpadPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let changed = move |path: &str| {
        let event = AssetSourceEvent::ModifiedAsset(Path::new(path).to_owned());
        tell.lock().expect("no panic").as_ref().expect("a watcher")(event);
    };
    (app, changed)
}

/// A tyre file beside the vehicle file was not read. It is a dependency of the vehicle, read by the asset server: where it is saved, the car
/// has the new tyre; where it is broken or missing, that is said, and the car that was there drives on.
#[test]
fn a_tyre_file_beside_the_vehicle_is_loaded_with_it_and_again_as_it_changes() {
    let dir = Dir::default();
    let put = |path: &str, text: &str| dir.insert_asset(Path::new(path), text.as_bytes().to_vec());
    put("cars/mine.vehicle.toml", &tyred());
    put("cars/tyres/summer.tir", summer());
    let (mut app, changed) = watched(&dir);
    let handle = app.world().resource::<AssetServer>().load("cars/mine.vehicle.toml");
    let start = Vehicle::asset(handle).with_model("two_track_magic").with_speed(10.0);
    let vehicle = app.world_mut().spawn(start).id();
    let mut faults = Reader::<VehicleFault>::new();
    assert!(update_until(&mut app, |app| world(app).car(vehicle).is_some()), "{:?}", faults.read(&app));
    let tyre = |app: &App| world(app).car(vehicle).expect("a car").vehicle().magic_formula(true);
    let before = tyre(&app);

    for (spoilt, part) in
        [(Some("[MODEL"), "tyres.front"), (None, "cannot read the tyre file tyres/summer.tir")]
    {
        match spoilt {
            Some(text) => put("cars/tyres/summer.tir", text),
            None => drop(dir.remove_asset(Path::new("cars/tyres/summer.tir"))),
        }
        changed("cars/tyres/summer.tir");
        let found = first_faults(&mut app, &mut faults);
        assert!(found.iter().any(|fault| fault.vehicle == Some(vehicle)), "{part}: {found:?}");
        assert!(found[0].to_string().contains(part), "{}", found[0]);
        assert!(tyre(&app) == before && world(&app).car(vehicle).expect("a car").speed_m_s() > 1.0);
    }

    let grippier = summer().replacen("PDY1                     = 1.0", "PDY1                     = 1.2", 1);
    assert_ne!(grippier, summer());
    put("cars/tyres/summer.tir", &grippier);
    changed("cars/tyres/summer.tir");
    assert!(update_until(&mut app, |app| tyre(app) != before));
}

#[test]
fn a_file_that_is_not_there_is_said() {
    let (mut app, _, _) = game(&text("boxster-s"));
    let handle = app.world().resource::<AssetServer>().load("nofile.vehicle.toml");
    let vehicle = app.world_mut().spawn(Vehicle::asset(handle)).id();
    let mut faults = Reader::<VehicleFault>::new();
    let found = first_faults(&mut app, &mut faults);
    assert!(found.iter().any(|fault| fault.vehicle == Some(vehicle)), "{found:?}");
    assert!(found[0].to_string().contains("nofile.vehicle.toml"), "{}", found[0]);
}
