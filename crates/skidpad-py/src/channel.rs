//! Channels: whatever a model computes has a name, a unit, a range and a description.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use skidpad::core::record::Channel;
use skidpad::world::channel::{ChannelHandle, ChannelKind};

/// Something that a model computes: name, unit, kind, usual range and description.
#[pyclass(name = "Channel", module = "skidpad", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub struct PyChannel {
    /// Name, which ends in the unit.
    name: &'static str,
    /// Unit; "-" for a pure number.
    unit: &'static str,
    /// "input", "state", "mode", "output" or "time".
    kind: &'static str,
    /// Least usual value, in the unit.
    low: f64,
    /// Largest usual value, in the unit.
    high: f64,
    /// Description, without a full stop.
    description: &'static str,
}

impl PyChannel {
    pub fn new(channel: &Channel, kind: &'static str) -> Self {
        let Channel { name, unit, low, high, description } = *channel;
        Self { name, unit, kind, low, high, description }
    }

    pub fn of_row(handle: &ChannelHandle) -> Self {
        let kind = match handle.kind() {
            ChannelKind::Time => "time",
            ChannelKind::Input => "input",
            ChannelKind::State => "state",
            ChannelKind::Mode => "mode",
            ChannelKind::Output => "output",
        };
        Self { description: handle.description(), ..Self::new(handle.channel(), kind) }
    }
}

#[pymethods]
impl PyChannel {
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.name, self.kind).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let Self { name, unit, kind, description, .. } = self;
        format!("<Channel {name} [{unit}] ({kind}): {description}>")
    }
}
