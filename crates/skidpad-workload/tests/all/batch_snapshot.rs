//! Cars of a batch of any model are saved, put back and told apart as they would be alone.

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, BatchError};
use skidpad_core::model::Model;
use skidpad_core::record::Record;
use skidpad_core::step::{Simulation, Status};
use skidpad_workload::{Fleet, Visitor, every_fleet};

const CARS: usize = 70;

fn steps<M: Model, T: Number>(batch: &mut Batch<M, T>, fleet: &Fleet<M>, count: usize) {
    (0..count).for_each(|_| _ = batch.step(fleet.dt()));
}

fn goes_on<M: Model, T: Number>(fleet: &Fleet<M>) {
    let mut batch = fleet.batch::<T>();
    steps(&mut batch, fleet, 20);
    let (all, digest) = (batch.save_all(), batch.digest());
    steps(&mut batch, fleet, 30);
    let end: Vec<u64> = (0..CARS).map(|car| batch.hash(car)).collect();
    let time_s = batch.time_s();

    // All of them, with the time.
    batch.restore_all(&all).unwrap();
    assert_eq!(batch.digest(), digest);
    steps(&mut batch, fleet, 30);
    assert_eq!((0..CARS).map(|car| batch.hash(car)).collect::<Vec<_>>(), end);
    assert_eq!(batch.time_s().to_bits(), time_s.to_bits());

    // One of them: the others stay.
    batch.restore(33, &all[33]).unwrap();
    for (car, end) in end.iter().enumerate() {
        assert_eq!(batch.hash(car) == *end, car != 33, "{car}");
    }
    assert!(batch.save(33).state_and_mode_equal(&all[33]));
    let count = BatchError::Snapshots { found: 3, cars: CARS };
    assert_eq!(batch.restore_all(&all[..3]), Err(count));
    assert!(count.to_string().contains("3 snapshots for 70 cars"));
}

/// State and mode alone: the time of a batch is its own.
trait Compare {
    fn state_and_mode_equal(&self, other: &Self) -> bool;
}

impl<M: Model, T: Number> Compare for skidpad_core::snapshot::Snapshot<M, T> {
    fn state_and_mode_equal(&self, other: &Self) -> bool {
        (0..Self::LEN).all(|index| self.number(index).to_bits() == other.number(index).to_bits())
    }
}

struct GoesOn;

impl Visitor for GoesOn {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        goes_on::<M, f64>(&fleet(CARS));
        goes_on::<M, f32>(&fleet(CARS));
    }
}

#[test]
fn a_batch_that_is_put_back_goes_on_with_the_same_bits() {
    every_fleet(&mut GoesOn);
}

struct AloneAndTogether;

impl Visitor for AloneAndTogether {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let fleet = fleet(CARS);
        [0, 7, 69].iter().for_each(|car| same_alone(&fleet, *car));
    }
}

fn same_alone<M: Model>(fleet: &Fleet<M>, car: usize) {
    let name = format!("{} {car}", M::NAME);
    let mut batch = fleet.batch::<f64>();
    let (mode, vehicle) = (fleet.modes[car % fleet.modes.len()], fleet.cars[car % fleet.cars.len()]);
    let mut alone = Simulation::<M>::new(vehicle, mode, fleet.states[car]).bare();
    let (input, surface) = (batch.input(car), batch.surface(car));
    for _ in 0..40 {
        alone.step(&input, &surface, fleet.dt());
        batch.step(fleet.dt());
        assert_eq!(batch.hash(car), alone.hash(), "{name}");
    }
    let snapshot = batch.save(car);
    steps(&mut batch, fleet, 10);
    alone.restore(&snapshot).expect(&name);
    batch.restore_all(&[snapshot; CARS]).expect(&name);
    alone.step(&input, &surface, fleet.dt());
    batch.step(fleet.dt());
    assert_eq!(batch.hash(car), alone.hash(), "{name}");
}

/// A snapshot of a car in a batch is the one that it has alone, and they can change places.
#[test]
fn a_car_has_the_same_hash_alone_and_in_a_batch() {
    every_fleet(&mut AloneAndTogether);
}

/// Random bits in one car's input, state or mode: it is stopped in the same step and by its status, or stays finite;
/// the others keep their bits; a snapshot of before brings it back.
fn poison<M: Model, T: Number>(fleet: &Fleet<M>, mut bits: impl FnMut() -> f64) {
    let mut whole = fleet.batch::<T>();
    let mut broken = fleet.batch::<T>();
    steps(&mut whole, fleet, 3);
    steps(&mut broken, fleet, 3);
    let before = broken.save_all();
    let next: Vec<u64> = {
        steps(&mut whole, fleet, 1);
        (0..CARS).map(|car| whole.hash(car)).collect()
    };
    let (inputs, states) = (<M::Input<T> as Record<T>>::LEN, <M::State<T> as Record<T>>::LEN);
    let mut stopped = 0;
    for round in 0..60 {
        let car = round * 7 % CARS;
        if round % 2 == 0 {
            broken.inputs_mut(round / 2 % inputs)[car] = T::lit(bits());
        } else {
            broken.states_mut(round / 2 % states)[car] = T::lit(bits());
        }
        let tally = broken.step(fleet.dt());
        let is_stopped = broken.status(car) == Status::Quarantined;
        let is_finite = (0..states).all(|index| broken.states(index)[car].lane(0).is_finite());
        // What was not finite before the step was never good: it is where it was, and stopped.
        assert!(is_finite || is_stopped, "{} round {round}", M::NAME);
        assert_eq!(tally.quarantined, usize::from(is_stopped), "{} round {round}", M::NAME);
        stopped += tally.quarantined;
        for other in (0..CARS).filter(|other| *other != car) {
            assert_eq!(broken.hash(other), next[other], "{} round {round}: {other} noticed", M::NAME);
        }
        broken.set_input(car, &whole.input(car));
        broken.restore(car, &before[car]).unwrap();
        broken.restore_all(&before).unwrap();
        steps(&mut broken, fleet, 1);
        assert!((0..CARS).all(|car| broken.hash(car) == next[car]), "{} round {round}", M::NAME);
        broken.restore_all(&before).unwrap();
    }
    // Most random bits are finite numbers, which small models survive.
    assert!(stopped > 2, "{}: only {stopped} of 60 were stopped", M::NAME);
}

struct Poison(u64);

impl Poison {
    fn bits(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        match self.0 >> 61 {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::MAX,
            3 => f64::from_bits(self.0 & 0xf),
            _ => f64::from_bits(self.0.rotate_left(17)),
        }
    }
}

impl Visitor for Poison {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        poison::<M, f64>(&fleet(CARS), || self.bits());
        poison::<M, f32>(&fleet(CARS), || self.bits());
    }
}

#[test]
fn one_poisoned_car_is_stopped_and_named_and_the_others_keep_their_bits() {
    every_fleet(&mut Poison(0x2545_f491_4f6c_dd1d));
}
