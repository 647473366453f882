//! Fleets in single precision: columns of `f32` with the bits of batches in `f32`, and whatever a fleet has besides.

use skidpad_core::batch::{Batch, OutputChannel};
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Alone, Brushes, TwoTrack};
use skidpad_core::record::Channels;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_fleet::{
    DrawnState, Draws, Entrant, Fleet, FleetError, FleetModel, GroupId, OutputHandle, Precision, SiteId,
};
use skidpad_texts::WORKLOAD_W1;
use skidpad_texts::w1::W1;
use skidpad_workload::vehicle;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{CarChoice, parts_at_start};
use skidpad_world::world::Site;

use crate::models::{LANES, SCALAR, begin, choice, request};
use crate::set_off::{set_off_in, start};

/// More than a block of any width, and no whole number of blocks.
const CARS: usize = 75;
const DT_S: f64 = 1.0 / 60.0;

fn dt() -> Dt {
    Dt::new(DT_S).unwrap()
}

/// A fleet of all cars on asphalt.
fn on_asphalt<T: Precision>(model: &FleetModel, threads: usize) -> (Fleet<T>, GroupId) {
    set_off_in(model, &[Site::asphalt()], &Vec::from_iter(0..CARS), threads)
}

/// Commands all cars and moves them by some steps.
fn drive<T: Precision>((fleet, group): &mut (Fleet<T>, GroupId), steps: core::ops::Range<u32>) {
    for step in steps {
        (0..CARS).for_each(|car| fleet.group_mut(*group).set_request(car, &request(car, step)));
        fleet.step(dt());
    }
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Drives a fleet beside a batch of the same cars, and compares all columns after each step.
fn check_with_batch<M: Drivable>(model: &FleetModel, threads: usize) {
    let (mut fleet, group) = on_asphalt::<f32>(model, threads);
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let parts: Vec<_> =
        (0..CARS).map(|car| parts_at_start::<M>(&choice, &begin(&start(car))).unwrap()).collect();
    let (car, states) = (parts[0].0, parts.iter().map(|parts| parts.2).collect::<Vec<_>>());
    let mut batch = Batch::<M, f32>::new(&[car], &[parts[0].1], &states).unwrap();
    batch.set_surface(&Surface::asphalt());
    let outputs: Vec<_> = OutputChannel::<M>::all().take(20).collect();
    let handles: Vec<OutputHandle> =
        outputs.iter().map(|output| fleet.group(group).output(output.channel().name).unwrap()).collect();
    let mut buffers = [0; 2].map(|_| vec![0.0_f32; outputs.len() * CARS]);
    for step in 0..50 {
        (0..CARS).for_each(|car| fleet.group_mut(group).set_request(car, &request(car, step)));
        // Commands as the fleet has rounded them.
        let input = |index| M::input_at(&car, &states[0], &fleet.group(group).request(index));
        batch.set_inputs(&(0..CARS).map(input).collect::<Vec<_>>());
        batch.step(dt());
        fleet.step(dt());
        let group_ = fleet.group(group);
        let [state_channels, mode_channels] = group_.state_channels();
        let column = |name: &str| bits(group_.states(group_.state(name).unwrap()));
        for (place, channel) in state_channels.iter().enumerate() {
            assert_eq!(column(channel.name), bits(batch.states(place)), "{} {step}", channel.name);
        }
        for (place, channel) in mode_channels.iter().enumerate() {
            assert_eq!(column(channel.name), bits(batch.modes(place)), "{} {step}", channel.name);
        }
        assert_eq!(bits(group_.statuses()), bits(batch.statuses()));
        if step % 10 == 9 {
            fleet.outputs(group, &handles, &mut buffers[0]).unwrap();
            batch.outputs(&outputs, &mut buffers[1]).unwrap();
            assert_eq!(bits(&buffers[0]), bits(&buffers[1]), "outputs after step {step}");
        }
    }
    let speed = fleet.group(group).state("velocity_x_m_s").unwrap();
    assert!(fleet.group(group).states(speed).iter().any(|speed| *speed > 8.0), "cars drive");
}

#[test]
fn a_fleet_in_single_precision_has_the_bits_of_a_batch() {
    for threads in [1, 2] {
        check_with_batch::<W1>(&LANES, threads);
        check_with_batch::<TwoTrack<Alone<Brushes>>>(&SCALAR, threads);
    }
}

/// Rounding grows linearly at most on level asphalt. In n sub-steps each position is rounded to 2^-24 of its size n times, and each
/// velocity by some roundings, here taken as 16, of 2^-24 of it, which the time of driving turns into a way.
#[test]
fn a_car_in_single_precision_is_near_the_one_in_double() {
    for model in [&LANES, &SCALAR] {
        let mut double = on_asphalt::<f64>(model, 1);
        let mut single = on_asphalt::<f32>(model, 1);
        let steps = 90;
        drive(&mut double, 0..steps);
        drive(&mut single, 0..steps);
        let (time_s, speed_m_s, way_m) = (f64::from(steps) * DT_S, 16.0, 24.0);
        let sub_steps = f64::from(steps * dt().divide(0.002).0);
        let near_m = sub_steps * Real::powf(0.5, 24.0) * (way_m + 16.0 * speed_m_s * time_s);
        let mut largest_m = 0.0;
        for name in ["x_m", "y_m"] {
            let ((double, group), (single, _)) = (&double, &single);
            let state = double.group(*group).state(name).unwrap();
            let columns = double.group(*group).states(state).iter().zip(single.group(*group).states(state));
            for (double, single) in columns {
                assert!(double.abs() <= way_m, "{double} m");
                largest_m = Real::max(largest_m, Real::abs(double - f64::from(*single)));
            }
        }
        assert!(largest_m < near_m, "{}: {largest_m} m of {near_m} m", model.info().name);
        // Another precision, and not the same numbers once more.
        assert!(largest_m > 1e-7, "{}: {largest_m} m", model.info().name);
    }
}

/// A command that is no number is taken as 0 and named, and no neighbour notices it.
#[test]
fn a_command_that_is_no_number_is_named() {
    let [mut bad, mut good] = [0; 2].map(|_| on_asphalt::<f32>(&LANES, 1));
    let steer = bad.0.group(bad.1).command("steer_rad").unwrap();
    for step in 0..20 {
        drive(&mut good, step..step + 1);
        (0..CARS).for_each(|car| bad.0.group_mut(bad.1).set_request(car, &request(car, step)));
        bad.0.group_mut(bad.1).command_mut(steer)[7] = f32::NAN;
        bad.0.step(dt());
    }
    let group = bad.0.group(bad.1);
    assert_eq!(group.fault(7).unwrap().field, "steer_rad");
    assert_eq!(group.status(7), Status::Running);
    for car in (0..CARS).filter(|car| *car != 7) {
        assert_eq!(group.save(car), good.0.group(good.1).save(car), "{car}");
        assert_eq!(group.fault(car), None);
    }
    assert_ne!(group.save(7), good.0.group(good.1).save(7), "it goes straight on");
}

/// A snapshot has all of a car: put back, at its own place and at another, it goes on with the same bits.
#[test]
fn a_car_that_is_put_back_goes_on_with_the_same_bits() {
    for model in [&LANES, &SCALAR] {
        let mut fleet = on_asphalt::<f32>(model, 2);
        drive(&mut fleet, 0..30);
        let before = fleet.0.group(fleet.1).save(5);
        drive(&mut fleet, 30..60);
        let after = fleet.0.group(fleet.1).save(5);
        for place in [5, 68] {
            fleet.0.group_mut(fleet.1).restore(place, &before).unwrap();
            assert_eq!(fleet.0.group(fleet.1).save(place), before);
        }
        for step in 30..60 {
            for place in [5, 68] {
                fleet.0.group_mut(fleet.1).set_request(place, &request(5, step));
            }
            fleet.0.step(dt());
        }
        for place in [5, 68] {
            assert_eq!(fleet.0.group(fleet.1).save(place), after, "{} at {place}", model.info().name);
        }
    }
}

/// A snapshot of a car in double precision is rounded; one whose numbers `f32` cannot hold is refused.
#[test]
fn a_snapshot_goes_from_one_precision_to_the_other() {
    let mut double = on_asphalt::<f64>(&LANES, 1);
    let mut single = on_asphalt::<f32>(&LANES, 1);
    drive(&mut double, 0..30);
    let mut saved = double.0.group(double.1).save(3);
    single.0.group_mut(single.1).restore(4, &saved).unwrap();
    let rounded = single.0.group(single.1).save(4);
    let numbers: Vec<_> = saved.numbers.iter().map(|number| f64::from(*number as f32)).collect();
    assert_eq!(rounded.numbers, numbers);
    assert_eq!(rounded.clock, saved.clock);
    double.0.group_mut(double.1).restore(3, &rounded).unwrap();
    assert_eq!(double.0.group(double.1).save(3), rounded);
    saved.numbers[1] = 1e39;
    let error = single.0.group_mut(single.1).restore(4, &saved).unwrap_err();
    assert!(error.to_string().contains(W1State::CHANNELS[1].name), "{error}");
    assert_eq!(single.0.group(single.1).save(4), rounded, "nothing has changed");
}

type W1State = <W1 as skidpad_core::model::Model>::State<f64>;

/// A seed draws the same starts in both precisions, but for their rounding.
#[test]
fn a_reset_draws_the_starts_of_a_fleet_in_double_precision() {
    let mut double = on_asphalt::<f64>(&SCALAR, 1);
    let mut single = on_asphalt::<f32>(&SCALAR, 2);
    drive(&mut double, 0..10);
    drive(&mut single, 0..10);
    let vehicles = [vehicle(0), vehicle(1)];
    for vehicle in &vehicles {
        double.0.group_mut(double.1).add_vehicle(&CarChoice::Vehicle(vehicle)).unwrap();
        single.0.group_mut(single.1).add_vehicle(&CarChoice::Vehicle(vehicle)).unwrap();
    }
    let speed = double.0.group(double.1).state("velocity_x_m_s").unwrap();
    let states = [DrawnState { state: speed, low: 5.0, high: 25.0 }];
    let draws = Draws { seed: 9, states: &states, vehicle: true };
    for _ in 0..2 {
        double.0.group_mut(double.1).reset_drawn(&[true; CARS], &draws);
        single.0.group_mut(single.1).reset_drawn(&[true; CARS], &draws);
        for car in 0..CARS {
            let numbers = double.0.group(double.1).save(car).numbers;
            let rounded: Vec<_> = numbers.iter().map(|number| f64::from(*number as f32)).collect();
            assert_eq!(single.0.group(single.1).save(car).numbers, rounded, "{car}");
        }
    }
    // Values are given in the fleet's own numbers.
    let values: Vec<_> = (0..CARS).map(|car| 0.1 * car as f32).collect();
    let mask: Vec<_> = (0..CARS).map(|car| car.is_multiple_of(2)).collect();
    let drawn = single.0.group(single.1).states(speed).to_vec();
    single.0.group_mut(single.1).reset_to(&mask, &[speed], &values);
    for (car, found) in single.0.group(single.1).states(speed).iter().enumerate() {
        assert_eq!(*found, if mask[car] { values[car] } else { drawn[car] }, "{car}");
    }
}

/// A model that nobody compiled for `f32` has fleets in `f64` alone.
#[test]
fn a_model_that_is_not_compiled_for_single_precision_is_refused_by_name() {
    static DOUBLE: FleetModel = FleetModel::new::<W1>(&WORKLOAD_W1);
    let entrant = Entrant { car: CarChoice::Own("w1"), begin: begin(&[]), site: SiteId::ASPHALT, body: None };
    assert!(Fleet::new().add(&DOUBLE, &[entrant]).is_ok());
    let mut fleet = Fleet::single();
    let error = fleet.add(&DOUBLE, &[entrant]).unwrap_err();
    let precision = "f32";
    assert_eq!(error, FleetError::NotInPrecision { model: "w1", precision });
    assert!(error.to_string().starts_with("model w1 is not compiled for f32: "), "{error}");
    assert!(fleet.groups().is_empty());
    assert_eq!(
        [DOUBLE.supports::<f32>(), DOUBLE.supports::<f64>(), LANES.supports::<f32>()],
        [false, true, true]
    );
}
