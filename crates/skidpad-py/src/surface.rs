//! Road and air from a dictionary.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple};
use skidpad::core::record::{Channels, Record, Source};
use skidpad::core::surface::Surface;
use skidpad::world::names;

use crate::error::{unknown, within};

/// Numbers of road and air, by their places.
struct Numbers(Vec<f64>);

impl Source<f64> for Numbers {
    fn read(&self, index: usize) -> f64 {
        self.0[index]
    }
}

/// Dry, level asphalt, with the numbers of a dictionary in place of its own.
pub fn surface(given: Option<&Bound<'_, PyMapping>>) -> PyResult<Surface<f64>> {
    let channels = <Surface<f64> as Channels>::CHANNELS;
    let mut numbers = vec![0.0; channels.len()];
    Surface::<f64>::asphalt().store(&mut &mut numbers[..]);
    let items = given.map(PyMappingMethods::items).transpose()?;
    for item in items.iter().flatten() {
        let (name, value): (String, f64) = item.cast::<PyTuple>()?.extract()?;
        let known: Vec<_> = channels.iter().map(|channel| channel.name).collect();
        let place = known.iter().position(|known| *known == name);
        let place = place.ok_or_else(|| unknown(names::unknown("field of surface", &name, &known)))?;
        let channel = &channels[place];
        numbers[place] = within(&format!("surface.{name}"), value, [channel.low, channel.high])?;
    }
    Ok(Surface::load(&Numbers(numbers)))
}

/// The dictionary of a road and air.
pub fn to_dict<'py>(py: Python<'py>, surface: &Surface<f64>) -> PyResult<Bound<'py, PyDict>> {
    let channels = <Surface<f64> as Channels>::CHANNELS;
    let mut numbers = vec![0.0; channels.len()];
    surface.store(&mut &mut numbers[..]);
    let given = PyDict::new(py);
    for (channel, number) in channels.iter().zip(numbers) {
        given.set_item(channel.name, number)?;
    }
    Ok(given)
}
