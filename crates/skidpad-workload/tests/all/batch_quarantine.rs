//! A car that breaks is stopped where it was, and named; its neighbours notice nothing.

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, BatchError, Level, Tally, column_of};
use skidpad_core::model::StraightLineMode;
use skidpad_core::record::{Empty, Record};
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_special::PointMass;
use skidpad_texts::w1::W1;
use skidpad_workload::{point_mass, straight_line, w1};

const CARS: usize = 70;
/// One in each kind of place: first, in the middle, last of a block, in the last block.
const BROKEN: [usize; 5] = [0, 5, 31, 63, 69];

fn isolates<T: Number + PartialEq>(level: Level, poison: f64) {
    let fleet = w1(CARS);
    let Some(mut whole) = fleet.batch::<T>().with_level(level) else { return };
    let mut broken = fleet.batch::<T>().with_level(level).expect("it was there just now");
    let step = |batch: &mut Batch<W1, T>| batch.step(fleet.dt());
    for _ in 0..5 {
        step(&mut whole);
        step(&mut broken);
    }
    let last_good: Vec<_> = BROKEN.map(|car| broken.state(car)).into();
    for car in BROKEN {
        broken.states_mut(5)[car] = T::lit(poison);
    }
    let tally = step(&mut broken);
    step(&mut whole);
    assert_eq!(tally, Tally { running: CARS - 5, ended: 0, quarantined: 5 });
    // Good numbers do not bring a car back: only a reset does.
    for (car, state) in BROKEN.iter().zip(&last_good) {
        broken.states_mut(5)[*car] = state.yaw_rate_rad_s;
    }
    for _ in 0..5 {
        assert_eq!(step(&mut broken), tally);
        step(&mut whole);
    }
    for car in 0..CARS {
        match BROKEN.iter().position(|broken| *broken == car) {
            Some(at) => {
                assert_eq!(broken.status(car), Status::Quarantined);
                assert_eq!(broken.state(car), last_good[at]);
            }
            None => {
                assert_eq!(broken.status(car), Status::Running);
                assert_eq!(broken.state(car), whole.state(car));
            }
        }
    }
    broken.reset(5, &Empty, &last_good[1]);
    assert_eq!(step(&mut broken).quarantined, 4);
    assert_ne!(broken.state(5), last_good[1]);
}

#[test]
fn a_number_that_is_not_finite_stays_in_its_car() {
    for level in Level::ALL {
        for poison in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            isolates::<f64>(level, poison);
        }
        isolates::<f32>(level, f64::NAN);
    }
}

/// A state that is not finite from the beginning is found in the first step.
#[test]
fn a_bad_start_is_quarantined() {
    let mut fleet = point_mass(CARS);
    fleet.states[40].speed_m_s = f64::NAN;
    let tally = fleet.batch::<f64>().step(fleet.dt());
    assert_eq!(tally, Tally { running: CARS - 1, ended: 0, quarantined: 1 });
}

#[test]
fn a_blown_engine_ends_a_run() {
    let mut fleet = straight_line(CARS);
    let blown = column_of::<StraightLineMode<f64>>("blown").unwrap();
    fleet.states[33].engine_rad_s = 5000.0;
    let mut batch = fleet.batch::<f64>();
    let tally = batch.step(fleet.dt());
    assert_eq!((tally.ended, tally.quarantined), (1, 0));
    assert_eq!((batch.count(Status::ENGINE_BLOWN), batch.count(Status::FALLEN_OVER)), (1, 0));
    assert_eq!(batch.status(33), Status::ENGINE_BLOWN);
    assert_eq!(batch.modes(blown)[33], 1.0);
    let end = batch.state(33);
    for _ in 0..10 {
        batch.step(fleet.dt());
    }
    assert_eq!(batch.state(33), end);
    assert_ne!(batch.state(34).position_m, 0.0);
}

#[test]
fn what_does_not_fit_together_is_said() {
    let fleet = point_mass(3);
    let new = |cars, modes, states| Batch::<PointMass, f64>::new(cars, modes, states).map(drop);
    assert_eq!(new(&fleet.cars, &fleet.modes, &[]), Err(BatchError::Empty));
    let error = new(&fleet.cars[..2], &fleet.modes, &fleet.states).unwrap_err();
    assert_eq!(error.to_string(), "2 vehicles for 3 states: give one for all, or one per state");
    let error = new(&fleet.cars, &fleet.modes[..2], &fleet.states).unwrap_err();
    assert_eq!(error.to_string(), "2 modes for 3 states: give one for all, or one per state");
    assert_eq!(new(&fleet.cars[..1], &fleet.modes[..1], &fleet.states), Ok(()));
}

/// The numbers of a record that ride along in lanes.
fn numbers<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// One vehicle for all and a copy of it for each are the same.
#[test]
fn a_shared_vehicle_is_as_good_as_copies() {
    let fleet = point_mass(CARS);
    let one = [fleet.cars[0]];
    let copies = [fleet.cars[0]; CARS];
    let mut ends = [&one[..], &copies[..]].map(|cars| {
        let mut batch = Batch::<PointMass, f64>::new(cars, &fleet.modes, &fleet.states).unwrap();
        batch.set_inputs(&fleet.inputs);
        for _ in 0..20 {
            batch.step(Dt::new(0.02).unwrap());
        }
        batch
    });
    assert_eq!(ends[0].all_states(), ends[1].all_states());
    // A vehicle of its own for one car leaves the others alone.
    ends[0].set_car(7, &fleet.cars[7]);
    for batch in &mut ends {
        batch.step(Dt::new(0.02).unwrap());
    }
    for car in (0..CARS).filter(|car| *car != 7) {
        assert_eq!(ends[0].state(car), ends[1].state(car));
    }
    assert_eq!(numbers(&ends[0].car(7)), numbers(&fleet.cars[7]));
    assert_eq!(ends[0].input(7), fleet.inputs[7]);
    assert_eq!(ends[0].surface(7), Surface::asphalt());
}
