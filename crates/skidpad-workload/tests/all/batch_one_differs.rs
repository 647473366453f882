//! Fleets that are equal but for one car: a step copies numbers that are equal for all cars once, and must notice the one
//! that is not, wherever it stands.

use skidpad_core::batch::Batch;
use skidpad_core::record::Record;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_special::{PointMass, PointMassState};
use skidpad_workload::{Fleet, point_mass};

/// Several blocks, the last one not full.
const CARS: usize = 67;
/// The first and the last car of the batch, of a block of either width, and one amidst.
const PLACES: [usize; 7] = [0, 7, 8, 16, 31, 45, CARS - 1];

/// What makes a car differ.
#[derive(Clone, Copy, Debug)]
enum Change {
    Vehicle,
    Surface,
    Input,
}

fn equal_fleet() -> Fleet<PointMass> {
    let mut fleet = point_mass(CARS);
    // A car that drives off, and a road and a vehicle unlike those of the others.
    fleet.cars = vec![fleet.cars[1]; CARS];
    fleet.modes = vec![fleet.modes[1]; CARS];
    fleet.states = vec![PointMassState { position_m: 0.0, speed_m_s: 20.0 }; CARS];
    fleet.inputs = vec![fleet.inputs[1]; CARS];
    fleet.surfaces = vec![Surface::asphalt(); CARS];
    fleet
}

/// Changes one car of a fleet, either before the batch is made or in the batch.
fn changed(change: Change, place: usize, afterwards: bool) -> Batch<PointMass, f64> {
    let (other, mut fleet) = (point_mass(CARS), equal_fleet());
    let (vehicle, surface) = (other.cars[2], Surface { grip: 0.2, slope_rad: 0.1, ..Surface::asphalt() });
    let input = skidpad_core::controls::Command { brake: 0.7, ..Record::splat(0.0) };
    if !afterwards {
        match change {
            Change::Vehicle => fleet.cars[place] = vehicle,
            Change::Surface => fleet.surfaces[place] = surface,
            Change::Input => fleet.inputs[place] = input,
        }
        return fleet.batch();
    }
    let mut batch = fleet.batch();
    batch.step(Dt::new(0.01).unwrap());
    match change {
        Change::Vehicle => batch.set_car(place, &vehicle),
        Change::Surface => {
            fleet.surfaces[place] = surface;
            batch.set_surfaces(&fleet.surfaces);
        }
        Change::Input => batch.set_input(place, &input),
    }
    batch
}

#[test]
fn one_car_that_differs_moves_on_its_own_and_the_others_alike() {
    for change in [Change::Vehicle, Change::Surface, Change::Input] {
        for place in PLACES {
            for afterwards in [false, true] {
                let mut batch = changed(change, place, afterwards);
                for _ in 0..10 {
                    batch.step(Dt::new(0.01).unwrap());
                }
                let speeds = batch.states(1);
                let common = speeds[usize::from(place == 0)];
                for (car, speed) in speeds.iter().enumerate() {
                    assert_eq!(*speed != common, car == place, "{change:?} of {place}: car {car}");
                }
            }
        }
    }
}

/// Cars that are given one after the other what all have again are still stepped with it.
#[test]
fn cars_that_become_equal_again_take_the_new_numbers() {
    let (mut batch, other) = (equal_fleet().batch::<f64>(), point_mass(CARS).cars[2]);
    for car in (0..CARS).rev() {
        batch.set_car(car, &other);
    }
    let mut fleet = equal_fleet();
    fleet.cars = vec![other];
    let mut shared = fleet.batch::<f64>();
    for _ in 0..10 {
        batch.step(Dt::new(0.01).unwrap());
        shared.step(Dt::new(0.01).unwrap());
    }
    assert_eq!(batch.all_states(), shared.all_states());
}

/// The same over threads, whose first blocks are others.
#[test]
fn threads_notice_the_car_that_differs() {
    for place in PLACES {
        let step = |mut batch: Batch<PointMass, f64>| {
            for _ in 0..10 {
                batch.step(Dt::new(0.01).unwrap());
            }
            batch.all_states()
        };
        let one = step(changed(Change::Vehicle, place, false));
        assert_eq!(one, step(changed(Change::Vehicle, place, false).with_threads(3)));
    }
}
