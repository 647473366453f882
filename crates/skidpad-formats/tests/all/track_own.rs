//! Skidpad's own track files.

use core::f64::consts::{FRAC_PI_2, PI};

use skidpad_formats::track::{self, TrackFile};
use skidpad_world::track::{PitLane, Side, Station, Strip, StripKind, Track, TrackSpec, TrackWall};

/// All that a file can have, by its stations.
pub const STATIONS: &str = r#"name = "hill loop"
closed = true
notes = ["surveyed"]
start = "12 m"
sectors = [40, "50 m"]

[stations]
columns = ["x", "y", "right", "left", "banking", "height"]
rows = [
    [0, 0, 4, 5, 0, 0],
    ["0.05 km", 0, 4, 5, "2 deg", 1.5],
    [50, 50, 4, 5, 0.1, 3],
    [0, 50, 4, 6.5, 0, 1],
]

[[strip]]
kind = "kerb"
side = "left"
from = 180
to = 20
width = "150 cm"
rise = 0.05

[[strip]]
kind = "gravel"
side = "right"
from = 20
to = 30
width = 10
grip = "40 %"
rolling = 20

[[wall]]
side = "right"
from = 0
to = 100
offset = 12

[[wall]]
side = "left"
from = 0
to = 100
offset = [12, 14]

[pit_lane]
side = "right"
from = 170
to = 40
limit_from = 180
limit_to = 30
speed = "36 km/h"
offset = 15
width = 6
"#;

/// An oval of two straights of 100 m and two arcs of 50 m.
const SEGMENTS: &str = r#"closed = true
[line]
at = [10, 20]
heading = "90 deg"
left = 5
right = 4
[[segment]]
length = 100
[[segment]]
radius = 50
angle = "180 deg"
[[segment]]
length = 100
[[segment]]
radius = 50
length = 157.07963267948966
"#;

fn read(text: &str) -> TrackFile {
    track::parse("t.toml", text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    track::parse("t.toml", text.as_bytes(), None).map(|file| panic!("{file:?}")).unwrap_err().to_string()
}

/// The error for a text with a part replaced.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    error(&text.replacen(from, to, 1))
}

#[test]
fn everything_is_read() {
    let at = |position_m, height_m, banking_rad, left_m| Station {
        position_m,
        height_m,
        banking_rad,
        widths_m: [left_m, 4.0],
    };
    let expected = TrackSpec {
        name: "hill loop".to_owned(),
        is_closed: true,
        stations: vec![
            at([0.0, 0.0], 0.0, 0.0, 5.0),
            at([50.0, 0.0], 1.5, 2.0 * PI / 180.0, 5.0),
            at([50.0, 50.0], 3.0, 0.1, 5.0),
            at([0.0, 50.0], 1.0, 0.0, 6.5),
        ],
        start_m: 12.0,
        finish_m: None,
        sectors_m: vec![40.0, 50.0],
        strips: vec![
            Strip { width_m: 1.5, rise_m: 0.05, ..Strip::new(StripKind::Kerb, Side::Left, [180.0, 20.0]) },
            Strip {
                width_m: 10.0,
                grip: 0.4,
                rolling: 20.0,
                ..Strip::new(StripKind::Gravel, Side::Right, [20.0, 30.0])
            },
        ],
        walls: vec![
            TrackWall { side: Side::Right, stretch_m: [0.0, 100.0], offsets_m: [12.0; 2] },
            TrackWall { side: Side::Left, stretch_m: [0.0, 100.0], offsets_m: [12.0, 14.0] },
        ],
        pit_lane: Some(PitLane {
            side: Side::Right,
            stretch_m: [170.0, 40.0],
            limit_m: [180.0, 30.0],
            speed_m_s: 10.0,
            offset_m: 15.0,
            width_m: 6.0,
        }),
    };
    assert_eq!(read(STATIONS), TrackFile { spec: expected, notes: vec!["surveyed".to_owned()] });
    let unnamed = STATIONS.replacen("name = \"hill loop\"\n", "", 1);
    assert_eq!(read(&unnamed).spec.name, "t");
}

#[test]
fn segments_make_a_line() {
    let file = read(SEGMENTS);
    assert!(file.notes.is_empty(), "{:?}", file.notes);
    let track = Track::new(&file.spec).unwrap();
    assert!((track.length_m() - (200.0 + 2.0 * PI * 50.0)).abs() < 1e-3, "{}", track.length_m());
    let begin = track.at(0.0);
    assert_eq!((begin.position_m, file.spec.stations[0].widths_m), ([10.0, 20.0], [5.0, 4.0]));
    assert!((track.at(50.0).heading_rad - FRAC_PI_2).abs() < 1e-6);
    let arc = track.at(100.0 + 25.0 * PI);
    assert!((arc.curvature_1_m - 0.02).abs() < 1e-5);
    // The line goes to the left.
    assert!((arc.position_m[0] + 40.0).abs() < 1e-3 && (arc.position_m[1] - 170.0).abs() < 1e-3, "{arc:?}");
}

/// Grade, banking and widths change evenly to what a segment gives for its end; a spiral leads from a straight to an arc.
#[test]
fn segments_have_grades_banking_and_widths() {
    let text = r#"closed = false
        [line]
        left = 5
        right = 5
        height = 7
        [[segment]]
        length = 100
        grade = "4 %"
        [[segment]]
        length = 50
        to_radius = -100
        banking = "0.1 rad"
        left = 6
        [[segment]]
        radius = -100
        length = 30
        grade = 0
    "#;
    let track = Track::new(&read(text).spec).unwrap();
    assert!((track.length_m() - 180.0).abs() < 1e-3);
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 2e-3, "{found}, not {expected}");
    let [half, straight, spiral, end] = [50.0, 100.0, 125.0, 180.0].map(|at| track.at(at));
    near(half.height_m, 7.0 + 0.5);
    near(half.grade, 0.02);
    near(straight.height_m, 7.0 + 2.0);
    near(spiral.height_m, 9.0 + 1.0);
    near(spiral.curvature_1_m, -0.005);
    near(spiral.banking_rad, 0.05);
    near(spiral.widths_m[0], 5.5);
    near(end.height_m, 11.0 + 0.6);
    near(end.grade, 0.0);
    near(end.banking_rad, 0.1);
    near(end.widths_m[1], 5.0);
    near(track.at(170.0).heading_rad, -0.25 - 0.2);
}

#[test]
fn a_small_gap_of_segments_is_spread_and_told() {
    let text = SEGMENTS.replacen("length = 100", "length = 100.5", 1);
    let file = read(&text);
    assert_eq!(file.notes, ["the line ends 0.500 m beside its beginning: the gap is spread over its length"]);
    let track = Track::new(&file.spec).unwrap();
    assert!((track.length_m() - (200.5 + 100.0 * PI)).abs() < 0.3);
    let text = SEGMENTS.replace("radius = 50\nangle", "grade = 0.002\nradius = 50\nangle");
    let text = text.replace("radius = 50\nlength", "grade = 0\nradius = 50\nlength");
    let file = read(&text);
    // 157.08 m up to 0.2 %, 100 m at it, 157.08 m down to 0.
    assert_eq!(
        file.notes,
        ["the line ends 0.514 m above or below its beginning: the gap is spread over its length"]
    );
    let heights: Vec<f64> = file.spec.stations.iter().map(|station| station.height_m).collect();
    let steps = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    assert!(steps.fold(heights[0].abs(), f64::max) < 0.01 && heights[heights.len() - 1].abs() < 0.01);
}

#[test]
fn what_is_wrong_is_told_by_line_and_column() {
    let length = "a length from 0 to 1000000 m, such as \"2.5 m\" (units: m, mm, cm, km, in, ft or mi)";
    for (from, to, says) in [
        (
            "closed = true",
            "closed = \"yes\"",
            "t.toml:2:10: closed: got \"yes\"; must be true for a circuit, or false for a road from one place to another"
                .to_owned(),
        ),
        (
            "closed = true\n",
            "",
            "t.toml:1:1: closed: missing; must be given: true for a circuit, or false for a road from one place to another"
                .to_owned(),
        ),
        ("name = \"hill loop\"", "name = \" \"", "t.toml:1:8: name: got \" \"; must be the track's name, in quotes".to_owned()),
        ("[\"surveyed\"]", "[\"surveyed\", 3]", "t.toml:3:22: notes[1]: got 3; must be a text, in quotes".to_owned()),
        (
            "start = \"12 m\"",
            "start = \"12 kg\"",
            format!("t.toml:4:9: start: got \"12 kg\"; must be {length}; `kg` is a unit of mass, not of length"),
        ),
        (
            "start = \"12 m\"",
            "start = \"12 m\"\nfinish = 30",
            "t.toml:5:10: finish: got 30; must be omitted: a closed track finishes at its start line".to_owned(),
        ),
        (
            "\"right\", \"left\", \"banking\"",
            "\"right\", \"lefft\", \"right\"",
            "t.toml:8:11: stations.columns: got [\"x\", \"y\", \"right\", \"lefft\", \"right\", \"height\"]; \
             must be names of columns with left\n\
             t.toml:8:31: stations.columns[3]: got \"lefft\"; must be x, y, left, right, height or banking; \
             did you mean `left`?\n\
             t.toml:8:40: stations.columns[4]: got \"right\"; must be another column"
                .to_owned(),
        ),
        (
            "[0, 0, 4, 5, 0, 0]",
            "[0, 0, 4, 5, 0]",
            "t.toml:10:5: stations.rows[0]: got [0, 0, 4, 5, 0]; must be 6 numbers: \
             [x, y, right, left, banking, height]"
                .to_owned(),
        ),
        (
            "[50, 50, 4, 5, 0.1, 3]",
            "[50, nan, -4, 5, 2, true]",
            "t.toml:12:10: stations.rows[2].y: got nan; must be a length from -1000000 to 1000000 m, such as \"2.5 m\" \
             (units: m, mm, cm, km, in, ft or mi)\n\
             t.toml:12:15: stations.rows[2].right: got -4; must be a length from 0 to 1000 m, such as \"2.5 m\" \
             (units: m, mm, cm, km, in, ft or mi)\n\
             t.toml:12:22: stations.rows[2].banking: got 2; must be an angle from -1.2 to 1.2 rad, such as \"5 deg\" \
             (units: rad or deg)\n\
             t.toml:12:25: stations.rows[2].height: got true; must be a length from -10000 to 10000 m, such as \"2.5 m\" \
             (units: m, mm, cm, km, in, ft or mi)"
                .to_owned(),
        ),
        (
            "[50, 50, 4, 5, 0.1, 3]",
            "[50, 0, 4, 5, 0.1, 3]",
            "t.toml:12:5: stations[2]: got the place of the station before it; must be 1 mm or more from it".to_owned(),
        ),
        (
            "kind = \"kerb\"",
            "kind = \"kerbs\"",
            "t.toml:17:8: strip[0].kind: got \"kerbs\"; must be \"kerb\", \"asphalt\", \"grass\", \"gravel\", \"sand\" or \
             \"dirt\"; did you mean `kerb`?"
                .to_owned(),
        ),
        ("to = 30", "", format!("t.toml:24:1: strip[1].to: missing; must be given: {length}")),
        (
            "width = 10",
            "widht = 10\nwidth = 10",
            "t.toml:29:1: strip[1].widht: got the unknown key `widht`; must be one of the keys kind, side, from, to, \
             width, rise, grip or rolling; did you mean `width`?"
                .to_owned(),
        ),
        (
            "offset = [12, 14]",
            "offset = [12, 14, 16]",
            "t.toml:43:10: wall[1].offset: got [12, 14, 16]; must be one distance, or those at both ends: [10, 14]"
                .to_owned(),
        ),
        // Faults that show once the length of the line is known.
        ("from = 180", "from = \"0.3 km\"", "t.toml:19:8: strip[0].from: got \"0.3 km\"; must be from 0 to 219.043".to_owned()),
        ("to = 100", "to = 300", "t.toml:36:6: wall[0].to: got 300; must be from 0 to 219.043".to_owned()),
        ("limit_to = 30", "limit_to = 300", "t.toml:50:12: pit_lane.limit_to: got 300; must be from 0 to 219.043".to_owned()),
        ("\"50 m\"]", "\"30 m\"]", "t.toml:5:16: sectors[1]: got \"30 m\"; must be from 40 to 219.043".to_owned()),
        ("start = \"12 m\"", "start = 230", "t.toml:4:9: start: got 230; must be from 0 to 219.043".to_owned()),
    ] {
        let found = replaced(STATIONS, from, to);
        assert!(found.starts_with(&says), "{says}\n{found}");
    }
}

#[test]
fn wrong_segments_are_told_by_line() {
    for (from, to, says) in [
        (
            "angle = \"180 deg\"",
            "angle = \"170 deg\"",
            "t.toml:14:1: segment[3]: got an end 19.49 m from the beginning of the line, turned by -10.00 deg from it; \
             must be as `closed` is true, at most 5.05 m and 1 deg off",
        ),
        (
            "angle = \"180 deg\"",
            "",
            "t.toml:9:1: segment[1].angle: missing; must be given: an angle from 0.0001 to 12.6 rad, such as \"5 deg\" \
             (units: rad or deg), or a length",
        ),
        (
            "angle = \"180 deg\"",
            "angle = 3\nlength = 150",
            "t.toml:12:10: segment[1].length: got 150; must be omitted, as `angle` is given",
        ),
        (
            "radius = 50\n",
            "",
            "t.toml:10:9: segment[1].angle: got \"180 deg\"; must be omitted: only an arc, which has a `radius`, has an angle",
        ),
        (
            "radius = 50",
            "radius = 50\nto_radius = 60",
            "t.toml:11:13: segment[1].to_radius: got 60; must be omitted, as `radius` is given",
        ),
        (
            "radius = 50",
            "radius = \"-50 cm\"",
            "t.toml:10:10: segment[1].radius: got \"-50 cm\"; must be a radius of 1 m or more, negative to the right",
        ),
        (
            "length = 157.07963267948966",
            "length = 157.07963267948966\nleft = 6",
            "t.toml:14:1: segment[3].left: got 6 at the end; must be 5, as at the beginning, where the closed line goes on",
        ),
        (
            "[[segment]]\nlength = 100",
            "[[segment]]\nlength = 100\ngrade = 1",
            "t.toml:15:1: segment[3].grade: got 1 at the end; must be 0, as at the beginning, where the closed line goes on",
        ),
        ("left = 5\n", "", "t.toml:2:2: line.left: missing; must be given: a length from 0 to 1000 m"),
        (
            "at = [10, 20]",
            "at = 10",
            "t.toml:3:6: line.at: got 10; must be a point: its x and y in m, such as [40, -2.5]",
        ),
        (
            "[line]",
            "[stations]\n[line]",
            "t.toml:2:2: stations.columns: missing; must be given: names of the columns",
        ),
        (
            "length = 100",
            "length = 0",
            "t.toml:8:10: segment[0].length: got 0; must be a length from 0.01 to 200000 m",
        ),
    ] {
        let found = replaced(SEGMENTS, from, to);
        assert!(found.contains(says), "{says}\n{found}");
    }
    let lineless =
        SEGMENTS.replacen("[line]\nat = [10, 20]\nheading = \"90 deg\"\nleft = 5\nright = 4\n", "", 1);
    assert_eq!(
        error(&lineless),
        "t.toml:1:1: line: missing; must be given: a section [line] with the widths `left` and `right`"
    );
    assert_eq!(
        error("closed = false"),
        "t.toml:1:1: stations: missing; must be given: a section [stations], or [line] and tables [[segment]]"
    );
    assert_eq!(
        error(""),
        "t.toml: got an empty file; must be a track in TOML, with a section [stations], or [line] and [[segment]]"
    );
}

/// Ten lines of a file could ask for a line around the world; deep nesting for as deep a stack.
#[test]
fn a_small_file_does_not_become_a_large_track() {
    let straight = "[[segment]]\nlength = 199000\n";
    let text = format!("closed = false\n[line]\nleft = 1\nright = 1\n{}", straight.repeat(9));
    assert_eq!(error(&text), "t.toml:21:1: segment[8]: got a line of 1791 km; must be at most 200 km long");
    let spiral = "[[segment]]\nradius = 1\nlength = 199000\n";
    let text = format!("closed = false\n[line]\nleft = 1\nright = 1\n{spiral}");
    let file = read(&text);
    assert!(file.spec.stations.len() < 1_000_000, "{}", file.spec.stations.len());
    let deep = format!("x = {}", "[".repeat(100_000));
    assert!(error(&deep).contains("nested less deeply"), "{}", error(&deep));
    let rows = "[0,0,1,x],".repeat(100_000);
    let text =
        format!("closed = true\n[stations]\ncolumns = [\"x\",\"y\",\"left\",\"right\"]\nrows = [{rows}]");
    assert!(error(&text).lines().count() < 20);
    let rows = "[0,0,1,-1],".repeat(100_000);
    let text =
        format!("closed = true\n[stations]\ncolumns = [\"x\",\"y\",\"left\",\"right\"]\nrows = [{rows}]");
    assert_eq!(error(&text).lines().count(), 500);
}
