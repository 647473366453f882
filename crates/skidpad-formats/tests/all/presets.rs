//! What holds for every vehicle that comes with Skidpad.
#![allow(clippy::disallowed_methods, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use skidpad_core::spec::TorqueSpec;
use skidpad_core::units::to_rpm;
use skidpad_formats::presets::{UnknownVehicle, load, preset, preset_names, preset_text};
use skidpad_formats::vehicle::{self, Provenance};
use skidpad_texts::engine::palmer_engine_braking;

#[test]
fn every_file_in_the_folder_is_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    let files: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .collect();
    let listed: Vec<String> = preset_names().map(str::to_owned).collect();
    let in_order: Vec<String> = files.into_iter().collect();
    assert_eq!(listed, in_order, "the list `PRESETS` in src/presets.rs, in alphabetical order");
}

#[test]
fn every_preset_is_read_and_has_its_files_name() {
    for name in preset_names() {
        let text = preset_text(name).unwrap();
        let file = vehicle::parse(name, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.spec.name, name);
        assert_eq!(preset(name).unwrap(), file);
    }
}

#[test]
fn every_published_value_has_a_source() {
    for name in preset_names() {
        for (path, provenance) in preset(name).unwrap().provenance {
            assert_ne!(
                provenance,
                Provenance::Given,
                "{name}: {path} is neither sourced, derived nor estimated"
            );
        }
    }
}

/// What the four-wheel car adds to a file, known for each of these cars and not by the rule of all cars.
#[test]
fn at_least_ten_real_cars_have_the_data_of_a_chassis() {
    const KNOWN: &[&str] = &[
        "body.largest_steer",
        "chassis.front_track",
        "chassis.rear_track",
        "steering.ratio",
        "assists.abs",
        "assists.traction_control",
        "assists.stability_control",
    ];
    let is_known = |known: Option<&Provenance>| !matches!(known, Some(Provenance::Derived { .. }) | None);
    let mut count = 0;
    for file in preset_names().map(|name| preset(name).unwrap()) {
        if !is_known(file.provenance.get("chassis.front_track")) {
            continue;
        }
        count += 1;
        let spec = &file.spec;
        for path in KNOWN {
            assert!(is_known(file.provenance.get(*path)), "{}: {path} is by rule", spec.name);
        }
        let (chassis, steering) = (spec.chassis.as_ref().unwrap(), spec.steering.as_ref().unwrap());
        for track_m in [chassis.front_track_m, chassis.rear_track_m] {
            let share = track_m / spec.body.width_m;
            assert!((0.81..0.90).contains(&share), "{}: tracks within the body, {share}", spec.name);
        }
        assert!((10.0..18.0).contains(&steering.ratio), "{}", spec.name);
        // Outermost point of the outer front tyre, from the mean angle of both wheels at the lock.
        let cot = 1.0 / spec.body.largest_steer_rad.tan()
            + 0.5 * steering.ackermann * chassis.front_track_m / spec.body.wheelbase_m;
        let radius_m = spec.body.wheelbase_m * (1.0 + cot * cot).sqrt();
        let circle_m = 2.0 * radius_m + spec.front_tyre.unwrap().width_mm / 1e3;
        assert!((9.2..12.5).contains(&circle_m), "{}: turning circle of {circle_m} m", spec.name);
        let has_figures = !file.published.is_empty() || !file.is_cornering_by_rule();
        assert!(has_figures, "{}: with figures to compare, of a road test or of its handling", spec.name);
    }
    assert!(count >= 10, "{count}");
}

/// The sources' figures draw Monster's engines, whose curves are lost in all copies, through the presets' points.
#[test]
fn monsters_engines_are_drawn_as_the_presets_have_them() {
    for (name, drawn) in [
        ("corvette-c5", skidpad_texts::sources::LS1_TORQUE),
        ("alfa-romeo", skidpad_texts::sources::ALFA_TORQUE),
    ] {
        let vehicle = preset(name).unwrap().spec.validate().unwrap();
        for (engine_rpm, torque_nm) in drawn {
            let own = vehicle.torque_curve().torque_nm(skidpad_core::units::rpm(engine_rpm));
            assert!((own - torque_nm).abs() < 1e-9 * torque_nm, "{name} at {engine_rpm}: {own}");
        }
    }
}

#[test]
fn every_engine_of_a_preset_has_its_cylinders_and_no_motor_has_any() {
    // The engine of Hlavacs' car is invented: the model takes torques.
    for name in preset_names().filter(|name| *name != "hlavacs") {
        let car = preset(name).unwrap();
        let is_motor = matches!(car.spec.torque, TorqueSpec::Motor { .. });
        assert_eq!(car.cylinders.is_none(), is_motor, "{name}");
    }
    let of = |name: &str| preset(name).unwrap().cylinders;
    assert_eq!(["boxster-s", "corvette-c5", "cbr1000rr"].map(of), [Some(6), Some(8), Some(4)]);
}

#[test]
fn the_boxster_is_palmers() {
    let car = preset("boxster-s-palmer").unwrap();
    let spec = &car.spec;
    assert_eq!(spec.test_mass_kg(), 1393.0);
    assert_eq!(spec.ratios, [3.82, 2.20, 1.52, 1.22, 1.02, 0.84]);
    assert_eq!(spec.front_tyre.unwrap().unloaded_radius_m(), spec.front.radius_m);
    assert_eq!(spec.engine.braking_nm_s, palmer_engine_braking(0.74, to_rpm(1.0)));
    assert_eq!(car.provenance["body.kerb_mass"], Provenance::Published { source: "palmer".to_owned() });
    assert_eq!(car.provenance["engine.torque_lines"], Provenance::Published { source: "palmer".to_owned() });
    assert!(matches!(car.provenance["front.wheels"], Provenance::Derived { .. }));
    assert!(matches!(
        &car.provenance["body.cg_height"],
        Provenance::Estimate { range: Some((0.44, 0.54)), .. }
    ));
    assert_eq!(car.published[0].value, skidpad_core::units::kmh(271.5));
    // The engine can be blown before any limiter steps in.
    assert!(spec.engine.limiter_rad_s > spec.engine.blow_up_rad_s);
    // Source table, "torque line at 4600 rpm": the line gives 310.0 N.m.
    assert!((spec.largest_torque_nm() - 310.0).abs() < 1e-9);
}

#[test]
fn a_vehicle_is_loaded_by_name_or_path() {
    assert_eq!(
        preset("boxster-palmer"),
        Err(UnknownVehicle { name: "boxster-palmer".to_owned(), nearest: Some("boxster-s-palmer") })
    );
    assert!(preset("x").unwrap_err().nearest.is_none());
    assert!(load("boxster-s-palmer").is_ok());
    let error = load("boxter-s-palmer").unwrap_err().to_string();
    assert!(
        error.starts_with("unknown vehicle `boxter-s-palmer`; did you mean `boxster-s-palmer`? All: "),
        "{error}"
    );
    assert!(error.ends_with(", or the path of a vehicle file ending in .toml"), "{error}");
    let error = load("nowhere/car.toml").unwrap_err().to_string();
    assert_eq!(error, "file not found: nowhere/car.toml (check the path)");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/presets/boxster-s-palmer.toml");
    assert_eq!(load(path), Ok(preset("boxster-s-palmer").unwrap()));
    assert!(
        load(concat!(env!("CARGO_MANIFEST_DIR"), "/presets/"))
            .unwrap_err()
            .to_string()
            .contains("is a folder; name a file")
    );
}
