//! Skidpad as a module for Python: thin classes over the crate `skidpad`, without physics of their own.
#![deny(unsafe_code)]

mod car;
mod channel;
mod controls;
mod draws;
mod driven;
mod entrants;
mod environments;
mod error;
mod fleet;
mod fleet_models;
mod interrupt;
mod joining;
mod lap;
mod linear;
mod model;
mod observations;
mod record;
mod roadtest;
mod surface;
mod task_options;
mod track;
mod tyre;
mod vehicle;
mod view;
mod wheel;

/// The compiled part of the package `skidpad`.
#[pyo3::pymodule(gil_used = true)]
mod _skidpad {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::car::{_car, PyCar, PySavedCar};
    #[pymodule_export]
    use crate::channel::PyChannel;
    #[pymodule_export]
    use crate::draws::{log_uniform_draws, normal_draws, uniform_draws, whole_draws};
    #[pymodule_export]
    use crate::environments::PyEnvironments;
    #[pymodule_export]
    use crate::error::unknown_name;
    #[pymodule_export]
    use crate::fleet::{PyFleet, endings};
    #[pymodule_export]
    use crate::fleet_models::fleet_models;
    #[pymodule_export]
    use crate::lap::{PyLapResult, lap, lap_channels};
    #[pymodule_export]
    use crate::linear::{PyLinearResult, linearise};
    #[pymodule_export]
    use crate::model::{PyModel, models};
    #[pymodule_export]
    use crate::record::record;
    #[pymodule_export]
    use crate::roadtest::{PyTestResult, road_test};
    #[pymodule_export]
    use crate::track::{PyTrack, tracks};
    #[pymodule_export]
    use crate::tyre::fit_tyre;
    #[pymodule_export]
    use crate::vehicle::{PyVehicle, presets_list};
    #[pymodule_export]
    use crate::wheel::PyWheel;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::error::register(module)
    }
}
