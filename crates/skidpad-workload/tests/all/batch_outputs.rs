//! Outputs of all cars at once are those of each car alone, with the same bits.

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, BatchError, Level, OutputChannel};
use skidpad_core::model::{Model, SingleTrack};
use skidpad_core::record::Record;
use skidpad_core::step::{Simulation, evaluate_alone};
use skidpad_workload::{Fleet, Visitor, every_fleet, single_track, slip_vector, w1};

/// More than a block of any width, and no whole number of blocks.
const CARS: usize = 69;

fn one_of<X: Copy>(all: &[X], car: usize) -> X {
    all[car % all.len()]
}

fn bits<T: Number, X: Record<T>>(record: &X) -> Vec<u64> {
    let mut numbers = vec![T::zero(); X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers.into_iter().map(|number| number.lane(0).to_bits()).collect()
}

/// The numbers of each car, of all channels.
fn together<M: Model, T: Number>(batch: &mut Batch<M, T>) -> Vec<Vec<u64>> {
    let channels: Vec<_> = OutputChannel::<M>::all().collect();
    let cars = batch.len();
    let mut buffer = vec![T::lit(-7.0); channels.len() * cars];
    batch.outputs(&channels, &mut buffer).unwrap();
    let of_car = |car: usize| buffer[car..].iter().step_by(cars).map(|number| number.lane(0).to_bits());
    (0..cars).map(|car| of_car(car).collect()).collect()
}

fn check<M: Model, T: Number>(fleet: &Fleet<M>) {
    let mut batch = fleet.batch::<T>();
    (0..4).for_each(|_| _ = batch.step(fleet.dt()));
    let alone: Vec<_> = (0..batch.len())
        .map(|car| {
            let now = (batch.mode(car), batch.state(car));
            let (vehicle, input, surface) = (batch.car(car), batch.input(car), batch.surface(car));
            bits::<T, _>(&evaluate_alone::<M, T>(&vehicle, (&now.0, &now.1), &input, &surface).1)
        })
        .collect();
    assert!(together(&mut batch) == alone, "{}", M::NAME);
    let saved = batch.save_all();
    for level in Level::ALL {
        let Some(mut batch) = fleet.batch::<T>().with_level(level) else { continue };
        batch.restore_all(&saved).unwrap();
        assert!(together(&mut batch) == alone, "{} {}", M::NAME, level.name());
    }
    #[cfg(feature = "threads")]
    {
        let mut batch = fleet.batch::<T>().with_threads(3);
        batch.restore_all(&saved).unwrap();
        assert!(together(&mut batch) == alone, "{} over threads", M::NAME);
    }
}

struct AsAlone;

impl Visitor for AsAlone {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        check::<M, f64>(&fleet(CARS));
        let one = fleet(1);
        let (mode, vehicle) = (one_of(&one.modes, 0), one_of(&one.cars, 0));
        let simulation = Simulation::<M>::new(vehicle, mode, one.states[0]);
        let (_, outputs) = simulation.look(&one.inputs[0], &one.surfaces[0]);
        assert_eq!(together(&mut one.batch::<f64>()), [bits::<f64, _>(&outputs)], "{}", M::NAME);
    }
}

#[test]
fn outputs_of_a_batch_are_those_of_each_car_alone() {
    every_fleet(&mut AsAlone);
}

#[test]
fn outputs_in_single_precision_are_those_of_each_car_alone() {
    check::<_, f32>(&w1(CARS));
    check::<_, f32>(&single_track(CARS));
    check::<_, f32>(&slip_vector(CARS));
}

/// Some channels in an order of the caller's, one of them twice; numbers that are none were taken as 0.
#[test]
fn channels_come_in_the_callers_order() {
    let fleet = single_track(CARS);
    let mut batch = fleet.batch::<f64>();
    let steer = skidpad_core::batch::column_of::<skidpad_core::controls::Command<f64>>("steer_rad").unwrap();
    batch.inputs_mut(steer)[5] = f64::NAN;
    let names = ["rear_load_n", "front_load_n", "rear_load_n"];
    let channels = names.map(|name| OutputChannel::<SingleTrack>::named(name).unwrap());
    assert_eq!(channels[1].channel().unit, "N");
    let mut buffer = [f64::NAN; 3 * CARS];
    batch.outputs(&channels, &mut buffer).unwrap();
    for car in 0..CARS {
        let command = skidpad_core::controls::sanitise_input(&batch.input(car)).0;
        let now = (batch.mode(car), batch.state(car));
        let (_, trace) = evaluate_alone::<SingleTrack, f64>(
            &batch.car(car),
            (&now.0, &now.1),
            &command,
            &batch.surface(car),
        );
        let found = [buffer[car], buffer[CARS + car], buffer[2 * CARS + car]];
        assert_eq!(found, [trace.rear_load_n, trace.front_load_n, trace.rear_load_n], "{car}");
    }
}

#[test]
fn a_buffer_of_another_length_is_refused() {
    let mut batch = single_track(9).batch::<f64>();
    let load = OutputChannel::named("front_load_n").unwrap();
    let mut buffer = [-7.0; 10];
    let error = batch.outputs(&[load], &mut buffer).unwrap_err();
    assert_eq!(error, BatchError::Buffer { found: 10, must: 9, channels: 1 });
    assert_eq!(error.to_string(), "buffer of 10 numbers: must be 9, 1 channels for each car");
    assert_eq!(buffer, [-7.0; 10]);
    let many = vec![load; 500];
    let error = batch.outputs(&many, &mut vec![0.0; 4500]).unwrap_err();
    assert_eq!(error.to_string(), "500 channels: must be at most 256 at once");
    batch.outputs(&[], &mut []).unwrap();
}
