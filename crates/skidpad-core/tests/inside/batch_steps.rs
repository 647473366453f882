//! Several steps of a batch in one call.

use super::*;
use crate::math::Real;
use crate::model::Pose;
use crate::record;

record! {
    /// Something that grows.
    pub struct Amount {
        /// How much there is.
        amount: "-" [0.0, 1e308],
    }

    /// Limit, and whether it was exceeded.
    pub struct Limit {
        /// Amount with which the run is over.
        limit: "-" [0.0, 1e308],
        /// 1 where it is over.
        is_over: "-" [0.0, 1.0],
    }
}

/// Grows by a rate for each unit of itself, until its run is over or its number is not finite.
#[derive(Clone, Copy, Debug)]
struct Growing;

impl Model for Growing {
    const NAME: &'static str = "growing";
    const DESCRIPTION: &'static str = "something that grows";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = crate::record::Empty;
    type Input<R: Real> = Amount<R>;
    type State<R: Real> = Amount<R>;
    type Mode<R: Real> = Limit<R>;
    type Trace<R: Real> = crate::record::Empty;

    fn evaluate<R: Real>(
        _: &Self::Car<R>,
        _: &Limit<R>,
        state: &Amount<R>,
        input: &Amount<R>,
        _: &Surface<R>,
    ) -> (Amount<R>, Self::Trace<R>) {
        (Amount { amount: input.amount * state.amount }, crate::record::Empty)
    }

    fn settle<R: Real>(
        _: &Self::Car<R>,
        mode: &Limit<R>,
        _: &Amount<R>,
        after: &Amount<R>,
        _: &Amount<R>,
    ) -> (Limit<R>, Amount<R>) {
        let is_over = R::select(after.amount.gt(mode.limit), R::one(), R::zero());
        (Limit { is_over, ..*mode }, *after)
    }

    fn ended<R: Real>(mode: &Limit<R>) -> R {
        mode.is_over
    }

    fn pose<R: Real>(state: &Amount<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.amount, R::zero()], R::zero(), surface)
    }
}

const CARS: usize = 43;

/// Cars that grow by an order of magnitude in a step, from 1e280 up: some overflow soon, every fifth ends before, and one is not
/// finite as it begins.
fn batch(threads: usize) -> Batch<Growing, f64> {
    let no_limit = Limit { limit: f64::MAX, is_over: 0.0 };
    let modes: Vec<_> = (0..CARS)
        .map(|car| if car % 5 == 2 { Limit { limit: 1e295, ..no_limit } } else { no_limit })
        .collect();
    let states: Vec<_> =
        (0..CARS).map(|car| Amount { amount: Real::powf(10.0, 280.0 + car as f64 * 0.65) }).collect();
    let mut batch = Batch::new(&[crate::record::Empty], &modes, &states).unwrap().bare();
    batch.set_inputs(&[Amount { amount: 300.0 }; CARS]);
    batch.states_mut(0)[7] = f64::NAN;
    batch.with_threads(threads)
}

/// Wherever in the call a car stops, it has the state, the status and the number of steps that it has step by step.
#[test]
fn steps_of_one_call_have_the_bits_of_as_many_calls() {
    let dt = Dt::new(0.01).unwrap();
    let mut all_taken = vec![];
    for threads in [1, 3] {
        let (mut together, mut apart) = (batch(threads), batch(1));
        for steps in [1, 4, 0, 7, 2] {
            let tally = together.step_times(dt, steps);
            let mut taken = [0; CARS];
            for _ in 0..steps {
                apart.step(dt);
                (0..CARS).for_each(|car| taken[car] += apart.steps_taken(car));
            }
            assert_eq!((tally, together.digest()), (apart.tally(), apart.digest()));
            assert_eq!(together.statuses(), apart.statuses());
            assert_eq!(together.time_s().to_bits(), apart.time_s().to_bits());
            (0..CARS).for_each(|car| assert_eq!(together.steps_taken(car), taken[car], "car {car}"));
            // Its first step is undone, and the others are not taken.
            assert_eq!(taken[7], 0);
            all_taken.extend(taken);
        }
        let Tally { running, ended, quarantined } = together.tally();
        assert!(running > 0 && ended > 3 && quarantined > 10, "{:?}", together.tally());
    }
    // Some stop within a call, and not with its last step.
    assert!((1..7).all(|steps| all_taken.contains(&steps)), "{all_taken:?}");
}

/// A column with the bits that it has already is no new input, and one that differs in the sign of a zero is.
#[test]
fn a_column_of_inputs_is_taken_where_its_bits_are_others() {
    let mut batch = batch(1);
    batch.step(Dt::new(0.01).unwrap());
    batch.set_input_column(0, &[300.0; CARS]);
    assert_eq!(batch.new_inputs, [false]);
    for number in [0.0, -0.0] {
        batch.set_input_column(0, &[number; CARS]);
        assert_eq!(batch.new_inputs, [true]);
        batch.step(Dt::new(0.01).unwrap());
        assert_eq!(batch.new_inputs, [false]);
        assert_eq!(batch.input(CARS - 1).amount.to_bits(), f64::to_bits(number));
    }
    let mut numbers = [-0.0; CARS];
    numbers[CARS - 1] = f64::NAN;
    batch.set_input_column(0, &numbers);
    batch.step(Dt::new(0.01).unwrap());
    assert_eq!(batch.fault(CARS - 1).unwrap().field, "amount");
}
