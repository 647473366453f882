//! Requests as bytes: the numbers that differ from those of an earlier request.
//!
//! | bytes | content |
//! |---|---|
//! | count, see `counts.rs` | which numbers differ, a bit each, the first number the least |
//! | each | bits that differ from the earlier number: the place of the lowest byte (high four bits) and the number of bytes (low four), then the bytes |
//!
//! A key that is pressed changes one number from 0 to 1, which is four bytes; a stick that moves takes about nine.

use skidpad_core::controls::Command;
use skidpad_core::record::Record;

use super::counts::{put_count, take_count};
use crate::rolling::Request;

const COMMAND: usize = <Command<f64> as Record<f64>>::LEN;
/// Number of numbers of a request.
const LEN: usize = COMMAND + 1;

/// The bits of a request: its command, then the acceleration.
pub(super) type Bits = [u64; LEN];

pub(super) fn bits(request: &Request) -> Bits {
    let mut numbers = [0.0; LEN];
    request.command.store(&mut &mut numbers[..COMMAND]);
    numbers[COMMAND] = request.acceleration_m_s2;
    numbers.map(f64::to_bits)
}

fn from_bits(bits: &Bits) -> Request {
    let numbers = bits.map(f64::from_bits);
    let command = Command::load(&&numbers[..COMMAND]);
    Request { acceleration_m_s2: numbers[COMMAND], ..Request::from_command(command) }
}

/// Appends a request.
pub(super) fn put(bytes: &mut Vec<u8>, before: &Bits, request: &Request) {
    let now = bits(request);
    let differs = |at: &usize| before[*at] != now[*at];
    put_count(bytes, (0..LEN).filter(differs).fold(0, |mask, at| mask | 1 << at));
    for at in (0..LEN).filter(differs) {
        let difference = before[at] ^ now[at];
        let lowest = difference.trailing_zeros() / 8;
        let count = 8 - difference.leading_zeros() / 8 - lowest;
        bytes.push((lowest << 4 | count) as u8);
        bytes.extend(&(difference >> (8 * lowest)).to_le_bytes()[..count as usize]);
    }
}

/// Takes a request off the front of some bytes, and leaves its bits in `before`; `None` where they are none.
pub(super) fn take(bytes: &mut &[u8], before: &mut Bits) -> Option<Request> {
    let mask = take_count(bytes)?;
    if mask >> LEN != 0 {
        return None;
    }
    for (at, bits) in before.iter_mut().enumerate() {
        if mask >> at & 1 == 1 {
            *bits ^= take_difference(bytes)?;
        }
    }
    Some(from_bits(before))
}

fn take_difference(bytes: &mut &[u8]) -> Option<u64> {
    let (head, rest) = bytes.split_first()?;
    let (lowest, count) = (u32::from(head >> 4), usize::from(head & 0xf));
    if count == 0 || lowest as usize + count > 8 {
        return None;
    }
    let (taken, rest) = rest.split_at_checked(count)?;
    *bytes = rest;
    let mut word = [0; 8];
    word[..count].copy_from_slice(taken);
    Some(u64::from_le_bytes(word) << (8 * lowest))
}

#[cfg(test)]
mod tests {
    use super::{Bits, LEN, bits, from_bits, put, take};

    /// Numbers at the edges and others, in every place, one after the other.
    #[test]
    fn requests_come_back_to_the_bit() {
        let numbers = [0.0, -0.0, 1.0, -1.0, 0.1, 5e-324, f64::MAX, f64::INFINITY, -0.3, 1e-7];
        let request = |round: usize| {
            let number = |at: usize| numbers[(round * (at + 3) + at * at) % numbers.len()];
            from_bits(&core::array::from_fn(|at| number(at).to_bits()))
        };
        let (mut written, mut read): (Bits, Bits) = ([0; LEN], [0; LEN]);
        let mut bytes = Vec::new();
        for round in 0..50 {
            put(&mut bytes, &written, &request(round));
            written = bits(&request(round));
        }
        let mut rest = &bytes[..];
        for round in 0..50 {
            let found = take(&mut rest, &mut read).expect("it was written");
            assert_eq!(bits(&found), bits(&request(round)), "round {round}");
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn a_key_takes_four_bytes() {
        let (released, mut pressed) = (from_bits(&[0; LEN]), from_bits(&[0; LEN]));
        pressed.command.throttle = 1.0;
        let mut bytes = Vec::new();
        put(&mut bytes, &bits(&released), &pressed);
        assert_eq!(bytes.len(), 4);
    }

    /// Whatever bytes come: a request or none, and never a panic.
    #[test]
    fn bytes_that_are_none_are_refused() {
        for bytes in
            [&[][..], &[0x80], &[0xff, 0xff, 0x7f], &[1], &[1, 0x00], &[1, 0x18, 0], &[1, 0x72, 0, 0]]
        {
            assert!(take(&mut &*bytes, &mut [0; LEN]).is_none(), "{bytes:?}");
        }
    }
}
