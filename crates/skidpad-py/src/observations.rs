//! Observations of environments, as Python gives them: a name, and settings where it has any.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::tasks::{Lidar, Observation, Opponents};

use crate::task_options::TaskOptions;

/// The observations of names with their settings.
pub fn observations(given: &[(String, Bound<'_, PyDict>)]) -> PyResult<Vec<Observation>> {
    given.iter().map(|(name, settings)| observation(name, settings)).collect()
}

fn observation(name: &str, settings: &Bound<'_, PyDict>) -> PyResult<Observation> {
    let options = TaskOptions::new(name, settings);
    let found = match Observation::by_name(name) {
        Observation::CurvatureAhead { points, spacing_m } => Observation::CurvatureAhead {
            points: options.count("points", points)?,
            spacing_m: options.number("spacing_m", spacing_m)?,
        },
        Observation::BordersAhead { points, spacing_m } => Observation::BordersAhead {
            points: options.count("points", points)?,
            spacing_m: options.number("spacing_m", spacing_m)?,
        },
        Observation::Lidar(usual) => Observation::Lidar(Lidar {
            beams: options.count("beams", usual.beams)?,
            field_of_view_rad: options.number("field_of_view_rad", usual.field_of_view_rad)?,
            range_m: options.number("range_m", usual.range_m)?,
            noise_m: options.number("noise_m", usual.noise_m)?,
            ahead_m: options.number("ahead_m", usual.ahead_m)?,
        }),
        Observation::Opponents(usual) => Observation::Opponents(Opponents {
            count: options.count("count", usual.count)?,
            range_m: options.number("range_m", usual.range_m)?,
        }),
        other => other,
    };
    options.finish()?;
    Ok(found)
}
