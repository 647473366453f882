//! OpenDRIVE: roads whose geometry is known in closed form, and files that are wrong.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::{PI, TAU};

use skidpad_formats::track::{TrackFile, opendrive};
use skidpad_world::track::{Side, Station, StripKind, Track};

fn read(text: &str) -> TrackFile {
    opendrive::parse("t.xodr", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    match opendrive::parse("t.xodr", text.as_bytes()) {
        Ok(file) => panic!("read with {} stations", file.spec.stations.len()),
        Err(error) => error.to_string(),
    }
}

fn track(file: &TrackFile) -> Track {
    Track::new(&file.spec).unwrap()
}

/// A lane with a constant width.
fn lane(id: i32, kind: &str, width: f64) -> String {
    format!(
        "<lane id=\"{id}\" type=\"{kind}\"><width sOffset=\"0\" a=\"{width}\" b=\"0\" c=\"0\" d=\"0\"/></lane>"
    )
}

/// Lanes of 3 m on the left and 4 m on the right.
fn lanes() -> String {
    format!(
        "<lanes><laneSection s=\"0\"><left>{}</left><center><lane id=\"0\"/></center><right>{}</right></laneSection></lanes>",
        lane(1, "driving", 3.0),
        lane(-1, "driving", 4.0)
    )
}

/// A road with a link and more parts, whose line is given.
fn road(id: u32, link: &str, geometry: &str, more: &str) -> String {
    format!(
        "<road id=\"{id}\" length=\"1\" junction=\"-1\"><link>{link}</link><planView>{geometry}</planView>{more}</road>"
    )
}

fn network(parts: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<OpenDRIVE><header revMajor=\"1\" revMinor=\"6\" name=\"made\"/>{parts}</OpenDRIVE>"
    )
}

/// A piece of a line from a place on.
fn geometry([s, x, y, hdg]: [f64; 4], length: f64, shape: &str) -> String {
    format!("<geometry s=\"{s}\" x=\"{x}\" y=\"{y}\" hdg=\"{hdg}\" length=\"{length}\">{shape}</geometry>")
}

const ITSELF: &str = "<predecessor elementType=\"road\" elementId=\"1\" contactPoint=\"end\"/><successor elementType=\"road\" elementId=\"1\" contactPoint=\"start\"/>";

/// A circle of 50 m about the origin, counterclockwise, as one arc.
fn circle(more: &str) -> String {
    let line = geometry([0.0, 50.0, 0.0, PI / 2.0], TAU * 50.0, "<arc curvature=\"0.02\"/>");
    network(&road(1, ITSELF, &line, more))
}

#[test]
fn a_circle_has_its_radius_length_and_widths() {
    let file = read(&circle(&lanes()));
    assert!(file.notes.is_empty(), "{:?}", file.notes);
    assert!(file.spec.is_closed && file.spec.name == "made");
    let track = track(&file);
    assert!((track.length_m() - TAU * 50.0).abs() < 1e-4, "{}", track.length_m());
    for place in 0..100 {
        let point = track.at(track.length_m() * f64::from(place) / 100.0);
        let radius = point.position_m[0].hypot(point.position_m[1]);
        assert!((radius - 50.0).abs() < 1e-4, "{radius}");
        assert!((point.curvature_1_m - 0.02).abs() < 1e-4);
        assert!((point.widths_m[0] - 3.0).abs() < 1e-9 && (point.widths_m[1] - 4.0).abs() < 1e-9);
    }
}

/// Positive superelevation falls to the right, and widths are measured along the tilted road.
#[test]
fn superelevation_is_positive_where_the_road_falls_to_the_right() {
    let lateral =
        "<lateralProfile><superelevation s=\"0\" a=\"0.2\" b=\"0\" c=\"0\" d=\"0\"/></lateralProfile>";
    let file = read(&circle(&format!("{lateral}{}", lanes())));
    for station in &file.spec.stations {
        assert_eq!(station.banking_rad, 0.2);
        assert!((station.widths_m[1] - 4.0 * 0.2f64.cos()).abs() < 1e-12);
    }
}

/// Where the line runs outside of the lanes, the middle of the road is taken: a lane of 4 m whose inner edge is 2 m to the right of the
/// line, on a slope to the right, lies lower than the line.
#[test]
fn a_line_outside_of_the_road_is_moved_to_its_middle() {
    let lanes = format!(
        "<lanes><laneOffset s=\"0\" a=\"-2\" b=\"0\" c=\"0\" d=\"0\"/><laneSection s=\"0\"><center><lane id=\"0\"/></center><right>{}</right></laneSection></lanes>",
        lane(-1, "driving", 4.0)
    );
    let lateral =
        "<lateralProfile><superelevation s=\"0\" a=\"0.1\" b=\"0\" c=\"0\" d=\"0\"/></lateralProfile>";
    let file = read(&circle(&format!("{lateral}{lanes}")));
    assert!(file.notes[0].contains("middle of the road"), "{:?}", file.notes);
    for station in &file.spec.stations {
        let radius = station.position_m[0].hypot(station.position_m[1]);
        // Counterclockwise, the right side is outside.
        assert!((radius - (50.0 + 4.0 * 0.1f64.cos())).abs() < 1e-9, "{radius}");
        assert!((station.height_m + 4.0 * 0.1f64.sin()).abs() < 1e-12);
        assert!((station.widths_m[0] - 2.0 * 0.1f64.cos()).abs() < 1e-9);
    }
}

/// The same spiral by a spiral, and a circle's quarter by each polynomial that can hold it.
#[test]
fn every_shape_is_where_its_equation_says() {
    // A spiral of 60 m from straight to a radius of 30 m, against a power series of Fresnel's integrals.
    let shape = "<spiral curvStart=\"0\" curvEnd=\"0.03333333333333333\"/>";
    let file = read(&network(&road(1, "", &geometry([0.0; 4], 60.0, shape), &lanes())));
    let end = file.spec.stations.last().unwrap().position_m;
    let (theta, length) = (1.0, 60.0);
    let (mut x, mut y, mut term) = (0.0, 0.0, 1.0);
    for n in 0..20 {
        let share = length * term / (2.0 * f64::from(n) + 1.0);
        match n % 4 {
            0 => x += share,
            1 => y += share,
            2 => x -= share,
            _ => y -= share,
        }
        term *= theta / f64::from(n + 1);
    }
    assert!((end[0] - x).abs() < 1e-6 && (end[1] - y).abs() < 1e-6, "{end:?} {x} {y}");

    // A parabola v = u²/40 up to u = 20, by both kinds of polynomials.
    let speed = |u: f64| (1.0 + u * u / 400.0).sqrt();
    let length: f64 = (0..20_000).map(|n| 0.001 * speed(0.001 * (f64::from(n) + 0.5))).sum();
    for shape in [
        "<poly3 a=\"0\" b=\"0\" c=\"0.025\" d=\"0\"/>",
        "<paramPoly3 pRange=\"normalized\" aU=\"0\" bU=\"20\" cU=\"0\" dU=\"0\" aV=\"0\" bV=\"0\" cV=\"10\" dV=\"0\"/>",
    ] {
        let file = read(&network(&road(1, "", &geometry([0.0; 4], length, shape), &lanes())));
        let stations = &file.spec.stations;
        let [x, y] = stations[stations.len() - 1].position_m;
        assert!((x - 20.0).abs() < 1e-5 && (y - 10.0).abs() < 1e-5, "{shape}: {x} {y}");
        // The distance along the road is that along the curve, not a share of the parameter.
        let space = |pair: &[Station]| {
            (pair[1].position_m[0] - pair[0].position_m[0])
                .hypot(pair[1].position_m[1] - pair[0].position_m[1])
        };
        let spaces: Vec<f64> = stations.windows(2).map(space).collect();
        let (least, most) =
            (spaces.iter().copied().fold(9.0, f64::min), spaces.iter().copied().fold(0.0, f64::max));
        assert!(most - least < 2e-3, "{shape}: {least} {most}");
    }
    let shape = "<paramPoly3 pRange=\"arcLength\" aU=\"0\" bU=\"1\" cU=\"0\" dU=\"0\" aV=\"0\" bV=\"0\" cV=\"0.001\" dV=\"0\"/>";
    let file = read(&network(&road(1, "", &geometry([0.0; 4], 20.0, shape), &lanes())));
    let [x, y] = file.spec.stations.last().unwrap().position_m;
    assert!((x - 20.0).abs() < 1e-9 && (y - 0.4).abs() < 1e-9);
}

#[test]
fn elevation_and_lane_widths_follow_their_polynomials() {
    let more = "<elevationProfile><elevation s=\"0\" a=\"1\" b=\"0.1\" c=\"0\" d=\"0\"/><elevation s=\"50\" a=\"6\" b=\"0.1\" c=\"-0.002\" d=\"0.00001\"/></elevationProfile>\
        <lanes><laneSection s=\"0\"><center><lane id=\"0\"/></center><right><lane id=\"-1\" type=\"driving\"><width sOffset=\"0\" a=\"3\" b=\"0.02\" c=\"0\" d=\"0\"/></lane>\
        <lane id=\"-2\" type=\"shoulder\"><width sOffset=\"0\" a=\"2\" b=\"0\" c=\"0\" d=\"0\"/></lane></right></laneSection>\
        <laneSection s=\"50\"><center><lane id=\"0\"/></center><right><lane id=\"-1\" type=\"driving\"><border sOffset=\"0\" a=\"-4\" b=\"-0.02\" c=\"0\" d=\"0\"/></lane>\
        <lane id=\"-2\" type=\"none\"><width sOffset=\"0\" a=\"5\" b=\"0\" c=\"0\" d=\"0\"/></lane></right></laneSection></lanes>";
    let file = read(&network(&road(1, "", &geometry([0.0; 4], 100.0, "<line/>"), more)));
    for station in &file.spec.stations {
        let s = station.position_m[0];
        let d = s - 50.0;
        let height =
            if s < 50.0 { 1.0 + 0.1 * s } else { 6.0 + 0.1 * d - 0.002 * d * d + 0.00001 * d * d * d };
        assert!((station.height_m - height).abs() < 1e-9, "{s}");
        assert!((station.widths_m[1] - (3.0 + 0.02 * s)).abs() < 1e-9, "{s}: {:?}", station.widths_m);
    }
    let kinds: Vec<_> =
        file.spec.strips.iter().map(|strip| (strip.kind, strip.side, strip.width_m)).collect();
    assert_eq!(kinds, [(StripKind::Asphalt, Side::Right, 2.0), (StripKind::Grass, Side::Right, 5.0)]);
    let [one, other] = [file.spec.strips[0].stretch_m, file.spec.strips[1].stretch_m];
    assert!(
        one[0] == 0.0 && (one[1] - 50.0).abs() < 0.01 && (other[1] - 100.0).abs() < 0.01,
        "{one:?} {other:?}"
    );
}

/// Half circles and straights as four roads, two of which run the other way.
fn oval(start: u32) -> String {
    let link = |before: (u32, &str), after: (u32, &str)| {
        let end = |tag: &str, (id, point): (u32, &str)| {
            format!("<{tag} elementType=\"road\" elementId=\"{id}\" contactPoint=\"{point}\"/>")
        };
        end("predecessor", before) + &end("successor", after)
    };
    let bend = |from: [f64; 4], curvature: f64| {
        geometry(from, PI * 30.0, &format!("<arc curvature=\"{curvature}\"/>"))
    };
    let straight = |from: [f64; 4]| geometry(from, 100.0, "<line/>");
    let roads = [
        road(1, &link((4, "start"), (2, "end")), &straight([0.0; 4]), &lanes()),
        // From (100, 60) back to (100, 0), clockwise: to be driven against its line.
        road(2, &link((3, "start"), (1, "end")), &bend([0.0, 100.0, 60.0, 0.0], -1.0 / 30.0), &lanes()),
        road(3, &link((2, "start"), (4, "end")), &straight([0.0, 100.0, 60.0, PI]), &lanes()),
        road(4, &link((1, "start"), (3, "end")), &bend([0.0, 0.0, 0.0, PI], -1.0 / 30.0), &lanes()),
    ];
    let mut order: Vec<String> = roads.to_vec();
    order.rotate_left(start as usize);
    network(&order.concat())
}

#[test]
fn roads_are_joined_by_their_links_in_either_direction() {
    for start in 0..4 {
        let file = read(&oval(start));
        let track = track(&file);
        assert!(file.spec.is_closed && file.notes.is_empty(), "{:?}", file.notes);
        assert!((track.length_m() - (200.0 + TAU * 30.0)).abs() < 0.05, "{}", track.length_m());
        // Roads 1 and 3 along their lines, 2 and 4 against them: widths trade sides.
        let on = |position: [f64; 2]| track.at(track.locate(position, None).distance_m);
        let (straight, bend) = (on([50.0, 0.0]), on([130.0, 30.0]));
        let is_forward = straight.heading_rad.cos() > 0.0;
        let [left, right] = if is_forward { [3.0, 4.0] } else { [4.0, 3.0] };
        assert!((straight.widths_m[0] - left).abs() < 0.01, "{straight:?}");
        assert!((bend.widths_m[0] - right).abs() < 0.01, "{bend:?}");
        assert!((bend.curvature_1_m.abs() - 1.0 / 30.0).abs() < 1e-3);
    }
}

#[test]
fn of_a_junction_the_straightest_way_is_taken_and_named() {
    let entry = "<successor elementType=\"junction\" elementId=\"9\"/>";
    let inner = |id: u32, to: u32, line: &str| {
        road(id, &format!("<predecessor elementType=\"road\" elementId=\"1\" contactPoint=\"end\"/><successor elementType=\"road\" elementId=\"{to}\" contactPoint=\"start\"/>"), line, &lanes())
            .replace("junction=\"-1\"", "junction=\"9\"")
    };
    let parts = [
        road(1, entry, &geometry([0.0; 4], 50.0, "<line/>"), &lanes()),
        inner(2, 4, &geometry([0.0, 50.0, 0.0, 0.0], 20.0, "<arc curvature=\"0.05\"/>")),
        inner(3, 5, &geometry([0.0, 50.0, 0.0, 0.0], 20.0, "<line/>")),
        road(4, "", &geometry([0.0, 66.83, 9.19, 1.0], 50.0, "<line/>"), &lanes()),
        road(5, "", &geometry([0.0, 70.0, 0.0, 0.0], 50.0, "<line/>"), &lanes()),
        "<junction id=\"9\"><connection id=\"0\" incomingRoad=\"1\" connectingRoad=\"2\" contactPoint=\"start\"/>\
         <connection id=\"1\" incomingRoad=\"1\" connectingRoad=\"3\" contactPoint=\"start\"/></junction>"
            .to_owned(),
    ];
    let file = read(&network(&parts.concat()));
    assert_eq!(file.spec.stations.last().unwrap().position_m, [120.0, 0.0]);
    assert!(
        file.notes.iter().any(|note| note.contains("junction 9 has 2 ways from road 1: road 3 is taken")),
        "{:?}",
        file.notes
    );
    assert!(file.notes.iter().any(|note| note == "2 of 5 roads are left out: 2, 4"), "{:?}", file.notes);
}

#[test]
fn lanes_of_oncoming_traffic_alone_turn_the_track() {
    let more = format!(
        "<lanes><laneSection s=\"0\"><left>{}</left><center><lane id=\"0\"/></center></laneSection></lanes>",
        lane(1, "driving", 3.0)
    );
    let straight = geometry([0.0; 4], 100.0, "<line/>");
    let file = read(&network(&road(1, "", &straight, &more)));
    assert_eq!(file.spec.stations[0].position_m, [100.0, 0.0]);
    assert_eq!(file.spec.stations[0].widths_m, [0.0, 3.0]);
    let left_hand = network(&road(1, "", &straight, &more)).replace("<road ", "<road rule=\"LHT\" ");
    assert_eq!(read(&left_hand).spec.stations[0].position_m, [0.0, 0.0]);
}

#[test]
fn all_faults_are_named_with_their_places() {
    let text = circle(&lanes())
        .replace("length=\"314", "length=\"x314")
        .replace("a=\"3\"", "a=\"nan\"")
        .replace("curvature", "krümmung");
    let error = error(&text);
    for says in ["t.xodr:2:", "geometry.length: got `x314", "arc.curvature: missing", "width.a: got `nan`"] {
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn what_is_no_track_is_refused() {
    let straight = geometry([0.0; 4], 100.0, "<line/>");
    let two = format!("{straight}{}", geometry([100.0, 110.0, 0.0, 0.0], 100.0, "<line/>"));
    let long = geometry([0.0; 4], 900_000.0, "<line/>");
    let tight = geometry([0.0; 4], 100_000.0, "<arc curvature=\"9\"/>");
    let pavement = "<lanes><laneSection s=\"0\"><right><lane id=\"-1\" type=\"sidewalk\"/></right></laneSection></lanes>";
    for (text, says) in [
        (String::new(), "an empty file; must be a road network in OpenDRIVE"),
        ("<gpx/>".to_owned(), "the element <gpx>; must be <OpenDRIVE>"),
        ("<OpenDRIVE".to_owned(), "no well-formed XML"),
        (network(""), "OpenDRIVE.road: missing"),
        (network(&road(1, "", "", &lanes())), "planView.geometry: missing"),
        (network(&road(1, "", &straight, "")), "road 1.lanes: missing"),
        (network(&road(1, "", &straight, pavement)), "no lane that is driven"),
        (network(&road(1, "", &two, &lanes())), "a gap of 10.00 m before s = 100"),
        (network(&road(1, "", &long, &lanes())), "a line that takes 450000 points; must be 100000"),
        (network(&road(1, "", &tight, &lanes())), "points; must be 100000"),
        (
            network(&road(1, "<successor elementType=\"road\" elementId=\"7\"/>", &straight, &lanes())),
            "the road `7`",
        ),
        (
            network(&(road(1, "", &straight, &lanes()) + &road(1, "", &straight, &lanes()))),
            "the id a second time",
        ),
        (network(&road(1, "", &geometry([0.0; 4], 10.0, "<clothoid/>"), &lanes())), "no shape that is known"),
    ] {
        let error = error(&text);
        assert!(error.contains(says), "{says}: {error}");
    }
    assert!(opendrive::parse("t", &[0xff, 0xfe, 0, 1, 2]).unwrap_err().to_string().contains("text in UTF-8"));
}
