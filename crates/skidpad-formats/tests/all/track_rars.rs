//! Tracks of the Robot Auto Racing Simulator.

use core::f64::consts::TAU;

use skidpad_formats::track;
use skidpad_formats::track::rars::{self, ArcUnit, RarsPits, RarsSegment, RarsTrack};
use skidpad_world::track::{Side, Track};

/// An oval of two straights of 600 ft and two arcs.
pub const OVAL: &str = "4\n1420 800\n100.0\n\n410 10 0 right rail\n900 560\n250 500\n550 1040\n400 640\n.8 4\n\n\
    -1\n2100 3200\n-100 1000\n60\n\n0 600\n400 3.1415927 turn 1\n0 600\n400 3.1415927\n\nRemarks.\n";

/// Pi as files have it.
#[allow(clippy::approx_constant, reason = "the digits of the file, not the constant")]
const ROUNDED_PI: f64 = 3.141_592_7;

fn error(text: &str) -> String {
    track::parse("t.trk", text.as_bytes(), None).map(|file| panic!("{file:?}")).unwrap_err().to_string()
}

#[test]
fn a_track_of_rars_keeps_its_numbers() {
    let track = rars::parse_segments("oval.trk", OVAL.as_bytes()).unwrap();
    let straight = RarsSegment { radius_ft: 0.0, length: 600.0 };
    let arc = RarsSegment { radius_ft: 400.0, length: ROUNDED_PI };
    let expected = RarsTrack {
        extent_ft: [1420.0, 800.0],
        width_ft: 100.0,
        start_ft: [410.0, 10.0],
        heading_rad: 0.0,
        displays_ft: [[900.0, 560.0], [250.0, 500.0], [550.0, 1040.0], [400.0, 640.0]],
        finish: 0.8,
        start_rows: 4,
        pits: RarsPits {
            side: Side::Left,
            entry_ft: 2100.0,
            lane_start_ft: 3200.0,
            lane_end_ft: -100.0,
            exit_ft: 1000.0,
            speed_ft_s: 60.0,
        },
        unit: ArcUnit::Radians,
        segments: vec![straight, arc, straight, arc],
    };
    assert_eq!(track, expected);
    // The middle of the road: 350 ft from the middle of an arc.
    assert!((track.centre_line_ft() - (1200.0 + TAU * 350.0)).abs() < 1e-3);
    assert_eq!(rars::parse_segments("w.trk", rars::write(&track).as_bytes()), Ok(track));
}

#[test]
fn a_track_of_rars_is_driven_along_its_middle() {
    const FOOT_M: f64 = 0.3048;
    let file = track::parse("oval.trk", OVAL.as_bytes(), None).unwrap();
    let spec = &file.spec;
    assert_eq!((spec.name.as_str(), spec.is_closed), ("oval", true));
    // The right rail begins at (410, 10) and goes along +x: the middle is 50 ft to its left.
    let [x, y] = spec.stations[0].position_m;
    assert!((x - 410.0 * FOOT_M).abs() < 1e-9 && (y - 60.0 * FOOT_M).abs() < 1e-9, "{x} {y}");
    assert_eq!(spec.stations[0].widths_m, [50.0 * FOOT_M; 2]);
    assert!((spec.start_m - 480.0 * FOOT_M).abs() < 1e-9);
    let track = Track::new(spec).unwrap();
    let length_m = (1200.0 + TAU * 350.0) * FOOT_M;
    assert!((track.length_m() - length_m).abs() < 1e-3, "{}", track.length_m());
    let curvature_1_m = track.at((600.0 + 550.0) * FOOT_M).curvature_1_m;
    assert!((curvature_1_m - 1.0 / (350.0 * FOOT_M)).abs() < 1e-6, "{curvature_1_m}");
    let pits = spec.pit_lane.unwrap();
    assert_eq!(pits.side, Side::Left);
    // 100 ft before the beginning is 100 ft before the end.
    assert!((pits.limit_m[1] - (length_m - 100.0 * FOOT_M)).abs() < 1e-3);
    assert!((pits.speed_m_s - 18.288).abs() < 1e-12);
}

/// An arc to the right has its right rail inside; degrees are known by the first arc.
#[test]
fn arcs_to_the_right_and_in_degrees_are_the_same_line() {
    let degrees = OVAL.replace("400 3.1415927", "400 180");
    let right = OVAL.replace("400 3.1415927", "-300 180").replace("410 10 0", "410 10 0.5");
    let [degrees, right] = [degrees, right].map(|text| {
        let track = rars::parse_segments("oval.trk", text.as_bytes()).unwrap();
        assert_eq!(track.unit, ArcUnit::Degrees);
        assert!((track.centre_line_ft() - (1200.0 + TAU * 350.0)).abs() < 1e-9);
        assert!(track.gap_ft() < 1e-9);
        let spec = track.spec("oval").spec;
        let track = Track::new(&spec).unwrap();
        (track.at(10.0).heading_rad, track.at(350.0).curvature_1_m * 350.0 * 0.3048)
    });
    assert!((degrees.0).abs() < 1e-5 && (degrees.1 - 1.0).abs() < 1e-4, "{degrees:?}");
    assert!((right.0 - 0.5).abs() < 1e-5 && (right.1 + 1.0).abs() < 1e-4, "{right:?}");
}

#[test]
fn the_gap_of_a_track_of_rars_is_spread_and_told() {
    let text = OVAL.replacen("0 600\n", "0 610\n", 1);
    let file = track::parse("gap.trk", text.as_bytes(), None).unwrap();
    assert!(
        file.notes[0]
            == "the centre line ends 10.00 ft from its beginning: the gap is spread over its length",
        "{:?}",
        file.notes
    );
    let track = Track::new(&file.spec).unwrap();
    // Half of the gap is taken from each straight.
    let length_ft = track.length_m() / 0.3048;
    assert!((length_ft - (1210.0 + TAU * 350.0)).abs() < 5.0, "{length_ft}");
    let end = track.at(track.length_m() - 0.01).position_m;
    let begin = track.at(0.0).position_m;
    assert!((end[0] - begin[0]).hypot(end[1] - begin[1]) < 0.02);
}

#[test]
fn a_wrong_track_of_rars_is_told_by_line() {
    let replaced = |from: &str, to: &str| {
        assert!(OVAL.contains(from), "{from}");
        OVAL.replacen(from, to, 1)
    };
    for (text, says) in [
        (
            replaced("4\n", "four\n"),
            "t.trk:1:1: number of segments: got `four`; must be a number from 1 to 10000",
        ),
        (replaced("4\n", "3.5\n"), "t.trk:1:1: number of segments: got 3.5; must be a whole number"),
        (
            replaced("100.0", "0").replacen("900 560", "900", 1),
            "t.trk:3:1: width: got `0`; must be a number from 1 to 3000\n\
             t.trk:6:1: scoreboard: missing; must be a number from -1000000 to 1000000",
        ),
        (
            replaced("410 10 0", "410 10 99"),
            "t.trk:5:8: start heading: got `99`; must be a number from -10 to 10",
        ),
        (replaced(".8 4", "1.2 4"), "t.trk:10:1: finish: got `1.2`; must be a number from 0 to 1"),
        (replaced("-1\n", "0\n"), "t.trk:12:1: pit side: got 0; must be 1 (right) or -1 (left)"),
        (
            replaced("0 600", "0 -600"),
            "t.trk:17:3: length: got `-600`; must be a number from 0.001 to 1000000",
        ),
        (
            replaced("400 3.1415927", "99 3.1415927"),
            "t.trk:18:1: radius: got 99; must be 0, negative, or at least the width of 100 ft; \
             the radius of an arc to the left is that of the right rail, outside",
        ),
        (
            replaced("0 600\n400 3.1415927\n\n", "0 600\n400 180\n\n"),
            "t.trk:20:1: length: got 180; must be an angle up to 12.6 radians, as the first arc's",
        ),
        (
            replaced("400 3.1415927 turn", "400 3 turn"),
            "t.trk:20:1: segments: got an end 98.3 ft from the beginning, turned by -8.1 deg from it; must be \
             a closed line: at most 33.5 ft and 10 deg off",
        ),
        (
            replaced("\n400 3.1415927\n\nRemarks.", ""),
            "t.trk:20:1: segments: got the end of the file after 3 segments; \
             must be 4 segments, as the first line has it",
        ),
        (
            "# Dummy file".to_owned(),
            "t.trk:1:1: number of segments: got `#`; must be a number from 1 to 10000",
        ),
        (
            "4\n100 100\n".to_owned(),
            "t.trk:3:1: end: got the end of the file; must be a line with: width\n\
             t.trk:3:1: segments: got the end of the file after 0 segments; must be 4 segments, as the first line has it",
        ),
        (replaced("0 600", "0 1000000"), "t.trk:20:1: got a line of 306 km; must be at most 200 km long"),
    ] {
        assert_eq!(error(&text), says, "{text}");
    }
}
