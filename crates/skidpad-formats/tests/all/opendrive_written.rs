//! Tracks written as OpenDRIVE and read back.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::{PI, TAU};

use skidpad_formats::track::{TrackFile, opendrive};
use skidpad_world::track::{Segment, Side, Station, Strip, StripKind, Track, TrackSpec, trace};

fn read(text: &str) -> TrackFile {
    opendrive::parse("t.xodr", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn track(file: &TrackFile) -> Track {
    Track::new(&file.spec).unwrap()
}

/// A banked oval with spirals, hills, kerbs and widths that change.
fn made() -> TrackSpec {
    let (radius, spiral, straight) = (40.0, 30.0, 80.0);
    let curvature = 1.0 / radius;
    // Both spirals turn by half of what an arc of their length would.
    let arc = PI * radius - spiral;
    let half = [
        Segment::straight(straight),
        Segment { length_m: spiral, curvatures_1_m: [0.0, curvature] },
        Segment { length_m: arc, curvatures_1_m: [curvature; 2] },
        Segment { length_m: spiral, curvatures_1_m: [curvature, 0.0] },
    ];
    let segments: Vec<Segment> = half.iter().chain(&half).copied().collect();
    let points = trace([10.0, -20.0], 0.3, &segments, 2.0);
    let length = points.last().unwrap().distance_m;
    let station = |distance: f64, position_m: [f64; 2]| {
        let phase = TAU * distance / length;
        Station {
            position_m,
            height_m: 5.0 * phase.sin(),
            banking_rad: -0.15 + 0.1 * (2.0 * phase).cos(),
            widths_m: [5.0 + phase.cos(), 6.0 + (3.0 * phase).sin()],
        }
    };
    let stations =
        points[..points.len() - 1].iter().map(|point| station(point.distance_m, point.position_m)).collect();
    let kerb = Strip { width_m: 1.2, rise_m: 0.05, ..Strip::new(StripKind::Kerb, Side::Left, [30.0, 90.0]) };
    let gravel = Strip { width_m: 10.0, ..Strip::new(StripKind::Gravel, Side::Left, [20.0, 100.0]) };
    let grass = Strip { width_m: 4.0, ..Strip::new(StripKind::Grass, Side::Right, [350.0, 15.0]) };
    TrackSpec {
        start_m: 40.0,
        strips: vec![kerb, gravel, grass],
        ..TrackSpec::new("ma<de> & \"so\"", true, stations)
    }
}

#[test]
fn a_track_is_written_and_read_back_within_a_millimetre() {
    let spec = made();
    let before = Track::new(&spec).unwrap();
    let text = opendrive::write(&before);
    let file = read(&text);
    assert!(file.notes.is_empty() && file.spec.name == spec.name, "{:?}", file.notes);
    let after = track(&file);
    assert!((before.length_m() - after.length_m()).abs() < 1e-3);
    let mut worst = [0.0f64; 4];
    for place in 0..2000 {
        let distance = before.length_m() * f64::from(place) / 2000.0;
        let (one, other) = (before.at(40.0 + distance), after.at(distance));
        let off = [0, 1].map(|axis| one.position_m[axis] - other.position_m[axis]);
        worst[0] = worst[0].max(off[0].hypot(off[1]));
        worst[1] = worst[1].max((one.height_m - other.height_m).abs());
        worst[2] = worst[2].max((one.banking_rad - other.banking_rad).abs());
        worst[3] = worst[3]
            .max((one.widths_m[0] - other.widths_m[0]).abs())
            .max((one.widths_m[1] - other.widths_m[1]).abs());
    }
    assert!(worst[0] < 1e-3 && worst[1] < 1e-3 && worst[2] < 1e-4 && worst[3] < 1e-3, "{worst:?}");
    // Beside: kerb and gravel with their widths to within the slope's change along them.
    for (kind, side, at) in [
        (StripKind::Kerb, Side::Left, 20.0),
        (StripKind::Gravel, Side::Left, 52.0),
        (StripKind::Grass, Side::Right, 330.0),
    ] {
        let found = after
            .strips()
            .iter()
            .find(|strip| strip.kind == kind && strip.side == side && strip.is_beside(at));
        let width = spec.strips.iter().find(|strip| strip.kind == kind).unwrap().width_m;
        assert!(
            found.is_some_and(|strip| (strip.width_m - width).abs() < 0.3),
            "{kind:?}: {:?}",
            after.strips()
        );
    }
}

#[test]
fn an_open_track_stays_open() {
    let stations = (0..50).map(|at| Station {
        position_m: [3.0 * f64::from(at), (f64::from(at) / 8.0).sin()],
        ..Station::flat([3.0, 4.0])
    });
    let before = Track::open(&stations.collect::<Vec<_>>()).unwrap();
    let file = read(&opendrive::write(&before));
    assert!(!file.spec.is_closed);
    let (one, other) = (before.at(1e9).position_m, track(&file).at(1e9).position_m);
    assert!((one[0] - other[0]).abs() < 1e-3 && (one[1] - other[1]).abs() < 1e-3);
}
