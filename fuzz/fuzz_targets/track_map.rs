//! Bytes as a map of occupied cells, its description and its picture with a zero between: a closed track, or an error.
#![no_main]

use skidpad_formats::track::grid_map;
use skidpad_fuzz::{seeds, tracks};

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| {
        let map = |resolution_m: f64| {
            let raster = grid_map::rasterise(&tracks::made(60), "map.pgm", resolution_m).expect("a map");
            [raster.yaml.as_bytes(), b"\0", &raster.picture].concat()
        };
        vec![map(1.5), map(2.0), b"image: a\nresolution: 1\norigin: [0, 0, 0]\n\0P2 1 1 1 1".to_vec()]
    }),
    |bytes: &[u8]| {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let picture = bytes.get(end + 1..).map(<[u8]>::to_vec);
        let read = grid_map::parse("m.yaml", &bytes[..end], |_| picture);
        if let Some(track) = tracks::checked(read, bytes) {
            assert!(track.is_closed());
        }
    }
);
