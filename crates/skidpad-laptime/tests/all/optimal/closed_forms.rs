//! Laps whose time is known.
#![allow(clippy::disallowed_methods)]

use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_laptime::line::{LineOptions, RacingLine};
use skidpad_laptime::optimal::{LapGuess, OptimalOptions, lap};
use skidpad_laptime::qss::Start;
use skidpad_world::track::{Segment, Station, Track};

use super::super::line::support::{bare, ring, road};
use super::support::{Block, boxster, single_track};

/// A straight with a rise of its height over the distance.
fn straight(length_m: f64, grade: f64) -> Track {
    let stations = road(&[Segment::straight(length_m)], 4.0);
    let raised = |station: &Station| Station { height_m: grade * station.position_m[0], ..*station };
    Track::open(&stations.iter().map(raised).collect::<Vec<_>>()).unwrap()
}

/// v^2 = v_0^2 + 2 a s on the road, and the time (v - v_0) / a.
#[test]
fn on_a_straight_the_car_accelerates_as_hard_as_it_can() {
    for (grade, begin_m_s) in [(0.0, 1.0), (0.0, 20.0), (0.1, 20.0)] {
        let (car, track) = (Block { drive_m_s2: 5.0, brake_m_s2: 9.0 }, straight(300.0, grade));
        let options = OptimalOptions { start: Start::At(begin_m_s), ..OptimalOptions::default() };
        let line = RacingLine::beside(&track, 5.0, &|_| 0.0).unwrap();
        let guess = LapGuess::at_speed(&line, 20.0);
        let found = lap(&track, &car, &guess, &bare(5.0), &options).unwrap();
        let (stretch, share) = (f64::hypot(1.0, grade), grade / f64::hypot(1.0, grade));
        let gain_m_s2 = 5.0 - STANDARD_GRAVITY_M_S2 * share;
        let end_m_s = (begin_m_s * begin_m_s + 2.0 * gain_m_s2 * 300.0 * stretch).sqrt();
        let time_s = (end_m_s - begin_m_s) / gain_m_s2;
        assert!(found.lap.converged, "{:?}", found.optimality);
        assert!((found.lap.time_s / time_s - 1.0).abs() < 1e-3, "{grade}: {} {time_s}", found.lap.time_s);
        assert!((found.lap.end_m_s / end_m_s - 1.0).abs() < 1e-3, "{grade}: {} {end_m_s}", found.lap.end_m_s);
    }
}

/// Without drive beyond what resistances take, the least time round a ring is that of the inner edge at the friction of the tyres,
/// 2 pi sqrt(r / a).
#[test]
fn on_a_ring_the_car_drives_the_inner_edge_at_the_friction_of_its_tyres() {
    let (radius_m, half_m) = (50.0, 3.0);
    let track = ring(radius_m, [half_m; 2]);
    let line = RacingLine::beside(&track, 4.0, &|_| 0.0).unwrap();
    let options = LineOptions { spacing_m: 4.0, ..bare(4.0) };
    let found =
        lap(&track, &single_track(), &LapGuess::at_speed(&line, 15.0), &options, &OptimalOptions::default())
            .unwrap();
    assert!(found.lap.converged, "{:?}", found.optimality);
    let vehicle = boxster();
    let tyres = [vehicle.front(), vehicle.rear()].map(|axle| axle.combined_tyre());
    let friction = tyres.map(|tyre| tyre.friction * tyre.lateral_share);
    let most_m_s2 = STANDARD_GRAVITY_M_S2 * f64::max(friction[0], friction[1]);
    let least_s = core::f64::consts::TAU * ((radius_m - half_m) / most_m_s2).sqrt();
    println!("{} {least_s} {:?}", found.lap.time_s, found.meshes);
    assert!((1.0..1.02).contains(&(found.lap.time_s / least_s)), "{} {least_s}", found.lap.time_s);
    for point in found.path.points() {
        assert!(point.lateral_offset_m > half_m - 0.02, "{}", point.lateral_offset_m);
        let bend = point.curvature_1_m * (radius_m - point.lateral_offset_m);
        assert!((bend - 1.0).abs() < 1e-3, "{bend} of a circle's curvature");
    }
}
