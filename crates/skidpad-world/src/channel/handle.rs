//! Handles of channels.

use skidpad_core::record::Channel;

/// Part of a row to which a channel belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChannelKind {
    /// The car's clock.
    Time,
    /// Input of the model.
    Input,
    /// Integrated state.
    State,
    /// Discrete state: gears, timers, phases.
    Mode,
    /// Output: computed from the others.
    Output,
}

impl ChannelKind {
    /// True for what the model computes: states, modes and outputs.
    pub const fn is_computed(self) -> bool {
        matches!(self, Self::State | Self::Mode | Self::Output)
    }
}

/// Channel of a model, resolved from its name: the place of its number in the rows of every car of that model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChannelHandle {
    pub(super) model: &'static str,
    pub(super) kind: ChannelKind,
    /// Place among the channels of its kind.
    pub(super) place: usize,
    /// Place in the row.
    pub(super) index: usize,
    pub(super) channel: Channel,
}

impl ChannelHandle {
    /// Name of the model.
    pub fn model(&self) -> &'static str {
        self.model
    }

    /// Part of the row to which it belongs.
    pub fn kind(&self) -> ChannelKind {
        self.kind
    }

    /// Name, unit and range.
    pub fn channel(&self) -> &Channel {
        &self.channel
    }

    /// Name, which ends in the unit.
    pub fn name(&self) -> &'static str {
        self.channel.name
    }

    /// Unit; `-` for a pure number.
    pub fn unit(&self) -> &'static str {
        self.channel.unit
    }

    /// Description for people, without a full stop.
    pub fn description(&self) -> &'static str {
        self.channel.description
    }

    /// Place in the rows of the model, and in [`columns`](crate::scenario::columns).
    pub fn index(&self) -> usize {
        self.index
    }

    /// Place among the model's states; `None` for a channel that is no state.
    pub const fn state_place(&self) -> Option<usize> {
        self.place_among(ChannelKind::State)
    }

    /// Place among the model's modes; `None` for a channel that is no mode.
    pub const fn mode_place(&self) -> Option<usize> {
        self.place_among(ChannelKind::Mode)
    }

    /// Place among the model's outputs; `None` for a channel that is no output.
    pub const fn output_place(&self) -> Option<usize> {
        self.place_among(ChannelKind::Output)
    }

    /// Name for the start of a car ([`Begin::initial`](crate::rolling::Begin::initial)); `None` for a channel that is no state.
    pub fn state_name(&self) -> Option<&'static str> {
        (self.kind == ChannelKind::State).then_some(self.channel.name)
    }

    /// Place among the model's inputs; `None` for a channel that is no input.
    pub const fn input_place(&self) -> Option<usize> {
        self.place_among(ChannelKind::Input)
    }

    const fn place_among(&self, kind: ChannelKind) -> Option<usize> {
        // The compiler cannot compare kinds by their trait in a constant.
        if self.kind as u8 == kind as u8 { Some(self.place) } else { None }
    }
}
