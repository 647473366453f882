//! Changes of single fields by their paths, as against the same changes made in the text of the file.

use skidpad_formats::edit::Edit;
use skidpad_formats::presets::{load_edited, preset, preset_text};
use skidpad_formats::vehicle::{self, VehicleFile};
use skidpad_formats::{BaseFolder, Outside, scenario};

fn edit(path: &str, value: &str) -> Edit {
    Edit::new("--set", path, value).expect(path)
}

fn edited(name: &str, edits: &[Edit]) -> Result<VehicleFile, String> {
    let opened = load_edited(name, &BaseFolder::typed(Outside::Refused), edits);
    opened.map(|opened| opened.file).map_err(|error| error.to_string())
}

/// Every number that a vehicle has can be set by the path that `Place` prints; a value that the vehicle cannot have is
/// refused by that path.
#[test]
fn every_number_of_a_vehicle_can_be_set() {
    let (mut set, mut refused) = (0, 0);
    // A clutch and points, lines, a converter, and a motor.
    for name in ["boxster-s", "boxster-s-palmer", "bmw-m8", "bolt-ev-2017"] {
        let file = preset(name).unwrap();
        for place in file.places() {
            let path = place.path();
            let value = place.get(&file.spec).unwrap() * (1.0 - 1e-6);
            match edited(name, &[edit(&path, &format!("{value:e}"))]) {
                Ok(changed) => {
                    let found = place.get(&changed.spec).unwrap();
                    // A count of gears is rounded.
                    let is_whole = path == "converter.lock_up_from_gear";
                    assert!(found.to_bits() == value.to_bits() || is_whole, "{name} {path}: {found} {value}");
                    set += 1;
                }
                Err(message) => {
                    let list = path.split(['[']).next().unwrap_or_default();
                    assert!(message.contains(list), "{name} {path}: {message}");
                    refused += 1;
                }
            }
        }
    }
    assert!(set > 450 && refused < 30, "{set} were set, {refused} refused");
}

#[test]
fn a_change_is_the_same_as_in_the_text() {
    let text = preset_text("boxster-s").unwrap();
    for (path, value, from, to) in [
        (
            "body.kerb_mass",
            "1400 kg",
            "kerb_mass = { value = \"1323 kg\"",
            "kerb_mass = { value = \"1400 kg\"",
        ),
        (
            "front.friction",
            "1.05",
            "friction = { estimate = 1.119, range",
            "friction = { estimate = 1.05, range",
        ),
        ("front.tyre", "205/55R16", "\"225/40ZR-18\"", "\"205/55R16\""),
        ("gearbox.ratios[1]", "2.3", "[3.82, 2.2,", "[3.82, 2.3,"),
        ("engine.torque[0].torque", "180 N.m", "\"175 N.m\"", "\"180 N.m\""),
        ("clutch.capacity", "500 N.m", "capacity = \"derived\"", "capacity = \"500 N.m\""),
        ("tyre_law", "linear", "tyre_law = \"peaked\"", "tyre_law = \"linear\""),
        (
            "front.cornering_stiffness",
            "90000",
            "peak_slip_angle = \"derived\"",
            "cornering_stiffness = 90000",
        ),
    ] {
        let by_hand = text.replacen(from, to, 1);
        assert_ne!(by_hand, text, "{path}");
        let by_hand = vehicle::parse("mine.toml", by_hand.as_bytes()).unwrap().spec;
        let file = edited("boxster-s", &[edit(path, value)]).unwrap();
        assert_eq!(file.spec, by_hand, "{path}");
        assert_ne!(file.spec, preset("boxster-s").unwrap().spec, "{path}");
    }
}

/// A section that the file leaves out has what is set, and the rest by its rules.
#[test]
fn a_section_that_is_left_out_is_derived_but_for_what_is_set() {
    let text = preset_text("boxster-s").unwrap();
    assert!(!text.contains("[bump_stops]"));
    let usual = preset("boxster-s").unwrap().spec;
    let places = preset("boxster-s").unwrap().places();
    let own: Vec<_> = places.iter().filter(|place| place.section == "bump_stops").collect();
    assert!(own.len() > 1);
    let value = own[0].get(&usual).unwrap() * 1.01;
    let spec = edited("boxster-s", &[edit(&own[0].path(), &value.to_string())]).unwrap().spec;
    assert_eq!(own[0].get(&spec), Some(value));
    assert_eq!((spec.steering, spec.chassis), (usual.steering, usual.chassis));
    assert!(spec.bump_stops.is_some());
}

#[test]
fn what_a_vehicle_cannot_take_is_said_with_the_option() {
    for (path, value, says) in [
        (
            "body.kerb_mass",
            "1400 m",
            "--set body.kerb_mass: got \"1400 m\"; must be a mass from 0.5 to 100000 kg",
        ),
        ("body.kerb_mass", "1400 m", "`m` is a unit of length, not of mass"),
        ("body.kerb_mass", "1,400 kg", "numbers have a decimal point, and no comma"),
        ("body.kerb_mass", "nan", "--set body.kerb_mass: got nan; must be a mass"),
        ("front.friction", "-1", "--set front.friction: got -1; must be a number from 0.05 to 3"),
        ("front.tyre", "round", "--set front.tyre: got \"round\"; must be"),
        ("front.tyre.friction", "1", ""),
        ("gearbox.ratios[9]", "1", "--set gearbox.ratios[9]: ratios has no row 9; must be 0 to 5"),
        ("converter.points[0].capacity", "1", "the file has no points"),
        ("coupling", "conv", "did you mean `converter`?"),
        // The mass of a side pull was named in its place.
        ("body.mass", "1", "near: body.kerb_mass"),
        ("engine.motor.power", "200 kW", "engine.motor"),
        ("body", "5", "--set body: got 5; must be a section [body]"),
    ] {
        let message = match Edit::new("--set", path, value) {
            Ok(edit) => edited("boxster-s", &[edit]).unwrap_err(),
            Err(message) => message,
        };
        assert!(message.contains(says) && message.starts_with("--set "), "{path}={value}: {message}");
        assert!(!message.contains(":0:"), "{message}");
    }
    // What follows from it stands in the file, with its line.
    let message = edited("boxster-s", &[edit("engine.redline", "500 rpm")]).unwrap_err();
    assert!(message.contains("engine.redline"), "{message}");
}

const SCENARIO: &str = "car = \"boxster-s\"\nmodel = \"two_track\"\ndt_s = 0.01\nduration_s = 2\n\n[[controls]]\nt_s = 0\n\
                        throttle = 1\n";

fn scenario_of(name: &str, edits: &[Edit]) -> Result<scenario::Scenario, String> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("edits");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.toml"));
    std::fs::write(&path, SCENARIO).expect("written");
    scenario::read_edited(&path, Outside::Refused, edits).map_err(|error| error.to_string())
}

#[test]
fn fields_of_a_scenario_are_set() {
    let edits = [
        edit("surface.grip", "0.5"),
        edit("dt", "5 ms"),
        edit("duration_s", "3"),
        edit("initial.velocity_x_m_s", "20"),
        edit("controls[0].throttle", "0.25"),
        edit("model", "single_track"),
        edit("car", "corvette-c5"),
        edit("body.kerb_mass", "1500 kg"),
    ];
    let scenario = scenario_of("set", &edits).unwrap();
    assert_eq!((scenario.surface.grip, scenario.dt_s, scenario.duration_s), (0.5, 0.005, 3.0));
    assert_eq!(scenario.initial["velocity_x_m_s"].value, 20.0);
    assert_eq!(scenario.controls.at(0.0).throttle, 0.25);
    assert_eq!((scenario.model.as_str(), scenario.car.as_str()), ("single_track", "corvette-c5"));
    let models = &skidpad_world::models::STANDARD;
    let model = models.by_name("single_track").unwrap();
    let masses = [scenario.load_own_car(models, model), scenario.load_car(models, model, "corvette-c5")].map(
        |loaded| match loaded.unwrap().car {
            skidpad_formats::choose::Car::Vehicle(vehicle) => vehicle.body().mass_kg,
            skidpad_formats::choose::Car::Own(name) => panic!("{name}"),
        },
    );
    assert_ne!(masses[0], masses[1], "the change is of the scenario's own car alone");
}

#[test]
fn what_a_scenario_cannot_take_is_said_with_the_option() {
    for (path, value, says) in [
        ("surface.grip", "5", "--set surface.grip: got 5; must be a number from 0 to 3"),
        ("dt", "0 s", "--set dt: got \"0 s\"; must be a time above 0 and at most 1 s"),
        ("controls[3].throttle", "1", "--set controls[3].throttle: controls has no row 3; must be 0 to 0"),
        ("traffic[0].speed", "1", "--set traffic[0].speed: the file has no traffic"),
        ("controls[0].throttle", "2", "--set controls[0].throttle: got 2; must be"),
    ] {
        let message = scenario_of("wrong", &[edit(path, value)]).unwrap_err();
        assert!(message.starts_with(says), "{path}={value}: {message}");
    }
    let scenario = scenario_of("later", &[edit("model", "two_trak")]).unwrap();
    let error = scenario.error_at("model", "one of two_track", &["two_track"]).to_string();
    assert_eq!(error, "--set model: got \"two_trak\"; must be one of two_track; did you mean `two_track`?");
}
