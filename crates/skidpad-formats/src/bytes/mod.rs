//! Sealed bytes: what snapshots, logs and recordings have in common.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the kind: `skidsnap`, `skidplay` or `skidwlog` |
//! | 2 | the version of its format |
//! | 8 | the number of all bytes |
//! | ... | the body |
//! | 8 | FNV-1a, 64 bits, of all bytes before |
//!
//! All numbers have their least byte first. A file cut anywhere is known by its length, and each alteration of a
//! single byte by the checksum: a step of FNV-1a can be undone, so two files that differ in one byte never have the
//! same.

mod error;
mod reader;
mod writer;

pub use error::ByteError;
pub(crate) use reader::Reader;
pub(crate) use writer::{put_channels, put_count, put_number, put_text};

/// What a kind of file is.
pub(crate) struct Kind {
    /// The first bytes.
    pub(crate) magic: [u8; 8],
    /// What it is called in messages.
    pub(crate) name: &'static str,
    /// The version that is written.
    pub(crate) version: u16,
    /// The oldest version that is read.
    pub(crate) oldest: u16,
    /// The largest that is read, bytes.
    pub(crate) most_bytes: usize,
}

const HEAD: usize = 18;
const CHECKSUM: usize = 8;

/// Begins a file: its body is to be appended.
pub(crate) fn begin(kind: &Kind) -> Vec<u8> {
    let mut bytes = kind.magic.to_vec();
    bytes.extend(kind.version.to_le_bytes());
    bytes.extend([0; 8]);
    bytes
}

/// Ends a file: its length and checksum.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = (bytes.len() + CHECKSUM) as u64;
    bytes[10..HEAD].copy_from_slice(&length.to_le_bytes());
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The body of a file of a kind.
pub(crate) fn open<'a>(kind: &'static Kind, bytes: &'a [u8]) -> Result<Reader<'a>, ByteError> {
    let (name, found) = (kind.name, bytes.len());
    let shown = &bytes[..usize::min(found, kind.magic.len())];
    if found == 0 || !kind.magic.starts_with(shown) {
        return Err(ByteError::Kind { must: name });
    }
    let least = (HEAD + CHECKSUM) as u64;
    let Some(head) = bytes.get(..HEAD) else {
        return Err(ByteError::Truncated { kind: name, found, must: least });
    };
    let version = u16::from_le_bytes([head[8], head[9]]);
    if !(kind.oldest..=kind.version).contains(&version) {
        return Err(ByteError::Version { kind: name, found: version, must: kind.version });
    }
    let mut length = [0; 8];
    length.copy_from_slice(&head[10..]);
    let must = u64::max(u64::from_le_bytes(length), least);
    if (found as u64) < must {
        return Err(ByteError::Truncated { kind: name, found, must });
    }
    if found as u64 > must {
        return Err(ByteError::Longer { kind: name, found, must });
    }
    if found > kind.most_bytes {
        return Err(ByteError::TooLarge { kind: name, found, most: kind.most_bytes });
    }
    let (sealed, sum) = bytes.split_at(found - CHECKSUM);
    if sum != checksum(sealed).to_le_bytes() {
        return Err(ByteError::Checksum { kind: name });
    }
    Ok(Reader::new(&sealed[HEAD..], HEAD, version))
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
