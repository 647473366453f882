//! The models.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use skidpad::world::models::{Cars, ModelInfo};
use skidpad::world::names;
use skidpad_models::MODELS;

use crate::channel::PyChannel;
use crate::error::unknown;

/// A model: the equations of a car.
#[pyclass(name = "Model", module = "skidpad", frozen)]
pub struct PyModel(&'static ModelInfo);

#[pymethods]
impl PyModel {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let known = || MODELS.names_with(|_| true);
        let found = MODELS.by_name(name).ok_or_else(|| unknown(names::unknown("model", name, &known())));
        found.map(Self)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// Sentence that describes it.
    #[getter]
    fn description(&self) -> &'static str {
        self.0.description
    }

    /// True where `Car` and fleets drive vehicles by it with pedals; other models have cars of their own or other commands.
    #[getter]
    fn takes_vehicles(&self) -> bool {
        matches!(self.0.cars, Cars::Vehicles) && self.0.abilities.pedals
    }

    /// The model's own cars; empty where it takes vehicles.
    #[getter]
    fn own_cars(&self) -> Vec<&'static str> {
        match self.0.cars {
            Cars::Own(names) => names.to_vec(),
            Cars::Fixed => vec![self.0.name],
            Cars::Vehicles => Vec::new(),
        }
    }

    /// All that it computes: inputs, states, modes and outputs.
    #[getter]
    fn channels(&self) -> Vec<PyChannel> {
        self.0.layout().handles().map(|handle| PyChannel::of_row(&handle)).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.name.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Model {}: {}>", self.0.name, self.0.description)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (&'static str,)) {
        (slf.get_type().unbind().into_any(), (slf.get().0.name,))
    }
}

/// Names of all models.
#[pyfunction]
pub fn models() -> Vec<&'static str> {
    MODELS.names_with(|_| true)
}
