//! A car that is driven by a table of controls, and recorded.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use skidpad::Car;
use skidpad::core::controls::{Controls, Gear};
use skidpad::core::step::Dt;

use crate::car::PyCar;
use crate::error::{refused, unknown};
use crate::interrupt::each;

/// Controls in the order of a table's columns; the gear follows.
const PEDALS: usize = 6;

/// Number that stands for a gearbox that chooses the gear itself.
const AUTOMATIC: f64 = 100.0;

/// The controls of a row: throttle, brake, steer_rad, handbrake, clutch, starter, gear.
fn controls(row: &[f64]) -> Controls {
    let [throttle, brake, steer_rad, handbrake, clutch, starter] = core::array::from_fn(|place| row[place]);
    let gear = match row[PEDALS] {
        -1.0 => Gear::Reverse,
        0.0 => Gear::Neutral,
        number if number < AUTOMATIC => Gear::Forward(number as u8),
        _ => Gear::Automatic,
    };
    Controls { throttle, brake, steer_rad, handbrake, clutch, starter, gear }
}

/// Reads outputs of a car into a column of a table.
fn read(car: &Car, handles: &[skidpad::ChannelHandle], table: &mut Array2<f64>, column: usize) {
    let outputs = car.outputs();
    for (row, handle) in handles.iter().enumerate() {
        table[[row, column]] = outputs.at(*handle);
    }
}

/// Drives a car by a row of controls for each step, and returns a row for each name: its values at the beginning and after every step.
#[pyfunction]
pub fn record<'py>(
    py: Python<'py>,
    car: &mut PyCar,
    dt_s: f64,
    table: PyReadonlyArray2<'py, f64>,
    names: Vec<String>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    Dt::try_from(dt_s).map_err(refused)?;
    let rows = table.as_array();
    if table.shape()[1] != PEDALS + 1 || rows.iter().any(|number| number.is_nan()) {
        return Err(refused("controls: must be numbers, and not NaN"));
    }
    let car = car.car_mut();
    let handles: Vec<_> =
        names.iter().map(|name| car.output(name).map_err(unknown)).collect::<PyResult<_>>()?;
    let steps = rows.nrows();
    let rows: Vec<Controls> = rows.outer_iter().map(|row| controls(&row.to_vec())).collect();
    let mut found = Array2::zeros((handles.len(), steps + 1));
    read(car, &handles, &mut found, 0);
    each(py, steps, |step| {
        let _ = car.step(&rows[step], dt_s);
        read(car, &handles, &mut found, step + 1);
    })?;
    Ok(found.into_pyarray(py))
}
