//! The files of a unit.

use std::collections::BTreeSet;

use skidpad_fmi::description::model_description;
use skidpad_fmi::design::UnitDesign;
use skidpad_fmi::package::{PLATFORM, Standard, files, library_path, platform};
use skidpad_fmi::units::BaseUnit;
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_world::models::Cars;

/// A unit of each model.
fn designs() -> impl Iterator<Item = UnitDesign> {
    MODELS.iter().filter_map(|model| match model.cars {
        Cars::Own(names) => Some(UnitDesign::of_own_car(model, names[0]).unwrap()),
        Cars::Fixed => Some(UnitDesign::of_own_car(model, model.name).unwrap()),
        Cars::Vehicles => presets::preset_names()
            .find_map(|name| UnitDesign::of_vehicle(model, name, presets::preset(name).unwrap()).ok()),
    })
}

/// Each model has a unit, with names that differ and units that are known.
#[test]
fn every_model_has_a_unit() {
    let mut count = 0;
    for design in designs() {
        count += 1;
        let name = design.model.name;
        let names: BTreeSet<&str> = design.variables.iter().map(|variable| variable.name.as_str()).collect();
        assert_eq!(names.len(), design.variables.len(), "{name}");
        for variable in &design.variables {
            let unit = variable.unit.as_ref();
            assert!(unit == "-" || BaseUnit::parse(unit).is_some(), "{name}: {} in {unit}", variable.name);
            assert!(
                !variable.meaning.is_empty() && variable.low <= variable.high,
                "{name}: {}",
                variable.name
            );
            assert!((variable.low..=variable.high).contains(&variable.start) || !variable.is_setting());
        }
        let rates = design.variables.iter().filter(|variable| variable.name.starts_with("der(")).count();
        assert_eq!(rates, design.model.states.len(), "{name}");
        let xml = model_description(&design, None);
        assert_eq!(xml.matches("<InitialUnknown").count(), xml.matches("initial=\"calculated\"").count() - 1);
        assert!(!xml.contains('\\'));
    }
    assert!(count > 20, "{count} models with a unit");
}

/// The unit of a rate is that of its state over the second.
#[test]
fn rates_have_the_units_of_their_states_over_the_second() {
    let mut units = BTreeSet::new();
    for design in designs() {
        for state in design.model.states {
            let name = format!("der({})", state.name);
            let rate = design.variables.iter().find(|variable| variable.name == name).unwrap();
            let (of_state, of_rate) =
                (BaseUnit::parse(state.unit).unwrap(), BaseUnit::parse(&rate.unit).unwrap());
            assert_eq!(
                of_rate,
                BaseUnit { s: of_state.s - 1, ..of_state },
                "{name}: {} {}",
                state.unit,
                rate.unit
            );
            units.insert((state.unit, rate.unit.clone()));
        }
    }
    println!("{units:?}");
    assert!(units.contains(&("N.s", "N".into())) && units.contains(&("N.m.s", "N.m".into())), "{units:?}");
}

/// Numbers of the vehicle that are written bare have their units here.
#[test]
fn frequencies_and_rates_of_the_vehicle_have_units() {
    let unit = crate::unit::Unit::of_preset("boxster-s", "two_track", "units");
    for (name, must) in [
        ("chassis.front_ride_frequency", "Hz"),
        ("chassis.rear_ride_frequency", "Hz"),
        ("steering.largest_rate", "rad/s"),
        ("steering.ratio", "-"),
    ] {
        assert_eq!(unit.design.variables[unit.at(name) as usize].unit, must, "{name}");
    }
}

/// Channels have the descriptions of their records' documentation.
#[test]
fn descriptions_are_those_of_the_records() {
    let unit = crate::unit::Unit::of_preset("boxster-s", "two_track", "words");
    for (name, meaning) in [
        ("engine_torque_nm", "Torque of the engine (computed from states and inputs)"),
        (
            "front_left_disc_k",
            "Front left: Temperature of the disc (discrete state, which changes at the edges of sub-steps)",
        ),
        ("der(yaw_rate_rad_s)", "Rate of change: Yaw rate"),
        ("road.air_density_kg_m3", "Density of the air"),
        ("initial.x_m", "At the start: Position of the centre of mass along the road's x axis"),
    ] {
        assert_eq!(unit.design.variables[unit.at(name) as usize].meaning, meaning, "{name}");
    }
}

/// Descriptions stand alone: none is a name, none is that of another variable, none points at a neighbour, and all are one line of plain text.
#[test]
fn every_variable_has_a_description_of_its_own() {
    for design in designs() {
        let model = design.model.name;
        let mut found = std::collections::BTreeMap::new();
        for variable in &design.variables {
            let (name, meaning) = (variable.name.as_str(), variable.meaning.as_str());
            let bare = meaning.split(" (").next().unwrap();
            assert!(!bare.is_empty() && !bare.ends_with(": "), "{model}: {name} has no description");
            assert!(
                !bare.eq_ignore_ascii_case(&name.replace('_', " ")) || !name.contains('_'),
                "{model}: {name}: {meaning}"
            );
            let bare = bare.rsplit(": ").next().unwrap_or(bare);
            for pointer in ["Its ", "The same", "Part of this", "At the "] {
                assert!(!bare.starts_with(pointer), "{model}: {name}: {meaning}");
            }
            assert!(!meaning.contains(['`', '\n']) && meaning.len() < 240, "{model}: {name}: {meaning}");
            if matches!(variable.role, skidpad_fmi::variable::Role::Channel(_)) {
                let before = found.insert(meaning.to_owned(), name);
                assert_eq!(before, None, "{model}: {name}: {meaning}");
            }
        }
    }
}

#[test]
fn a_unit_that_was_written_is_read_again() {
    for (label, design) in designs().enumerate() {
        let unit = crate::unit::Unit::on_disk(design, &format!("again-{label}"));
        let again = UnitDesign::read(&unit.folder);
        let again = again.unwrap_or_else(|fault| panic!("{}: {}", unit.design.model.name, fault.message()));
        assert_eq!(again.token(), unit.design.token(), "{}", unit.design.model.name);
    }
}

#[test]
fn texts_are_escaped_and_licences_are_in() {
    let model = MODELS.by_name("two_track").unwrap();
    let mut file = presets::preset("boxster-s").unwrap();
    file.title = "a <b> & \"c\"".to_owned();
    let design = UnitDesign::of_vehicle(model, "x", file).unwrap();
    let files = files(Standard::Three, &design, Some("2026-01-02T03:04:05Z"));
    let text =
        |name: &str| &files.iter().find(|(path, _)| path == name).unwrap_or_else(|| panic!("{name}")).1;
    assert!(
        text("modelDescription.xml").contains("modelName=\"a &lt;b&gt; &amp; &quot;c&quot; (two_track)\"")
    );
    assert!(text("modelDescription.xml").contains("generationDateAndTime=\"2026-01-02T03:04:05Z\""));
    let page = text("documentation/index.html");
    assert!(
        page.contains("a &lt;b&gt; &amp;")
            && page.contains("steer_rad")
            && !page.contains('{'.to_string().repeat(2).as_str())
    );
    assert!(!page.contains("{INPUTS}") && !page.contains("{TITLE}") && !page.contains("{STANDARD}"));
    assert!(text("documentation/licenses/LICENSE-MIT.txt").contains("Permission is hereby granted"));
}

/// The platforms that releases are built for have a name and a place in units of both standards.
#[test]
fn every_release_platform_has_a_library() {
    let mut places = BTreeSet::new();
    for architecture in ["x86_64", "aarch64"] {
        for (system, name, ending) in
            [("linux", "linux", "so"), ("macos", "darwin", "dylib"), ("windows", "windows", "dll")]
        {
            let found = platform(architecture, system);
            assert_eq!(found, format!("{architecture}-{name}"));
            let path = format!("binaries/{found}/skidpad.{ending}");
            assert_eq!(library_path(Standard::Three, found), Some(path));
            let by_two = library_path(Standard::Two, found).unwrap();
            assert!(by_two.ends_with(&format!("/skidpad.{ending}")), "{by_two}");
            places.insert(by_two);
        }
    }
    assert_eq!(places.len(), 6, "{places:?}");
    assert_eq!(platform("x86_64", "haiku"), "unknown");
    assert!(library_path(Standard::Three, PLATFORM).is_some(), "{PLATFORM}");
}

/// The name of a file makes no unit that cannot be read.
#[test]
fn a_unit_of_any_file_name_is_read_again() {
    let model = MODELS.by_name("kinematic").unwrap();
    let names = ["my car ", " x", "a\nmodel = spatial\ncar = b", "tab\t", "\r\n", "", "a = b", "ü\u{2003}"];
    for (label, name) in names.into_iter().enumerate() {
        let design = UnitDesign::of_vehicle(model, name, presets::preset("boxster-s").unwrap()).unwrap();
        let unit = crate::unit::Unit::on_disk(design, &format!("name-{label}"));
        let again = UnitDesign::read(&unit.folder);
        let again = again.unwrap_or_else(|fault| panic!("{name:?}: {}", fault.message()));
        assert_eq!(
            (again.token(), again.car_name),
            (unit.design.token(), unit.design.car_name.clone()),
            "{name:?}"
        );
    }
}
