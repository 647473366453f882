//! Seeds of a target's corpus, made from what the tree has: presets, scenarios, and what its writers write.

use std::path::Path;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::snapshot::Saved;
use skidpad_core::step::Dt;
use skidpad_formats::{choose, presets};
use skidpad_models::MODELS;
use skidpad_world::log::{CarLabel, LogSettings, LoggedWorld, WorldLog};
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{Begin, Request, Rolling};
use skidpad_world::world::{Member, Site, World};

/// The folder that `cargo xtask fuzz` wants them in.
const FOLDER: &str = "SKIDPAD_FUZZ_SEEDS";

/// Writes them where the environment names a folder. A target calls it before its first input, and libFuzzer then reads
/// the folder.
pub fn write<B: AsRef<[u8]>>(seeds: impl FnOnce() -> Vec<B>) {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    for (index, bytes) in seeds().iter().enumerate() {
        let path = Path::new(&folder).join(format!("seed-{index:03}"));
        std::fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// The texts of all presets.
pub fn vehicles() -> Vec<String> {
    presets::preset_names().map(|name| presets::preset_text(name).expect("a preset").to_owned()).collect()
}

/// The texts of all scenarios that come with Skidpad.
pub fn scenarios() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let entries = std::fs::read_dir(folder).expect("the folder of scenarios");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a scenario")).collect()
}

/// A car of every model at 20 m/s.
pub fn starts() -> Vec<Saved> {
    MODELS.iter().map(|model| started(model).save()).collect()
}

fn started(model: &'static ModelInfo) -> Box<dyn Rolling> {
    let car = choose::car(&MODELS, model, &car_of(model)).expect("its car");
    let initial = [(model.speed, 20.0)];
    let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
    model.begin(&car.choice(), &begin).expect("its car")
}

/// A short log of every model, alone in a world.
pub fn logs(steps: u32) -> Vec<WorldLog> {
    MODELS.iter().map(|model| logged(model, steps)).collect()
}

fn logged(model: &'static ModelInfo, steps: u32) -> WorldLog {
    let member = Member { car: started(model), body: None };
    let settings = LogSettings { keyframe_interval: 4, hash_interval: 2, ..LogSettings::default() };
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), settings);
    let id = world.add(member, CarLabel::named(&car_of(model))).expect("it joins");
    for step in 0..steps {
        let steer_rad = f64::from(step / 5 % 3) * 0.01;
        let (command, _) = sanitise(&Controls { steer_rad, throttle: 0.3, ..Controls::default() });
        world.set_request(id, Request { acceleration_m_s2: 0.5, ..Request::from_command(command) });
        world.step(Dt::new(0.01).expect("a step"));
    }
    world.log()
}

/// A car that a model takes.
pub fn car_of(model: &ModelInfo) -> String {
    let names = choose::names(model);
    let takes = |name: &&&str| choose::car(&MODELS, model, name).is_ok_and(|car| choose::fits(model, &car));
    names.iter().find(takes).or(names.first()).expect("each model has a car").to_string()
}
