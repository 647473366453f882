//! Columns of a fleet as arrays over the same memory: the one file with `unsafe`.
//!
//! A column has its address and length as long as its group is in the fleet, which gives none up, and an array keeps the fleet alive. While
//! a fleet steps without the interpreter's lock, another thread of Python that reads or writes a column sees numbers of either step: the same
//! holds for every array of NumPy that two threads use.
#![allow(unsafe_code)]

use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::fleet::PyFleet;

/// A column to write.
pub fn to_write<'py>(column: &mut [f64], fleet: &Bound<'py, PyFleet>) -> Bound<'py, PyArray1<f64>> {
    over(column, fleet)
}

/// A column to read.
pub fn to_read<'py>(column: &[f64], fleet: &Bound<'py, PyFleet>) -> Bound<'py, PyArray1<f64>> {
    let array = over(column, fleet);
    let _ = array.readwrite().make_nonwriteable();
    array
}

/// An array over a column of the fleet.
fn over<'py>(column: &[f64], fleet: &Bound<'py, PyFleet>) -> Bound<'py, PyArray1<f64>> {
    // SAFETY: the column is of this fleet, whose columns are made with a group and are neither moved nor given up while the fleet
    // lives (`PyFleet` adds one group and removes none); the array holds the fleet.
    unsafe { PyArray1::borrow_from_array(&ArrayView1::from(column), fleet.clone().into_any()) }
}
