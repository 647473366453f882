//! Any bytes as a snapshot, sealed so that the body is reached: a sound one or an error.
#![no_main]

use skidpad_formats::snapshot;

mod sealed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = snapshot::decode_saved(bytes);
    let bytes = sealed::sealed(bytes);
    if let Ok(saved) = snapshot::decode_saved(&bytes) {
        assert!(saved.check().is_ok() && saved.clock.time_s().is_finite());
        assert_eq!(snapshot::encode_saved(&saved), bytes);
    }
});
