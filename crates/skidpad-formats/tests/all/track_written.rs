//! Skidpad's own track files, written and read back.

use core::f64::consts::PI;

use skidpad_formats::track::{self, TrackFile, own};
use skidpad_testing::{Strategy, any, collection, for_all, option, sample};
use skidpad_world::track::{PitLane, Side, Station, Strip, StripKind, TrackSpec, TrackWall};

use crate::track_own::STATIONS;

fn any_strip(most_m: f64) -> impl Strategy<Value = Strip> {
    let kinds = sample::select(StripKind::ALL.to_vec());
    let sides = sample::select(Side::ALL.to_vec());
    let numbers = (0.0..1000.0, -1.0..1.0, 0.0..3.0, 0.0..50.0);
    (kinds, sides, [0.0..most_m, 0.0..most_m], numbers).prop_map(
        |(kind, side, stretch_m, (width_m, rise_m, grip, rolling))| Strip {
            kind,
            side,
            stretch_m,
            width_m,
            rise_m,
            grip,
            rolling,
        },
    )
}

fn any_wall(most_m: f64) -> impl Strategy<Value = TrackWall> {
    let sides = sample::select(Side::ALL.to_vec());
    (sides, [0.0..most_m, 0.0..most_m], [0.0..1000.0, 0.0..1000.0])
        .prop_map(|(side, stretch_m, offsets_m)| TrackWall { side, stretch_m, offsets_m })
}

fn any_pit_lane(most_m: f64) -> impl Strategy<Value = PitLane> {
    let ends = || [0.0..most_m, 0.0..most_m];
    (sample::select(Side::ALL.to_vec()), ends(), ends(), (1.0..150.0, 0.0..1000.0, 1.0..100.0)).prop_map(
        |(side, stretch_m, limit_m, (speed_m_s, offset_m, width_m))| PitLane {
            side,
            stretch_m,
            limit_m,
            speed_m_s,
            offset_m,
            width_m,
        },
    )
}

/// Any closed track of stations on a circle, with all that may stand along it.
fn any_track() -> impl Strategy<Value = TrackFile> {
    const LEAST_M: f64 = 400.0;
    let widths = || 0.0..1000.0;
    let station = (100.0..200.0, -1e4..1e4, -1.2..1.2, [widths(), widths()]);
    let stations = collection::vec(station, 5..12);
    let along = (
        collection::vec(any_strip(LEAST_M), 0..4),
        collection::vec(any_wall(LEAST_M), 0..4),
        option::of(any_pit_lane(LEAST_M)),
        collection::vec(0.0..LEAST_M, 0..5),
    );
    let texts = (".*[a-z\"\\\\].*", collection::vec(".*", 0..3));
    (stations, any::<bool>(), 0.0..LEAST_M, along, texts).prop_map(
        |(rows, is_level, start_m, (strips, walls, pit_lane, mut sectors_m), (name, notes))| {
            sectors_m.sort_by(f64::total_cmp);
            let count = rows.len() as f64;
            let station =
                |(place, (radius_m, height_m, banking_rad, widths_m)): (usize, (f64, f64, f64, [f64; 2]))| {
                    let (sin, cos) = (2.0 * PI * place as f64 / count).sin_cos();
                    let [height_m, banking_rad] = if is_level { [0.0; 2] } else { [height_m, banking_rad] };
                    Station { position_m: [radius_m * cos, radius_m * sin], height_m, banking_rad, widths_m }
                };
            let stations = rows.into_iter().enumerate().map(station).collect();
            let spec = TrackSpec {
                start_m,
                sectors_m,
                strips,
                walls,
                pit_lane,
                ..TrackSpec::new(&name, true, stations)
            };
            TrackFile { spec, notes }
        },
    )
}

#[test]
fn a_written_track_reads_back() {
    for_all(300, any_track(), |file| {
        let text = own::write(&file);
        assert_eq!(own::parse("t.toml", text.as_bytes()).as_ref(), Ok(&file), "{text}");
    });
    let open = TrackFile {
        spec: TrackSpec {
            finish_m: Some(30.5),
            ..TrackSpec {
                is_closed: false,
                ..track::parse("t.toml", STATIONS.as_bytes(), None).unwrap().spec
            }
        },
        notes: Vec::new(),
    };
    let open = TrackFile { spec: TrackSpec { strips: vec![], pit_lane: None, ..open.spec }, ..open };
    let open = TrackFile { spec: TrackSpec { sectors_m: vec![10.0], ..open.spec }, ..open };
    assert_eq!(own::parse("t.toml", own::write(&open).as_bytes()).as_ref(), Ok(&open));
}
