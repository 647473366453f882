//! The numbers of a vehicle one by one, and vehicles written as files.

use std::collections::BTreeSet;

use serde_json::Value;
use skidpad_core::spec::{AxleSpec, Section};
use skidpad_formats::{presets, schema, vehicle};

/// The paths of everything in the schema that takes a bare number as a field does.
fn in_schema() -> BTreeSet<String> {
    let schema = schema::vehicle_schema();
    let mut paths = BTreeSet::new();
    for (section, of) in schema["properties"].as_object().unwrap() {
        let of = if of["$ref"] == "#/$defs/axle" { &schema["$defs"]["axle"] } else { of };
        for (name, field) in of["properties"].as_object().into_iter().flatten() {
            let ways = field["anyOf"].as_array();
            let is_number =
                ways.is_some_and(|ways| ways.iter().any(|way| way["properties"]["range"] != Value::Null));
            if is_number {
                paths.insert(format!("{section}.{name}"));
            }
        }
    }
    paths
}

/// Every numeric field of the schema is a place of some preset, each preset has all but what only another coupling
/// has, and what is more are the numbers that stand in lists and tables.
#[test]
fn the_places_are_those_of_the_schema() {
    let schema = in_schema();
    assert!(schema.len() > 90, "{}", schema.len());
    let mut seen = BTreeSet::new();
    for name in presets::preset_names() {
        let file = presets::preset(name).unwrap();
        let own: BTreeSet<String> = file.places().iter().map(vehicle::Place::path).collect();
        assert_eq!(own.len(), file.places().len(), "{name}: a path twice");
        for path in schema.difference(&own) {
            assert!(path.starts_with("clutch.") || path.starts_with("converter."), "{name} lacks {path}");
        }
        seen.extend(own);
    }
    assert!(schema.is_subset(&seen), "{:?}", schema.difference(&seen));
    for more in seen.difference(&schema) {
        let tables = [
            "gearbox.ratios[",
            "engine.motor.",
            "engine.torque[",
            "engine.torque_lines[",
            "converter.points[",
        ];
        assert!(tables.iter().any(|table| more.starts_with(table)), "{more}");
    }
}

#[test]
fn a_value_that_is_set_is_the_value_that_is_got_and_no_other_changes() {
    let presets =
        ["boxster-s", "boxster-s-palmer", "bmw-m8", "corvette-c5"].map(|name| presets::preset(name).unwrap());
    for file in presets.into_iter().chain([on_own_tyres()]) {
        let name = &file.spec.name.clone();
        for place in file.places() {
            let mut plain = file.clone();
            // Nothing is derived: only the place itself may change.
            plain.provenance.clear();
            let value = place.get(&plain.spec).unwrap();
            let other = if place.field.name == "lock_up_from_gear" { 7.0 } else { 0.5 * value + 0.125 };
            plain.set(&place, other);
            assert_eq!(place.get(&plain.spec), Some(other), "{name}: {}", place.path());
            // Of peak slip angle and cornering stiffness one is given, and the other follows from it.
            let either = |of: &vehicle::Place| AxleSpec::EITHER.unwrap().contains(&of.field.name);
            let follows = |rest: &vehicle::Place| {
                file.follows(rest) || (either(rest) && either(&place) && rest.section == place.section)
            };
            for rest in file.places().iter().filter(|rest| rest.path() != place.path() && !follows(rest)) {
                assert_eq!(rest.get(&plain.spec), rest.get(&file.spec), "{name}: {}", rest.path());
            }
        }
    }
}

/// A preset on tyres with coefficients of their own.
fn on_own_tyres() -> vehicle::VehicleFile {
    let tyres = ["front", "rear"].map(|axle| {
        format!(
            "\n[tyres.brush.{axle}]\nfriction = 1.1\nlateral_friction = 1.0\nstiffness = 20.0\nlateral_stiffness = 15.0\n\
             half_length_m = 0.06\nnominal_load_n = 3300.0\n\n[tyres.fiala.{axle}]\nstiffness_n = 90000.0\n\
             lateral_stiffness_n = 60000.0\nfriction = 1.1\nsliding_friction = 0.9\nwidth_m = 0.2\n"
        )
    });
    let text = vehicle::write(&presets::preset("boxster-s").unwrap());
    let (before, after) = text.split_at(text.find("\n[[published]]").unwrap());
    let text = format!("{before}{}{}{after}", tyres[0], tyres[1]);
    vehicle::parse("own.toml", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// Points of curves, rows of converters and coefficients of tyres are numbers as others are, and are written.
#[test]
fn numbers_in_tables_are_set_and_written() {
    let set = |mut file: vehicle::VehicleFile, path: &str, value: f64| {
        let place = file.places().into_iter().find(|place| place.path() == path);
        let place = place.unwrap_or_else(|| panic!("no {path}"));
        assert_ne!(place.get(&file.spec), Some(value));
        file.set(&place, value);
        let text = vehicle::write(&file);
        let again =
            vehicle::parse("again.toml", text.as_bytes()).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(again, file, "{path}");
        assert_eq!(place.get(&again.spec), Some(value), "{path}");
    };
    set(presets::preset("boxster-s").unwrap(), "engine.torque[1].torque", 200.5);
    set(presets::preset("boxster-s-palmer").unwrap(), "engine.torque_lines[0].intercept", 199.5);
    set(presets::preset("bmw-m8").unwrap(), "converter.points[0].torque_ratio", 2.05);
    set(on_own_tyres(), "tyres.brush.rear.friction", 1.25);
    set(on_own_tyres(), "tyres.fiala.front.lateral_stiffness_n", 65_000.0);
}

#[test]
fn what_is_derived_follows() {
    let mut file = presets::preset("boxster-s").unwrap();
    let before = file.spec.body.yaw_inertia_kg_m2;
    let mass = file.places().into_iter().find(|place| place.path() == "body.kerb_mass").unwrap();
    file.set(&mass, 2.0 * file.spec.test_mass_kg() - file.spec.body.load_mass_kg);
    // 1.03 mass a b: twice the mass, twice the inertia.
    assert!((file.spec.body.yaw_inertia_kg_m2 / before - 2.0).abs() < 1e-12);
    let yaw = file.places().into_iter().find(|place| place.path() == "body.yaw_inertia").unwrap();
    file.set(&yaw, 3000.0);
    file.set(&mass, 1323.0);
    assert_eq!(file.spec.body.yaw_inertia_kg_m2, 3000.0, "what is given stays");
}

/// Every preset, written and read again, is itself; and so is one that was changed.
#[test]
fn a_vehicle_that_is_written_is_read_as_it_was() {
    for name in presets::preset_names() {
        let mut file = presets::preset(name).unwrap();
        let text = vehicle::write(&file);
        let again = vehicle::parse("again.toml", text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(again, file, "{name}");
        let place = file.places().into_iter().find(|place| place.path() == "body.kerb_mass").unwrap();
        let mass = file.spec.body.kerb_mass_kg * 1.012_345_678_9;
        file.set(&place, mass);
        file.notes = Some("a \"note\"\nof two lines \\ with a tab\t and µ\u{7f}".to_owned());
        let text = vehicle::write(&file);
        let again = vehicle::parse("again.toml", text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(again, file, "{name}");
    }
}
