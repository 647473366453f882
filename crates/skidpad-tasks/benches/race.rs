//! Environment steps a second of a race: 4,096 environments, 10 ms in one or five steps of the fleet, 20 points of curvature and the borders.
//!
//! `cargo bench --package skidpad-tasks --bench race`
#![allow(clippy::disallowed_methods, reason = "a benchmark sets its scene as it likes")]

use std::sync::Arc;
use std::time::Instant;

use skidpad_core::model::SingleTrack;
use skidpad_core::step::Dt;
use skidpad_fleet::FleetModel;
use skidpad_special::Kinematic;
use skidpad_tasks::{ActionSettings, Autoreset, Environments, Lidar, Observation, Race, RaceStart, Settings};
use skidpad_world::models;
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::{Track, track_by_name};

static SINGLE_TRACK: FleetModel = FleetModel::in_both::<SingleTrack>(&models::SINGLE_TRACK);
static KINEMATIC: FleetModel = FleetModel::in_both::<Kinematic>(&models::KINEMATIC);

const ENVIRONMENTS: usize = 4096;

fn race(model: &'static FleetModel, sub_steps: u32, observations: &[Observation]) -> Environments<Race> {
    let track =
        Track::new(&track_by_name("grand-prix").expect("a track that Skidpad brings")).expect("a sound one");
    let file = skidpad_formats::presets::preset("boxster-s").expect("a preset");
    let vehicle = file.spec.validate().expect("a sound vehicle");
    let settings = Settings {
        environments: ENVIRONMENTS,
        model,
        cars: &[CarChoice::Vehicle(&vehicle)],
        dt: Dt::new(0.01 / f64::from(sub_steps)).expect("a step"),
        sub_steps,
        time_limit_s: 30.0,
        observations,
        actions: ActionSettings::default(),
        autoreset: Autoreset::SameStep,
        threads: 1,
    };
    let start = RaceStart { anywhere: true, lateral_share: 0.5, heading_rad: 0.1, speed_m_s: [5.0, 25.0] };
    let task = Race::flat(vec![Arc::new(track)]).with_start(start).expect("in range");
    let mut race = Environments::new(task, &settings).expect("settings that can be taken");
    race.reset_all(1);
    race
}

fn main() {
    let plain = [
        "velocity_x_m_s",
        "yaw_rate_rad_s",
        "lateral_offset_m",
        "heading_error_rad",
        "borders_m",
        "curvature_ahead_1_m",
    ];
    let of_kinematic =
        ["speed_m_s", "lateral_offset_m", "heading_error_rad", "borders_m", "curvature_ahead_1_m"];
    let named = |names: &[&str]| names.iter().map(|name| Observation::by_name(name)).collect::<Vec<_>>();
    let mut with_lidar = named(&plain);
    with_lidar.push(Observation::Lidar(Lidar::default()));
    for (name, model, sub_steps, observations) in [
        ("kinematic, five sub-steps", &KINEMATIC, 5, named(&of_kinematic)),
        ("single_track, five sub-steps", &SINGLE_TRACK, 5, named(&plain)),
        ("single_track, its own sub-steps", &SINGLE_TRACK, 1, named(&plain)),
        ("the same with lidar", &SINGLE_TRACK, 1, with_lidar),
        ("the same with one observation", &SINGLE_TRACK, 1, named(&["velocity_x_m_s"])),
    ] {
        let mut race = race(model, sub_steps, &observations);
        let steer =
            |environment: usize, step: u32| ((environment as u32 * 7 + step) % 21) as f32 * 0.002 - 0.02;
        let mut least = f64::INFINITY;
        for round in 0..7 {
            let begin = Instant::now();
            for step in 0..20 {
                let actions: Vec<f32> = (0..ENVIRONMENTS)
                    .flat_map(|environment| [steer(environment, step + 20 * round), 0.3])
                    .collect();
                race.step(&actions).expect("finite actions");
            }
            least = least.min(begin.elapsed().as_secs_f64());
        }
        println!("{name:>32}: {:6.3} million steps a second", 20e-6 * ENVIRONMENTS as f64 / least);
    }
}
