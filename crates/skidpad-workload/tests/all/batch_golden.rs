//! The bits of 200 steps of 64 cars of each model: the same on every machine, for every way to run
//! them.
//!
//! A change of an equation, of an elementary function or of the workload changes these (the test
//! prints the new ones); a change of how they are run must not.

use skidpad_core::batch::Level;
use skidpad_core::batch::Number;
use skidpad_core::model::Model;
use skidpad_workload::{Fleet, Mode, Visitor, every_fleet, prepare};

/// Model, f64, f32.
const GOLDEN: &[(&str, u64, u64)] = &[
    ("w1", 0x372f_153f_62d9_2cdf, 0xde42_832e_8449_66ef),
    ("point_mass", 0x90e9_fbd6_3661_8f5b, 0x6d7e_c5f4_ac7d_b665),
    ("point_mass_palmer", 0x34ee_7c35_f2ef_abe8, 0x15ef_b474_bc64_6a03),
    ("straight_line", 0x2ed6_7d6b_0ffe_aa15, 0xb574_0ffb_9284_4ca2),
    ("single_track", 0x0559_3726_0ead_5475, 0x5881_bbc0_eac7_3600),
    ("two_track", 0xb03f_3934_0562_37ca, 0x4c57_64bd_cbdd_71b6),
    ("kinematic", 0x68c2_f376_27ed_e9e5, 0x6631_490a_d4b1_c46a),
    ("slip_vector", 0xc5b7_b79e_6d20_1acb, 0xd48e_a7c1_38ca_4af0),
    ("commonroad_ks", 0x533a_71ba_68e3_fae4, 0xaa4c_6e3f_df03_173f),
    ("commonroad_kst", 0xc042_07cd_97c1_5eab, 0x5387_7ab7_c4bc_301b),
    ("commonroad_st", 0x4b1c_d2d6_4794_c689, 0xe8ef_e200_3a36_49be),
    ("commonroad_std", 0x4e67_60b7_541e_60f2, 0x1384_95e6_4a31_355d),
    ("commonroad_mb", 0xa017_f36d_0855_55f3, 0x1037_d8b2_1a50_06b8),
    ("ackermann", 0x3b4b_c24d_ab55_aa07, 0xb67d_9e99_3197_1357),
    ("ackermann_as_printed", 0xd39d_b7eb_0351_9b45, 0x5006_68eb_0a26_7653),
    ("motorcycle", 0x4c14_9e36_676a_6fcc, 0x9bbb_6683_df34_a952),
];

const CARS: usize = 64;
const STEPS: u32 = 200;

fn digest(model: &str, single: bool, mode: Mode) -> u64 {
    let mut run = prepare(model, single, mode, CARS).expect("a model of the list");
    run.steps(STEPS);
    run.digest()
}

#[test]
fn bits_are_the_golden_ones_in_every_mode() {
    let mut found = Vec::new();
    for model in skidpad_workload::models() {
        let [double, single] = [false, true].map(|single| {
            let [scalar, lanes] = [Mode::Scalar, Mode::Lanes].map(|mode| digest(model, single, mode));
            assert_eq!(scalar, lanes, "{model}, single: {single}");
            scalar
        });
        found.push((model, double, single));
    }
    let wrong: Vec<_> = found.iter().filter(|row| !GOLDEN.contains(row)).collect();
    assert!(wrong.is_empty() && found.len() == GOLDEN.len(), "now {wrong:#x?}");
}

/// The bits of a fleet at each level of this machine.
struct AtEveryLevel;

impl Visitor for AtEveryLevel {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let fleet = fleet(CARS);
        let (_, double, single) = GOLDEN.iter().find(|row| row.0 == M::NAME).expect("a golden hash");
        for level in Level::ALL {
            same::<M, f64>(&fleet, level, *double);
            same::<M, f32>(&fleet, level, *single);
        }
    }
}

fn same<M: Model, T: Number>(fleet: &Fleet<M>, level: Level, golden: u64) {
    if let Some(mut batch) = fleet.batch::<T>().with_level(level) {
        (0..STEPS).for_each(|_| _ = batch.step(fleet.dt()));
        assert_eq!(batch.digest(), golden, "{} at {}", M::NAME, level.name());
    }
}

#[test]
fn bits_are_the_golden_ones_at_every_level() {
    every_fleet(&mut AtEveryLevel);
}
