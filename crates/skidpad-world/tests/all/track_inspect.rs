//! Figures of tracks, and findings of their inspection.

use core::f64::consts::{PI, TAU};

use skidpad_core::math::Real;
use skidpad_world::track::{
    Finding, FindingKind, Segment, Side, Station, Strip, StripKind, Track, TrackSpec, TrackWall, trace,
};

/// Stations along segments from the origin to the east.
fn along(segments: &[Segment], is_closed: bool) -> Vec<Station> {
    let mut points = trace([0.0, 0.0], 0.0, segments, 2.0);
    if is_closed {
        points.pop();
    }
    points.iter().map(|point| Station { position_m: point.position_m, ..Station::flat([4.0, 5.0]) }).collect()
}

/// Straights of 200 m, joined by half circles of 50 m to the left.
fn stadium() -> Vec<Station> {
    let (straight, turn) = (Segment::straight(200.0), Segment::arc(50.0, PI));
    along(&[straight, turn, straight, turn], true)
}

fn findings(stations: &[Station], is_closed: bool) -> Vec<Finding> {
    Track::new(&TrackSpec::new("", is_closed, stations.to_vec())).unwrap().inspect(stations)
}

/// Checks that there is one finding: its kind, and its distance, m.
fn assert_one(found: &[Finding], kind: FindingKind, distance_m: f64, close_m: f64) {
    assert_eq!(found.iter().map(|of| of.kind).collect::<Vec<_>>(), [kind], "{found:#?}");
    assert!(Real::abs(found[0].distance_m - distance_m) <= close_m, "{found:#?}");
}

#[test]
fn a_stadium_has_two_corners_from_the_start_line_on() {
    let mut spec = TrackSpec::new("stadium", true, stadium());
    spec.start_m = 450.0;
    let figures = Track::new(&spec).unwrap().figures();
    let exact_m = 400.0 + TAU * 50.0;
    assert!(Real::abs(figures.length_m - exact_m) < 0.05);
    assert!(Real::abs(figures.road_m - figures.length_m) < 1e-9);
    assert_eq!(figures.corners.len(), 2);
    for (corner, name, begin_m) in
        [(&figures.corners[0], "T1", 400.0 + PI * 50.0), (&figures.corners[1], "T2", 200.0)]
    {
        assert_eq!((corner.name.as_str(), corner.side), (name, Side::Left));
        assert!(Real::abs(corner.turned_rad - PI) < 0.05, "{corner:?}");
        // Where a bend begins with a step of its curvature, the line overshoots it by an eighth.
        assert!(Real::abs(corner.least_radius_m - 50.0) < 6.5, "{corner:?}");
        assert!(Real::abs(corner.stretch_m[0] - begin_m) < 3.0, "{corner:?}");
    }
}

#[test]
fn hills_count_as_they_rise_and_fall() {
    // Two hills of 10 m over 400 m: h = 5 sin(2 pi s / 200), whose steepest grade is 5 * 2 pi / 200.
    let station = |at: i32| {
        let along_m = 4.0 * f64::from(at);
        Station {
            position_m: [0.0, along_m],
            height_m: 5.0 * Real::sin(TAU * along_m / 200.0),
            banking_rad: -0.002 * f64::from(at),
            ..Station::flat([3.0, 3.0])
        }
    };
    let stations: Vec<_> = (0..=100).map(station).collect();
    let figures = Track::open(&stations).unwrap().figures();
    assert!(Real::abs(figures.climb_m - 20.0) < 0.01, "{figures:?}");
    assert!(Real::abs(figures.heights_m[0] + 5.0) < 0.01 && Real::abs(figures.heights_m[1] - 5.0) < 0.01);
    assert!(Real::abs(Real::abs(figures.steepest_grade) - TAU / 40.0) < 1e-3);
    // The mean of sqrt(1 + g^2) for a sine g of amplitude a: 1 + a^2 / 4 - 3 a^4 / 64 + ...
    let square = (TAU / 40.0) * (TAU / 40.0);
    assert!(Real::abs(figures.road_m / 400.0 - (1.0 + square / 4.0 - 3.0 * square * square / 64.0)) < 1e-5);
    assert!(Real::abs(figures.largest_banking_rad + 0.2) < 1e-9 && figures.corners.is_empty());
}

#[test]
fn a_sound_track_has_no_findings() {
    assert_eq!(findings(&stadium(), true), []);
    assert_eq!(findings(&along(&[Segment::straight(100.0)], false), false), []);
}

#[test]
fn a_figure_of_eight_crosses_itself_unless_one_road_is_a_bridge() {
    let eight = |bridge_m: f64| -> Vec<Station> {
        let station = |at: i32| {
            let angle = TAU * f64::from(at) / 400.0;
            Station {
                position_m: [200.0 * Real::sin(angle), 100.0 * Real::sin(2.0 * angle)],
                height_m: 0.5 * bridge_m * Real::cos(angle),
                ..Station::flat([4.0, 5.0])
            }
        };
        (0..400).map(station).collect()
    };
    // At the crossing the line passes twice: at its beginning, and half a lap later.
    let half_m = 0.5 * Track::closed(&eight(0.0)).unwrap().length_m();
    assert_one(&findings(&eight(0.0), true), FindingKind::Crossing, half_m, 20.0);
    let bridge = findings(&eight(5.0), true);
    assert_one(&bridge, FindingKind::Bridge, half_m, 20.0);
    assert!(bridge[0].is_note() && bridge[0].message.contains("5.0 m of height"), "{bridge:?}");
}

/// Two roads of 18 m to their insides whose lines are 35 m apart overlap, though their lines do not cross.
#[test]
fn roads_that_overlap_are_found_without_a_crossing_of_their_lines() {
    let bends = [
        Segment::straight(300.0),
        Segment::arc(20.0, PI),
        Segment::straight(100.0),
        Segment::arc(30.0, 0.4),
        Segment::arc(-30.0, 0.4),
        Segment::straight(100.0),
    ];
    let stations = along(&bends, false);
    assert!(findings(&stations, false).is_empty());
    let closer: Vec<_> = stations.iter().map(|of| Station { widths_m: [18.0, 5.0], ..*of }).collect();
    assert!(findings(&closer, false).iter().any(|of| of.kind == FindingKind::Crossing));
}

#[test]
fn each_mistake_is_found_in_its_place() {
    let straight = |change: &dyn Fn(f64, &mut Station)| {
        let mut stations = along(&[Segment::straight(400.0)], false);
        stations.iter_mut().for_each(|station| change(station.position_m[0], station));
        stations
    };
    let narrow = straight(&|x, of| of.widths_m = if (x - 200.0).abs() < 5.0 { [0.1; 2] } else { [4.0; 2] });
    assert_one(&findings(&narrow, false), FindingKind::Narrow, 200.0, 5.0);
    let step = straight(&|x, of| of.height_m = if x < 200.0 { 0.0 } else { 1.5 });
    assert_one(&findings(&step, false), FindingKind::Steep, 200.0, 2.0);
    let mut gap = straight(&|_, _| ());
    gap.drain(50..70);
    assert_one(&findings(&gap, false), FindingKind::Gap, 98.0, 1e-6);

    let bend = [Segment::straight(100.0), Segment::arc(-6.0, PI), Segment::straight(100.0)];
    assert_eq!(findings(&along(&bend, false), false), []);
    let mut folded = along(&bend, false);
    folded.iter_mut().for_each(|of| of.widths_m[1] = 8.0);
    let found = findings(&folded, false);
    assert!(
        found.iter().any(|of| of.kind == FindingKind::Fold && of.message.contains("to the right")),
        "{found:#?}"
    );
    let mut points = trace(
        [0.0, 0.0],
        0.0,
        &[Segment::straight(50.0), Segment::arc(2.5, PI), Segment::straight(50.0)],
        0.25,
    );
    points.dedup_by_key(|point| point.position_m);
    let tight: Vec<_> = points
        .iter()
        .map(|point| Station { position_m: point.position_m, ..Station::flat([1.5, 1.5]) })
        .collect();
    assert_one(&findings(&tight, false), FindingKind::Tight, 54.0, 5.0);
}

#[test]
fn walls_strips_and_lines_are_looked_at() {
    let inspected = |change: &dyn Fn(&mut TrackSpec)| {
        let mut spec = TrackSpec::new("", true, stadium());
        change(&mut spec);
        Track::new(&spec).unwrap().inspect(&spec.stations)
    };
    let wall = |offsets_m: [f64; 2]| TrackWall { side: Side::Left, stretch_m: [20.0, 180.0], offsets_m };
    assert_eq!(inspected(&|spec| spec.walls = vec![wall([4.0, 10.0])]), []);
    let found = inspected(&|spec| spec.walls = vec![wall([8.0, 3.0])]);
    assert_one(&found, FindingKind::Wall, 180.0, 1.0);
    // A wall to the left that stands on the straight opposite.
    assert!(
        inspected(&|spec| spec.walls = vec![wall([90.0, 101.0])])
            .iter()
            .any(|of| of.kind == FindingKind::Wall)
    );
    let strip = |width_m: f64| Strip { width_m, ..Strip::new(StripKind::Grass, Side::Left, [190.0, 400.0]) };
    assert_eq!(inspected(&|spec| spec.strips = vec![strip(30.0)]), []);
    let found = inspected(&|spec| spec.strips = vec![strip(30.0), strip(20.0)]);
    assert_one(&found, FindingKind::Fold, 280.0, 90.0);
    assert!(found[0].message.starts_with("strips to 54.0 m to the left"), "{found:#?}");
    let found = inspected(&|spec| {
        spec.start_m = 100.0;
        spec.stations.iter_mut().filter(|of| of.position_m[1] < 1.0).for_each(|of| of.widths_m = [0.0; 2]);
    });
    let kinds: Vec<_> = found.iter().map(|of| of.kind).collect();
    assert!(kinds.contains(&FindingKind::Narrow) && kinds.contains(&FindingKind::Line), "{found:#?}");
}

/// Laps upon laps over each other end the search, and say so.
#[test]
fn a_hundred_laps_over_each_other_are_reported_and_take_no_age() {
    let station = |at: u32| {
        let (sin, cos) = Real::sin_cos(TAU * 0.00999 * f64::from(at));
        let radius_m = 80.0 + 3.0 * Real::sin(0.37 * f64::from(at));
        Station { position_m: [radius_m * cos, radius_m * sin], ..Station::flat([4.0, 4.0]) }
    };
    let stations: Vec<_> = (0..20_000).map(station).collect();
    let found = findings(&stations, true);
    assert!(found.iter().any(|of| of.kind == FindingKind::Unsearched));
    assert!(found.iter().any(|of| of.kind == FindingKind::Crossing));
}
