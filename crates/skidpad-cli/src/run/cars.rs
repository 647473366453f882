//! The further cars of a scenario: found, checked, and as participants of the run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use skidpad_core::controls::Controls;
use skidpad_core::record::Channel;
use skidpad_formats::choose::{self, Car, Loaded};
use skidpad_formats::scenario::{ControlTrack, Scenario, Traffic};
use skidpad_formats::{BaseFolder, presets};
use skidpad_world::compare::Needs;
use skidpad_world::models::{Cars, ModelInfo, Models};
use skidpad_world::scenario::columns_of_participant;

use super::refusals::{refuse_contact, refuse_driver};
use crate::failure::Failure;

/// A further car.
pub struct Further {
    pub name: String,
    pub model: &'static ModelInfo,
    pub car: Car,
    paths: Vec<PathBuf>,
    written: String,
}

impl Further {
    /// The car's name in a log: a path from the log's folder.
    pub fn name_beside(&self, log: &Path) -> String {
        name_beside(log, &self.paths, &self.written)
    }

    /// The files that it was read from.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }
}

/// A car's name in a log: the path of its file from the log's folder, or its name as written.
pub fn name_beside(log: &Path, paths: &[PathBuf], written: &str) -> String {
    let beside = BaseFolder::of_file(log, skidpad_formats::Outside::Allowed);
    paths.first().map_or(written.to_owned(), |path| beside.name_of(path))
}

/// All further cars, or what is wrong with the first that is.
pub fn further(listed: &Models, scenario: &Scenario) -> Result<Vec<Further>, Failure> {
    scenario.traffic.iter().enumerate().map(|(at, traffic)| one(listed, scenario, at, traffic)).collect()
}

fn one(listed: &Models, scenario: &Scenario, at: usize, traffic: &Traffic) -> Result<Further, Failure> {
    let names: Vec<&str> = listed.iter().map(|model| model.name).collect();
    let place = |key: &str| format!("traffic[{at}].{key}");
    let must = || format!("one of {}", names.join(", "));
    let model =
        listed.by_name(&traffic.model).ok_or_else(|| scenario.error_at(&place("model"), &must(), &names))?;
    refuse_contact(listed, scenario, &place("model"), model)?;
    let loaded = load(listed, scenario, &place("vehicle"), model, &traffic.vehicle)?;
    if let Some(refusal) = Needs::of_road(&scenario.surface).refusal(model, listed) {
        return Err(Failure::input(format!("in traffic[{at}]: {refusal}")));
    }
    if let Some(task) = &traffic.driver {
        refuse_driver(listed, scenario, model, &place("driver"), task)?;
    }
    let Loaded { car, paths, .. } = loaded;
    Ok(Further { name: traffic.name.clone(), model, car, paths, written: traffic.vehicle.clone() })
}

/// A car that the scenario names at a place.
pub fn load(
    listed: &Models,
    scenario: &Scenario,
    place: &str,
    model: &ModelInfo,
    name: &str,
) -> Result<Loaded, Failure> {
    let names = choose::names(model);
    let is_fixed = matches!(model.cars, Cars::Fixed);
    let is_vehicle = presets::preset_names().any(|preset| preset == name);
    let is_known = names.contains(&name) || choose::is_path(name) || (is_fixed && is_vehicle);
    if !is_known {
        return Err(scenario.error_at(place, &choose::must(model), &names).into());
    }
    let in_place = |message: String| match place {
        "car" => message,
        place => message.lines().map(|line| format!("in {place}: {line}")).collect::<Vec<_>>().join("\n"),
    };
    let loaded = match place {
        "car" => scenario.load_own_car(listed, model),
        _ => scenario.load_car(listed, model, name),
    };
    loaded.map_err(|message| Failure::Input(in_place(message)))
}

/// States at the start of a further car, by name.
pub fn initial(model: &ModelInfo, traffic: &Traffic) -> [(&'static str, f64); 4] {
    let [x_m, y_m] = traffic.position_m;
    [("x_m", x_m), ("y_m", y_m), ("yaw_rad", traffic.heading_rad), (model.speed, traffic.speed_m_s)]
}

/// The key of a scenario that gives a state of a further car.
pub fn key_of(state: &str) -> &str {
    match state {
        "x_m" => "x",
        "y_m" => "y",
        "yaw_rad" => "heading",
        _ => "speed",
    }
}

/// Controls and acceleration as a script takes them.
pub struct Driver<'a> {
    pub controls: Box<dyn Fn(f64) -> Controls + 'a>,
    pub acceleration: Box<dyn Fn(f64) -> f64 + 'a>,
}

impl<'a> Driver<'a> {
    pub fn new(track: &'a ControlTrack) -> Self {
        Self {
            controls: Box::new(|t_s| track.at(t_s)),
            acceleration: Box::new(|t_s| track.acceleration_at(t_s).unwrap_or(0.0)),
        }
    }
}

/// The columns of a further car, each with the car's name before it.
pub fn columns(further: &Further) -> impl Iterator<Item = Channel> {
    let own = columns_of_participant(further.model, None, false);
    own.into_iter().map(|channel| {
        let name = kept(format!("{}.{}", further.name, channel.name));
        Channel { name, ..channel }
    })
}

/// A channel's name lives as long as the program; each is kept once, however many variants of a run there are.
pub fn kept(name: String) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name.as_str()) {
        return known;
    }
    let name: &'static str = Box::leak(name.into_boxed_str());
    names.insert(name);
    name
}
