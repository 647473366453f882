//! Exceptions: the messages are those of the command line.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use skidpad::world::names;

create_exception!(
    skidpad,
    Error,
    PyValueError,
    "Invalid argument or file; the message names the allowed values."
);
create_exception!(skidpad, UnknownNameError, Error, "Unknown name; the message names the nearest known one.");
create_exception!(
    skidpad,
    FileError,
    Error,
    "File that cannot be read, or all faults in it with their places."
);

/// A value that cannot be taken.
pub fn refused(message: impl Display) -> PyErr {
    Error::new_err(message.to_string())
}

/// A name that nothing has.
pub fn unknown(message: impl Display) -> PyErr {
    UnknownNameError::new_err(message.to_string())
}

/// A file or text with faults.
pub fn in_file(message: impl Display) -> PyErr {
    FileError::new_err(message.to_string())
}

/// A number that must be in a range; the bounds belong to it.
pub fn within(name: &str, value: f64, [low, high]: [f64; 2]) -> PyResult<f64> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(refused(format!("{name} = {value}: must be {low} to {high}")))
}

/// A whole number that must be in a range; the bounds belong to it.
pub fn whole(name: &str, value: i128, [low, high]: [u64; 2]) -> PyResult<u64> {
    let found = u64::try_from(value).ok().filter(|value| (low..=high).contains(value));
    found.ok_or_else(|| refused(format!("{name} = {value}: must be {low} to {high}")))
}

/// Message for a name that nothing has: the nearest of those that are known.
#[pyfunction]
pub fn unknown_name(kind: &str, name: &str, known: Vec<String>) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    names::unknown(kind, name, &known)
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("UnknownNameError", py.get_type::<UnknownNameError>())?;
    module.add("FileError", py.get_type::<FileError>())
}
