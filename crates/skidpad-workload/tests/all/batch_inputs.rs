//! Inputs that are no usable numbers: a car in a batch takes them as it does alone, and they are named alike.

use skidpad_core::batch::Batch;
use skidpad_core::batch::Number;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Channels, Record};
use skidpad_core::step::{Simulation, Status};
use skidpad_workload::{Fleet, Visitor, every_fleet};

const CARS: usize = 20;
const BAD: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -1e30];

fn one_of<X: Copy>(all: &[X], car: usize) -> X {
    all[car % all.len()]
}

/// An input with another number in one place.
fn with<X: Record<f64>>(input: &X, index: usize, number: f64) -> X {
    let mut numbers = vec![0.0; X::LEN];
    input.store(&mut &mut numbers[..]);
    numbers[index] = number;
    X::load(&&numbers[..])
}

/// One in three cars has one bad number, another one in each round.
fn input<M: Model>(fleet: &Fleet<M>, car: usize, round: usize) -> (M::Input<f64>, Option<&'static str>) {
    let input = one_of(&fleet.inputs, car);
    if !car.is_multiple_of(3) {
        return (input, None);
    }
    let (index, bad) = ((car + round) % M::Input::<f64>::CHANNELS.len(), BAD[(car / 3 + round) % BAD.len()]);
    let named = bad.is_nan().then_some(M::Input::<f64>::CHANNELS[index].name);
    (with(&input, index, bad), named)
}

struct TakesThemAlike;

impl Visitor for TakesThemAlike {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let fleet = fleet(CARS);
        let mut batch = fleet.batch::<f64>();
        let alone = |car| {
            let (vehicle, mode) = (one_of(&fleet.cars, car), one_of(&fleet.modes, car));
            Simulation::<M>::new(vehicle, mode, fleet.states[car]).bare()
        };
        let mut cars: Vec<_> = (0..CARS).map(alone).collect();
        for round in 0..3 * BAD.len() {
            let given: Vec<_> = (0..CARS).map(|car| input(&fleet, car, round)).collect();
            for (car, (input, _)) in given.iter().enumerate() {
                if !car.is_multiple_of(2) {
                    // A single car's and whole columns come to the same.
                    batch.set_input(car, &rounded::<M, f64>(input));
                    continue;
                }
                let mut numbers = vec![0.0; M::Input::<f64>::CHANNELS.len()];
                input.store(&mut &mut numbers[..]);
                for (index, number) in numbers.into_iter().enumerate() {
                    batch.inputs_mut(index)[car] = number;
                }
            }
            batch.step(fleet.dt());
            for (car, simulation) in cars.iter_mut().enumerate() {
                let name = format!("{} {car} in round {round}", M::NAME);
                let (input, named) = &given[car];
                let status = simulation.step(input, &one_of(&fleet.surfaces, car), fleet.dt());
                assert_eq!(batch.status(car), status, "{name}");
                assert_eq!(batch.hash(car), simulation.hash(), "{name}");
                if status == Status::Running {
                    assert_eq!(simulation.fault().map(|fault| fault.field), *named, "{name}");
                    assert_eq!(batch.fault(car).map(|fault| fault.field), *named, "{name}");
                }
            }
        }
        in_single(&fleet);
    }
}

fn rounded<M: Model, T: Number>(input: &M::Input<f64>) -> M::Input<T> {
    let mut numbers = vec![0.0; M::Input::<f64>::CHANNELS.len()];
    input.store(&mut &mut numbers[..]);
    let numbers: Vec<T> = numbers.into_iter().map(T::lit).collect();
    Record::load(&&numbers[..])
}

/// In `f32`, a number that is none drives as 0 does.
fn in_single<M: Model>(fleet: &Fleet<M>) {
    let drive = |bad: f64| {
        let mut batch: Batch<M, f32> = fleet.batch();
        for (car, input) in fleet.inputs.iter().enumerate() {
            let channels = M::Input::<f64>::CHANNELS;
            let channel = &channels[car % channels.len()];
            let number = if bad.is_nan() { bad } else { Real::clamp(bad, channel.low, channel.high) };
            batch.set_input(car, &rounded::<M, f32>(&with(input, car % channels.len(), number)));
        }
        (0..3).for_each(|_| _ = batch.step(fleet.dt()));
        batch.digest()
    };
    assert_eq!(drive(f64::NAN), drive(0.0), "{}", M::NAME);
}

#[test]
fn bad_inputs_are_taken_and_named_in_a_batch_as_alone() {
    every_fleet(&mut TakesThemAlike);
}
