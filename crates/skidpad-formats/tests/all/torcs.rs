//! Tracks of TORCS and Speed Dreams: segments whose geometry is known in closed form, and files that are wrong.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::{PI, TAU};

use skidpad_formats::track::{TrackFile, torcs};
use skidpad_world::track::{Side, StripKind, Track};

fn read(text: &str) -> TrackFile {
    torcs::parse("t.xml", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    match torcs::parse("t.xml", text.as_bytes()) {
        Ok(file) => panic!("read with {} stations", file.spec.stations.len()),
        Err(error) => error.to_string(),
    }
}

fn number(name: &str, unit: &str, value: f64) -> String {
    format!("<attnum name=\"{name}\" unit=\"{unit}\" val=\"{value}\"/>")
}

fn text(name: &str, value: &str) -> String {
    format!("<attstr name=\"{name}\" val=\"{value}\"/>")
}

fn section(name: &str, inner: &str) -> String {
    format!("<section name=\"{name}\">{inner}</section>")
}

fn straight(name: &str, length: f64, more: &str) -> String {
    section(name, &(text("type", "str") + &number("lg", "m", length) + more))
}

fn bend(name: &str, kind: &str, radius: f64, arc: f64, more: &str) -> String {
    section(name, &(text("type", kind) + &number("radius", "m", radius) + &number("arc", "deg", arc) + more))
}

/// A track of 10 m width, its main section with more parts.
fn track(more: &str, segments: &str) -> String {
    let header = section("Header", &text("name", "Made"));
    let main =
        section("Main Track", &(number("width", "m", 10.0) + more + &section("Track Segments", segments)));
    format!(
        "<?xml version=\"1.0\"?>\n<params name=\"made\" type=\"trackdef\" mode=\"mw\">\n{header}\n{main}\n</params>"
    )
}

/// Two straights of 100 m and two bends of 50 m.
fn oval(kind: &str) -> String {
    straight("s1", 100.0, "")
        + &bend("c1", kind, 50.0, 180.0, "")
        + &straight("s2", 100.0, "")
        + &bend("c2", kind, 50.0, 180.0, "")
}

#[test]
fn an_oval_closes_and_its_radius_is_that_of_the_middle() {
    for (kind, sign) in [("lft", 1.0), ("rgt", -1.0)] {
        let file = read(&track("", &oval(kind)));
        assert!(file.notes.is_empty() && file.spec.is_closed && file.spec.name == "Made", "{:?}", file.notes);
        let track = Track::new(&file.spec).unwrap();
        assert!((track.length_m() - (200.0 + TAU * 50.0)).abs() < 0.02, "{}", track.length_m());
        for angle in 1..18 {
            let distance = 100.0 + 50.0 * PI * f64::from(angle) / 18.0;
            let point = track.at(distance);
            let radius = (point.position_m[0] - 100.0).hypot(point.position_m[1] - sign * 50.0);
            assert!((radius - 50.0).abs() < 2e-3, "{radius}");
            assert!(!(3..=15).contains(&angle) || (point.curvature_1_m - sign * 0.02).abs() < 1e-4);
            assert!((point.widths_m[0] - 5.0).abs() < 1e-9);
        }
    }
}

/// A positive banking has the left edge higher: the road falls to the right.
#[test]
fn banking_and_heights_follow_the_edges() {
    let banked = number("banking start", "deg", 0.0) + &number("banking end", "deg", 10.0);
    let segments =
        straight(
            "s1",
            100.0,
            &(number("z start", "m", 1.0) + &number("z end", "m", 6.0) + &text("profil", "linear")),
        ) + &straight("s2", 100.0, &(number("grade", "%", 5.0) + &banked + &text("profil", "linear")))
            + &straight(
                "s3",
                100.0,
                &(number("z end left", "m", 20.0)
                    + &number("z end right", "m", 10.0)
                    + &number("grade", "%", 4.0)
                    + &text("profil", "linear")),
            );
    let file = read(&track("", &segments));
    assert!(!file.spec.is_closed);
    let at =
        |x: f64| *file.spec.stations.iter().find(|station| (station.position_m[0] - x).abs() < 1e-6).unwrap();
    assert!((at(50.0).height_m - 3.5).abs() < 1e-9 && at(50.0).banking_rad == 0.0);
    assert!((at(150.0).height_m - 8.5).abs() < 1e-9);
    // Edges rise evenly, and so half of the tangent is reached half way.
    let half = (0.5 * 10f64.to_radians().tan()).atan();
    assert!((at(150.0).banking_rad - half).abs() < 1e-9);
    assert!((at(200.0).banking_rad - 10f64.to_radians()).abs() < 1e-9);
    assert!((at(300.0).height_m - 15.0).abs() < 1e-9);
    assert!((at(300.0).banking_rad - PI / 4.0).abs() < 1e-9, "10 m over 10 m");
}

/// With steps, heights are cubic curves by the tangents: here from 0 to 4 m with a grade of 10 % at the start and level at the end.
#[test]
fn profiles_have_the_tangents_that_are_given() {
    let profile = number("z end", "m", 4.0)
        + &number("profil start tangent", "%", 10.0)
        + &number("profil end tangent", "%", 0.0)
        + &number("profil steps length", "m", 4.0);
    let file = read(&track("", &straight("s1", 100.0, &profile)));
    for station in &file.spec.stations {
        let t = station.position_m[0] / 100.0;
        let height = 10.0 * (t * t * t - 2.0 * t * t + t) + 4.0 * (3.0 * t * t - 2.0 * t * t * t);
        assert!((station.height_m - height).abs() < 1e-9, "{t}");
    }
}

/// A bend that tightens from 100 m to 50 m turns by its angle. Its steps are of one length, and their radii evenly spaced: 117 spaces
/// between 118 radii.
#[test]
fn an_end_radius_makes_a_row_of_arcs() {
    let file = read(&track(
        &number("profil steps length", "m", 1.0),
        &bend("c1", "lft", 100.0, 90.0, &number("end radius", "m", 50.0)),
    ));
    let track = Track::new(&file.spec).unwrap();
    let turned: f64 = (0..118).map(|step| 1.0 / (100.0 - 50.0 * f64::from(step) / 117.0)).sum();
    let exact = 118.0 * PI / 2.0 / turned;
    // Nearly that of a radius that changes evenly.
    assert!((exact - PI / 2.0 * 50.0 / 2f64.ln()).abs() < 0.1);
    assert!((track.length_m() - exact).abs() < 0.002, "{} {exact}", track.length_m());
    // The line of an open track is straight at its very end.
    assert!((track.at(1e9).heading_rad - PI / 2.0).abs() < 1e-2);
    for (at, radius) in [(10.0, 100.0 - 500.0 / exact), (exact - 10.0, 50.0 + 500.0 / exact)] {
        assert!(
            (track.at(at).curvature_1_m - 1.0 / radius).abs() < 3e-4,
            "{at}: {}",
            track.at(at).curvature_1_m
        );
    }
}

#[test]
fn units_are_converted() {
    let segment = text("type", "lft") + &number("radius", "ft", 100.0) + &number("arc", "rad", PI / 2.0);
    let file = read(&track("", &section("c", &segment)));
    let end = file.spec.stations.last().unwrap().position_m;
    assert!((end[0] - 30.48).abs() < 1e-6 && (end[1] - 30.48).abs() < 1e-6, "{end:?}");
}

#[test]
fn borders_sides_and_barriers_stand_beside_the_road() {
    let main = section("Left Side", &(number("width", "m", 4.0) + &text("surface", "grass3")))
        + &section(
            "Left Border",
            &(number("width", "m", 0.5) + &text("style", "plan") + &text("surface", "b-asphalt")),
        )
        + &section("Right Border", &(number("width", "m", 0.4) + &text("style", "wall")));
    let more = section("Left Side", &(number("end width", "m", 8.0) + &text("surface", "sand")))
        + &section(
            "Left Border",
            &(number("width", "m", 1.0)
                + &number("height", "m", 0.05)
                + &text("style", "curb")
                + &text("surface", "curb-5cm")),
        );
    let file = read(&track(&main, &(straight("s1", 100.0, "") + &straight("s2", 100.0, &more))));
    let of: Vec<_> = file.spec.strips.iter().filter(|strip| strip.side == Side::Left).collect();
    let at = |x: f64| {
        of.iter()
            .filter(|strip| strip.is_beside(x))
            .map(|strip| (strip.kind, strip.width_m))
            .collect::<Vec<_>>()
    };
    assert_eq!(at(50.0), [(StripKind::Asphalt, 0.5), (StripKind::Grass, 4.0)]);
    let beside = at(150.0);
    assert_eq!((beside[0], beside[1].0), ((StripKind::Kerb, 1.0), StripKind::Sand));
    assert!((beside[1].1 - 6.0).abs() < 0.25, "{beside:?}");
    let walls: Vec<_> = file.spec.walls.iter().map(|wall| (wall.side, wall.offsets_m)).collect();
    assert_eq!(
        walls,
        [
            (Side::Left, [9.5, 9.5]),
            (Side::Left, [10.0, 14.0]),
            (Side::Right, [5.0, 5.0]),
            (Side::Right, [5.0, 5.0]),
        ]
    );
    assert!(Track::new(&file.spec).is_ok());
}

#[test]
fn pits_lie_between_the_segments_they_name() {
    let pits = section(
        "Pits",
        &(text("side", "right")
            + &text("entry", "c2")
            + &text("start", "s1")
            + &text("end", "s1")
            + &text("exit", "c1")
            + &number("speed limit", "km/h", 72.0)
            + &number("width", "m", 5.0)),
    );
    let side = section("Right Side", &number("width", "m", 12.0));
    let file = read(&track(&(side + &pits), &oval("lft")));
    let lane = file.spec.pit_lane.unwrap();
    let arc = PI * 50.0;
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 0.1, "{lane:?}");
    near(lane.stretch_m[0], 200.0 + arc);
    near(lane.stretch_m[1], 100.0 + arc);
    near(lane.limit_m[0], 0.0);
    near(lane.limit_m[1], 100.0);
    assert_eq!((lane.side, lane.width_m, lane.offset_m), (Side::Right, 7.0, 8.5));
    assert!((lane.speed_m_s - 20.0).abs() < 1e-12);
    let missing = read(&track(&section("Pits", &text("entry", "nowhere")), &oval("lft")));
    assert!(missing.spec.pit_lane.is_none() && missing.notes[0].contains("no segment `nowhere`"));
}

/// Files of the games include others by entities: these are neither opened nor expanded.
#[test]
fn entities_of_other_files_are_noted_and_not_read() {
    let text = track("", &oval("lft")).replace(
        "<params",
        "<!DOCTYPE params SYSTEM \"params.dtd\" [\n<!ENTITY default-surfaces SYSTEM \"/etc/passwd\">\n]>\n<params",
    );
    let text = text.replace("</params>", "&default-surfaces;</params>");
    let file = read(&text);
    assert_eq!(file.notes, ["&default-surfaces; is ignored: other files and entities are not read"]);
}

#[test]
fn a_small_gap_is_spread_and_a_large_one_leaves_it_open() {
    let file = read(&track("", &oval("lft").replacen("val=\"100\"", "val=\"101\"", 1)));
    assert!(file.spec.is_closed && file.notes[0].contains("1.00 m from the start"), "{:?}", file.notes);
    let file = read(&track("", &oval("lft").replacen("val=\"100\"", "val=\"150\"", 1)));
    assert!(!file.spec.is_closed && file.notes[0].contains("read as open"), "{:?}", file.notes);
}

#[test]
fn all_faults_are_named_with_their_places() {
    let text = track(
        "",
        &(straight("s1", -1.0, "")
            + &bend("c1", "left", 5.0, 90.0, "")
            + &bend("c2", "lft", 5.0, f64::NAN, "")
            + &section("c3", &text("type", "rgt"))),
    )
    .replace("unit=\"m\" val=\"10\"", "unit=\"furlong\" val=\"10\"");
    let error = error(&text);
    for says in [
        "t.xml:",
        "attnum lg.val: got `-1`",
        "the type `left`; must be `str`, `lft` or `rgt`",
        "attnum arc.val: got `NaN`",
        "section c3.radius: missing",
        "section c3.arc: missing",
        "the unit `furlong`",
    ] {
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn what_is_no_track_is_refused() {
    for (text, says) in [
        (String::new(), "an empty file"),
        ("<params/>".to_owned(), "a section `Main Track`"),
        ("<html>".to_owned(), "well-formed"),
        (track("", ""), "at least one segment"),
        (track("", &straight("s", 900_000.0, "")), "a line that takes 450000 points"),
        (
            track(
                "",
                &bend(
                    "c",
                    "lft",
                    0.1,
                    5000.0,
                    &(number("end radius", "m", 100_000.0) + &number("profil steps", "", 900_000.0)),
                ),
            ),
            "steps at most",
        ),
    ] {
        let error = error(&text);
        assert!(error.contains(says), "{says}: {error}");
    }
}
