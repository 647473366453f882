//! The bits of 200 steps of 64 cars of each model: the same on every machine, for every way to run
//! them.
//!
//! A change of an equation, of an elementary function or of the workload changes these (the test
//! prints the new ones); a change of how they are run must not.

use skidpad::batch::workload::{
    Mode, ackermann, ackermann_as_printed, commonroad_ks, commonroad_kst, commonroad_st, commonroad_std,
    kinematic, motorcycle, point_mass, prepare, slip_vector, straight_line, w1,
};
use skidpad::batch::{Batch, Level};
use skidpad::dispatch::Number;
use skidpad::model::Model;

/// Model, f64, f32.
const GOLDEN: [(&str, u64, u64); 12] = [
    ("w1", 0x372f_153f_62d9_2cdf, 0xde42_832e_8449_66ef),
    ("point_mass", 0x90e9_fbd6_3661_8f5b, 0x34f6_1889_3036_7685),
    ("straight_line", 0x5d2c_f4d1_4688_4b99, 0xd160_476b_f22e_d345),
    ("kinematic", 0xeb3f_4b59_7431_7934, 0x8bf8_b798_fa5b_a8d2),
    ("slip_vector", 0xd9a8_e56a_444c_c9b6, 0xdaa0_0b05_6ac0_e5b8),
    ("commonroad_ks", 0x533a_71ba_68e3_fae4, 0xaa4c_6e3f_df03_173f),
    ("commonroad_kst", 0xc042_07cd_97c1_5eab, 0x5387_7ab7_c4bc_301b),
    ("commonroad_st", 0x4b1c_d2d6_4794_c689, 0xe8ef_e200_3a36_49be),
    ("commonroad_std", 0x17e4_bc60_543d_bd57, 0x33e7_68bc_2f61_f2d0),
    ("ackermann", 0x14b5_4e0c_a535_a54e, 0xd6b0_7a13_961e_af5b),
    ("ackermann_as_printed", 0xd39d_b7eb_0351_9b45, 0x5006_68eb_0a26_7653),
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
    let (kinematic, slip_vector) = (kinematic(CARS), slip_vector(CARS));
    let (ks, kst) = (commonroad_ks(CARS), commonroad_kst(CARS));
    let (st, std) = (commonroad_st(CARS), commonroad_std(CARS));
    let (ackermann, as_printed) = (ackermann(CARS), ackermann_as_printed(CARS));
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
            digests(|| kinematic.batch::<f64>(), kinematic.dt()),
            digests(|| kinematic.batch::<f32>(), kinematic.dt()),
        ),
        (
            digests(|| slip_vector.batch::<f64>(), slip_vector.dt()),
            digests(|| slip_vector.batch::<f32>(), slip_vector.dt()),
        ),
        (digests(|| ks.batch::<f64>(), ks.dt()), digests(|| ks.batch::<f32>(), ks.dt())),
        (digests(|| kst.batch::<f64>(), kst.dt()), digests(|| kst.batch::<f32>(), kst.dt())),
        (digests(|| st.batch::<f64>(), st.dt()), digests(|| st.batch::<f32>(), st.dt())),
        (digests(|| std.batch::<f64>(), std.dt()), digests(|| std.batch::<f32>(), std.dt())),
        (
            digests(|| ackermann.batch::<f64>(), ackermann.dt()),
            digests(|| ackermann.batch::<f32>(), ackermann.dt()),
        ),
        (
            digests(|| as_printed.batch::<f64>(), as_printed.dt()),
            digests(|| as_printed.batch::<f32>(), as_printed.dt()),
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
