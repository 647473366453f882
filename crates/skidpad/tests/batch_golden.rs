//! The bits of 200 steps of 64 cars of each model: the same on every machine, for every way to run
//! them.
//!
//! A change of an equation, of an elementary function or of the workload changes these (the test
//! prints the new ones); a change of how they are run must not.

use skidpad::batch::workload::{Mode, motorcycle, point_mass, prepare, straight_line, w1};
use skidpad::batch::{Batch, Level};
use skidpad::dispatch::Number;
use skidpad::model::Model;

/// Model, f64, f32.
const GOLDEN: [(&str, u64, u64); 4] = [
    ("w1", 0x372f_153f_62d9_2cdf, 0xde42_832e_8449_66ef),
    ("point_mass", 0x90e9_fbd6_3661_8f5b, 0x34f6_1889_3036_7685),
    ("straight_line", 0x5d2c_f4d1_4688_4b99, 0xd160_476b_f22e_d345),
    ("motorcycle", 0x3f3f_e9ce_c141_e07d, 0xea19_c492_418f_296c),
];

const CARS: usize = 64;
const STEPS: u32 = 200;

#[test]
fn bits_are_the_golden_ones_in_every_mode() {
    let mut found = Vec::new();
    for (model, _, _) in GOLDEN {
        let [double, single] = [false, true].map(|single| {
            let [scalar, lanes] = [Mode::Scalar, Mode::Lanes].map(|mode| {
                let mut run = prepare(model, single, mode, CARS).unwrap();
                run.steps(STEPS);
                run.digest()
            });
            assert_eq!(scalar, lanes, "{model}, single: {single}");
            scalar
        });
        found.push((model, double, single));
    }
    assert_eq!(found, GOLDEN, "{found:#x?}");
}

fn digests<M: Model, T: Number>(batch: impl Fn() -> Batch<M, T>, dt: skidpad::step::Dt) -> Vec<u64> {
    let run = |level| {
        let mut batch = batch().with_level(level)?;
        (0..STEPS).for_each(|_| _ = batch.step(dt));
        Some(batch.digest())
    };
    Level::ALL.into_iter().filter_map(run).collect()
}

#[test]
fn bits_are_the_golden_ones_at_every_level() {
    let (w1, point_mass, straight_line) = (w1(CARS), point_mass(CARS), straight_line(CARS));
    let motorcycle = motorcycle(CARS);
    let found = [
        (digests(|| w1.batch::<f64>(), w1.dt()), digests(|| w1.batch::<f32>(), w1.dt())),
        (
            digests(|| point_mass.batch::<f64>(), point_mass.dt()),
            digests(|| point_mass.batch::<f32>(), point_mass.dt()),
        ),
        (
            digests(|| straight_line.batch::<f64>(), straight_line.dt()),
            digests(|| straight_line.batch::<f32>(), straight_line.dt()),
        ),
        (
            digests(|| motorcycle.batch::<f64>(), motorcycle.dt()),
            digests(|| motorcycle.batch::<f32>(), motorcycle.dt()),
        ),
    ];
    for ((model, double, single), (doubles, singles)) in GOLDEN.into_iter().zip(found) {
        assert!(doubles.iter().all(|digest| *digest == double), "{model} f64 {doubles:x?}");
        assert!(singles.iter().all(|digest| *digest == single), "{model} f32 {singles:x?}");
    }
}
