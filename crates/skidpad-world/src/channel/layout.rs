//! Order of the channels in a model's rows.

use skidpad_core::model::Model;
use skidpad_core::record::{Channel, Channels};

use super::place::{is_joined, place_of, required_place};
use super::{ChannelHandle, ChannelKind, UnknownChannel};

/// The car's clock, the first channel of every row.
pub const TIME: Channel = Channel::new("time_s", "s", 0.0, 1e6).described("Time since the start");

/// Channels of a model in the order of its rows: time, inputs, states, modes, outputs.
///
/// Their names differ from each other. An input with the name of a quantity of the car, such as the gear, has `requested_` before
/// its name in a row; a mode with the name of an output has `kept_`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowLayout {
    /// Name of the model.
    pub model: &'static str,
    /// Inputs, by their names in the model.
    pub inputs: &'static [Channel],
    /// States, by their names in the model.
    pub states: &'static [Channel],
    /// Modes, by their names in the model.
    pub modes: &'static [Channel],
    /// Outputs, by their names in the model.
    pub outputs: &'static [Channel],
}

impl RowLayout {
    /// Layout of a model.
    pub const fn from_model<M: Model>() -> Self {
        Self {
            model: M::NAME,
            inputs: M::Input::<f64>::CHANNELS,
            states: M::State::<f64>::CHANNELS,
            modes: M::Mode::<f64>::CHANNELS,
            outputs: M::Trace::<f64>::CHANNELS,
        }
    }

    /// Number of channels of a row.
    #[allow(clippy::len_without_is_empty, reason = "a row has the time at least")]
    pub const fn len(&self) -> usize {
        1 + self.inputs.len() + self.states.len() + self.modes.len() + self.outputs.len()
    }

    /// True where the rows have the same channels, under whatever name a list has the model.
    pub fn has_rows_of(&self, other: &Self) -> bool {
        // Mostly the same lists in memory; their names are compared where a crate has a copy.
        let are_equal =
            |one: &'static [Channel], other: &'static [Channel]| core::ptr::eq(one, other) || one == other;
        are_equal(self.inputs, other.inputs)
            && are_equal(self.states, other.states)
            && are_equal(self.modes, other.modes)
            && are_equal(self.outputs, other.outputs)
    }

    /// All channels of a row, in order.
    pub fn columns(&self) -> Vec<Channel> {
        self.handles().map(|handle| handle.channel).collect()
    }

    /// Handles of all channels of a row, in order.
    pub fn handles(&self) -> impl Iterator<Item = ChannelHandle> {
        let layout = *self;
        (0..self.len()).map(move |index| layout.handle(index))
    }

    /// Handle of the channel at a place of a row.
    pub(super) const fn handle(&self, index: usize) -> ChannelHandle {
        let parts = [
            (ChannelKind::Time, &[TIME] as &[Channel]),
            (ChannelKind::Input, self.inputs),
            (ChannelKind::State, self.states),
            (ChannelKind::Mode, self.modes),
            (ChannelKind::Output, self.outputs),
        ];
        let (mut part, mut place) = (0, index);
        while place >= parts[part].1.len() {
            place -= parts[part].1.len();
            part += 1;
        }
        let (kind, channels) = parts[part];
        let channel = channels[place];
        let channel = Channel { name: self.name_in_row(kind, channel.name), ..channel };
        ChannelHandle { model: self.model, kind, place, index, channel }
    }

    /// Channel of a name in the rows.
    ///
    /// # Errors
    /// A name that no channel has, with the names near it.
    pub fn channel(&self, name: &str) -> Result<ChannelHandle, UnknownChannel> {
        let found = self.handles().find(|handle| handle.name() == name);
        let known = || self.handles().map(|handle| handle.name()).collect();
        found.ok_or_else(|| UnknownChannel::new(self.model, name, known()))
    }

    /// Output of a model that must have it. In a constant another name does not compile.
    ///
    /// ```
    /// use skidpad_special::Motorcycle;
    /// use skidpad_world::channel::{ChannelHandle, RowLayout};
    ///
    /// const LEAN: ChannelHandle = RowLayout::from_model::<Motorcycle>().required_output("machine_lean_rad");
    /// assert_eq!(RowLayout::from_model::<Motorcycle>().channel("machine_lean_rad"), Ok(LEAN));
    /// ```
    ///
    /// # Panics
    /// A name that no output has.
    pub const fn required_output(&self, name: &str) -> ChannelHandle {
        let place = required_place(self.outputs, name);
        ChannelHandle {
            model: self.model,
            kind: ChannelKind::Output,
            place,
            index: self.len() - self.outputs.len() + place,
            channel: self.outputs[place],
        }
    }

    const fn name_in_row(&self, kind: ChannelKind, name: &'static str) -> &'static str {
        match kind {
            ChannelKind::Input if is_joined(name, "", "gear") => "requested_gear",
            // A mode that is kept over a sub-step may have the name of an output.
            ChannelKind::Mode
                if is_joined(name, "", "front_steer_rad") && place_of(self.outputs, name).is_some() =>
            {
                "kept_front_steer_rad"
            }
            _ => name,
        }
    }
}
