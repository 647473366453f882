//! What the tests have in common.

use std::sync::{Arc, OnceLock};

use skidpad_core::model::SingleTrack;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_fleet::FleetModel;
use skidpad_tasks::{
    ActionSettings, Autoreset, Environments, Observation, Race, RaceStart, Settings, Task, TaskError,
};
use skidpad_world::models;
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::{Track, track_by_name};

pub static SINGLE_TRACK: FleetModel = FleetModel::in_both::<SingleTrack>(&models::SINGLE_TRACK);

/// A vehicle that lives as long as the tests.
pub fn boxster() -> &'static [CarChoice<'static>] {
    static CARS: OnceLock<[CarChoice<'static>; 1]> = OnceLock::new();
    CARS.get_or_init(|| [CarChoice::Vehicle(preset("boxster-s"))])
}

pub fn preset(name: &str) -> &'static Vehicle<f64> {
    let file = skidpad_formats::presets::preset(name).expect("a preset");
    Box::leak(Box::new(file.spec.validate().expect("a sound vehicle")))
}

pub fn track(name: &str) -> Arc<Track> {
    Arc::new(Track::new(&track_by_name(name).expect("a track that Skidpad brings")).expect("a sound one"))
}

/// Observations of every kind.
pub fn observations() -> Vec<Observation> {
    let names = [
        "velocity_x_m_s",
        "yaw_rate_rad_s",
        "gear",
        "sideslip_rad",
        "throttle",
        "lateral_offset_m",
        "heading_error_rad",
        "borders_m",
        "curvature_ahead_1_m",
        "borders_ahead_m",
        "lidar_m",
        "last_action",
        "time_s",
    ];
    names.into_iter().map(Observation::by_name).collect()
}

/// Settings of a number of environments, 20 ms in four sub-steps, with episodes of 1 s.
pub fn settings<'a>(
    environments: usize,
    cars: &'a [CarChoice<'a>],
    observations: &'a [Observation],
) -> Settings<'a> {
    Settings {
        environments,
        model: &SINGLE_TRACK,
        cars,
        dt: Dt::new(0.005).expect("a step"),
        sub_steps: 4,
        time_limit_s: 1.0,
        observations,
        actions: ActionSettings { delay_steps: 2, noise: 0.05, ..ActionSettings::default() },
        autoreset: Autoreset::NextStep,
        threads: 1,
    }
}

/// A race from anywhere on two tracks, whose cars leave the road now and then.
pub fn race() -> Race {
    let start = RaceStart { anywhere: true, lateral_share: 0.9, heading_rad: 0.6, speed_m_s: [5.0, 40.0] };
    let race = Race::flat(vec![track("grand-prix"), track("oval")]).with_start(start);
    race.expect("starts in their ranges")
}

pub fn made<K: Task>(task: K, settings: &Settings<'_>) -> Result<Environments<K>, TaskError> {
    Environments::new(task, settings)
}
