//! Bytes as a snapshot or a recording that whoever means ill would write.

/// The same with the length and the checksum that fit.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() >= 26 {
        let end = bytes.len() - 8;
        let length = bytes.len() as u64;
        bytes[10..18].copy_from_slice(&length.to_le_bytes());
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let sum = bytes[..end].iter().fold(0xcbf2_9ce4_8422_2325, step);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}
