//! Channels: everything that a model computes, by name once and then by number.

use std::ffi::c_char;

use skidpad::world::channel::{ChannelKind, RowLayout};
use skidpad::{Car, ChannelHandle};

use crate::error::{Fault, SkidpadStatus};

/// A channel of a model: good for every car of that model, in every thread, as long as the program runs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkidpadChannel {
    /// Number of the model; private to the library.
    pub model: u32,
    /// Place among the channels of the model, as `skidpad_car_channel_info` counts them.
    pub index: u32,
}

/// Kind of a channel: time.
pub const SKIDPAD_CHANNEL_TIME: u32 = 0;
/// Kind of a channel: input of the driver.
pub const SKIDPAD_CHANNEL_INPUT: u32 = 1;
/// Kind of a channel: integrated state.
pub const SKIDPAD_CHANNEL_STATE: u32 = 2;
/// Kind of a channel: discrete state, such as a gear.
pub const SKIDPAD_CHANNEL_MODE: u32 = 3;
/// Kind of a channel: computed from the others.
pub const SKIDPAD_CHANNEL_OUTPUT: u32 = 4;

/// Bytes of a channel's name with its NUL.
pub const SKIDPAD_CHANNEL_NAME_SIZE: usize = 64;
/// Bytes of a channel's unit with its NUL.
pub const SKIDPAD_CHANNEL_UNIT_SIZE: usize = 16;

/// Name, unit and range of a channel.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadChannelInfo {
    /// Name, which ends in the unit.
    pub name: [c_char; SKIDPAD_CHANNEL_NAME_SIZE],
    /// Unit; "-" for a pure number.
    pub unit: [c_char; SKIDPAD_CHANNEL_UNIT_SIZE],
    /// Kind: one of `SKIDPAD_CHANNEL_TIME` to `SKIDPAD_CHANNEL_OUTPUT`.
    pub kind: u32,
    /// Least usual value, in the unit.
    pub low: f64,
    /// Largest usual value, in the unit.
    pub high: f64,
}

/// FNV-1a, which tells the names of models apart.
fn number(model: &str) -> u32 {
    model.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Channels of a model, in the order of its rows.
#[derive(Clone)]
pub(crate) struct ModelChannels {
    layout: RowLayout,
    number: u32,
    handles: Box<[ChannelHandle]>,
}

impl ModelChannels {
    pub fn from_car(car: &Car) -> Self {
        let layout = car.model().layout();
        Self { layout, number: number(layout.model), handles: layout.handles().collect() }
    }

    pub fn count(&self) -> usize {
        self.handles.len()
    }

    pub fn find(&self, name: &str) -> Result<SkidpadChannel, Fault> {
        let found = self.layout.channel(name);
        let handle = found.map_err(|error| Fault::new(SkidpadStatus::UnknownName, error))?;
        Ok(SkidpadChannel { model: self.number, index: handle.index() as u32 })
    }

    pub fn handle(&self, channel: SkidpadChannel) -> Result<ChannelHandle, Fault> {
        let handle = self.handles.get(channel.index as usize).filter(|_| channel.model == self.number);
        handle.copied().ok_or_else(|| {
            let message =
                format!("channel is not of the model {}: look it up in a car of it", self.layout.model);
            Fault::new(SkidpadStatus::OtherModel, message)
        })
    }

    /// The channel of an index.
    pub fn at(&self, index: usize) -> Result<&ChannelHandle, Fault> {
        self.handles.get(index).ok_or_else(|| {
            let message = format!("index = {index}: must be below {}", self.handles.len());
            Fault::new(SkidpadStatus::OutOfRange, message)
        })
    }

    pub fn info(&self, index: usize) -> Result<SkidpadChannelInfo, Fault> {
        let handle = self.at(index)?;
        let kind = match handle.kind() {
            ChannelKind::Time => SKIDPAD_CHANNEL_TIME,
            ChannelKind::Input => SKIDPAD_CHANNEL_INPUT,
            ChannelKind::State => SKIDPAD_CHANNEL_STATE,
            ChannelKind::Mode => SKIDPAD_CHANNEL_MODE,
            ChannelKind::Output => SKIDPAD_CHANNEL_OUTPUT,
        };
        let (low, high) = (handle.channel().low, handle.channel().high);
        Ok(SkidpadChannelInfo { name: fixed(handle.name())?, unit: fixed(handle.unit())?, kind, low, high })
    }
}

/// A text in an array, with a NUL at least at its end.
fn fixed<const N: usize>(text: &str) -> Result<[c_char; N], Fault> {
    if text.len() >= N {
        let message = format!("`{text}` is longer than {N} bytes (please report it)");
        return Err(Fault::new(SkidpadStatus::Internal, message));
    }
    let mut array = [0; N];
    array.iter_mut().zip(text.bytes()).for_each(|(to, byte)| *to = byte as c_char);
    Ok(array)
}
