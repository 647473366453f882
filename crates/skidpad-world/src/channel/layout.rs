//! Order of the channels in a model's rows.

use skidpad_core::model::Model;
use skidpad_core::record::{Channel, Channels};

use super::{ChannelHandle, ChannelKind, UnknownChannel, required_place};

/// The car's clock.
const TIME: [Channel; 1] = [Channel { name: "time_s", unit: "s", low: 0.0, high: 1e6 }];

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
        TIME.len() + self.inputs.len() + self.states.len() + self.modes.len() + self.outputs.len()
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
        let parts = [
            (ChannelKind::Time, &TIME[..]),
            (ChannelKind::Input, self.inputs),
            (ChannelKind::State, self.states),
            (ChannelKind::Mode, self.modes),
            (ChannelKind::Output, self.outputs),
        ];
        let all = parts.into_iter().flat_map(|(kind, channels)| {
            channels.iter().enumerate().map(move |(place, channel)| (kind, place, channel))
        });
        all.enumerate().map(move |(index, (kind, place, channel))| ChannelHandle {
            model: layout.model,
            kind,
            place,
            index,
            channel: Channel { name: layout.name_in_row(kind, channel.name), ..*channel },
        })
    }

    /// Channel of a name in the rows.
    ///
    /// # Errors
    /// A name that no channel has, with the names near it.
    pub fn channel(&self, name: &str) -> Result<ChannelHandle, UnknownChannel> {
        let found = self.handles().find(|handle| handle.name() == name);
        found.ok_or_else(|| UnknownChannel::new(self, name))
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

    fn name_in_row(&self, kind: ChannelKind, name: &'static str) -> &'static str {
        match (kind, name) {
            (ChannelKind::Input, "gear") => "requested_gear",
            // A mode that is kept over a sub-step may have the name of an output.
            (ChannelKind::Mode, "front_steer_rad")
                if self.outputs.iter().any(|output| output.name == name) =>
            {
                "kept_front_steer_rad"
            }
            _ => name,
        }
    }
}
