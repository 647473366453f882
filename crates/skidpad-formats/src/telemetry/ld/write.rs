//! Writes logs.

use std::io::{self, Write};

use super::layout::{
    CHANNEL_BYTES, EVENT_BYTES, FLOATS, HEADER_BYTES, MARKER, VEHICLE_BYTES, VENUE_BYTES, WHOLE, channel,
    header, session,
};
use super::names::{WrittenName, written};
use super::resample::{frequency_hz, places, sample, sample_count};
use crate::telemetry::channel::is_held;
use crate::telemetry::details::TelemetryDetails;
use crate::telemetry::write_error::{WriteError, failed};

/// Columns of the time, of which a table must have one.
const TIMES: [&str; 2] = ["time_s", "t_s"];
/// Digits behind the point of latitudes and longitudes, and their share of a degree.
const PLACE_DECIMALS: i16 = 7;
const PLACE_SCALE: f64 = 1e7;
/// Bytes of a sample.
const SAMPLE_BYTES: u64 = 4;

/// A log whose rows are kept until its end, as the samples of each channel stand together.
pub(in crate::telemetry) struct LdRows<W: Write> {
    to: W,
    time: usize,
    names: Vec<String>,
    times_s: Vec<f64>,
    columns: Vec<LogColumn>,
    details: TelemetryDetails,
}

/// Values of a column.
enum LogColumn {
    Numbers(Vec<f32>),
    /// Whole numbers of 1e-7 degrees.
    Places(Vec<i32>),
}

impl<W: Write> LdRows<W> {
    /// Begins a log with a channel for each column but the time.
    pub fn new(names: &[&str], to: W) -> Result<Self, WriteError> {
        let time = names.iter().position(|name| TIMES.contains(name)).ok_or_else(|| {
            let message =
                "the table has no column `time_s`: add one, the samples of a log have their times by it";
            WriteError::message(message.to_owned())
        })?;
        let column = |name: &&str| match *name {
            "latitude_deg" | "longitude_deg" => LogColumn::Places(Vec::new()),
            _ => LogColumn::Numbers(Vec::new()),
        };
        let columns = names.iter().map(column).collect();
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Ok(Self { to, time, names, times_s: Vec::new(), columns, details: TelemetryDetails::default() })
    }

    /// Describes the log.
    pub fn describe(&mut self, details: TelemetryDetails) {
        self.details = details;
    }

    /// Keeps a row.
    pub fn push(&mut self, row: &[f64]) -> Result<(), WriteError> {
        let time_s = row[self.time];
        if let Some(last_s) = self.times_s.last().filter(|last_s| **last_s >= time_s) {
            return Err(WriteError::message(format!(
                "the time is {time_s} s after {last_s} s: must ascend, a log has evenly spaced samples"
            )));
        }
        self.times_s.push(time_s);
        for ((column, value), name) in self.columns.iter_mut().zip(row).zip(&self.names) {
            match column {
                LogColumn::Numbers(values) => {
                    let single = *value as f32;
                    if !single.is_finite() {
                        return Err(WriteError::message(format!(
                            "column `{name}` is {value} at {time_s} s: a log has numbers of 32 bits, up to 3.4e38"
                        )));
                    }
                    values.push(single);
                }
                // Beyond a turn of the globe it is cut.
                LogColumn::Places(values) => values.push((value * PLACE_SCALE).round() as i32),
            }
        }
        Ok(())
    }

    /// Writes the log.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let frequency_hz = frequency_hz(&self.times_s);
        let samples = sample_count(&self.times_s, frequency_hz);
        let channels: Vec<usize> = (0..self.names.len()).filter(|column| *column != self.time).collect();
        let names: Vec<&str> = channels.iter().map(|column| self.names[*column].as_str()).collect();
        let written = written(&names);
        let data_at =
            HEADER_BYTES + EVENT_BYTES + VENUE_BYTES + VEHICLE_BYTES + CHANNEL_BYTES * written.len();
        let length = data_at as u64 + SAMPLE_BYTES * samples as u64 * written.len() as u64;
        if length > u64::from(u32::MAX) {
            return Err(WriteError::message(format!(
                "{samples} samples of {} channels are {length} bytes: a log has at most 4 GiB; write a shorter run or fewer channels",
                written.len()
            )));
        }
        let mut head = self.head(data_at as u32, written.len() as u32);
        for (place, name) in written.iter().enumerate() {
            let is_place = matches!(self.columns[channels[place]], LogColumn::Places(_));
            let shape =
                ChannelShape { place, count: written.len(), samples, frequency_hz, data_at, is_place };
            head.extend(shape.bytes(name));
        }
        let mut write = || -> io::Result<()> {
            self.to.write_all(&head)?;
            for (column, name) in channels.iter().zip(&written) {
                let bytes =
                    self.columns[*column].bytes(&self.times_s, frequency_hz, &self.names[*column], name);
                self.to.write_all(&bytes)?;
            }
            self.to.flush()
        };
        write().map_err(failed)
    }

    /// The header, and the event, the venue and the vehicle behind it.
    fn head(&self, data_at: u32, channels: u32) -> Vec<u8> {
        let (event_at, venue_at) = (HEADER_BYTES, HEADER_BYTES + EVENT_BYTES);
        let vehicle_at = venue_at + VENUE_BYTES;
        let mut bytes = vec![0; vehicle_at + VEHICLE_BYTES];
        let TelemetryDetails { driver, vehicle, venue, comment } = &self.details;
        let first_channel = bytes.len() as u32;
        put(&mut bytes, 0, &MARKER.to_le_bytes());
        put(&mut bytes, header::CHANNELS_POINTER, &first_channel.to_le_bytes());
        put(&mut bytes, header::DATA_POINTER, &data_at.to_le_bytes());
        put(&mut bytes, header::EVENT_POINTER, &(event_at as u32).to_le_bytes());
        for (place, number) in [1_u16, 0x4240, 0x0F].iter().enumerate() {
            put(&mut bytes, header::CONSTANTS + 2 * place, &number.to_le_bytes());
        }
        // A logger that i2 knows.
        put(&mut bytes, header::DEVICE_SERIAL, &0x1F44_u32.to_le_bytes());
        put_text(&mut bytes, header::DEVICE_TYPE, 8, "ADL");
        put(&mut bytes, header::DEVICE_VERSION, &420_u16.to_le_bytes());
        put(&mut bytes, header::DEVICE_CONSTANT, &0xADB0_u16.to_le_bytes());
        put(&mut bytes, header::CHANNEL_COUNT, &channels.to_le_bytes());
        // A simulation has no date, and the same run has the same bytes on every day.
        put_text(&mut bytes, header::DATE, 16, "01/01/2000");
        put_text(&mut bytes, header::TIME, 16, "00:00:00");
        put_text(&mut bytes, header::DRIVER, 64, driver);
        put_text(&mut bytes, header::VEHICLE, 64, vehicle);
        put_text(&mut bytes, header::VENUE, 64, venue);
        put(&mut bytes, header::PRO, &0x000C_81A4_u32.to_le_bytes());
        put_text(&mut bytes, header::COMMENT, 64, comment);
        put_text(&mut bytes, event_at + session::EVENT_NAME, 64, "Skidpad");
        put_text(&mut bytes, event_at + session::EVENT_COMMENT, 1024, comment);
        put(&mut bytes, event_at + session::VENUE_POINTER, &(venue_at as u32).to_le_bytes());
        put_text(&mut bytes, venue_at + session::VENUE_NAME, 64, venue);
        put(&mut bytes, venue_at + session::VEHICLE_POINTER, &(vehicle_at as u32).to_le_bytes());
        put_text(&mut bytes, vehicle_at + session::VEHICLE_NAME, 64, vehicle);
        bytes
    }
}

impl LogColumn {
    /// Samples as they are written.
    fn bytes(&self, times_s: &[f64], frequency_hz: u16, own: &str, name: &WrittenName) -> Vec<u8> {
        let at = places(times_s, frequency_hz);
        match self {
            Self::Numbers(values) => {
                let is_held = is_held(own, values.iter().map(|value| f64::from(*value)));
                let written = |place| (sample(values, place, is_held) / name.unit_si) as f32;
                at.flat_map(|place| written(place).to_le_bytes()).collect()
            }
            Self::Places(values) => {
                let written = |row: usize| f64::from(values[usize::min(row, values.len() - 1)]);
                let between =
                    |row: usize, share: f64| written(row) + share * (written(row + 1) - written(row));
                at.flat_map(|place| (between(place.row, place.share).round() as i32).to_le_bytes()).collect()
            }
        }
    }
}

/// One channel among all.
struct ChannelShape {
    place: usize,
    count: usize,
    samples: usize,
    frequency_hz: u16,
    data_at: usize,
    is_place: bool,
}

impl ChannelShape {
    /// The channel's description.
    fn bytes(&self, name: &WrittenName) -> Vec<u8> {
        let mut bytes = vec![0; CHANNEL_BYTES];
        let first_at = self.data_at - CHANNEL_BYTES * self.count;
        let at = |place: usize| (first_at + CHANNEL_BYTES * place) as u32;
        let before = if self.place == 0 { 0 } else { at(self.place - 1) };
        let next = if self.place + 1 == self.count { 0 } else { at(self.place + 1) };
        let data = self.data_at as u64 + SAMPLE_BYTES * self.samples as u64 * self.place as u64;
        let (kind, decimals) = if self.is_place { (WHOLE, PLACE_DECIMALS) } else { (FLOATS, 0) };
        let numbers = [
            (channel::BEFORE, before),
            (channel::NEXT, next),
            (channel::DATA, data as u32),
            (channel::COUNT, self.samples as u32),
        ];
        for (at, number) in numbers {
            put(&mut bytes, at, &number.to_le_bytes());
        }
        // Channels count from this number on in files of other writers.
        let number = 0x2EE1_u16.wrapping_add(self.place as u16);
        let numbers = [
            (channel::NUMBER, number),
            (channel::KIND, kind),
            (channel::WIDTH, SAMPLE_BYTES as u16),
            (channel::FREQUENCY, self.frequency_hz),
            (channel::SHIFT, 0),
            (channel::FACTOR, 1),
            (channel::DIVISOR, 1),
            (channel::DECIMALS, decimals as u16),
        ];
        for (at, number) in numbers {
            put(&mut bytes, at, &number.to_le_bytes());
        }
        put_text(&mut bytes, channel::NAME, 32, &name.name);
        put_text(&mut bytes, channel::SHORT_NAME, 8, &name.short);
        put_text(&mut bytes, channel::UNIT, 12, &name.unit);
        bytes
    }
}

fn put(bytes: &mut [u8], at: usize, written: &[u8]) {
    bytes[at..at + written.len()].copy_from_slice(written);
}

/// A text in ASCII, cut so that a zero ends it.
fn put_text(bytes: &mut [u8], at: usize, room: usize, text: &str) {
    let plain = text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c as u8 } else { b'?' });
    for (byte, written) in bytes[at..at + room - 1].iter_mut().zip(plain) {
        *byte = written;
    }
}
