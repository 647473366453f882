//! Positions on a track in lanes: each lane has what the search for one position gives, to the bit, with every set of instructions.

use skidpad_core::batch::{Isa, Kernel, Level, Number};
use skidpad_core::math::Lanes;
use skidpad_testing::Random;
use skidpad_world::track::{Track, TrackPosition, TrackPositions, track_by_name};

/// Positions of some cars after each other: most move by at most a metre, some by pieces, some jump, and some are nowhere.
fn positions(track: &Track, cars: usize, steps: usize) -> Vec<Vec<[f64; 2]>> {
    let mut random = Random::new(2);
    let mut at: Vec<_> = (0..cars).map(|_| [random.between(0.0, track.length_m()), 0.0]).collect();
    let mut step = || {
        at.iter_mut()
            .map(|[distance_m, offset_m]| {
                *distance_m = track.wrapped_m(*distance_m + random.between(-0.3, 1.0));
                *offset_m += random.between(-0.2, 0.2);
                match random.below(100) {
                    0 => *distance_m = track.wrapped_m(*distance_m + random.between(-30.0, 30.0)),
                    1 => *offset_m = random.between(-40.0, 40.0),
                    2 => *distance_m = random.between(0.0, track.length_m()),
                    3 => return [random.between(-1e3, 1e3), random.between(-1e3, 1e3)],
                    4 => return [random.any(), random.any()],
                    5 => return track.at((*distance_m / 2.0).floor() * 2.0).position_m,
                    _ => {}
                }
                track.beside(*distance_m, *offset_m)
            })
            .collect()
    };
    (0..steps).map(|_| step()).collect()
}

/// Moves all cars in lanes, and checks each against the search for it alone.
struct Moves<'a> {
    track: &'a Track,
    steps: &'a [Vec<[f64; 2]>],
}

impl Moves<'_> {
    #[inline(always)]
    fn check<const N: usize>(&self) {
        let track = self.track;
        let mut scalar: Vec<TrackPosition> = self.steps[0].iter().map(|at| track.locate(*at, None)).collect();
        let cars = scalar.len() / N * N;
        let block = |from: usize| TrackPositions::<N>::from(core::array::from_fn(|lane| scalar[from + lane]));
        let mut lanes: Vec<_> = (0..cars).step_by(N).map(block).collect();
        for (step, positions) in self.steps.iter().enumerate() {
            for (place, lanes) in lanes.iter_mut().enumerate() {
                let axis =
                    |axis: usize| Lanes(core::array::from_fn(|lane| positions[place * N + lane][axis]));
                *lanes = track.locate_lanes([axis(0), axis(1)], lanes);
            }
            for (car, before) in scalar.iter_mut().enumerate().take(cars) {
                *before = track.locate(positions[car], Some(before));
                let found = lanes[car / N].lane(car % N);
                let bits = |of: &TrackPosition| {
                    let lateral = of.lateral_offset_m;
                    (of.distance_m.to_bits(), if lateral.is_nan() { 0 } else { lateral.to_bits() })
                };
                assert_eq!(bits(&found), bits(before), "step {step}, car {car} at {:?}", positions[car]);
            }
        }
    }
}

impl Kernel for Moves<'_> {
    #[inline(always)]
    fn run<const N: usize, const TWICE: usize>(self) -> bool {
        self.check::<N>();
        self.check::<TWICE>();
        true
    }
}

#[test]
fn each_lane_has_the_bits_of_the_search_for_one_position() {
    for name in ["kart-track", "hill-climb"] {
        let track = Track::new(&track_by_name(name).unwrap()).unwrap();
        let steps = positions(&track, 96, 400);
        for isa in Level::ALL.into_iter().filter_map(Isa::new) {
            f64::run(isa, Moves { track: &track, steps: &steps });
        }
        Moves { track: &track, steps: &steps }.check::<1>();
        Moves { track: &track, steps: &steps }.check::<3>();
    }
}

/// From the place a moment ago, and from none, in the tightest bends and beyond the edges.
#[test]
fn feet_are_found_to_a_tenth_of_a_micrometre() {
    let track = Track::new(&track_by_name("kart-track").unwrap()).unwrap();
    let mut before = None;
    for step in 0..20_000 {
        let distance_m = 0.05 * f64::from(step);
        let offset_m = 5.0 * f64::sin(0.01 * f64::from(step));
        let position_m = track.beside(distance_m, offset_m);
        for found in [track.locate(position_m, before.as_ref()), track.locate(position_m, None)] {
            assert!((found.distance_m - track.wrapped_m(distance_m)).abs() < 1e-7, "{distance_m}: {found:?}");
            assert!((found.lateral_offset_m - offset_m).abs() < 1e-9, "{distance_m}: {found:?}");
            before = Some(found);
        }
    }
}

/// A position that was found on another track is a place to begin at, and no more.
#[test]
fn a_place_on_another_track_breaks_nothing() {
    let [long, short] =
        ["grand-prix", "kart-track"].map(|name| Track::new(&track_by_name(name).unwrap()).unwrap());
    let far = long.locate(long.at(4900.0).position_m, None);
    let at = short.at(500.0).position_m;
    assert!((short.locate(at, Some(&far)).distance_m - 500.0).abs() < 1e-6);
}
