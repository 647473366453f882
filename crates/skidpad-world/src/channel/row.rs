//! Rows of numbers, read by handle.

use super::{ChannelHandle, RowLayout};
use crate::ground::Road;
use crate::rolling::{Request, Rolling};

/// Numbers of a car at one time, in the order of its model's [`RowLayout`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChannelRow<'a> {
    model: &'static str,
    numbers: &'a [f64],
}

impl<'a> ChannelRow<'a> {
    /// Row of a model. Numbers behind those of the layout, such as those of hands on a stick, are not read.
    ///
    /// # Panics
    /// If there are fewer numbers than channels.
    pub fn new(layout: &RowLayout, numbers: &'a [f64]) -> Self {
        assert!(numbers.len() >= layout.len(), "a row of {} has {} numbers", layout.model, layout.len());
        Self { model: layout.model, numbers }
    }

    /// Number of a channel.
    ///
    /// # Panics
    /// If the channel is of another model.
    pub fn at(&self, channel: ChannelHandle) -> f64 {
        check_model(channel, self.model);
        self.numbers[channel.index]
    }

    /// Number of a channel that not every model has; `None` without the channel.
    ///
    /// # Panics
    /// If the channel is of another model.
    pub fn find(&self, channel: Option<ChannelHandle>) -> Option<f64> {
        channel.map(|channel| self.at(channel))
    }

    /// The car's time, s.
    pub fn time_s(&self) -> f64 {
        self.numbers[0]
    }

    /// All numbers.
    pub fn numbers(&self) -> &'a [f64] {
        self.numbers
    }
}

fn check_model(channel: ChannelHandle, model: &str) {
    // Mostly the same text in memory: a comparison of its bytes costs as much as some channels.
    assert!(
        core::ptr::eq(channel.model, model) || channel.model == model,
        "the channel {} is of the model {}; the car is of the model {model}",
        channel.name(),
        channel.model
    );
}

/// Reads the channels of cars of one model. It allocates when it is made and first used.
#[derive(Clone, Debug)]
pub struct Sampler {
    layout: RowLayout,
    row: Vec<f64>,
    rates: Vec<f64>,
}

impl Sampler {
    /// Sampler for cars of a model. Before the first sample all numbers are 0.
    pub fn new(layout: RowLayout) -> Self {
        Self { layout, row: vec![0.0; layout.len()], rates: vec![0.0; layout.states.len()] }
    }

    /// Evaluates the model of a car at its present state, and returns the row.
    ///
    /// # Panics
    /// If the car is of another model.
    pub fn sample(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) -> ChannelRow<'_> {
        self.check(car);
        self.row.clear();
        car.row(request, road, &mut self.row);
        self.row()
    }

    /// Evaluates row and derivative of the state at once, at the cost of [`sample`](Self::sample) for most cars.
    ///
    /// # Panics
    /// If the car is of another model.
    pub fn sample_with_rates(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) {
        self.check(car);
        self.row.clear();
        self.rates.clear();
        car.row_and_rates(request, road, &mut self.row, &mut self.rates);
    }

    /// Layout of the rows.
    pub fn layout(&self) -> &RowLayout {
        &self.layout
    }

    /// Row of the last sample.
    pub fn row(&self) -> ChannelRow<'_> {
        ChannelRow::new(&self.layout, &self.row)
    }

    /// Rate of a state at the last sample with rates, in its unit per second; `None` for a channel that is
    /// no state.
    ///
    /// # Panics
    /// If the channel is of another model.
    pub fn rate(&self, channel: ChannelHandle) -> Option<f64> {
        check_model(channel, self.layout.model);
        channel.state_place().map(|place| self.rates[place])
    }

    fn check(&self, car: &dyn Rolling) {
        let layout = car.layout();
        assert!(
            layout.has_rows_of(&self.layout),
            "the sampler is of the model {}; the car is of the model {}",
            self.layout.model,
            layout.model
        );
    }
}
