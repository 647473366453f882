//! One car by all four methods: the fastest line in steady states, the minimum-time lap, steady states on its line, and a driver.
#![allow(clippy::disallowed_methods)]

use std::sync::Arc;

use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::driven::{Drive, DrivenOptions, drive};
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::optimal::{LapGuess, OptimalOptions, SingleTrackLap, lap};
use skidpad_laptime::{ModelEnvelope, Path, qss};
use skidpad_world::manoeuvre::Subject;
use skidpad_world::models::SINGLE_TRACK;
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::{Track, track_by_name};

/// Lap times over that of the minimum-time lap.
struct Methods {
    /// Steady states on the fastest line.
    line: f64,
    /// Steady states on the line of the minimum-time lap.
    on_line: f64,
    /// The driver on each of the two lines.
    driven: [f64; 2],
}

/// A car by the model `single_track` on a track, by minimum-time laps whose mesh is refined so many times.
fn methods(car: &str, track: &str, refinements: usize) -> Methods {
    let (vehicle, surface) = (preset(car).unwrap().spec.validate().unwrap(), Surface::asphalt());
    let envelope = ModelEnvelope::new("single_track", &vehicle, &surface).unwrap();
    let track = Arc::new(Track::new(&track_by_name(track).unwrap()).unwrap());
    let width_m = Subject::vehicle(&SINGLE_TRACK, &vehicle).width_m();
    let options = LineOptions { car_width_m: width_m, margin_m: 0.3, ..LineOptions::default() };
    let steady = |path: &Path| qss::lap(path, &envelope, &qss::Options::default()).unwrap();
    let path = fastest(&track, &envelope, &options, &qss::Options::default()).unwrap().line;
    let path = path.path_with(&track, 2).unwrap();
    let guess = LapGuess::near(&track, &path, &steady(&path));
    let line = LineOptions { spacing_m: 3.0, ..options };
    let settings = OptimalOptions { refinements, ..OptimalOptions::default() };
    let least = lap(&track, &SingleTrackLap::new(&vehicle, &surface), &guess, &line, &settings).unwrap();
    assert!(least.lap.converged, "{:?}", least.optimality);
    let of = Drive {
        model: &SINGLE_TRACK,
        car: CarChoice::Vehicle(&vehicle),
        envelope: &envelope,
        surface,
        width_m,
    };
    let driven = [&path, &least.path].map(|path| {
        let driven = drive(&of, &track, path, &DrivenOptions::default()).unwrap();
        driven.lap.time_s / least.lap.time_s
    });
    let [line, on_line] = [&path, &least.path].map(|path| steady(path).time_s / least.lap.time_s);
    println!(
        "{car}: minimum {:.3} s, line {line:.4}, on its line {on_line:.4}, driven {driven:?}",
        least.lap.time_s
    );
    Methods { line, on_line, driven }
}

/// Steady states leave out what a car gains while it turns in, and changes of gear take time, so no lap is faster than the
/// minimum-time lap, and the driver is slower than both.
fn check(car: &str, track: &str, refinements: usize, most: [f64; 2]) {
    let Methods { line, on_line, driven } = methods(car, track, refinements);
    for steady in [line, on_line] {
        assert!((0.9995..most[0]).contains(&steady), "{car} on {track}: {steady} of the minimum-time lap");
    }
    for driven in driven {
        assert!(
            (0.9995..most[1]).contains(&driven),
            "{car} on {track}: driven {driven} of the minimum-time lap"
        );
    }
}

mod long {
    use super::check;

    #[test]
    #[ignore = "long: a minimum-time lap and some thirty driven ones"]
    fn no_lap_is_faster_than_the_minimum_on_the_oval() {
        check("mx5-nd-2016", "oval", 0, [1.01, 1.03]);
    }
}

mod soak {
    use super::check;

    #[test]
    #[ignore = "soak: minutes"]
    fn steady_laps_come_within_3_percent_of_the_minimum_and_driven_ones_within_5() {
        for car in ["boxster-s", "mx5-nd-2016"] {
            check(car, "kart-track", 3, [1.03, 1.05]);
            check(car, "grand-prix", 1, [1.03, 1.045]);
            check(car, "handling-course", 2, [1.03, 1.045]);
        }
    }
}
