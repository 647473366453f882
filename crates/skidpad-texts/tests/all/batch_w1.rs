//! Workload W1: the batch gives the sums that the workload states.

use skidpad_core::batch::Batch;
use skidpad_core::batch::Number;
use skidpad_core::record::Empty;
use skidpad_core::step::Dt;
use skidpad_texts::w1::{W1, workload};

fn sums<T: Number>() -> [f64; 6] {
    let (states, inputs): (Vec<_>, Vec<_>) = (0..4096).map(workload::start).unzip();
    let mut batch = Batch::<W1, T>::new(&[Empty], &[Empty], &states).unwrap().bare();
    batch.set_inputs(&inputs);
    for _ in 0..1000 {
        let tally = batch.step(Dt::new(0.01).unwrap());
        assert_eq!(tally.running, 4096);
    }
    core::array::from_fn(|column| batch.states(column).iter().map(|x| x.lane(0)).sum())
}

#[test]
fn sums_in_f64() {
    for (found, expected) in sums::<f64>().into_iter().zip(workload::SUMS) {
        assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} {expected}");
    }
}

#[test]
fn sums_in_f32() {
    for (found, expected) in sums::<f32>().into_iter().zip(workload::SUMS) {
        assert!((found - expected).abs() <= 5e-5 * expected.abs(), "{found} {expected}");
    }
}
