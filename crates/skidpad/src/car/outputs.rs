//! Everything that a model computes, by name.

use skidpad_world::channel::{ChannelHandle, ChannelRow, RowLayout, UnknownChannel};

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
    layout: RowLayout,
    row: ChannelRow<'a>,
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

impl<'a> Outputs<'a> {
    pub(super) fn new(layout: RowLayout, row: ChannelRow<'a>) -> Self {
        Self { layout, row }
    }

    /// An output by its name.
    ///
    /// # Errors
    /// A name that no output of the model has, with the names near it.
    pub fn get(&self, name: &str) -> Result<f64, UnknownChannel> {
        self.layout.channel(name).map(|channel| self.row.at(channel))
    }

    /// An output by a handle from [`Car::output`](crate::Car::output), which is good for every car of that model.
    ///
    /// # Panics
    /// If the handle is of another model.
    pub fn at(&self, output: ChannelHandle) -> f64 {
        self.row.at(output)
    }

    /// All of them, in the model's order.
    pub fn iter(&self) -> impl Iterator<Item = OutputValue<'a>> {
        let row = self.row;
        self.layout.handles().map(move |channel| OutputValue {
            name: channel.name(),
            unit: channel.unit(),
            value: row.at(channel),
        })
    }
}
