//! Any bytes as a snapshot: a sound one or an error.
#![no_main]

use skidpad_formats::snapshot;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(saved) = snapshot::decode_saved(bytes) {
        assert!(saved.check().is_ok() && saved.clock.time_s().is_finite());
        assert_eq!(snapshot::encode_saved(&saved).len(), bytes.len());
    }
});
