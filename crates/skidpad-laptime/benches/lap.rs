//! Times of an envelope, of one core's share of it, of a quasi-steady lap of 5 km, and of minimum-time laps on one core.
//!
//! `cargo bench --package skidpad-laptime --bench lap`
#![allow(clippy::disallowed_methods, reason = "a benchmark sets its scene as it likes")]

use std::time::{Duration, Instant};

use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::optimal::{self, LapGuess, OptimalOptions, SingleTrackLap};
use skidpad_laptime::qss::{self, Options};
use skidpad_laptime::{ModelEnvelope, Path};
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
}

/// Minimum-time laps at two spacings, each after one at twice that.
fn minimum_time(vehicle: &Vehicle<f64>, track: &Track) {
    let surface = Surface::asphalt();
    let envelope = ModelEnvelope::new("two_track", vehicle, &surface).expect("an envelope");
    let found = fastest(track, &envelope, &LineOptions::default(), &Options::default()).expect("a line");
    let path = found.line.path(track).expect("a path");
    let lap = qss::lap(&path, &envelope, &Options::default()).expect("a lap");
    let (car, guess) = (SingleTrackLap::new(vehicle, &surface), LapGuess::near(track, &path, &lap));
    for spacing_m in [6.0, 3.0] {
        let line = LineOptions { spacing_m, ..LineOptions::default() };
        let options = OptimalOptions { refinements: 0, ..OptimalOptions::default() };
        let begin = Instant::now();
        let found = optimal::lap(track, &car, &guess, &line, &options).expect("a lap");
        println!("minimum time {:.3} s in {:.2?}: {:?}", found.lap.time_s, begin.elapsed(), found.meshes);
    }
}
