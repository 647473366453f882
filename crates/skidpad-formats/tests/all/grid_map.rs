//! Maps of occupied cells: made rings and tracks are found again, and what is no circuit is refused.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::TAU;

use skidpad_formats::track::{TrackFile, grid_map};
use skidpad_world::track::{Station, Track};

const YAML: &str = "image: map.pgm\nresolution: 0.1\norigin: [-10.0, -10.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";

/// A picture of 200 by 200 cells of 0.1 m about the origin, by the brightness at positions.
fn picture(brightness: impl Fn(f64, f64) -> u8) -> Vec<u8> {
    let mut bytes = b"P5\n# made\n200 200\n255\n".to_vec();
    for row in (0..200).rev() {
        for column in 0..200 {
            let at = |cell: i32| (f64::from(cell) + 0.5) * 0.1 - 10.0;
            bytes.push(brightness(at(column), at(row)));
        }
    }
    bytes
}

/// A ring of free cells between radii of 6 and 9 m, within walls of 0.3 m; around and inside it cells of another brightness.
fn ring(around: u8) -> impl Fn(f64, f64) -> u8 {
    move |x, y| {
        let radius = x.hypot(y);
        if (6.0..=9.0).contains(&radius) {
            254
        } else if (5.7..=9.3).contains(&radius) {
            0
        } else {
            around
        }
    }
}

fn parse(yaml: &str, picture: Vec<u8>) -> Result<TrackFile, String> {
    grid_map::parse("m.yaml", yaml.as_bytes(), |name| (name == "map.pgm").then_some(picture))
        .map_err(|error| error.to_string())
}

fn read(picture: Vec<u8>) -> TrackFile {
    parse(YAML, picture).unwrap_or_else(|error| panic!("{error}"))
}

/// Largest deviations from a circle of 7.5 m with 1.5 m to either side: of the radius and of the widths, m.
fn off_ring(file: &TrackFile) -> [f64; 2] {
    let mut worst = [0.0f64; 2];
    for station in &file.spec.stations {
        let radius = station.position_m[0].hypot(station.position_m[1]);
        worst[0] = worst[0].max((radius - 7.5).abs());
        for width in station.widths_m {
            worst[1] = worst[1].max((width - 1.5).abs());
        }
    }
    worst
}

#[test]
fn a_ring_is_found_within_half_a_cell() {
    // Unknown, free or occupied around the walls: it makes no difference.
    for around in [205, 254, 0] {
        let file = read(picture(ring(around)));
        assert!(file.spec.is_closed && file.spec.name == "map");
        let [radius, width] = off_ring(&file);
        assert!(radius < 0.05 && width < 0.1, "{around}: {radius} {width}");
        let track = Track::new(&file.spec).unwrap();
        assert!((track.length_m() - TAU * 7.5).abs() < 0.1, "{}", track.length_m());
        // Counterclockwise, as the map's origin is not on the road.
        assert!((track.at(5.0).curvature_1_m - 1.0 / 7.5).abs() < 0.02);
        // Walls on both sides all around, at the edges.
        for at in 0..47 {
            let beside: Vec<_> = track.walls().iter().filter(|wall| wall.is_beside(f64::from(at))).collect();
            assert!(beside.len() >= 2, "{at}: {beside:?}");
            assert!(beside.iter().all(|wall| wall.offsets_m.iter().all(|offset| (offset - 1.5).abs() < 0.1)));
        }
    }
}

#[test]
fn where_nothing_is_occupied_beyond_the_edge_there_is_no_wall() {
    let file = read(picture(|x, y| {
        let is_wall = x.hypot(y) > 9.0 && x.hypot(y) < 9.3;
        if is_wall {
            0
        } else if x.hypot(y) < 6.0 || x.hypot(y) > 9.3 {
            205
        } else {
            254
        }
    }));
    assert!(off_ring(&file)[0] < 0.05);
    assert!(!file.spec.walls.is_empty() && file.spec.walls.iter().all(|wall| wall.side.name() == "right"));
}

/// The picture may be text, PNG, of 16 bits or with its colours turned; all say the same.
#[test]
fn every_kind_of_picture_reads_the_same() {
    let bytes = picture(ring(205));
    let cells = &bytes[bytes.len() - 40_000..];
    let same = read(bytes.clone()).spec;
    let text = cells.iter().fold("P2 200 200 255".to_owned(), |text, cell| text + "\n" + &cell.to_string());
    assert_eq!(read(text.into_bytes()).spec, same);
    let mut wide = b"P5 200 200 65535\n".to_vec();
    wide.extend(cells.iter().flat_map(|cell| [*cell, *cell]));
    assert_eq!(read(wide).spec, same);
    let negated: Vec<u8> = bytes
        .iter()
        .enumerate()
        .map(|(at, byte)| if at < bytes.len() - 40_000 { *byte } else { 255 - byte })
        .collect();
    assert_eq!(parse(&YAML.replace("negate: 0", "negate: 1"), negated).unwrap().spec, same);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 200, 200);
    encoder.set_color(png::ColorType::Rgba);
    let rgba: Vec<u8> = cells.iter().flat_map(|cell| [*cell, *cell, *cell, 255]).collect();
    encoder.write_header().unwrap().write_image_data(&rgba).unwrap();
    assert_eq!(read(png).spec, same);
}

/// Cars of F1TENTH start at the origin of the map, along its x axis.
#[test]
fn a_track_through_the_origin_begins_there() {
    // The lowest point of the ring at the origin: there counterclockwise is along x. The highest one: clockwise.
    for (origin, sign) in [("[-10.0, -2.5, 0.0]", 1.0), ("[-10.0, -17.5, 0.0]", -1.0)] {
        let yaml = YAML.replace("[-10.0, -10.0, 0.0]", origin);
        let file = parse(&yaml, picture(ring(205))).unwrap();
        let track = Track::new(&file.spec).unwrap();
        let begin = track.at(0.0);
        assert!(
            begin.position_m[0].hypot(begin.position_m[1]) < 0.3 && begin.heading_rad.cos() > 0.99,
            "{begin:?}"
        );
        assert!((begin.curvature_1_m - sign / 7.5).abs() < 0.02);
    }
}

#[test]
fn a_turned_map_is_turned() {
    let yaml = YAML.replace("[-10.0, -10.0, 0.0]", "[100.0, 50.0, 0.7853981633974483]");
    let file = parse(&yaml, picture(ring(205))).unwrap();
    // The middle of the picture lies 10 m along each of its axes, which are turned by 45 degrees: 14.14 m along y.
    for station in &file.spec.stations {
        let radius = (station.position_m[0] - 100.0).hypot(station.position_m[1] - (50.0 + 200f64.sqrt()));
        assert!((radius - 7.5).abs() < 0.06, "{radius}");
    }
}

/// Specks of sensors are passed over; an island belongs to the nearer wall, and the road passes it on the wider side.
#[test]
fn islands_and_specks_in_the_corridor() {
    let speck = |x: f64, y: f64| (x - 7.5).abs() < 0.1 && y.abs() < 0.1;
    let file = read(picture(|x, y| if speck(x, y) { 0 } else { ring(205)(x, y) }));
    assert!(off_ring(&file)[0] < 0.05, "{:?}", off_ring(&file));
    assert!(
        file.notes.iter().any(|note| note.starts_with("0 islands") && note.contains("1 specks")),
        "{:?}",
        file.notes
    );
    let island = |x: f64, y: f64| (x - 6.6).hypot(y) < 0.4;
    let file = read(picture(|x, y| if island(x, y) { 0 } else { ring(205)(x, y) }));
    let beside = file
        .spec
        .stations
        .iter()
        .find(|station| station.position_m[1].abs() < 0.2 && station.position_m[0] > 0.0)
        .unwrap();
    assert!(
        (beside.position_m[0] - 8.0).abs() < 0.1 && (beside.widths_m[0] - 1.0).abs() < 0.15,
        "{beside:?}"
    );
}

/// A track of bends to both sides, drawn and read back: its line within 0.7 cells, its width within one.
#[test]
fn a_track_is_drawn_and_read_back() {
    let station = |at: i32| {
        let angle = TAU * f64::from(at) / 90.0;
        let radius = 20.0 + 4.0 * (3.0 * angle).cos();
        let widths_m = [1.5 + 0.3 * angle.sin(), 1.5 + 0.3 * angle.sin()];
        Station { position_m: [radius * angle.cos() - 20.0, radius * angle.sin()], ..Station::flat(widths_m) }
    };
    let made = Track::closed(&(0..90).map(station).collect::<Vec<_>>()).unwrap();
    for resolution in [0.1, 0.25] {
        let raster = grid_map::rasterise(&made, "map.pgm", resolution).unwrap();
        let file = parse(&raster.yaml, raster.picture).unwrap();
        let mut worst = [0.0f64; 2];
        for station in &file.spec.stations {
            let place = made.locate(station.position_m, None);
            worst[0] = worst[0].max(place.lateral_offset_m.abs());
            let [left, right] = made.at(place.distance_m).widths_m;
            let width = station.widths_m[0] + station.widths_m[1];
            worst[1] = worst[1].max((width - left - right).abs());
        }
        assert!(worst[0] < 0.7 * resolution && worst[1] < 1.2 * resolution, "{resolution}: {worst:?}");
        let read = Track::new(&file.spec).unwrap();
        assert!((read.length_m() - made.length_m()).abs() < 0.01 * made.length_m());
    }
    assert!(grid_map::rasterise(&made, "map.pgm", 0.001).unwrap_err().contains("make the cells larger"));
    assert!(grid_map::rasterise(&made, "map.pgm", f64::NAN).is_err());
}

#[test]
fn what_is_no_circuit_is_refused() {
    let gap = |x: f64, y: f64| x > 0.0 && y.abs() < 0.3;
    let cases: [(Vec<u8>, &str); 8] = [
        (picture(|_, _| 254), "a map without an occupied cell"),
        (picture(|_, _| 0), "a map without a closed corridor"),
        (picture(|x, y| if gap(x, y) { 0 } else { ring(205)(x, y) }), "a map without a closed corridor"),
        (b"P5 200 200 255\n12".to_vec(), "2 cells; must be 40000 cells"),
        (b"P5 99999999 99999999 255\n".to_vec(), "a picture of 99999999 by 99999999 cells"),
        (b"P5 0 7 255\n".to_vec(), "a picture of 0 by 7 cells"),
        (b"P2 two".to_vec(), "without its width"),
        (b"GIF89a".to_vec(), "a file of another kind; must be a picture as PGM (P2 or P5) or PNG"),
    ];
    for (picture, says) in cases {
        let error = parse(YAML, picture).unwrap_err();
        assert!(error.contains(says), "{says}: {error}");
    }
    let error = grid_map::parse("m.yaml", YAML.as_bytes(), |_| None).unwrap_err().to_string();
    assert!(error.contains("no picture `map.pgm`"), "{error}");
    assert!(
        parse(YAML, b"\x89PNG\r\n\x1a\nbroken".to_vec()).unwrap_err().contains("a PNG that cannot be read")
    );
}

#[test]
fn all_faults_of_a_description_are_named() {
    let yaml = "resolution: -1\norigin: [0, x]\nnegate: maybe\noccupied_thresh: 0.1\nfree_thresh: 0.2\nmode: raw\nfoo: 1\n";
    let error = parse(yaml, Vec::new()).unwrap_err();
    for says in [
        "m.yaml:1:1: resolution: got `-1`",
        "image: missing",
        "m.yaml:2:1: origin: got `x`",
        "negate: got `maybe`; must be 0 or 1",
        "free_thresh: got 0.2; must be at most `occupied_thresh`",
        "mode: got `raw`",
    ] {
        assert!(error.contains(says), "{says}: {error}");
    }
    for (yaml, says) in [
        ("", "an empty file"),
        ("image: [", "no well-formed YAML"),
        ("a: 1\r\rimage", "m.yaml:1:"),
        ("- 1\n- 2\n", "image: missing"),
        ("image: {a: b}", "image: missing"),
        ("a: &a [1]\nimage: *a\n", "image: missing"),
        ("origin:\n - [1]\n", "origin: missing"),
    ] {
        let error = parse(yaml, Vec::new()).unwrap_err();
        assert!(error.contains(says), "{says}: {error}");
    }
    let nested = "[".repeat(60_000);
    assert!(parse(&nested, Vec::new()).is_err());
    // As ROS writes it, with a list by lines and quotes.
    let yaml = "image: \"map.pgm\"\nmode: trinary\nresolution: 0.1\norigin:\n- -10.0\n- -10.0\n- 0\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n";
    assert!(parse(yaml, picture(ring(205))).is_ok());
}
