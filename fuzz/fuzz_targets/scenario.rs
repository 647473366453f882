//! Bytes as a scenario file in a folder that it may not leave: an error with places, or a scenario that drives.
#![no_main]

use std::ops::ControlFlow;
use std::sync::OnceLock;

use skidpad_core::integrate::Method;
use skidpad_core::step::Dt;
use skidpad_formats::scenario::{self, Scenario};
use skidpad_formats::{Outside, choose};
use skidpad_fuzz::folder::{Folder, has_no_secret};
use skidpad_fuzz::{file_error, messages, seeds};
use skidpad_models::MODELS;
use skidpad_world::compare::initial_for;
use skidpad_world::models::ModelInfo;
use skidpad_world::scenario::{Script, run};

/// The longest time that is driven, s: a step may have a second.
const DRIVEN_S: f64 = 0.05;

static FOLDER: OnceLock<Folder> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: seeds::write(texts),
    |bytes: &[u8]| {
        let folder = FOLDER.get_or_init(|| Folder::new("scenario"));
        let path = folder.write("scenario.toml", bytes);
        match scenario::read(&path, Outside::Refused) {
            Ok(scenario) => {
                scenario.paths.iter().for_each(|path| folder.holds(path));
                sound(&scenario, folder, bytes);
            }
            Err(error) => {
                file_error(&error, bytes);
                has_no_secret(&error.to_string(), bytes);
            }
        }
    }
);

fn texts() -> Vec<String> {
    let names = ["here.toml", "../secret.toml", "out.toml", "deep/../../secret.toml"];
    let cars = names.map(|car| {
        format!(
            "car = \"{car}\"\nmodel = \"kinematic\"\ndt_s = 0.01\nduration_s = 1\n[[controls]]\nt_s = 0\n"
        )
    });
    let maps = ["deep/map.csv", "../secret.csv", "out.csv"].map(|map| {
        format!(
            "car = \"boxster-s\"\nmodel = \"two_track\"\ndt = \"5 ms\"\nduration_s = 1\n[[controls]]\nt_s = 0\n\
             [[ground]]\nmap = \"{map}\"\n"
        )
    });
    let starts = ["run.skidlog", "../secret.skidlog", "out.skidlog"]
        .map(|log| format!("dt_s = 0.01\nduration_s = 1\n[start]\nlog = \"{log}\"\ntime = \"1 s\"\n"));
    seeds::scenarios().into_iter().chain(cars).chain(maps).chain(starts).collect()
}

fn sound(scenario: &Scenario, folder: &Folder, bytes: &[u8]) {
    assert!(scenario.dt_s > 0.0 && scenario.dt_s <= 1.0);
    assert!(
        scenario.duration_s > 0.0 && scenario.duration_s <= 1e5 && scenario.duration_s / scenario.dt_s <= 1e9
    );
    for t_s in [0.0, scenario.dt_s, 0.5 * scenario.duration_s, scenario.duration_s] {
        let controls = scenario.controls.at(t_s);
        assert!(
            controls.steer_rad.is_finite() && controls.throttle.is_finite() && controls.brake.is_finite()
        );
        let spot = scenario.ground.under([t_s, -t_s]);
        let range = (0.0..=3.0).contains(&spot.grip) && (0.0..=50.0).contains(&spot.rolling);
        assert!(
            range && spot.height_m.is_finite() && spot.rise.iter().all(|rise| rise.is_finite()),
            "{spot:?}"
        );
    }
    match scenario.start_path() {
        Some(Ok(path)) => folder.holds(&path),
        Some(Err(error)) => messages(&error),
        None => {}
    }
    let Ok(model) = choose::model(&MODELS, &scenario.model).inspect_err(|error| messages(error)) else {
        return;
    };
    match scenario.load_car(&MODELS, model, &scenario.car) {
        Ok(loaded) => {
            loaded.paths.iter().for_each(|path| folder.holds(path));
            drive(scenario, model, &loaded.car);
        }
        Err(error) => {
            messages(&error);
            has_no_secret(&error, bytes);
        }
    }
}

/// Drives its beginning: whatever it says, nothing panics.
fn drive(scenario: &Scenario, model: &'static ModelInfo, car: &choose::Car) {
    let written: Vec<(&str, f64)> =
        scenario.initial.iter().map(|(name, initial)| (name.as_str(), initial.value)).collect();
    let (initial, unknown) = initial_for(model, &written);
    let method: Option<Method> = scenario.integrator.as_ref().and_then(|name| name.parse().ok());
    let controls = |t_s: f64| scenario.controls.at(t_s);
    let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s).unwrap_or(0.0);
    let script = Script {
        method,
        dt: Dt::new(scenario.dt_s).expect("a step in its range"),
        duration_s: f64::max(scenario.dt_s, f64::min(scenario.duration_s, DRIVEN_S)),
        initial: &initial,
        surface: scenario.surface,
        ground: &scenario.ground,
        controls: &controls,
        acceleration: &acceleration,
        hands: scenario.shaping,
    };
    if unknown.is_empty() && script.initial_errors(model).is_empty() {
        let _ = run(model, &car.choice(), &script, &mut |_: &[f64]| ControlFlow::Continue(()));
    }
}
