//! Any bytes as a recording, sealed so that the body is reached: a sound one or an error, and a replay that ends.
#![no_main]

use skidpad_formats::recording;
use skidpad_world::replay::replay;
use skidpad_world::rolling::CarChoice;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = recording::decode(bytes);
    if let Ok(recording) = recording::decode(&sealed(bytes)) {
        if recording.steps() < 1000 {
            let _ = replay(&recording, &CarChoice::Own(&recording.car));
        }
    }
});

/// The same with the length and the checksum that fit.
fn sealed(bytes: &[u8]) -> Vec<u8> {
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
