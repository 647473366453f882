//! Places of the fields, as the public readers of the format have found them (bytes, little-endian).

/// Length of the header, and of what it leads to.
pub(super) const HEADER_BYTES: usize = 0x6E2;
pub(super) const EVENT_BYTES: usize = 0x488;
pub(super) const VENUE_BYTES: usize = 0x48E;
pub(super) const VEHICLE_BYTES: usize = 0x564;
/// Length of a channel's description.
pub(super) const CHANNEL_BYTES: usize = 124;
/// First number of every file.
pub(super) const MARKER: u32 = 0x40;

/// Places in the header.
pub(super) mod header {
    pub const CHANNELS_POINTER: usize = 0x08;
    pub const DATA_POINTER: usize = 0x0C;
    pub const EVENT_POINTER: usize = 0x24;
    /// Three numbers that all files have.
    pub const CONSTANTS: usize = 0x40;
    pub const DEVICE_SERIAL: usize = 0x46;
    pub const DEVICE_TYPE: usize = 0x4A;
    pub const DEVICE_VERSION: usize = 0x52;
    pub const DEVICE_CONSTANT: usize = 0x54;
    pub const CHANNEL_COUNT: usize = 0x56;
    pub const DATE: usize = 0x5E;
    pub const TIME: usize = 0x7E;
    pub const DRIVER: usize = 0x9E;
    pub const VEHICLE: usize = 0xDE;
    pub const VENUE: usize = 0x15E;
    /// A number without which i2 Pro refuses a file.
    pub const PRO: usize = 0x5DE;
    pub const COMMENT: usize = 0x624;
}

/// Places in the event, the venue and the vehicle, relative to each.
pub(super) mod session {
    pub const EVENT_NAME: usize = 0x00;
    pub const EVENT_COMMENT: usize = 0x80;
    pub const VENUE_POINTER: usize = 0x480;
    pub const VENUE_NAME: usize = 0x00;
    pub const VEHICLE_POINTER: usize = 0x44A;
    pub const VEHICLE_NAME: usize = 0x00;
}

/// Places in a channel's description.
pub(super) mod channel {
    pub const BEFORE: usize = 0x00;
    pub const NEXT: usize = 0x04;
    pub const DATA: usize = 0x08;
    pub const COUNT: usize = 0x0C;
    pub const NUMBER: usize = 0x10;
    pub const KIND: usize = 0x12;
    pub const WIDTH: usize = 0x14;
    pub const FREQUENCY: usize = 0x16;
    pub const SHIFT: usize = 0x18;
    pub const FACTOR: usize = 0x1A;
    pub const DIVISOR: usize = 0x1C;
    pub const DECIMALS: usize = 0x1E;
    pub const NAME: usize = 0x20;
    pub const SHORT_NAME: usize = 0x40;
    pub const UNIT: usize = 0x48;
}

/// Kinds of numbers: floating-point and whole ones of 4 bytes.
pub(super) const FLOATS: u16 = 7;
pub(super) const WHOLE: u16 = 5;
