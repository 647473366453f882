//! Equations of a model, linear about an operating point, with derivatives to numbers of the vehicle.

use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use skidpad::core::record::Channel;
use skidpad::formats::{choose, linearisation};
use skidpad::linear::{Matrix, Sensitivity};
use skidpad::world::evaluate::Question;
use skidpad::world::linear::{Complex, Linearisation, Stability, eigenvalues, stability, trim};
use skidpad::world::models::ModelInfo;
use skidpad::world::rolling::CarChoice;
use skidpad_models::MODELS;

use crate::channel::PyChannel;
use crate::error::{refused, unknown};
use crate::vehicle::PyVehicle;

/// Matrices at an operating point: what `skidpad.Linear` is made of.
#[pyclass(name = "LinearResult", module = "skidpad._skidpad", frozen, get_all)]
pub struct PyLinearResult {
    /// States, modes, inputs and outputs of the model.
    channels: (Vec<PyChannel>, Vec<PyChannel>, Vec<PyChannel>, Vec<PyChannel>),
    /// Units of the parameters.
    units: Vec<&'static str>,
    /// Rates by states, rates by inputs, outputs by states, outputs by inputs, rates by parameters, outputs by parameters.
    matrices: [Py<PyArray2<f64>>; 6],
    /// Values of states, modes, inputs and outputs at the point, and the rates of the states.
    point: [Py<PyArray1<f64>>; 5],
    /// Real and imaginary parts of the eigenvalues.
    eigenvalues: [Py<PyArray1<f64>>; 2],
    /// Gains of yaw rate and lateral acceleration, understeer gradient, characteristic and critical speed.
    stability: Option<[Option<f64>; 5]>,
}

/// The equations of a model for a vehicle: at a point as JSON, or in a steady state in words.
#[pyfunction]
#[pyo3(signature = (vehicle, model, at, steady, by))]
pub fn linearise(
    py: Python<'_>,
    vehicle: &PyVehicle,
    model: &str,
    at: Option<&str>,
    steady: &str,
    by: Vec<String>,
) -> PyResult<PyLinearResult> {
    let model = choose::model(&MODELS, model).map_err(unknown)?;
    let plain = vehicle.vehicle.linearisable();
    let car = CarChoice::Vehicle(&plain);
    model.takes(&plain).map_err(refused)?;
    let question = match at {
        Some(text) => linearisation::point(&MODELS, model, "vehicle", text).map_err(refused)?,
        None => {
            let (wish, surface) = linearisation::wish(steady).map_err(refused)?;
            trim(model, &car, &wish, &surface).map_err(refused)?
        }
    };
    let must = || refused(choose::must(model));
    let found = model.linearise(&car, &question).ok_or_else(must)?;
    let derivatives: Vec<_> =
        by.iter().map(|path| derivative(vehicle, model, path, &question)).collect::<PyResult<_>>()?;
    let speed = model.states.iter().position(|channel| channel.name == model.speed);
    let speed_m_s = speed.map_or(0.0, |place| question.state[place]);
    let stable = stability(model, &found.linear, speed_m_s, Some(plain.body().wheelbase_m));
    let roots = eigenvalues(&found.linear.a).map_err(refused)?;
    Ok(PyLinearResult {
        channels: channels(model),
        units: derivatives.iter().map(|(_, unit)| *unit).collect(),
        matrices: matrices(py, &found, &derivatives),
        point: [&question.state, &found.mode, &question.input, &found.linear.outputs, &found.linear.rates]
            .map(|numbers| Array1::from_vec(numbers.clone()).into_pyarray(py).unbind()),
        eigenvalues: [|root: &Complex| root.re, |root: &Complex| root.im]
            .map(|part| roots.iter().map(part).collect::<Array1<f64>>().into_pyarray(py).unbind()),
        stability: stable.map(gains),
    })
}

/// Derivatives to a number of the vehicle, with its unit.
fn derivative(
    vehicle: &PyVehicle,
    model: &ModelInfo,
    path: &str,
    question: &Question,
) -> PyResult<(Sensitivity, &'static str)> {
    let (spec, unit) = linearisation::with_variable(&vehicle.file, path).map_err(unknown)?;
    let varied = spec
        .validate()
        .map_err(|errors| refused(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))?;
    let found = model.sensitivity(&varied.linearisable(), question);
    Ok((found.ok_or_else(|| refused(choose::must(model)))?, unit))
}

fn channels(model: &ModelInfo) -> (Vec<PyChannel>, Vec<PyChannel>, Vec<PyChannel>, Vec<PyChannel>) {
    let listed = |channels: &[Channel], kind| {
        channels.iter().map(|channel| PyChannel::new(channel, kind)).collect::<Vec<_>>()
    };
    (
        listed(model.states, "state"),
        listed(model.modes, "mode"),
        listed(model.inputs, "input"),
        listed(model.trace, "output"),
    )
}

fn matrices(
    py: Python<'_>,
    found: &Linearisation,
    derivatives: &[(Sensitivity, &'static str)],
) -> [Py<PyArray2<f64>>; 6] {
    let linear = &found.linear;
    let dense = |matrix: &Matrix| {
        Array2::from_shape_fn((matrix.rows(), matrix.columns()), |(row, column)| matrix.at(row, column))
    };
    let by = |of: fn(&Sensitivity) -> &Vec<f64>, rows: usize| {
        Array2::from_shape_fn((rows, derivatives.len()), |(row, column)| of(&derivatives[column].0)[row])
    };
    [
        dense(&linear.a),
        dense(&linear.b),
        dense(&linear.c),
        dense(&linear.d),
        by(|found| &found.rates, linear.rates.len()),
        by(|found| &found.outputs, linear.outputs.len()),
    ]
    .map(|matrix| matrix.into_pyarray(py).unbind())
}

fn gains(found: Stability) -> [Option<f64>; 5] {
    [
        Some(found.yaw_rate_gain_1_s),
        found.lateral_gain_m_s2,
        found.understeer_rad_s2_m,
        found.characteristic_speed_m_s,
        found.critical_speed_m_s,
    ]
}
