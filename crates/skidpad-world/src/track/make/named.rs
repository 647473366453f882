//! Tracks by name: drawn by hand as points in which straights meet and the radii between them, and dressed as random ones.

use core::f64::consts::PI;

use super::super::segments::Segment;
use super::super::spec::TrackSpec;
use super::draw::Draw;
use super::dress::{Dressing, EDGE_GRADE};
use super::layout::{Bend, Layout, RoadCourse, Vertex};

/// A track by its name.
struct Named {
    name: &'static str,
    make: fn() -> (RoadCourse, Dressing),
    /// Seed of its hills and run-off.
    seed: u64,
}

const ALL: [Named; 5] = [
    Named { name: "grand-prix", make: grand_prix, seed: 3 },
    Named { name: "handling-course", make: handling_course, seed: 5 },
    Named { name: "hill-climb", make: hill_climb, seed: 1 },
    Named { name: "kart-track", make: kart_track, seed: 1 },
    Named { name: "oval", make: oval, seed: 1 },
];

/// Names of the tracks that Skidpad brings, in the order of the alphabet.
///
/// - `grand-prix`: 5 km of 16 corners with a straight of 1 km and hills.
/// - `handling-course`: 3 km of corners of all kinds.
/// - `hill-climb`: 4 km uphill, 300 m higher at its end, with hairpins.
/// - `kart-track`: 1 km, 8 m wide.
/// - `oval`: 2.4 km, with two turns banked by 20 degrees.
pub fn track_names() -> Vec<&'static str> {
    ALL.iter().map(|named| named.name).collect()
}

/// Description of a track that Skidpad brings, by its name; `None` for any other name.
///
/// ```
/// use skidpad_world::track::{Track, track_by_name};
///
/// let oval = Track::new(&track_by_name("oval").expect("a track that Skidpad brings"))?;
/// assert!((oval.length_m() - 2400.0).abs() < 1.0);
/// assert!((oval.figures().largest_banking_rad.to_degrees() + 20.0).abs() < 0.5, "it falls to the left");
/// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
/// ```
pub fn track_by_name(name: &str) -> Option<TrackSpec> {
    let named = ALL.iter().find(|named| named.name == name)?;
    let (course, dressing) = (named.make)();
    let spec = dressing.dress(&course, &mut Draw::new(named.seed, 0));
    Some(TrackSpec { name: named.name.to_owned(), ..spec })
}

/// The course of a length through points with radii, m.
fn course(is_closed: bool, length_m: f64, points: &[[f64; 3]]) -> RoadCourse {
    let vertex = |[x, y, radius_m]: &[f64; 3]| Vertex { position_m: [*x, *y], radius_m: *radius_m };
    let layout = Layout { is_closed, vertices: points.iter().map(vertex).collect() };
    let course = layout.scaled(layout.scale_for(length_m)).course();
    course.expect("the points are far enough from each other for the radii")
}

fn grand_prix() -> (RoadCourse, Dressing) {
    let points = [
        [-90.0, 0.0, 75.0],
        [800.0, 0.0, 21.0],
        [755.0, -170.0, 45.0],
        [1110.0, -330.0, 30.0],
        [1080.0, -500.0, 45.0],
        [880.0, -560.0, 17.0],
        [760.0, -420.0, 40.0],
        [600.0, -480.0, 75.0],
        [480.0, -360.0, 90.0],
        [330.0, -430.0, 60.0],
        [330.0, -620.0, 19.0],
        [170.0, -650.0, 34.0],
        [60.0, -500.0, 150.0],
        [20.0, -350.0, 18.0],
        [-50.0, -315.0, 18.0],
    ];
    let dressing = Dressing {
        width_m: 13.0,
        varied: 0.05,
        hills_m: 38.0,
        climb_m: 0.0,
        bankings_rad: [0.0, 0.07],
        edge_grade: EDGE_GRADE,
        run_off: 2.0,
        has_kerbs: true,
        is_closed: true,
    };
    (course(true, 5000.0, &points), dressing)
}

fn handling_course() -> (RoadCourse, Dressing) {
    let points = [
        [0.0, 0.0, 45.0],
        [430.0, 0.0, 90.0],
        [560.0, 140.0, 50.0],
        [500.0, 290.0, 16.0],
        [390.0, 220.0, 13.0],
        [330.0, 330.0, 26.0],
        [420.0, 440.0, 30.0],
        [330.0, 540.0, 20.0],
        [200.0, 520.0, 60.0],
        [150.0, 420.0, 70.0],
        [200.0, 300.0, 25.0],
        [120.0, 210.0, 18.0],
        [20.0, 270.0, 18.0],
        [-100.0, 200.0, 14.0],
        [-110.0, 60.0, 35.0],
    ];
    let dressing = Dressing {
        width_m: 10.0,
        varied: 0.05,
        hills_m: 24.0,
        climb_m: 0.0,
        bankings_rad: [-0.03, 0.08],
        edge_grade: EDGE_GRADE,
        run_off: 1.5,
        has_kerbs: true,
        is_closed: true,
    };
    (course(true, 3000.0, &points), dressing)
}

fn hill_climb() -> (RoadCourse, Dressing) {
    let points = [
        [0.0, 0.0, 0.0],
        [350.0, 40.0, 60.0],
        [600.0, -20.0, 45.0],
        [820.0, 90.0, 35.0],
        // A hairpin to the left.
        [905.0, 270.0, 13.0],
        [885.0, 300.0, 13.0],
        [640.0, 200.0, 40.0],
        [450.0, 260.0, 50.0],
        [250.0, 210.0, 40.0],
        // To the right.
        [130.0, 260.0, 25.0],
        [100.0, 310.0, 14.0],
        [130.0, 350.0, 14.0],
        [400.0, 380.0, 80.0],
        [560.0, 330.0, 45.0],
        [700.0, 400.0, 60.0],
        // To the left.
        [850.0, 420.0, 16.0],
        [885.0, 460.0, 14.0],
        [850.0, 500.0, 14.0],
        [620.0, 470.0, 60.0],
        [430.0, 540.0, 50.0],
        [230.0, 500.0, 20.0],
        // To the right.
        [185.0, 540.0, 13.0],
        [215.0, 585.0, 14.0],
        [420.0, 600.0, 90.0],
        [600.0, 690.0, 70.0],
        [820.0, 680.0, 40.0],
        [980.0, 800.0, 40.0],
        [1150.0, 830.0, 0.0],
    ];
    let dressing = Dressing {
        width_m: 6.5,
        varied: 0.08,
        hills_m: 8.0,
        climb_m: 300.0,
        bankings_rad: [0.0, 0.05],
        edge_grade: EDGE_GRADE,
        run_off: 0.4,
        has_kerbs: false,
        is_closed: false,
    };
    (course(false, 4000.0, &points), dressing)
}

fn kart_track() -> (RoadCourse, Dressing) {
    let points = [
        [0.0, 0.0, 20.0],
        [175.0, 0.0, 14.0],
        [185.0, 55.0, 10.0],
        [100.0, 35.0, 9.0],
        [95.0, 85.0, 11.0],
        [175.0, 92.0, 9.0],
        [170.0, 130.0, 10.0],
        [40.0, 125.0, 12.0],
        [60.0, 75.0, 9.0],
        [20.0, 55.0, 9.0],
        [-20.0, 95.0, 11.0],
        [-55.0, 60.0, 14.0],
    ];
    let dressing = Dressing {
        width_m: 8.0,
        varied: 0.0,
        hills_m: 3.0,
        climb_m: 0.0,
        bankings_rad: [0.0, 0.03],
        edge_grade: EDGE_GRADE,
        run_off: 1.0,
        has_kerbs: true,
        is_closed: true,
    };
    (course(true, 1000.0, &points), dressing)
}

/// Two straights and two half circles between spirals, along which the banking grows as the curvature does.
fn oval() -> (RoadCourse, Dressing) {
    let (radius_m, spiral_m, half_m) = (210.0, 130.0, 1200.0);
    let straight_m = half_m - spiral_m - PI * radius_m;
    let curvature = 1.0 / radius_m;
    // Both spirals turn as much as an arc of the length of one.
    let arc_m = PI * radius_m - spiral_m;
    let half = [
        Segment::straight(straight_m),
        Segment { length_m: spiral_m, curvatures_1_m: [0.0, curvature] },
        Segment { length_m: arc_m, curvatures_1_m: [curvature; 2] },
        Segment { length_m: spiral_m, curvatures_1_m: [curvature, 0.0] },
    ];
    let bend =
        |begin_m: f64| Bend { stretch_m: [begin_m + straight_m, begin_m + half_m], radius_m, angle_rad: PI };
    let course = RoadCourse {
        from_m: [0.0, 0.0],
        heading_rad: 0.0,
        segments: [half, half].concat(),
        bends: vec![bend(0.0), bend(half_m)],
    };
    let banking_rad = 20.0 * PI / 180.0;
    let dressing = Dressing {
        width_m: 16.0,
        varied: 0.0,
        hills_m: 0.0,
        climb_m: 0.0,
        bankings_rad: [banking_rad; 2],
        edge_grade: 0.05,
        run_off: 0.0,
        has_kerbs: false,
        is_closed: true,
    };
    (course, dressing)
}
