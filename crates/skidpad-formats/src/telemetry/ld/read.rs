//! Reads logs. Whoever wrote one may have been wrong, or mean ill: nothing is believed.

use skidpad_core::math::Real;

use super::layout::{CHANNEL_BYTES, FLOATS, HEADER_BYTES, MARKER, channel, header};
use super::names;
use crate::error::FileError;
use crate::telemetry::blanks::filled;
use crate::telemetry::channel::unit_of;
use crate::telemetry::details::TelemetryDetails;
use crate::telemetry::file::TelemetryFile;
use crate::telemetry::import::{Conversion, LoggedName};
use crate::telemetry::table::Table;

/// The most channels of a log.
const MOST_CHANNELS: usize = 4096;
/// The most numbers of a table, 800 MB.
const MOST_NUMBERS: u64 = 100_000_000;
/// Logs have no channel of the time: the table gets one.
const TIME: &str = "time_s";

/// A channel as it was read.
struct ReadChannel {
    name: String,
    frequency_hz: u16,
    values: Vec<f64>,
}

/// Reads a log. All channels are sampled at the highest frequency among them; slower ones are interpolated, and held where they are whole.
///
/// # Errors
/// Bytes that are no log, lead beyond their end, or hold no samples.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TelemetryFile, FileError> {
    const MUST: &str = "a log of MoTeC (.ld)";
    let refused = |value: String| FileError::whole(origin, value, MUST);
    if bytes.len() < HEADER_BYTES {
        return Err(refused(format!("a file of {} bytes", bytes.len())));
    }
    if word(bytes, 0) != Some(MARKER) {
        return Err(refused(format!("bytes that begin with 0x{:08X}", word(bytes, 0).unwrap_or(0))));
    }
    let mut notes = Vec::new();
    let mut channels: Vec<ReadChannel> = Vec::new();
    let mut at = word(bytes, header::CHANNELS_POINTER).unwrap_or(0) as usize;
    let mut visited = 0;
    while at != 0 {
        visited += 1;
        if visited > MOST_CHANNELS {
            return Err(refused(format!("a list of more than {MOST_CHANNELS} channels")));
        }
        let end = at.checked_add(CHANNEL_BYTES);
        let Some(block) = end.and_then(|end| bytes.get(at..end)) else {
            return Err(refused(format!("a channel at byte {at}, beyond the end of {} bytes", bytes.len())));
        };
        match read_channel(bytes, block) {
            Ok(found) if found.values.is_empty() => {}
            Ok(found) => channels.push(found),
            Err(why) => {
                notes.push(format!("the channel `{}` is left out: {why}", text(block, channel::NAME, 32)))
            }
        }
        at = word(block, channel::NEXT).unwrap_or(0) as usize;
    }
    if channels.is_empty() {
        return Err(refused("no channel with samples".to_owned()));
    }
    let table = sampled(origin, &channels, &mut notes)?;
    let field = |at: usize| text(bytes, at, 64);
    let details = TelemetryDetails {
        driver: field(header::DRIVER),
        vehicle: field(header::VEHICLE),
        venue: field(header::VENUE),
        comment: field(header::COMMENT),
    };
    Ok(TelemetryFile { table, notes, details, laps_s: Vec::new() })
}

/// A channel of a block, in SI units where its name is of i2's convention.
fn read_channel(bytes: &[u8], block: &[u8]) -> Result<ReadChannel, String> {
    let number = |at: usize| half(block, at).unwrap_or(0);
    let signed = |at: usize| f64::from(number(at) as i16);
    let (kind, width) = (number(channel::KIND), number(channel::WIDTH));
    let frequency_hz = number(channel::FREQUENCY);
    if frequency_hz == 0 {
        return Err("its frequency is 0 Hz".to_owned());
    }
    if !matches!(width, 2 | 4) {
        return Err(format!("its numbers are of kind {kind} with {width} bytes, which is not known"));
    }
    let (from, count) =
        (word(block, channel::DATA).unwrap_or(0) as usize, word(block, channel::COUNT).unwrap_or(0) as usize);
    let length = count.checked_mul(usize::from(width));
    let end = length.and_then(|length| from.checked_add(length));
    let Some(data) = end.and_then(|end| bytes.get(from..end)) else {
        return Err(format!("its {count} samples lead beyond the end of the file"));
    };
    let divisor = signed(channel::DIVISOR);
    if divisor == 0.0 {
        return Err("its divisor is 0".to_owned());
    }
    // Older files have 0 there.
    let factor = if number(channel::FACTOR) == 0 { 1.0 } else { signed(channel::FACTOR) };
    // The power of ten by its digits is exact.
    let decimals = number(channel::DECIMALS) as i16;
    let power: f64 = format!("1e{}", -i32::from(decimals)).parse().unwrap_or(1.0);
    let shift = signed(channel::SHIFT);
    let (name, unit) = (text(block, channel::NAME, 32), text(block, channel::UNIT, 12));
    // Names of i2's convention, those of other writers, and Skidpad's own, which have SI units.
    let (name, conversion) = match names::read(&name, &unit) {
        Some((own, factor)) => (own.to_owned(), Conversion { factor, ..Conversion::none(unit_of(own)) }),
        None if unit == unit_of(&name) || unit.is_empty() && unit_of(&name) == "-" && name.contains('_') => {
            let conversion = Conversion::none(unit_of(&name));
            (name, conversion)
        }
        None => {
            let (channel, conversion, _) = LoggedName::read(&name).channel(Some(&unit));
            (channel, conversion)
        }
    };
    let raw = data.chunks_exact(usize::from(width)).map(|raw| match (kind == FLOATS, raw) {
        (true, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
        (true, [a, b]) => half_float(u16::from_le_bytes([*a, *b])),
        (false, [a, b, c, d]) => f64::from(i32::from_le_bytes([*a, *b, *c, *d])),
        (false, [a, b]) => f64::from(i16::from_le_bytes([*a, *b])),
        _ => f64::NAN,
    });
    let values = raw
        .map(|raw| (raw / divisor * power + shift) * factor)
        .map(|value| conversion.to_si(value))
        .collect();
    Ok(ReadChannel { name, frequency_hz, values })
}

/// A table of all channels at the highest frequency.
fn sampled(origin: &str, channels: &[ReadChannel], notes: &mut Vec<String>) -> Result<Table, FileError> {
    let frequency_hz = channels.iter().map(|channel| channel.frequency_hz).max().unwrap_or(1);
    let rows_of = |channel: &ReadChannel| {
        (channel.values.len() as u64 - 1) * u64::from(frequency_hz) / u64::from(channel.frequency_hz) + 1
    };
    let rows = channels.iter().map(rows_of).max().unwrap_or(0);
    if rows.saturating_mul(channels.len() as u64 + 1) > MOST_NUMBERS {
        let value = format!("{} channels of {rows} samples at {frequency_hz} Hz", channels.len());
        return Err(FileError::whole(
            origin,
            value,
            format!("at most {MOST_NUMBERS} numbers: a shorter log"),
        ));
    }
    let mut table = Table::new();
    table.push(TIME, (0..rows).map(|row| row as f64 / f64::from(frequency_hz)).collect());
    for found in channels {
        let is_whole = found.values.iter().all(|value| *value == value.trunc());
        let share = f64::from(found.frequency_hz) / f64::from(frequency_hz);
        let last = found.values.len() - 1;
        let value = |row: u64| {
            let at = row as f64 * share;
            let before = usize::min(at as usize, last);
            let (one, other) = (found.values[before], found.values[usize::min(before + 1, last)]);
            if is_whole || one == other {
                one
            } else {
                one + Real::min(at - before as f64, 1.0) * (other - one)
            }
        };
        let mut values: Vec<f64> = (0..rows).map(value).collect();
        let name = free_name(&table, &found.name);
        match filled(&mut values, is_whole) {
            None => notes.push(format!("the channel `{name}` is left out: none of its samples is a number")),
            Some(count) => {
                if count > 0 {
                    notes.push(format!(
                        "{count} samples of `{name}` are no numbers: taken from those beside them"
                    ));
                }
                table.push(name, values);
            }
        }
    }
    if table.columns().len() == 1 {
        return Err(FileError::whole(origin, "no channel with numbers", "a log of MoTeC (.ld)"));
    }
    Ok(table)
}

/// A name that the table does not have yet.
fn free_name(table: &Table, name: &str) -> String {
    let is_taken = |wanted: &str| table.columns().iter().any(|(known, _)| known == wanted);
    let name = if name.is_empty() { "channel" } else { name };
    let numbered = (2..).map(|number: usize| format!("{name} {number}"));
    let found = std::iter::once(name.to_owned()).chain(numbered).find(|wanted| !is_taken(wanted));
    found.unwrap_or_default()
}

/// A number of IEEE 754's binary16.
fn half_float(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF) / 1024.0);
    let power = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
    match exponent {
        0 => sign * fraction * power(-14),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + fraction) * power(exponent - 15),
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    let half = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes([half[0], half[1]]))
}

/// A text up to its zero, without control characters; what is not ASCII is read as Latin-1.
fn text(bytes: &[u8], at: usize, room: usize) -> String {
    let field = bytes.get(at..at + room).unwrap_or_default();
    let letters = field.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte));
    letters.filter(|letter| !letter.is_control()).collect::<String>().trim().to_owned()
}
