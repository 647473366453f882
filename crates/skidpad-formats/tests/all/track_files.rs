//! Track files of other programs: what is read, what is written, and what people read when a file is wrong.

use core::f64::consts::{FRAC_PI_2, PI, TAU};

use skidpad_formats::track::{self, TrackFile, TrackFormat, WriteOptions, centre_line, race_line};
use skidpad_testing::{Strategy, any, collection, for_all};
use skidpad_world::track::{Station, TrackSpec};

use crate::track_rars::OVAL;

/// A square of 40 m, whose first side has a point in its middle.
const SQUARE: &str = "# x_m,y_m,w_tr_right_m,w_tr_left_m\n0,0,3,5\n20,0,3,5\n40,0,3,5\n40,40,3,5\n0,40,4,6\n";

fn error(name: &str, text: &[u8]) -> String {
    track::parse(name, text, None).map(|file| panic!("{file:?}")).unwrap_err().to_string()
}

#[test]
fn a_centre_line_has_the_width_to_the_right_first() {
    let file = track::parse("folder/square.csv", SQUARE.as_bytes(), None).unwrap();
    assert_eq!(file.spec.name, "square");
    assert!(file.spec.is_closed && file.notes.is_empty(), "{:?}", file.notes);
    let last = Station { position_m: [0.0, 40.0], ..Station::flat([6.0, 4.0]) };
    assert_eq!(file.spec.stations[4], last);
    // Separators, order of the columns, comments, blanks, ends of lines and a byte order mark do not matter.
    let other = "\u{feff}# by hand\r\n# w_tr_left_m ; X_M; y_m; w_tr_right_m\r\n\r\n\
        5; 0; 0 ;3\r\n5;20;0;3\r\n# the first turn\r\n5;40;0;3\r\n5;40;40;3\r\n6;0;40;4\r\n";
    assert_eq!(track::parse("square.csv", other.as_bytes(), None).as_ref(), Ok(&file));
    let unnamed = SQUARE.split_once('\n').unwrap().1;
    let file = track::parse("square.csv", unnamed.as_bytes(), None).unwrap();
    assert_eq!(file.spec.stations[4], last);
    assert_eq!(file.notes, ["the columns have no names: taken as x_m, y_m, w_tr_right_m, w_tr_left_m"]);
}

#[test]
fn a_line_is_closed_where_its_ends_are_near_or_meet() {
    let line = |rows: &str| {
        let text = format!("# x_m, y_m, w_tr_right_m, w_tr_left_m\n{rows}");
        let file = track::parse("line.csv", text.as_bytes(), None).unwrap();
        (file.spec.is_closed, file.spec.stations.len(), file.notes)
    };
    // A gap of 60 m where points are 40.0002 m apart, and one of 60.1 m where they are 40.03 m apart.
    assert_eq!(line("0,0,3,3\n10,-38.73,3,3\n50,-38.73,3,3\n60,0,3,3\n"), (true, 4, vec![]));
    let open = "open: the line ends 60.1 m from its beginning";
    assert_eq!(
        line("0,0,3,3\n10,-38.73,3,3\n50,-38.73,3,3\n60.1,0,3,3\n"),
        (false, 4, vec![open.to_owned()])
    );
    let repeated = "the last point repeats the first: left out, the line is closed";
    let ring = "0,0,3,3\n0,-40,3,3\n40,-40,3,3\n90,0,3,3\n0,0,3,3\n";
    assert_eq!(line(ring), (true, 4, vec![repeated.to_owned()]));
    let open = "open: the line ends 14.1 m from its beginning";
    assert_eq!(line("0,0,3,3\n10,0,3,3\n10,10,3,3\n"), (false, 3, vec![open.to_owned()]));
}

#[test]
fn a_wrong_centre_line_is_told_by_line_and_column() {
    let head = "# x_m,y_m,w_tr_right_m,w_tr_left_m\n";
    for (rows, says) in [
        (
            "0,0,3,5\n20,0,-3,5\n40,x,3,nan\n",
            "t.csv:3:6: w_tr_right_m: got `-3`; must be a number from 0 to 1000\n\
             t.csv:4:4: y_m: got `x`; must be a number from -1000000 to 1000000\n\
             t.csv:4:8: w_tr_left_m: got `nan`; must be a number from 0 to 1000",
        ),
        (
            "0,0,3,5\n20,,3,1e9\n40,1e7,inf\n",
            "t.csv:3:4: y_m: missing; must be a number from -1000000 to 1000000\n\
             t.csv:3:7: w_tr_left_m: got `1e9`; must be a number from 0 to 1000\n\
             t.csv:4:1: got 3 values; must be 4 values; separated by `,`, as in the first row",
        ),
        (
            "0,0,3,5\n\n20,0,3,5\n20,0,3,5\n",
            "t.csv:5:1: got the place of the station before it; must be 1 mm or more from it",
        ),
        ("0,0,3,5\n", "t.csv:1:1: got 1 stations; must be 2 to 1000000 stations"),
        ("0,0,3,5\n9,0,3,5\n0,0,3,5\n", "t.csv:1:1: got 2 stations; must be 4 to 1000000 stations"),
        ("-1e6,0,3,5\n1e6,0,3,5\n", "t.csv:1:1: got a line of 2000 km; must be at most 200 km long"),
        ("", "t.csv:2:1: got no row; must be rows of numbers below `x_m,y_m,w_tr_right_m,w_tr_left_m`"),
    ] {
        assert_eq!(error("t.csv", format!("{head}{rows}").as_bytes()), says);
    }
    for (text, says) in [
        (
            &b"x_m,y_m,w_tr_right_m,w_left\n0,0,1,1\n"[..],
            "t.csv:1:1: w_tr_left_m: missing; must be a column, as in `x_m,y_m,w_tr_right_m,w_tr_left_m`",
        ),
        (
            b"x_m,y_m,w_tr_right_m,w_tr_left_m,x_m\n0,0,1,1,1\n",
            "t.csv:1:34: x_m: got the column a second time; must be one column of that name",
        ),
        (
            b"1,2,3,4,5\n",
            "t.csv:1:1: got 5 columns without names; must be names above the columns, such as \
             `x_m,y_m,w_tr_right_m,w_tr_left_m`",
        ),
        (
            b"# x_m,y_m\n0,0\n1,0\n",
            "t.csv: got a race line, which has no widths; must be a road with widths: \
             `x_m,y_m,w_tr_right_m,w_tr_left_m`; a race line is a line to drive on a track, not a track",
        ),
        (
            b" \n\t\n",
            "t.csv: got an empty file; must be a centre line: rows below `x_m,y_m,w_tr_right_m,w_tr_left_m`",
        ),
        (
            b"# x_m\xff",
            "t.csv: got the byte 0xFF at byte offset 5; must be text in UTF-8; save the file in that encoding",
        ),
    ] {
        assert_eq!(error("t.csv", text), says);
    }
    let big = vec![b'#'; track::MOST_BYTES + 1];
    assert_eq!(
        error("t.csv", &big),
        "t.csv: got a file of 16777217 bytes; must be at most 16777216 bytes (16 MiB)"
    );
    // Not every line of a long wrong file is listed.
    let many = format!("{head}{}", "0,0,0,x\n".repeat(100_000));
    assert_eq!(error("t.csv", many.as_bytes()).lines().count(), 500);
}

/// Stations on a ring or along a line, up to 100 m apart.
fn any_stations() -> impl Strategy<Value = (bool, Vec<Station>)> {
    let width = 0.0..1000.0;
    let station = (1.0..100.0, -0.4..0.4, [width.clone(), width]);
    (any::<bool>(), collection::vec(station, 4..30)).prop_map(|(is_closed, rows)| {
        let count = rows.len() as f64;
        let mut along_m = 0.0;
        let stations = rows.iter().enumerate().map(|(place, (apart_m, aside, widths_m))| {
            // Even enough that its ends are not near.
            along_m += 60.0 + 0.4 * apart_m;
            let (sin, cos) = (TAU * (place as f64 + aside) / count).sin_cos();
            let ring = [apart_m * cos + 200.0 * cos, apart_m * sin + 200.0 * sin];
            Station {
                position_m: if is_closed { ring } else { [along_m, 10.0 * aside] },
                ..Station::flat(*widths_m)
            }
        });
        (is_closed, stations.collect())
    })
}

#[test]
fn a_written_centre_line_reads_back() {
    for_all(100, any_stations(), |(is_closed, stations)| {
        let spec = TrackSpec::new("t", is_closed, stations);
        let text = centre_line::write(&spec).unwrap();
        assert_eq!(centre_line::parse("t.csv", text.as_bytes()).unwrap().spec, spec, "{text}");
    });
}

/// A centre line cannot say that a line whose ends meet is open, and has no heights.
#[test]
fn a_format_refuses_or_names_what_it_cannot_hold() {
    let at = |x: f64, y: f64| Station { position_m: [x, y], ..Station::flat([4.0, 4.0]) };
    let horseshoe = vec![at(0.0, 0.0), at(30.0, 0.0), at(30.0, 30.0), at(0.0, 30.0)];
    let spec = TrackSpec::new("u", false, horseshoe);
    let file = TrackFile { spec, notes: Vec::new() };
    let error = track::write(&file, TrackFormat::CentreLine, &WriteOptions::default()).unwrap_err();
    assert!(error.starts_with("the track is open, and its ends are so near"), "{error}");
    let mut file = TrackFile { spec: TrackSpec { is_closed: true, start_m: 5.0, ..file.spec }, ..file };
    file.spec.stations[0].height_m = 1.0;
    let written = track::write(&file, TrackFormat::CentreLine, &WriteOptions::default()).unwrap();
    assert_eq!(written.left_out, ["height", "start and finish line"]);
    assert!(track::write(&file, TrackFormat::Skidpad, &WriteOptions::default()).unwrap().left_out.is_empty());
    let error = track::write(&file, TrackFormat::Rars, &WriteOptions::default()).unwrap_err();
    assert_eq!(
        error,
        "the format rars is not written; must be skidpad, centre-line, opendrive, gpx, geographic or grid-map"
    );
}

#[test]
fn a_race_line_has_headings_from_the_x_axis() {
    // To the left of the y axis: a quarter of a circle around the origin, from (10, 0) to (0, 10).
    let point = |at: i32| {
        let (sin, cos) = (0.01 * f64::from(at)).sin_cos();
        ([10.0 * cos, 10.0 * sin], 0.01 * f64::from(at))
    };
    let rows = |turned_rad: f64| -> String {
        (0..157)
            .map(point)
            .map(|([x, y], at)| {
                format!("{:?}; {x:?}; {y:?}; {:?}; 0.1; 20.5; -1.5\n", 10.0 * at, at + turned_rad)
            })
            .collect()
    };
    let head = "# 5f3c\n# s_m; x_m; y_m; psi_rad; kappa_radpm; vx_mps; ax_mps2\n";
    // TUM's: at (10, 0) it goes along +y, which is 0.
    let line = race_line::parse("r.csv", format!("{head}{}", rows(0.0)).as_bytes()).unwrap();
    assert_eq!(line.notes, ["psi_rad is 0 along +y: turned; headings are 0 along +x, counterclockwise"]);
    assert_eq!(line.points.len(), 157);
    let second = line.points[1];
    assert_eq!(second.heading_rad, Some(0.01 + FRAC_PI_2));
    assert_eq!((second.distance_m, second.curvature_1_m), (Some(0.1), Some(0.1)));
    assert_eq!((second.speed_m_s, second.acceleration_m_s2), (Some(20.5), Some(-1.5)));
    let unnamed = race_line::parse("r.csv", rows(0.0).as_bytes()).unwrap();
    assert_eq!(unnamed.points, line.points);
    // Headings that are ours already, by the points, and a whole turn more.
    let turned = race_line::parse("r.csv", format!("{head}{}", rows(FRAC_PI_2 + TAU)).as_bytes()).unwrap();
    assert!(turned.notes[0].contains("0 along +x, as the points show: kept"), "{:?}", turned.notes);
    for (found, expected) in turned.points.iter().zip(&line.points) {
        assert!((found.heading_rad.unwrap() - expected.heading_rad.unwrap()).abs() < 1e-12);
        assert!((-PI..PI).contains(&found.heading_rad.unwrap()));
    }
    let again = race_line::parse("r.csv", race_line::write(&line).as_bytes()).unwrap();
    assert_eq!(again.notes, line.notes);
    for (found, expected) in again.points.iter().zip(&line.points) {
        assert!((found.heading_rad.unwrap() - expected.heading_rad.unwrap()).abs() < 1e-15);
        let without =
            |point: &race_line::RaceLinePoint| race_line::RaceLinePoint { heading_rad: None, ..*point };
        assert_eq!(without(found), without(expected));
    }
}

#[test]
fn a_race_line_may_have_positions_alone() {
    let line = race_line::parse("r.csv", b"# x_m,y_m\n1,2\n3,4.5\n").unwrap();
    let point = |position_m| race_line::RaceLinePoint { position_m, ..Default::default() };
    assert_eq!(line.points, [point([1.0, 2.0]), point([3.0, 4.5])]);
    assert!(line.notes.is_empty());
    assert_eq!(race_line::write(&line), "# x_m,y_m\n1.0,2.0\n3.0,4.5\n");
    let error = race_line::parse("r.csv", b"x_m;y_m;vx_mps\n1;2;3\n1;2;1e4\n").unwrap_err().to_string();
    assert_eq!(error, "r.csv:3:5: vx_mps: got `1e4`; must be a number from -1000 to 1000");
}

#[test]
fn a_format_is_found_by_extension_or_contents() {
    for (name, text, format) in [
        ("a.csv", SQUARE, TrackFormat::CentreLine),
        ("a.TRK", OVAL, TrackFormat::Rars),
        ("a.toml", "", TrackFormat::Skidpad),
        ("a", SQUARE, TrackFormat::CentreLine),
        ("a.txt", OVAL, TrackFormat::Rars),
        ("", "name = \"x\"\n  [stations] # all\n", TrackFormat::Skidpad),
        ("-", "[[segment]]\n", TrackFormat::Skidpad),
    ] {
        assert_eq!(TrackFormat::detect(name, text.as_bytes()), Ok(format), "{name}");
    }
    for (name, text, format) in [
        ("a.csv", "1,2,3,4\n", TrackFormat::CentreLine),
        ("a.csv", "time,Latitude (deg),Longitude\n", TrackFormat::Geographic),
        ("a.xml", "<?xml version=\"1.0\"?>\n<!-- <x> -->\n<OpenDRIVE>", TrackFormat::OpenDrive),
        (
            "a.xml",
            "<!DOCTYPE params SYSTEM \"a\" [\n<!ENTITY b \">\">\n]>\n<params name=\"x\">",
            TrackFormat::Torcs,
        ),
        ("a", "<gpx:gpx version=\"1.1\">", TrackFormat::Gpx),
        ("a", "image: a.pgm\nresolution: 1\n", TrackFormat::GridMap),
        ("a.xodr", "", TrackFormat::OpenDrive),
        ("a.yml", "", TrackFormat::GridMap),
    ] {
        assert_eq!(TrackFormat::detect(name, text.as_bytes()), Ok(format), "{name} {text}");
    }
    let list = format!("a track in one of the formats {}", TrackFormat::list());
    assert!(
        list.contains("skidpad (.toml), centre-line (.csv), rars (.trk), opendrive (.xodr, .xml)"),
        "{list}"
    );
    for text in ["<", "<!--", "<?xml", "<!DOCTYPE a [", "<é", "<html>"] {
        assert!(TrackFormat::detect("a.xml", text.as_bytes()).is_err(), "{text}");
    }
    for bytes in [&b""[..], b"\x00\xff\xfe\x89PNG", b"hello", b"1\n2\n3\n"] {
        assert_eq!(error("a.bin", bytes), format!("a.bin: got contents of no known format; must be {list}"));
    }
    assert_eq!(
        error("a.trx", b"<Track/>"),
        format!(
            "a.trx: got a .trx file; must be {list}; no description of the XML tracks of RARS is known; \
             save the track as .trk"
        )
    );
    assert_eq!(TrackFormat::by_name("rars"), Ok(TrackFormat::Rars));
    assert_eq!(
        TrackFormat::by_name("center-line").unwrap_err(),
        "unknown track format `center-line`: must be skidpad, centre-line, rars, opendrive, torcs, gpx, geographic or \
         grid-map; did you mean `centre-line`?"
    );
    let missing = track::load(std::path::Path::new("nowhere/a.trk"), None).unwrap_err().to_string();
    assert_eq!(missing, "file not found: nowhere/a.trk (check the path)");
}
