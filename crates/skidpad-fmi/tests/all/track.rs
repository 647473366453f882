//! Units on a track: the bits of the crate `skidpad`, states, and what is refused.

use std::sync::Arc;

use skidpad::prelude::*;
use skidpad_fmi::design::UnitDesign;
use skidpad_formats::presets;
use skidpad_formats::track::{TrackFile, TrackFormat, open};
use skidpad_models::MODELS;
use skidpad_world::ground::Ground;
use skidpad_world::scene::Scene;
use skidpad_world::track::{Track, track_by_name, track_names};

use crate::unit::{Instance, Unit, messages, must_say};

const STEP_S: f64 = 0.01;
const SPEED_M_S: f64 = 15.0;

fn named(name: &str) -> TrackFile {
    TrackFile { spec: track_by_name(name).unwrap(), notes: Vec::new() }
}

fn on_track(car: &str, model: &str, track: &str, label: &str) -> Unit {
    let design = UnitDesign::of_vehicle(MODELS.by_name(model).unwrap(), car, presets::preset(car).unwrap());
    Unit::on_disk(design.unwrap().on_track(&named(track)).unwrap(), label)
}

/// Controls that leave the road and its kerbs for the grass.
fn controls(step: u32) -> (f64, f64) {
    (0.4, if step < 200 { 0.0 } else { 0.03 })
}

fn begun(instance: &Instance) {
    instance.set("step_s", STEP_S);
    instance.set("initial.velocity_x_m_s", SPEED_M_S);
    instance.initialise();
}

fn drive(instance: &Instance, steps: std::ops::Range<u32>) {
    for step in steps {
        let (throttle, steer_rad) = controls(step);
        instance.set("throttle", throttle);
        instance.set("steer_rad", steer_rad);
        instance.step(f64::from(step) * STEP_S, STEP_S);
    }
}

/// Six seconds from the start of a track, on its slopes and banks and beside its road, have the bits of the same drive in Rust.
#[test]
fn a_drive_on_a_track_ends_in_the_bits_of_rust() {
    for (car, model, track) in [
        ("boxster-s", "two_track", "hill-climb"),
        ("mx5-nd-2016", "two_track_sprung", "oval"),
        ("boxster-s", "single_track", "grand-prix"),
        ("mx5-nd-2016", "spatial", "kart-track"),
        ("boxster-s", "kinematic", "grand-prix"),
    ] {
        let unit = on_track(car, model, track, &format!("track-{model}"));
        let instance = unit.co_simulation(false);
        if model == "kinematic" {
            instance.set("initial.speed_m_s", SPEED_M_S);
            instance.set("step_s", STEP_S);
            instance.initialise();
        } else {
            begun(&instance);
        }
        drive(&instance, 0..600);
        let scene = Scene::on_track(Track::new(&track_by_name(track).unwrap()).unwrap());
        let place = Placement {
            position_m: scene.start.position_m,
            heading_rad: scene.start.heading_rad,
            speed_m_s: SPEED_M_S,
        };
        let in_rust = |ground: Ground| {
            let mut car = Car::builder().model(model).at(place).preset(car).unwrap();
            car.set_ground(Arc::new(ground));
            for step in 0..600 {
                let (throttle, steer_rad) = controls(step);
                let controls = Controls { throttle, steer_rad, gear: Gear::Automatic, ..Controls::default() };
                car.step(&controls, STEP_S).unwrap();
            }
            car
        };
        let car = in_rust(scene.ground.clone());
        assert_eq!(instance.hash(), car.hash(), "{model} on {track}");
        for output in car.outputs().iter().filter(|output| {
            unit.design.variables.iter().any(|variable| variable.name == output.name && variable.is_output())
        }) {
            assert_eq!(
                instance.get(output.name).to_bits(),
                output.value.to_bits(),
                "{model}: {}",
                output.name
            );
        }
        assert_ne!(in_rust(Ground::default()).hash(), car.hash(), "{model}: {track} is felt");
    }
}

/// A figure of eight whose second straight crosses the first on a bridge, 4.7 m higher.
const BRIDGE: &str = r#"
closed = true
[line]
at = [-50, 0]
left = 5
right = 5
[[segment]]
length = 100
[[segment]]
radius = 50
angle = "135 deg"
grade = "4 %"
[[segment]]
radius = 50
angle = "135 deg"
grade = "0 %"
[[segment]]
length = 100
[[segment]]
radius = -50
angle = "135 deg"
grade = "-4 %"
[[segment]]
radius = -50
angle = "135 deg"
grade = "0 %"
"#;

/// A state on a track goes on as bytes with the same bits. Under a bridge, where the nearest line is the bridge's, the car stays below: the
/// stretch on which it is belongs to its state.
#[test]
fn a_state_under_a_bridge_goes_on_as_bytes() {
    let file = skidpad_formats::track::parse("bridge.toml", BRIDGE.as_bytes(), None).unwrap();
    let model = MODELS.by_name("two_track_sprung").unwrap();
    let design = UnitDesign::of_vehicle(model, "boxster-s", presets::preset("boxster-s").unwrap()).unwrap();
    let unit = Unit::on_disk(design.on_track(&file).unwrap(), "track-bytes");
    let instance = unit.co_simulation(false);
    instance.set("initial.x_m", -15.0);
    instance.set("initial.y_m", 1.0);
    instance.set("initial.yaw_rad", 0.0);
    begun(&instance);
    drive(&instance, 0..90);
    for step in 90..115 {
        drive(&instance, step..step + 1);
        let other = crate::states::stepped_copy_by_bytes(&instance);
        for car in [&instance, &other] {
            assert!(car.get("heave_m").abs() < 0.2, "step {step}: {} m", car.get("heave_m"));
        }
        let onward = crate::states::stepped_copy_by_bytes(&instance);
        // A heavier car is another one in the same place.
        let heavier = crate::states::stepped_copy_by_bytes(&instance);
        heavier.set("body.kerb_mass", 1500.0);
        drive(&heavier, step + 1..step + 11);
        assert!(heavier.get("heave_m").abs() < 0.2, "step {step}: {} m", heavier.get("heave_m"));
        drive(&other, step + 1..step + 11);
        drive(&onward, step + 1..step + 11);
        assert_eq!(other.hash(), onward.hash(), "step {step}");
        assert!(other.get("heave_m").abs() < 0.2, "step {step}: {} m", other.get("heave_m"));
    }
    assert!((0.0..5.0).contains(&instance.get("x_m")), "{}", instance.get("x_m"));
}

/// The model's own method over each sub-step drives as co-simulation does, but that a solver's rates are those of the road where it evaluates
/// them, and a step of the car reads the road once per sub-step: up the hill the states differ by up to 3e-5 of them.
#[test]
fn model_exchange_on_a_track_is_co_simulation() {
    let unit = on_track("boxster-s", "two_track_sprung", "hill-climb", "track-exchange");
    let (stepped, solved) = (unit.co_simulation(false), unit.model_exchange());
    for instance in [&stepped, &solved] {
        instance.set("throttle", 0.4);
        instance.set("initial.velocity_x_m_s", SPEED_M_S);
        instance.initialise();
    }
    stepped.step(0.0, 3.0);
    crate::exchange::integrate(&solved, 1, 3.0);
    let mut largest = 0.0_f64;
    for state in unit.design.model.states {
        let (a, b) = (stepped.get(state.name), solved.get(state.name));
        largest = largest.max((a - b).abs() / a.abs().max(1.0));
    }
    println!("largest difference over the state: {largest:e}");
    assert!(largest < 1e-4 && stepped.get("heave_m") > 0.5, "{largest:e} {}", stepped.get("heave_m"));
}

/// Every track that Skidpad brings is in a unit as it is.
#[test]
fn every_track_is_read_again_as_it_was() {
    for name in track_names() {
        let unit = on_track("boxster-s", "kinematic", name, &format!("track-{name}"));
        let again =
            UnitDesign::read(&unit.folder).unwrap_or_else(|fault| panic!("{name}: {}", fault.message()));
        assert_eq!(
            again.ground().hash(),
            Scene::on_track(Track::new(&named(name).spec).unwrap()).ground.hash(),
            "{name}"
        );
        assert_eq!(again.token(), unit.design.token(), "{name}");
        assert_eq!(again.ground().track(), unit.design.ground().track(), "{name}");
    }
}

/// A track of another format is in the unit in Skidpad's own.
#[test]
fn a_track_of_another_format_is_the_same_in_a_unit() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("track-formats");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("oval.csv");
    let text = skidpad_formats::track::write(&named("oval"), TrackFormat::CentreLine, &Default::default());
    std::fs::write(&path, text.unwrap().text).unwrap();
    let file = open(&path, None).unwrap();
    let model = MODELS.by_name("two_track").unwrap();
    let design = UnitDesign::of_vehicle(model, "boxster-s", presets::preset("boxster-s").unwrap()).unwrap();
    let unit = Unit::on_disk(design.on_track(&file).unwrap(), "track-csv");
    let again = UnitDesign::read(&unit.folder).unwrap_or_else(|fault| panic!("{}", fault.message()));
    let ground = Ground::default().with_track(Arc::new(Track::new(&file.spec).unwrap()));
    assert_eq!(again.ground().hash(), ground.hash());
}

/// A track that is missing, cut or altered makes no instance, and the message names the file.
#[test]
fn a_wrong_or_missing_track_is_refused() {
    type Spoil = fn(&std::path::Path);
    let spoilt: [(&str, Spoil, &str); 4] = [
        ("missing", |path| std::fs::remove_file(path).unwrap(), "track.toml"),
        ("empty", |path| std::fs::write(path, "").unwrap(), "track.toml"),
        ("wrong", |path| std::fs::write(path, "name = 3\nclosed = \"x\"").unwrap(), "track.toml"),
        (
            "altered",
            |path| {
                let text = std::fs::read_to_string(path).unwrap();
                let other = text.replacen("name = \"", "name = \"x", 1);
                assert_ne!(other, text);
                std::fs::write(path, other).unwrap();
            },
            "belongs to another unit",
        ),
    ];
    for (label, spoil, part) in spoilt {
        let unit = on_track("boxster-s", "two_track", "oval", &format!("track-{label}"));
        spoil(&unit.folder.join("track.toml"));
        assert!(unit.try_co_simulation(false).is_none(), "{label}");
        let said = messages();
        assert!(said.contains("no instance was made") && said.contains(part), "{label}: {said}");
    }
    let unit = on_track("boxster-s", "two_track", "oval", "track-other");
    let text = std::fs::read_to_string(unit.folder.join("unit.txt")).unwrap();
    std::fs::write(unit.folder.join("unit.txt"), text.replace("track.toml", "../../secret.toml")).unwrap();
    assert!(unit.try_co_simulation(false).is_none());
    let said = messages();
    assert!(said.contains("track = ../../secret.toml: must be track.toml"), "{said}");
}

/// Models that move along a line, and those placed by another point, have no place on a track.
#[test]
fn models_without_a_place_are_refused() {
    for model in ["straight_line", "point_mass"] {
        let model = MODELS.by_name(model).unwrap();
        let design = UnitDesign::of_vehicle(model, "boxster-s", presets::preset("boxster-s").unwrap());
        let error = design.unwrap().on_track(&named("oval")).unwrap_err();
        assert!(error.contains("has no place on a track"), "{error}");
    }
}

/// Derivatives are exact or refused: linear equations know nothing of a road that changes with the place.
#[test]
fn derivatives_on_a_track_are_refused() {
    let unit = on_track("boxster-s", "two_track", "oval", "track-derivatives");
    let instance = unit.co_simulation(false);
    begun(&instance);
    let (unknown, known, seed, mut result) = (unit.at("der(yaw_rate_rad_s)"), unit.at("steer_rad"), 1.0, 0.0);
    let status = unsafe {
        skidpad_fmi::fmi3GetDirectionalDerivative(
            instance.handle, &unknown, 1, &known, 1, &seed, 1, &mut result, 1,
        )
    };
    must_say(status, "derivatives are not known on a track");
    let xml = skidpad_fmi::description::model_description(&unit.design, None);
    assert!(xml.contains("providesDirectionalDerivatives=\"false\""));
}
