//! Published tracks: those of RARS and of TUM's database, which are no part of Skidpad and are skipped where they are not there.

use core::f64::consts::{PI, TAU};

use skidpad_formats::reference::Data;
use skidpad_formats::track::rars::{self, RarsTrack};
use skidpad_formats::track::{self, TrackFormat, centre_line, own, race_line};
use skidpad_world::track::{Track, TrackSpec};

const FOOT_M: f64 = 0.3048;
const MILE_FT: f64 = 5280.0;

/// The reference data, or `None` with a message.
fn data() -> Option<Data> {
    let data = Data::at(std::env::var_os(Data::VARIABLE));
    if !data.path("tracks").is_dir() {
        eprintln!("SKIPPED: no tracks in {} (set {})", data.folder().display(), Data::VARIABLE);
        return None;
    }
    Some(data)
}

/// Names of a folder's files with an extension, sorted.
fn names(data: &Data, folder: &str, extension: &str) -> Vec<String> {
    let entries = std::fs::read_dir(data.path(folder)).expect(folder);
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let mut names: Vec<_> = names.filter(|name| name.ends_with(extension)).collect();
    names.sort();
    names
}

fn rars_tracks(data: &Data) -> Vec<(String, RarsTrack, TrackSpec)> {
    // A dummy that stands for a track which the program makes up.
    let names = names(data, "tracks/rars", ".trk").into_iter().filter(|name| name != "random.trk");
    let read = |name: String| {
        let bytes = std::fs::read(data.path(&format!("tracks/rars/{name}"))).expect("a file");
        let track = rars::parse_segments(&name, &bytes).unwrap_or_else(|error| panic!("{error}"));
        let file = track::parse(&name, &bytes, None).unwrap_or_else(|error| panic!("{error}"));
        (name, track, file.spec)
    };
    names.map(read).collect()
}

#[test]
fn tracks_of_rars_have_their_published_lengths() {
    let Some(data) = data() else { return };
    let tracks = rars_tracks(&data);
    assert_eq!(tracks.len(), 36);
    let table = data.table("tracks/rars/lap_records_surface1.csv").expect("the table of lap records");
    let mut compared = 0;
    for row in table.rows() {
        let name = row.text("track").expect("a name");
        let Some((_, track, _)) = tracks.iter().find(|(known, ..)| known == name) else { continue };
        let published_ft = row.number("midline_len_ft").expect("a length");
        assert!((track.centre_line_ft() - published_ft).abs() < 0.06, "{name}: {}", track.centre_line_ft());
        let gap_ft = row.number("closure_gap_ft_right_rail").expect("a gap");
        assert!((track.gap_ft() - gap_ft).abs() < 0.006, "{name}: {} ft", track.gap_ft());
        let turn_deg = row.number("total_turn_deg").expect("an angle");
        let found_deg = track.segments.iter().map(|of| track.turn_rad(of)).sum::<f64>() * 180.0 / PI;
        assert!((found_deg - turn_deg).abs() < 0.006, "{name}: {found_deg} deg");
        compared += 1;
    }
    assert_eq!(compared, 36);
    for (name, length_ft) in [("indy500.trk", 13_203.5), ("phoenix.trk", MILE_FT)] {
        let (_, track, _) = tracks.iter().find(|(known, ..)| known == name).expect(name);
        assert!((track.centre_line_ft() - length_ft).abs() < 0.5, "{name}: {}", track.centre_line_ft());
    }
}

/// The tracks that are driven are as long as the segments, closed, and read back from the program's form and from Skidpad's.
#[test]
fn tracks_of_rars_close_and_read_back() {
    let Some(data) = data() else { return };
    let mut gaps = [0, 0];
    for (name, rars, spec) in rars_tracks(&data) {
        gaps[0] += usize::from(rars.gap_ft() < 2.0);
        gaps[1] += usize::from(rars.gap_ft() < 20.0);
        let track = Track::new(&spec).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        let off_ft = track.length_m() / FOOT_M - rars.centre_line_ft();
        // What is spread over the line shortens or lengthens it by the gap at the most.
        assert!(off_ft.abs() < rars.gap_ft() + 1.0, "{name}: {off_ft} ft");
        let written = rars::write(&rars);
        assert_eq!(rars::parse_segments("w.trk", written.as_bytes()).as_ref(), Ok(&rars), "{name}");
        let file = track::TrackFile { spec, notes: vec!["a note".to_owned()] };
        assert_eq!(own::parse("w.toml", own::write(&file).as_bytes()).as_ref(), Ok(&file), "{name}");
    }
    // Below 2 ft and below 20 ft, of 36.
    assert_eq!(gaps, [17, 35]);
}

#[test]
fn centre_lines_of_munich_have_their_published_lengths() {
    let Some(data) = data() else { return };
    let table = data.text("tracks/tum/derived_lengths.csv").expect("the table of lengths");
    let mut compared = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let number = |column: usize| cells[column].parse::<f64>().expect("a number");
        let name = cells[0];
        let path = data.path(&format!("tracks/tum/{name}.csv"));
        if !path.is_file() {
            continue;
        }
        let file = track::load(&path, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((file.spec.name.as_str(), file.spec.is_closed), (name, true), "{:?}", file.notes);
        assert_eq!(file.spec.stations.len() as f64, number(1));
        let published_m = number(2);
        let length_m = Track::new(&file.spec).expect("a track").length_m();
        assert!((length_m - published_m).abs() < 1.5, "{name}: {length_m} m, not {published_m} m");
        let widths: Vec<f64> = file.spec.stations.iter().map(|of| of.widths_m[0] + of.widths_m[1]).collect();
        let least_m = widths.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((least_m - number(4)).abs() < 0.006, "{name}: {least_m}");
        let text = centre_line::write(&file.spec).expect("a text");
        assert_eq!(centre_line::parse(&format!("{name}.csv"), text.as_bytes()), Ok(file));
        compared += 1;
    }
    assert_eq!(compared, 15);
}

/// Indianapolis is driven counterclockwise, Spa clockwise: the lines turn once around.
#[test]
fn published_lines_turn_as_their_races() {
    let Some(data) = data() else { return };
    for (file, turns) in
        [("tum/IMS.csv", 1.0), ("tum/Spa.csv", -1.0), ("rars/indy500.trk", 1.0), ("rars/spa.trk", -1.0)]
    {
        let file = track::load(&data.path(&format!("tracks/{file}")), None).expect("a track");
        let track = Track::new(&file.spec).expect("a track");
        let steps = 20_000;
        let step_m = track.length_m() / f64::from(steps);
        let turned: f64 = (0..steps).map(|at| track.at(step_m * f64::from(at)).curvature_1_m * step_m).sum();
        assert!((turned - turns * TAU).abs() < 0.01, "{turned}");
    }
}

#[test]
fn race_lines_of_munich_are_lines_and_no_tracks() {
    let Some(data) = data() else { return };
    let folder = "laps/tum_shanghai/laptimesim/input/tracks/racelines";
    let names = names(&data, folder, ".csv");
    assert!(names.len() > 20, "{}", names.len());
    for name in names {
        let path = data.path(&format!("{folder}/{name}"));
        let line = race_line::load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert!(line.points.len() > 400 && line.points[0].speed_m_s.is_none(), "{name}");
        let error = track::load(&path, Some(TrackFormat::CentreLine)).unwrap_err().to_string();
        assert!(error.contains("got a race line, which has no widths"), "{error}");
    }
}
