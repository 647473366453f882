//! Any bytes as a tyre property file: a tyre that is written and reads back the same, or an error.
#![no_main]

use skidpad_formats::tyre;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = tyre::parse("t.tir", bytes) {
        let again = tyre::parse("t.tir", tyre::write(&file, &[]).as_bytes()).expect("what was written");
        assert_eq!(again.coefficients.lengthwise, file.coefficients.lengthwise);
    }
});
