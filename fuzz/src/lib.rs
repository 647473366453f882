//! What the fuzz targets share: the laws of messages and of lines of JSON, sealed bytes, seeds.

pub mod folder;
pub mod logs;
pub mod seeds;
pub mod tracks;

use skidpad_formats::FileError;

/// The longest line of a message, bytes: twenty problems, and once all names that could stand there.
const LONGEST_LINE: usize = 8_000;
/// The most problems that an error lists, the last of which counts the rest.
const MOST_PROBLEMS: usize = 501;

/// Checks a message to a person: there, on one line, without control characters, not endless.
#[track_caller]
pub fn message(text: &str) {
    assert!(!text.trim().is_empty(), "an empty message");
    assert!(text.len() <= LONGEST_LINE, "{} bytes: {text}", text.len());
    assert!(!text.contains(char::is_control), "a control character: {text:?}");
}

/// Checks a message that may have a line for each of several problems.
#[track_caller]
pub fn messages(text: &str) {
    assert!(!text.is_empty() && text.lines().count() <= MOST_PROBLEMS, "{} lines", text.lines().count());
    text.lines().for_each(message);
}

/// Checks the error for a file: each problem with its place in the text.
#[track_caller]
pub fn file_error(error: &FileError, bytes: &[u8]) {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    assert!(!error.problems.is_empty() && error.problems.len() <= MOST_PROBLEMS);
    for problem in &error.problems {
        assert!(problem.line <= lines, "beyond the last line: {error}");
        // That of a file which this one names has lines of its own.
        messages(&problem.to_string());
    }
}

/// Checks a line of JSON with only finite numbers in it.
#[track_caller]
pub fn json_line(line: &str) {
    assert!(!line.contains('\n'), "more than a line: {line:?}");
    let value: Result<serde_json::Value, _> = serde_json::from_str(line);
    assert!(value.is_ok_and(|value| value.is_object()), "no JSON object: {line}");
}

/// Snapshot, log or recording with the length and the checksum that fit, as someone with bad intentions would write it.
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
