//! Any bytes as a recording, sealed so that the body is reached: a sound one or an error, and a replay that ends.
#![no_main]

use skidpad_formats::recording;
use skidpad_world::replay::replay;
use skidpad_world::rolling::CarChoice;

mod sealed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = recording::decode(bytes);
    if let Ok(recording) = recording::decode(&sealed::sealed(bytes)) {
        if recording.steps() < 1000 {
            let _ = replay(&recording, &CarChoice::Own(&recording.car));
        }
    }
});
