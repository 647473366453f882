//! Random circuits: drivable, as long and as narrow as asked for, with all that belongs to a circuit, for any seed.

use std::sync::{Arc, LazyLock};

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;
use skidpad_testing::Random;
use skidpad_world::ground::{Ground, Road};
use skidpad_world::track::{
    Finding, FindingKind, MakeOptions, Side, Strip, StripKind, Track, TrackFault, TrackSpec, make_track,
    track_by_name, track_names,
};

/// Seeds of each law; fewer of them with debug assertions, as each takes 0.1 s.
const SEEDS: u64 = if cfg!(debug_assertions) { 40 } else { 500 };

/// The tracks of the seeds, which two laws look at.
static OF_SEEDS: LazyLock<Vec<(TrackSpec, Track)>> =
    LazyLock::new(|| (0..SEEDS).map(|seed| made(&MakeOptions { seed, ..MakeOptions::default() })).collect());

fn made(options: &MakeOptions) -> (TrackSpec, Track) {
    let spec = make_track(options).unwrap();
    let track = Track::new(&spec).unwrap();
    (spec, track)
}

#[test]
fn any_seed_gives_a_track_without_findings_of_the_length_asked_for() {
    let options = MakeOptions::default();
    for (seed, (spec, track)) in OF_SEEDS.iter().enumerate() {
        assert_eq!(track.inspect(&spec.stations), [], "seed {seed}");
        let figures = track.figures();
        assert!(Real::abs(figures.length_m / options.length_m - 1.0) < 0.01, "seed {seed}: {figures:?}");
        let least_m =
            figures.corners.iter().map(|corner| corner.least_radius_m).fold(f64::INFINITY, Real::min);
        assert!(least_m >= options.least_radius_m, "seed {seed}: {least_m}");
        assert!(figures.corners.len() >= 6, "seed {seed}: {} corners", figures.corners.len());
        assert!(figures.heights_m[1] - figures.heights_m[0] < options.hills_m + 0.5, "seed {seed}");
        assert!(figures.steepest_grade.abs() < 0.1, "seed {seed}");
        assert!(figures.largest_banking_rad.abs() < options.banking_rad * 1.05, "seed {seed}");
        assert!(figures.widths_m[0] > 10.8 && figures.widths_m[1] < 13.2, "seed {seed}");
    }
}

/// Vertical acceleration of a body that follows a line beside a track's own at an offset, as fast as the corners within 40 m let it at
/// 0.9 g and at most 50 m/s: the largest, m/s^2, and where along the line, m.
fn roughest_m_s2(track: &Arc<Track>, offset_m: f64) -> (f64, f64) {
    let (surface, ground) = (Surface::asphalt(), Ground::default().with_track(Arc::clone(track)));
    let road = Road::new(&surface, &ground);
    let radius_m = |distance_m: f64| 1.0 / track.at(distance_m).curvature_1_m - offset_m;
    let vertical_m_s2 = |place: usize| {
        let distance_m = place as f64;
        let near = (0..=80).map(|off_m| Real::abs(radius_m(distance_m + f64::from(off_m) - 40.0)));
        let least_m = near.fold(f64::INFINITY, Real::min);
        let speed_m_s = Real::min(Real::sqrt(0.9 * 9.81 * least_m), 50.0);
        let (sin, cos) = Real::sin_cos(track.at(distance_m).heading_rad);
        let position_m = track.beside(distance_m, offset_m);
        let following = road.following(position_m, [speed_m_s * cos, speed_m_s * sin]).unwrap();
        let left_m_s2 = speed_m_s * speed_m_s / radius_m(distance_m);
        let rise_left = cos * following.rise[1] - sin * following.rise[0];
        (Real::abs(following.bend_m_s2 + left_m_s2 * rise_left), distance_m)
    };
    let places = 0..track.length_m() as usize;
    places.map(vertical_m_s2).fold((0.0, 0.0), |most, at| if at.0 > most.0 { at } else { most })
}

/// Where the banking of the Grand-Prix-like circuit grew in a straight line over short spirals, the inside of its corners was a dip
/// that pressed cars onto the road with half of their weight, and a sports car on road tyres cornered at 1.3 g.
#[test]
fn corners_are_banked_so_gently_that_no_car_is_thrown() {
    for name in track_names().into_iter().filter(|name| *name != "oval") {
        let track = Arc::new(Track::new(&track_by_name(name).unwrap()).unwrap());
        let half_m = 0.5 * track.figures().widths_m[0];
        for offset_m in [1.2 - half_m, half_m - 1.2] {
            let (most_m_s2, distance_m) = roughest_m_s2(&track, offset_m);
            println!("{name} {offset_m:.1} m: {most_m_s2:.2} m/s^2 at {distance_m:.0} m");
            assert!(
                most_m_s2 < 3.0,
                "{name}: {most_m_s2:.2} m/s^2 at {distance_m:.0} m, {offset_m:.1} m beside"
            );
        }
    }
}

/// Karts, long laps, narrow and wide roads, wide bends, and both at the limits of the ranges.
#[test]
fn any_options_in_their_ranges_give_a_track_without_findings() {
    let mut random = Random::new(9);
    for seed in 0..SEEDS / 3 {
        let width_m = random.between(2.0, 30.0);
        let length_m =
            random.between(Real::max(60.0 * width_m, 200.0), Real::max(60.0 * width_m, 200.0) * 5.0);
        let share = if random.chance(0.3) { 0.0 } else { random.unit() };
        let least_m = Real::max(0.75 * width_m, 3.5);
        let options = MakeOptions {
            seed,
            length_m,
            width_m,
            least_radius_m: least_m + share * (length_m / 40.0 - least_m),
            hills_m: random.between(0.0, 0.05 * length_m),
            banking_rad: random.between(0.0, 0.3),
            corners: random.chance(0.5).then(|| 4 + random.below(30)),
        };
        let (spec, track) = made(&options);
        assert_eq!(track.inspect(&spec.stations), [], "{options:?}");
        assert!(Real::abs(track.length_m() / length_m - 1.0) < 0.02, "{options:?}: {}", track.length_m());
    }
}

/// Straights of different lengths, slow and fast corners, to both sides.
#[test]
fn circuits_have_character() {
    let (mut with_pits, mut with_both_sides, mut fast_and_slow) = (0, 0, 0);
    for (seed, (spec, track)) in OF_SEEDS.iter().enumerate() {
        let corners = track.figures().corners;
        let radius_m = |most: bool| {
            let all = corners.iter().map(|corner| corner.least_radius_m);
            if most { all.fold(0.0, Real::max) } else { all.fold(f64::INFINITY, Real::min) }
        };
        fast_and_slow += u64::from(radius_m(true) > 4.0 * radius_m(false));
        with_both_sides += u64::from(Side::ALL.iter().all(|side| corners.iter().any(|of| of.side == *side)));
        // The start line is on a straight of 150 m or more, 60 % of which lie before it.
        let start_m = track.start_m();
        let is_straight = |off_m: f64| Real::abs(track.at(start_m + off_m).curvature_1_m) < 1e-4;
        assert!((-80..60).all(|off_m| is_straight(f64::from(off_m))), "seed {seed}");
        let at = track.at(start_m);
        assert!(Real::hypot(at.position_m[0], at.position_m[1]) < 0.5 && Real::abs(at.heading_rad) < 1e-6);
        assert_eq!(track.sectors_m().len(), 3);
        let sectors = track.sectors_m();
        assert!(sectors[0] > 0.2 * track.lap_m() && sectors[1] - sectors[0] > 0.1 * track.lap_m());
        let kerbs = track.strips().iter().filter(|strip| strip.kind == StripKind::Kerb).count();
        assert!(kerbs >= corners.len() && track.walls().len() > 4, "seed {seed}");
        for corner in &corners {
            let at = track.at(corner.apex_m);
            let is_inside = |of: &Strip| of.kind == StripKind::Kerb && of.side == corner.side;
            let has_kerb = track.strips().iter().any(|of| is_inside(of) && of.is_beside(corner.apex_m));
            assert!(has_kerb || corner.least_radius_m > 150.0, "seed {seed}: {corner:?}");
            assert!(corner.side.sign() * at.banking_rad < 1e-9, "seed {seed}: falls outwards in {corner:?}");
        }
        // Beside the start line run-off, walls and pit lane lie beside each other, in this order from the road.
        for side in Side::ALL {
            let beside = track.strips().iter().filter(|of| of.side == side && of.is_beside(start_m));
            let strips_m: f64 = beside.map(|strip| strip.width_m).sum();
            let edge_m = at.widths_m[usize::from(side == Side::Right)] + strips_m;
            let walls = track.walls().iter().filter(|of| of.side == side && of.is_beside(start_m));
            let farthest_m = walls.map(|wall| track.wall_offset_m(wall, start_m)).fold(0.0, Real::max);
            assert!(farthest_m >= edge_m, "seed {seed}: {farthest_m} {edge_m}");
            if let Some(pits) = track.pit_lane().filter(|pits| pits.side == side) {
                assert!(pits.offset_m + 0.5 * pits.width_m < edge_m, "seed {seed}");
                assert!(pits.offset_m - 0.5 * pits.width_m > at.widths_m[0], "seed {seed}");
            }
        }
        with_pits += u64::from(spec.pit_lane.is_some());
    }
    assert!(with_pits * 20 > SEEDS * 19, "{with_pits} of {SEEDS}");
    assert!(with_both_sides * 10 > SEEDS * 9, "{with_both_sides} of {SEEDS}");
    assert!(fast_and_slow * 10 > SEEDS * 8, "{fast_and_slow} of {SEEDS}");
}

/// A sum over the bits of all numbers of the stations: another value means other tracks for the seeds of players.
#[test]
fn a_seed_gives_the_same_track_on_every_platform() {
    let hash = |seed: u64| {
        let spec = make_track(&MakeOptions { seed, ..MakeOptions::default() }).unwrap();
        spec.stations.iter().fold(0_u64, |sum, of| {
            let [x, y] = of.position_m;
            [x, y, of.height_m, of.banking_rad, of.widths_m[0]]
                .iter()
                .fold(sum, |sum, number| (sum ^ number.to_bits()).wrapping_mul(0x0100_0000_01b3))
        })
    };
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
    assert_eq!([1, 2, 3].map(hash), HASHES);
}

const HASHES: [u64; 3] = [17_223_908_103_636_611_136, 2_073_875_369_732_641_365, 12_194_246_730_182_636_943];

#[test]
fn options_out_of_their_ranges_are_refused_by_name() {
    let refused = |options: MakeOptions| -> Vec<String> {
        make_track(&options).expect_err("faults").iter().map(TrackFault::to_string).collect()
    };
    let usual = MakeOptions::default();
    assert_eq!(refused(MakeOptions { length_m: 600.0, ..usual }), ["length_m = 600: must be 720 to 50000"]);
    assert_eq!(refused(MakeOptions { width_m: f64::NAN, ..usual }), ["width_m = NaN: must be 2 to 40"]);
    assert_eq!(
        refused(MakeOptions { least_radius_m: 200.0, hills_m: -1.0, ..usual }),
        ["least_radius_m = 200: must be 9 to 100", "hills_m = -1: must be 0 to 200"]
    );
    assert_eq!(
        refused(MakeOptions { banking_rad: 2.0, corners: Some(3), ..usual }),
        ["banking_rad = 2: must be 0 to 0.6", "corners = 3: must be 4 to 60"]
    );
}

/// Findings that are no notes.
fn faults(spec: &TrackSpec, track: &Track) -> Vec<Finding> {
    track.inspect(&spec.stations).into_iter().filter(|of| of.kind != FindingKind::Bridge).collect()
}

#[test]
fn the_named_tracks_are_as_their_names_say() {
    assert_eq!(track_names(), ["grand-prix", "handling-course", "hill-climb", "kart-track", "oval"]);
    assert_eq!(track_by_name("nowhere"), None);
    for (name, length_m, least_m, corners) in [
        ("grand-prix", 5000.0, 16.0, 15),
        ("handling-course", 3000.0, 12.0, 15),
        ("hill-climb", 4000.0, 12.0, 18),
        ("kart-track", 1000.0, 8.0, 10),
        ("oval", 2400.0, 200.0, 2),
    ] {
        let spec = track_by_name(name).unwrap();
        let track = Track::new(&spec).unwrap();
        assert_eq!((track.name(), faults(&spec, &track)), (name, vec![]));
        let figures = track.figures();
        assert!(Real::abs(figures.length_m - length_m) < 1e-3 * length_m, "{name}: {}", figures.length_m);
        assert!(figures.corners.len() >= corners, "{name}: {}", figures.corners.len());
        let sharpest_m = figures.corners.iter().map(|of| of.least_radius_m).fold(f64::INFINITY, Real::min);
        assert!(sharpest_m > least_m, "{name}: {sharpest_m}");
        assert_eq!(track.pit_lane().is_some(), track.is_closed(), "{name}");
    }
}

#[test]
fn the_grand_prix_track_has_a_straight_of_a_kilometre_and_the_hill_climb_300_m_of_rise() {
    let track = Track::new(&track_by_name("grand-prix").unwrap()).unwrap();
    let straight = |distance_m: &u32| Real::abs(track.at(f64::from(*distance_m)).curvature_1_m) < 1e-4;
    let straight_m = (0..).take_while(straight).count();
    assert!((1000..1150).contains(&straight_m), "{straight_m}");
    let hill = Track::new(&track_by_name("hill-climb").unwrap()).unwrap();
    assert!(!hill.is_closed());
    let rise_m = hill.at(hill.length_m()).height_m - hill.at(0.0).height_m;
    assert!(Real::abs(rise_m - 300.0) < 10.0, "{rise_m}");
    assert!(hill.figures().steepest_grade < 0.14);
}
