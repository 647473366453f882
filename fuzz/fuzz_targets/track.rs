//! Bytes as a track file: a track that is written and reads back the same, a race line likewise, or an error.
#![no_main]

use skidpad_formats::track::{self, TrackFormat, WriteOptions, race_line, rars};
use skidpad_fuzz::{file_error, message, seeds};
use skidpad_world::track::Track;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(texts),
    |bytes: &[u8]| {
        for format in TrackFormat::ALL {
            read(format, bytes);
        }
        race(bytes);
        segments(bytes);
        let found = TrackFormat::detect("t", bytes);
        found.map_or_else(|error| file_error(&error, bytes), |format| message(format.name()));
    }
);

fn read(format: TrackFormat, bytes: &[u8]) {
    let file = match track::parse("t", bytes, Some(format)) {
        Ok(file) => file,
        Err(error) => return file_error(&error, bytes),
    };
    let made = Track::new(&file.spec).expect("what was read makes a track");
    for share in [0.0, 0.3, 1.0] {
        let point = made.at(share * made.length_m());
        assert!(point.position_m.iter().all(|place| place.is_finite()), "{point:?}");
        assert!(point.widths_m.iter().all(|width| *width >= 0.0), "{point:?}");
    }
    // Skidpad's own form holds all; a centre line names what it leaves out. Other formats have targets of their own.
    for format in [TrackFormat::Skidpad, TrackFormat::CentreLine] {
        let Ok(written) = track::write(&file, format, &WriteOptions::default()) else { continue };
        let again = track::parse("t", written.text.as_bytes(), Some(format))
            .unwrap_or_else(|error| panic!("{error}\n{}", written.text));
        if format == TrackFormat::Skidpad {
            assert!(written.left_out.is_empty());
            assert_eq!(again, file, "{}", written.text);
        }
        let nameless = |mut spec: skidpad_world::track::TrackSpec| {
            spec.name.clear();
            spec
        };
        if written.left_out.is_empty() {
            assert_eq!(nameless(again.spec), nameless(file.spec.clone()), "{}", written.text);
        }
    }
}

fn segments(bytes: &[u8]) {
    let track = match rars::parse_segments("t.trk", bytes) {
        Ok(track) => track,
        Err(error) => return file_error(&error, bytes),
    };
    let text = rars::write(&track);
    assert_eq!(rars::parse_segments("w.trk", text.as_bytes()).as_ref(), Ok(&track), "{text}");
}

fn race(bytes: &[u8]) {
    let line = match race_line::parse("r.csv", bytes) {
        Ok(line) => line,
        Err(error) => return file_error(&error, bytes),
    };
    line.notes.iter().for_each(|note| message(note));
    let text = race_line::write(&line);
    let again = race_line::parse("w.csv", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.points.len(), line.points.len());
    for (again, before) in again.points.iter().zip(&line.points) {
        let without =
            |point: &race_line::RaceLinePoint| race_line::RaceLinePoint { heading_rad: None, ..*point };
        assert_eq!(without(again), without(before), "{text}");
        // Turned there and back, an angle is rounded; a half turn may have either sign.
        let turned = again.heading_rad.zip(before.heading_rad).map(|(again, before)| (again - before).cos());
        assert!(turned.is_none_or(|cos| cos > 1.0 - 1e-12), "{again:?} {before:?}");
    }
}

fn texts() -> Vec<&'static str> {
    vec![
        "# x_m,y_m,w_tr_right_m,w_tr_left_m\n0,0,3,5\n20,0,3,5\n40,0,3,5\n40,40,3,5\n0,40,4,6\n",
        "# s_m; x_m; y_m; psi_rad; kappa_radpm; vx_mps; ax_mps2\n0;0;0;-1.57;0;9;1\n5;5;0;-1.57;0;10;0\n",
        "4\n1420 800\n100.0\n410 10 0\n900 560\n250 500\n550 1040\n400 640\n.8 4\n-1\n2100 3200\n-100 1000\n60\n\
         0 600\n400 180 turn\n0 600\n400 180\n",
        "name = \"t\"\nclosed = true\nstart = \"12 m\"\nsectors = [40, 50]\n[stations]\n\
         columns = [\"x\", \"y\", \"right\", \"left\", \"banking\", \"height\"]\nrows = [[0, 0, 4, 5, 0, 0], \
         [50, 0, 4, 5, \"2 deg\", 1.5], [50, 50, 4, 5, 0.1, 3], [0, 50, 4, 6.5, 0, 1]]\n[[strip]]\n\
         kind = \"kerb\"\nside = \"left\"\nfrom = 180\nto = 20\nwidth = 1\nrise = 0.05\n[[wall]]\nside = \"right\"\n\
         from = 0\nto = 100\noffset = [12, 14]\n[pit_lane]\nside = \"right\"\nfrom = 170\nto = 40\n\
         limit_from = 180\nlimit_to = 30\nspeed = \"36 km/h\"\noffset = 15\nwidth = 6\n",
        "closed = false\nnotes = [\"n\"]\n[line]\nat = [1, 2]\nheading = \"90 deg\"\nleft = 5\nright = 4\n\
         [[segment]]\nlength = 30\ngrade = \"4 %\"\n[[segment]]\nlength = 20\nto_radius = 60\nbanking = 0.1\n\
         [[segment]]\nradius = -50\nangle = \"30 deg\"\n",
    ]
}
