//! Lanes and threads give a four-wheel car of any kind the bits that it has alone.
//!
//! What runs in seconds takes many minutes to compile: `cargo xtask soak` does both.

use skidpad_core::batch::Level;
use skidpad_core::batch::Number;
use skidpad_core::model::two_track::{
    Brushes, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres, TmeasyTyres,
};
use skidpad_workload::{Run, Scalars, four_wheels};

/// Not whole blocks, so that the last is padded.
const CARS: usize = 77;
/// Cars brake, shift, slide and stop meanwhile.
const STEPS: u32 = 500;

fn check<K: Kind, T: Number>() {
    let fleet = four_wheels::<K>(CARS);
    let mut alone = Scalars::new(&fleet.batch::<T>(), fleet.dt_s);
    alone.steps(STEPS);
    let mut moved = 0;
    for (state, start) in alone.states.iter().zip(&fleet.states) {
        moved += usize::from(state.body.x_m.lane(0) != start.body.x_m);
    }
    assert!(moved > CARS / 2, "{}: {moved} cars move", K::NAME);
    let mut tried = 0;
    for (level, threads) in Level::ALL.into_iter().map(|level| (level, 1)).chain([(Level::ALL[0], 3)]) {
        let Some(batch) = fleet.batch::<T>().with_level(level) else { continue };
        let mut batch = batch.with_threads(threads);
        for _ in 0..STEPS {
            batch.step(fleet.dt());
        }
        assert_eq!(batch.tally().quarantined, 0, "{} {}", K::NAME, level.name());
        assert_eq!(batch.digest(), alone.digest(), "{} {} on {threads} threads", K::NAME, level.name());
        tried += 1;
    }
    assert!(tried >= 2);
}

macro_rules! kinds {
    ($($name:ident: $kind:ty),*) => { $(
        mod $name {
            use super::*;
            #[test]
            #[ignore = "soak: seconds, but minutes to compile"]
            fn in_f64() {
                check::<$kind, f64>();
            }
            #[test]
            #[ignore = "soak: seconds, but minutes to compile"]
            fn in_f32() {
                check::<$kind, f32>();
            }
        }
    )* };
}
kinds!(
    sprung: SprungCurves, brush: Brushes, fiala: FialaTyres, tmeasy: TmeasyTyres, pacejka89: Pacejka89Tyres,
    magic: MagicTyres, sprung_magic: SprungMagicTyres
);
