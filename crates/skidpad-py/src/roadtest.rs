//! Road tests.

use pyo3::prelude::*;
use skidpad::formats::choose::road_conditions;
use skidpad::world::names;
use skidpad::world::roadtest::{RoadModel, Test, some_tests};
use skidpad_models::MODELS;

use crate::error::{refused, unknown};
use crate::interrupt::beside;
use crate::vehicle::PyVehicle;

/// A result of a road test.
#[pyclass(name = "TestResult", module = "skidpad", frozen, get_all)]
pub struct PyTestResult {
    /// Name of the test, such as "0-100 km/h".
    name: &'static str,
    /// Meaning of the value, in a few words.
    meaning: &'static str,
    /// Unit of the value: "s", "m" or "km/h".
    unit: &'static str,
    /// The value; None where there is none.
    value: Option<f64>,
    /// Time that a 1-foot rollout takes off it, s; None where it takes nothing.
    rollout_s: Option<f64>,
    /// Why there is no value; None where there is one.
    why: Option<String>,
}

#[pymethods]
impl PyTestResult {
    fn __repr__(&self) -> String {
        let found = match (&self.value, &self.why) {
            (Some(value), _) => format!("{value:.2} {}", self.unit),
            (None, why) => format!("none ({})", why.as_deref().unwrap_or("not driven")),
        };
        format!("<TestResult {}: {found}>", self.name)
    }
}

/// Drives road tests as magazines do, with traction and stability control switched off: all of them, or those of some names.
///
/// >>> [result] = road_test("boxster-s", tests=["0-100 km/h"])
/// >>> 5.0 < result.value < 6.5
/// True
#[pyfunction]
#[pyo3(signature = (vehicle, model=None, *, tests=None))]
pub fn road_test(
    py: Python<'_>,
    vehicle: &Bound<'_, PyAny>,
    model: Option<&str>,
    tests: Option<Vec<String>>,
) -> PyResult<Vec<PyTestResult>> {
    let PyVehicle { file, vehicle, .. } = PyVehicle::of_argument(vehicle)?;
    let model = model.map(road_model).transpose()?;
    let conditions = road_conditions(&file, &vehicle, model);
    conditions.model.takes(&vehicle).map_err(refused)?;
    let chosen = tests.map_or_else(
        || Ok(Test::ALL.to_vec()),
        |names| names.iter().map(|name| test(name)).collect::<PyResult<_>>(),
    );
    let chosen = chosen?;
    let found = beside(py, move || some_tests(&vehicle, &conditions, &chosen))?;
    let result = |(test, outcome): (Test, skidpad::world::roadtest::Outcome)| PyTestResult {
        name: test.name(),
        meaning: test.meaning(),
        unit: test.unit().symbol(),
        value: outcome.value.as_ref().ok().copied(),
        rollout_s: outcome.rollout_s,
        why: outcome.value.err().map(|why| why.to_string()),
    };
    Ok(found.into_iter().map(result).collect())
}

fn test(name: &str) -> PyResult<Test> {
    let known: Vec<_> = Test::ALL.into_iter().map(Test::name).collect();
    Test::by_name(name).ok_or_else(|| unknown(names::unknown("test", name, &known)))
}

fn road_model(name: &str) -> PyResult<RoadModel> {
    let known: Vec<_> = RoadModel::all(&MODELS).map(RoadModel::name).collect();
    RoadModel::by_name(&MODELS, name)
        .ok_or_else(|| unknown(names::unknown("model of road tests", name, &known)))
}
