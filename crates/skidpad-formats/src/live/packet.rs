//! Little-endian numbers of a packet.

use skidpad_core::math::Real;

/// A packet that grows.
#[derive(Default)]
pub(super) struct Packet(Vec<u8>);

impl Packet {
    pub fn u8(&mut self, value: u8) {
        self.0.push(value);
    }
    pub fn i8(&mut self, value: i8) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn i32(&mut self, value: i32) {
        self.0.extend(value.to_le_bytes());
    }
    /// A number of single precision.
    pub fn f32(&mut self, value: f64) {
        self.0.extend((value as f32).to_le_bytes());
    }
    pub fn f32s(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.f32(value));
    }
    /// Appends zeros.
    pub fn zeros(&mut self, count: usize) {
        self.0.resize(self.0.len() + count, 0);
    }
    /// ASCII letters of a text in a field of `length` bytes of which the last is 0; other letters are left out.
    pub fn text(&mut self, text: &str, length: usize) {
        let letters = text.bytes().filter(u8::is_ascii_graphic).take(length - 1);
        let end = self.0.len() + length;
        self.0.extend(letters);
        self.0.resize(end, 0);
    }
    pub fn bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Milliseconds of a time, s; they restart after 49 days.
pub(super) fn milliseconds(time_s: f64) -> u32 {
    (Real::max(time_s, 0.0) * 1e3).round() as u64 as u32
}

/// Turns per minute of an angular velocity, rad/s.
pub(super) fn rpm(speed_rad_s: f64) -> f64 {
    speed_rad_s * (30.0 / core::f64::consts::PI)
}

/// A share, [0, 1], as a byte.
pub(super) fn byte(share: f64) -> u8 {
    (Real::clamp(share, 0.0, 1.0) * 255.0).round() as u8
}
