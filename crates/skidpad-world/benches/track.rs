//! Cost of positions on a track: cars that move by 0.4 m each time, one after the other and in lanes.
//!
//! `cargo bench --package skidpad-world --bench track`
#![allow(clippy::disallowed_methods, reason = "a benchmark sets its scene as it likes")]

use std::hint::black_box;
use std::time::Instant;

use skidpad_core::batch::{Isa, Kernel, Level, Number};
use skidpad_core::math::Lanes;
use skidpad_world::track::{Track, TrackPosition, TrackPositions, track_by_name};

const CARS: usize = 1024;
const STEPS: usize = 250;
const STEP_M: f64 = 0.4;

/// Cars all around the track, each on its own lateral offset.
fn positions(track: &Track) -> Vec<[Vec<f64>; 2]> {
    let at = |step: usize, car: usize| {
        let distance_m = track.length_m() * car as f64 / CARS as f64 + STEP_M * step as f64;
        track.beside(distance_m, (car % 9) as f64 - 4.0)
    };
    let axis = |step: usize, axis: usize| (0..CARS).map(|car| at(step, car)[axis]).collect();
    (0..STEPS).map(|step| [axis(step, 0), axis(step, 1)]).collect()
}

struct Moves<'a> {
    track: &'a Track,
    steps: &'a [[Vec<f64>; 2]],
    begin: &'a [TrackPosition],
}

impl Kernel for Moves<'_> {
    #[inline(always)]
    fn run<const N: usize, const TWICE: usize>(self) -> bool {
        let block =
            |from: &[TrackPosition]| TrackPositions::<N>::from(core::array::from_fn(|lane| from[lane]));
        let mut lanes: Vec<_> = self.begin.chunks_exact(N).map(block).collect();
        for [xs, ys] in self.steps {
            for (place, at) in lanes.iter_mut().enumerate() {
                let from = place * N;
                *at = self
                    .track
                    .locate_lanes([Lanes::from_slice(&xs[from..]), Lanes::from_slice(&ys[from..])], at);
            }
        }
        black_box(&lanes);
        true
    }
}

/// The best of some runs, ns for each position.
fn best(mut run: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..7 {
        let begin = Instant::now();
        run();
        least = least.min(begin.elapsed().as_secs_f64());
    }
    1e9 * least / (CARS * STEPS) as f64
}

fn report(name: &str, ns: f64) {
    println!("{name:>9}: {ns:6.1} ns, {:6.1} million a second", 1e3 / ns);
}

fn main() {
    let track =
        Track::new(&track_by_name("grand-prix").expect("a track that Skidpad brings")).expect("a sound one");
    let steps = positions(&track);
    let begin: Vec<_> =
        (0..CARS).map(|car| track.locate([steps[0][0][car], steps[0][1][car]], None)).collect();
    report(
        "one",
        best(|| {
            let mut at = begin.clone();
            for [xs, ys] in &steps {
                for (car, at) in at.iter_mut().enumerate() {
                    *at = track.locate([xs[car], ys[car]], Some(at));
                }
            }
            black_box(&at);
        }),
    );
    report(
        "anywhere",
        best(|| {
            for [xs, ys] in &steps {
                (0..CARS).for_each(|car| {
                    black_box(track.locate([xs[car], ys[car]], None));
                });
            }
        }),
    );
    for level in Level::ALL {
        let Some(isa) = Isa::new(level) else { continue };
        let kernel = || Moves { track: &track, steps: &steps, begin: &begin };
        report(level.name(), best(|| assert!(f64::run(isa, kernel()))));
    }
}
