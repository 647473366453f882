//! Driven laps.

use std::sync::Arc;

use skidpad_laptime::Path;
use skidpad_laptime::driven::{Drive, DrivenLap, DrivenOptions, drive};
use skidpad_laptime::qss::QssLap;
use skidpad_laptime::slip_vector::{self, SlipVectorRun};
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::Track;

use super::car::LapCar;
use super::line::Way;
use super::optimal::Found;
use super::options::LapOptions;
use crate::failure::Failure;
use crate::output;

/// Has a driver drive along a path, beside which the quasi-steady lap stands.
pub fn lap(
    options: &LapOptions,
    car: &LapCar,
    track: &Track,
    way: &Way<'_>,
    path: &Path,
    near: &QssLap,
) -> Result<Found, Failure> {
    let slip_vector = options.is_slip_vector().then(|| options.friction());
    let refused = |error: &dyn core::fmt::Display| Failure::input(error.to_string());
    let of = Drive {
        model: car.model,
        car: CarChoice::Vehicle(&car.vehicle),
        envelope: &*car.envelope,
        surface: car.surface,
        width_m: car.width_m,
    };
    let settings = DrivenOptions { lap: *way.lap, ..DrivenOptions::default() };
    let (spinner, track_of) = (output::spinner("driving laps"), Arc::new(track.clone()));
    let driven = match slip_vector {
        Some(friction) => {
            let run = SlipVectorRun { vehicle: &car.vehicle, friction, surface: car.surface };
            slip_vector::drive(&run, &track_of, path, way.lap)
        }
        None => drive(&of, &track_of, path, &settings),
    };
    spinner.finish_and_clear();
    let driven = driven.map_err(|error| refused(&error))?;
    let (path, lap) = driven.on_path(track).map_err(|error| refused(&error))?;
    Ok(Found { path, lap, notes: notes(&driven, near) })
}

fn notes(driven: &DrivenLap, near: &QssLap) -> Vec<String> {
    let unsettled = (!driven.converged).then(|| "the driver might still find more".to_owned());
    let found = format!(
        "the best of {} laps; the car's sides stayed {:.2} m within the edges, and the quasi-steady lap on the driver's line takes {:.3} s",
        driven.rounds, driven.least_room_m, near.time_s
    );
    [found].into_iter().chain(unsettled).collect()
}
