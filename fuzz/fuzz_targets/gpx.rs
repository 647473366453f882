//! Bytes as a log of a positioning receiver, in GPX and as a table: a track that is written and reads back, or an error with places.
#![no_main]

use skidpad_formats::track::{geographic, gpx};
use skidpad_fuzz::{seeds, tracks};

const ORIGIN: geographic::Coordinates = geographic::Coordinates { latitude_deg: 50.0, longitude_deg: 7.0 };

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| {
        let track = tracks::made(12);
        vec![gpx::write(&track, ORIGIN), geographic::write(&track, ORIGIN)]
    }),
    |bytes: &[u8]| {
        let table = tracks::checked(geographic::parse("l.csv", bytes), bytes);
        let Some(track) = tracks::checked(gpx::parse("l.gpx", bytes), bytes).or(table) else { return };
        if track.length_m() < 10_000.0 {
            let text = gpx::write(&track, ORIGIN);
            tracks::checked(gpx::parse("w.gpx", text.as_bytes()), text.as_bytes());
        }
    }
);
