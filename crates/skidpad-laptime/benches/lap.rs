//! Times of an envelope, of one core's share of it, of a quasi-steady lap of 5 km, of minimum-time laps on one core, and of a lap that
//! is driven at 1 kHz.
//!
//! `cargo bench --package skidpad-laptime --bench lap`
#![allow(clippy::disallowed_methods, reason = "a benchmark sets its scene as it likes")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::driven::{Drive, DrivenOptions, drive_at};
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::optimal::{self, LapGuess, OptimalOptions, SingleTrackLap};
use skidpad_laptime::qss::{self, Options};
use skidpad_laptime::{ModelEnvelope, Path};
use skidpad_models::MODELS;
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::{Track, track_by_name};

const ROUNDS: usize = 9;

/// Median of some runs.
fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .collect();
    times.sort();
    times[ROUNDS / 2]
}

fn main() {
    let vehicle = preset("boxster-s").expect("a preset").spec.validate().expect("a vehicle");
    let track = Track::new(&track_by_name("grand-prix").expect("a track")).expect("a sound one");
    for model in ["two_track", "two_track_magic"] {
        let envelope = || ModelEnvelope::new(model, &vehicle, &Surface::asphalt()).expect("an envelope");
        let built = median(|| drop(envelope()));
        let envelope = envelope();
        for spacing_m in [2.0, 3.0, 5.0] {
            let path = Path::along(&track, spacing_m);
            let lap = median(|| drop(qss::lap(&path, &envelope, &Options::default())));
            println!(
                "{model}: envelope {built:.2?} on all cores; lap of {:.0} m with {} points {lap:.2?}",
                path.length_m(),
                path.points().len(),
            );
        }
    }
    minimum_time(&vehicle, &track);
    driven(&vehicle, &Arc::new(track));
}

/// Minimum-time laps at three spacings, each after wider ones.
fn minimum_time(vehicle: &Vehicle<f64>, track: &Track) {
    let surface = Surface::asphalt();
    let envelope = ModelEnvelope::new("two_track", vehicle, &surface).expect("an envelope");
    let found = fastest(track, &envelope, &LineOptions::default(), &Options::default()).expect("a line");
    let path = found.line.path(track).expect("a path");
    let lap = qss::lap(&path, &envelope, &Options::default()).expect("a lap");
    let (car, guess) = (SingleTrackLap::new(vehicle, &surface), LapGuess::near(track, &path, &lap));
    for spacing_m in [6.0, 3.0, 1.5] {
        let line = LineOptions { spacing_m, ..LineOptions::default() };
        let options = OptimalOptions { refinements: 0, ..OptimalOptions::default() };
        let begin = Instant::now();
        let found = optimal::lap(track, &car, &guess, &line, &options).expect("a lap");
        let took = begin.elapsed();
        let steps: usize = found.meshes.iter().map(|mesh| mesh.places * mesh.steps).sum();
        println!(
            "minimum time {:.3} s in {took:.2?}, {:.2?} for each step and place: {:?}",
            found.lap.time_s,
            took.div_f64(steps as f64),
            found.meshes
        );
    }
}

/// Time of one driven lap with nine tenths of the grip.
fn driven(vehicle: &Vehicle<f64>, track: &Arc<Track>) {
    let envelope = ModelEnvelope::new("two_track", vehicle, &Surface::asphalt()).expect("an envelope");
    let path = Path::along(track, 2.0);
    let of = Drive {
        model: MODELS.by_name("two_track").expect("a model"),
        car: CarChoice::Vehicle(vehicle),
        envelope: &envelope,
        surface: Surface::asphalt(),
        width_m: 1.8,
    };
    let begin = Instant::now();
    let lap = drive_at(&of, track, &path, 0.9, &DrivenOptions::default()).expect("a lap");
    println!("two_track: driven lap of {:.1} s at 1 kHz {:.2?}", lap.lap.time_s, begin.elapsed());
}
