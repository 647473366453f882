//! Columns of a fleet as arrays over the same memory: the one file with `unsafe`.
//!
//! A column has its address and length as long as its group is in the fleet, which gives none up, and an array keeps the fleet alive. The
//! fleet reads and writes columns only within a call; a caller that writes one meanwhile, from another thread of Python, has a data race, as
//! with every array that two threads write. The guide says that it must not.
#![allow(unsafe_code)]

use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// A column to write.
pub fn to_write<'py, T: Element>(column: &mut [T], fleet: &Bound<'py, PyAny>) -> Bound<'py, PyArray1<T>> {
    over(column, fleet)
}

/// A column to read.
pub fn to_read<'py, T: Element>(column: &[T], fleet: &Bound<'py, PyAny>) -> Bound<'py, PyArray1<T>> {
    let array = over(column, fleet);
    let _ = array.readwrite().make_nonwriteable();
    array
}

/// An array over a column of the fleet.
fn over<'py, T: Element>(column: &[T], fleet: &Bound<'py, PyAny>) -> Bound<'py, PyArray1<T>> {
    // SAFETY: the callers' columns are of this fleet, and columns are made with a group and are neither moved nor given up while the fleet
    // lives (`PyFleet` adds one group and removes none); the array holds the fleet.
    unsafe { PyArray1::borrow_from_array(&ArrayView1::from(column), fleet.clone()) }
}
