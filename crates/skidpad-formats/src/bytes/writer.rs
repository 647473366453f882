//! Appends the parts of a body, as [`Reader`](super::Reader) reads them.

use skidpad_core::record::Channel;

/// Appends a number.
pub(crate) fn put_number(bytes: &mut Vec<u8>, number: f64) {
    bytes.extend(number.to_le_bytes());
}

/// Appends a text of at most 255 bytes; a longer one is cut, which its reader then refuses.
pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    let text = &text.as_bytes()[..usize::min(text.len(), 255)];
    bytes.push(text.len() as u8);
    bytes.extend(text);
}

/// Appends a whole number, seven bits in each byte, the least first; the eighth says that more follow (LEB128).
pub(crate) fn put_count(bytes: &mut Vec<u8>, mut count: u64) {
    while count > 0x7f {
        bytes.push(count as u8 | 0x80);
        count >>= 7;
    }
    bytes.push(count as u8);
}

/// Appends channels as [`Reader::channels`](super::Reader::channels) reads them.
pub(crate) fn put_channels<'c>(bytes: &mut Vec<u8>, channels: impl IntoIterator<Item = &'c Channel>) {
    let channels: Vec<&Channel> = channels.into_iter().collect();
    put_count(bytes, channels.len() as u64);
    for channel in channels {
        put_text(bytes, channel.name);
        put_text(bytes, channel.unit);
    }
}
