//! Everything that a model computes, by name.

use std::fmt;
use std::sync::Arc;

use skidpad_core::record::Channel;
use skidpad_world::names;

/// All numbers of a car at an instant: its input, state, mode, and what the model computes on the way, such as slips,
/// loads, forces and powers. `skidpad models NAME` lists them with units and ranges.
///
/// ```
/// use skidpad::prelude::*;
/// let mut car = Car::preset("fr-s-2013")?;
/// // A name is looked up once; reading by it costs an index.
/// let engine = car.output("engine_rad_s")?;
/// car.step(&Controls { throttle: 0.5, ..Controls::default() }, 0.1)?;
/// assert!(car.outputs().at(engine) > 0.0);
/// assert_eq!(car.outputs().get("engine_rad_s")?, car.outputs().at(engine));
/// // An unknown name is an error that lists the near ones.
/// let error = car.outputs().get("engine_speed").unwrap_err();
/// assert!(error.to_string().contains("engine_rad_s"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'a> {
    layout: &'a Layout,
    row: &'a [f64],
}

/// One of a model's outputs, looked up by its name: see [`Car::output`](crate::Car::output). It is good for every car of
/// that model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    model: &'static str,
    index: usize,
}

/// An output with its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputValue<'a> {
    /// Its name, which ends in its unit.
    pub name: &'a str,
    /// Its unit; `-` for a number without one.
    pub unit: &'a str,
    /// The number.
    pub value: f64,
}

/// A name that no output of the model has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOutput {
    message: String,
}

impl fmt::Display for UnknownOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UnknownOutput {}

/// Names and units of a model's outputs, shared by the clones of a car.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub model: &'static str,
    pub channels: Arc<[Channel]>,
}

impl Layout {
    /// The place of an output in a row; `None` where the model has none of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.channels.iter().position(|channel| channel.name == name)
    }

    pub fn output(&self, name: &str) -> Result<Output, UnknownOutput> {
        let found = self.find(name).map(|index| Output { model: self.model, index });
        found.ok_or_else(|| {
            let known: Vec<_> = self.channels.iter().map(|channel| channel.name).collect();
            UnknownOutput { message: names::unknown(&format!("output of {}", self.model), name, &known) }
        })
    }
}

impl<'a> Outputs<'a> {
    pub(super) fn new(layout: &'a Layout, row: &'a [f64]) -> Self {
        Self { layout, row }
    }

    /// An output by its name.
    ///
    /// # Errors
    /// A name that no output of the model has; the message lists those that there are, the nearest first.
    pub fn get(&self, name: &str) -> Result<f64, UnknownOutput> {
        self.layout.output(name).map(|output| self.at(output))
    }

    /// An output that was looked up before.
    ///
    /// # Panics
    /// If it was looked up in a car of another model.
    pub fn at(&self, output: Output) -> f64 {
        assert_eq!(output.model, self.layout.model, "the output is of another model");
        self.row[output.index]
    }

    /// Name, unit and range of an output that was looked up before.
    ///
    /// # Panics
    /// If it was looked up in a car of another model.
    pub fn channel(&self, output: Output) -> Channel {
        assert_eq!(output.model, self.layout.model, "the output is of another model");
        self.layout.channels[output.index]
    }

    /// All of them, in the model's order.
    pub fn iter(&self) -> impl Iterator<Item = OutputValue<'a>> {
        let numbers = self.layout.channels.iter().zip(self.row);
        numbers.map(|(channel, value)| OutputValue { name: channel.name, unit: channel.unit, value: *value })
    }
}
