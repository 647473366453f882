//! Values that several parts of a log have.

use std::ops::RangeInclusive;

use skidpad_core::record::Record;
use skidpad_world::rolling::Request;
use skidpad_world::world::CarId;

use crate::bytes::{ByteError, Reader, put_number};

/// The largest log that is read, bytes: 256 MiB.
pub const MOST_BYTES: usize = 1 << 28;
/// The most steps: some five days at 240 steps a second.
pub(super) const MOST_STEPS: u64 = 100_000_000;
/// The most changes that are no requests.
pub(super) const MOST_CHANGES: usize = 1_000_000;
/// The most cars, walls and cones.
pub(super) const MOST_PARTS: usize = 100_000;
pub(super) const CARS: &str = "car of a log";

pub(super) fn put_record<T: Record<f64>>(bytes: &mut Vec<u8>, record: &T) {
    let mut numbers = vec![0.0; T::LEN];
    record.store(&mut &mut numbers[..]);
    numbers.into_iter().for_each(|number| put_number(bytes, number));
}

pub(super) fn take_record<T: Record<f64>>(r: &mut Reader, what: &'static str) -> Result<T, ByteError> {
    let numbers = (0..T::LEN).map(|_| r.number(what)).collect::<Result<Vec<_>, _>>()?;
    Ok(T::load(&&numbers[..]))
}

pub(super) fn put_request(bytes: &mut Vec<u8>, request: &Request) {
    put_record(bytes, &request.command);
    put_number(bytes, request.acceleration_m_s2);
}

pub(super) fn take_request(r: &mut Reader) -> Result<Request, ByteError> {
    let command = take_record(r, "request")?;
    Ok(Request { acceleration_m_s2: r.number("request")?, ..Request::from_command(command) })
}

pub(super) fn take_id(r: &mut Reader) -> Result<CarId, ByteError> {
    u32::try_from(r.count(CARS)?).map(CarId::from_number).map_err(|_| r.invalid(CARS))
}

/// Reads the number of things that take at least so many bytes each, of which there are at most so many.
pub(super) fn at_most(
    r: &mut Reader,
    least: usize,
    most: usize,
    what: &'static str,
) -> Result<usize, ByteError> {
    let count = r.length(least, what)?;
    if count <= most { Ok(count) } else { Err(r.invalid(what)) }
}

/// A number of a range.
pub(super) fn within(
    r: &mut Reader,
    range: RangeInclusive<f64>,
    what: &'static str,
) -> Result<f64, ByteError> {
    let number = r.number(what)?;
    if range.contains(&number) { Ok(number) } else { Err(r.invalid(what)) }
}
