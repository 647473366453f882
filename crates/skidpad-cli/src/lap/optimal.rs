//! Minimum-time laps.

use skidpad_laptime::Path;
use skidpad_laptime::line::LineOptions;
use skidpad_laptime::optimal::{self, LapGuess, OptimalLap, OptimalOptions, SingleTrackLap};
use skidpad_laptime::qss::{self, QssLap};
use skidpad_world::track::Track;

use super::car::LapCar;
use super::line::Way;
use super::options::{LapOptions, Method};
use crate::failure::Failure;
use crate::output;

/// Models of minimum-time laps.
const MODELS: [&str; 1] = ["single_track"];
/// Spacing of the mesh from which on the change of the lap counts, m.
const SPACING_M: f64 = 3.0;

/// A minimum-time lap with its notes.
pub struct Found {
    /// Line.
    pub path: Path,
    /// Lap along it.
    pub lap: QssLap,
    /// Notes on the search.
    pub notes: Vec<String>,
}

/// Refuses what a minimum-time lap does not take.
pub fn check(options: &LapOptions) -> Result<(), Failure> {
    let model = options.model();
    if options.method == Method::Optimal && (options.sensitivity || options.sweep.is_some()) {
        return Err(Failure::input(
            "--sensitivity and --sweep are of quasi-steady laps: use --method line or qss".to_owned(),
        ));
    }
    if options.method == Method::Optimal && !MODELS.contains(&model) {
        return Err(Failure::input(format!(
            "--model {model}: has no minimum-time laps; must be {}",
            MODELS.join(" or ")
        )));
    }
    Ok(())
}

/// The minimum-time lap near a quasi-steady one.
pub fn lap(car: &LapCar, track: &Track, way: &Way<'_>, path: &Path, near: &QssLap) -> Result<Found, Failure> {
    let dynamic = SingleTrackLap::new(&car.vehicle, &car.surface);
    let guess = LapGuess::near(track, path, near);
    let line = LineOptions { spacing_m: SPACING_M, ..*way.line };
    let settings = OptimalOptions {
        start: way.lap.start,
        gravity_m_s2: way.lap.gravity_m_s2,
        ..OptimalOptions::default()
    };
    let spinner = output::spinner("finding the minimum-time lap");
    let found = optimal::lap(track, &dynamic, &guess, &line, &settings);
    spinner.finish_and_clear();
    let found = found.map_err(|error| Failure::input(error.to_string()))?;
    // The minimum's line may be too sharp for a car in steady states.
    let steady = qss::lap(&found.path, &*car.envelope, way.lap).ok();
    let notes = notes(&found, near, steady.as_ref());
    Ok(Found { path: found.path, lap: found.lap, notes })
}

fn notes(found: &OptimalLap, near: &QssLap, steady: Option<&QssLap>) -> Vec<String> {
    let meshes: Vec<String> = found
        .meshes
        .iter()
        .map(|mesh| format!("{:.3} s with {} points in {} steps", mesh.time_s, mesh.places, mesh.steps))
        .collect();
    let of = &found.optimality;
    let residuals = format!(
        "residuals of the conditions of a minimum: stationarity {:.0e}, infeasibility {:.0e}, complementarity {:.0e}",
        of.stationarity, of.infeasibility, of.complementarity
    );
    let unsettled =
        (!found.lap.converged).then(|| "the search ended at no minimum: the lap may be wrong".to_owned());
    let on_line =
        steady.map_or_else(String::new, |lap| format!(", and on the line of this lap {:.3} s", lap.time_s));
    [
        format!("the quasi-steady lap on the fastest line takes {:.3} s{on_line}", near.time_s),
        meshes.join("; "),
        residuals,
        "changes of gear take no time".to_owned(),
    ]
    .into_iter()
    .chain(unsettled)
    .collect()
}
