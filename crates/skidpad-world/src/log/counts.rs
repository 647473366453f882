//! Whole numbers as bytes: seven bits in each byte, the least first; the eighth bit says that more follow (LEB128).

/// Appends a whole number.
pub(super) fn put_count(bytes: &mut Vec<u8>, mut count: u64) {
    while count > 0x7f {
        bytes.push(count as u8 | 0x80);
        count >>= 7;
    }
    bytes.push(count as u8);
}

/// Takes a whole number off the front of some bytes; `None` where they are none, or one that 64 bits do not hold.
pub(super) fn take_count(bytes: &mut &[u8]) -> Option<u64> {
    let mut count = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return None;
        }
        count |= bits << shift;
        if *byte < 0x80 {
            return Some(count);
        }
    }
    None
}
