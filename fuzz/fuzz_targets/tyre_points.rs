//! Any bytes as a table of measured points: points or an error.
#![no_main]

use skidpad_formats::tyre;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(points) = tyre::parse_points("p.csv", bytes) {
        assert!(!points.rows.is_empty());
    }
});
