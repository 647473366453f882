//! Load transfer: the closed form is the solution of the loop between loads and forces.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::chassis::{LoadTransfer, TyreForces};
use support::{Numbers, build, manual};

/// Monster's car: 1500 kg on 2.5 m, half the weight on each axle, 1 m high, g = 9.8 m/s^2.
fn monster() -> LoadTransfer<f64> {
    LoadTransfer { weight_n: 14_700.0, front_share: 0.5, height_over_wheelbase: 0.4 }
}

/// What the loads are when the forces follow from the loads: the loop, walked slowly.
fn by_iteration(car: &LoadTransfer<f64>, front: f64, rear: f64) -> f64 {
    let mut front_load = car.front_share * car.weight_n;
    for _ in 0..20_000 {
        let sum = front * front_load + rear * (car.weight_n - front_load);
        let next = car.front_share * car.weight_n - car.height_over_wheelbase * sum;
        front_load += 0.05 * (next.clamp(0.0, car.weight_n) - front_load);
    }
    front_load
}

/// Solved fully at mu = 1 with the rear axle driven, where one pass of the loop gives 10 290 N.
#[test]
fn monsters_example_solved_fully() {
    let TyreForces { front_load_n, rear_load_n, front_n, rear_n } = monster().solve(0.0, 1.0);
    // X = W_r0 / (1 - h/L) = 7350 / 0.6.
    assert!((rear_n - 12_250.0).abs() < 1e-8, "{rear_n}");
    assert_eq!(front_n, 0.0);
    assert!((rear_n / 1500.0 - 8.1667).abs() < 1e-4);
    assert!((front_load_n - 2450.0).abs() < 1e-8 && (rear_load_n - 12_250.0).abs() < 1e-8);
}

/// The source's own figure: 2940 N shifted at 4.9 m/s^2, half of g.
#[test]
fn monsters_example_at_half_a_g() {
    let forces = monster().solve(0.5, 0.5);
    assert!((forces.front_load_n - 4410.0).abs() < 1e-8, "{}", forces.front_load_n);
    assert!((forces.rear_load_n - 10_290.0).abs() < 1e-8, "{}", forces.rear_load_n);
    assert!((forces.front_n + forces.rear_n - 7350.0).abs() < 1e-8);
}

#[test]
fn closed_form_is_the_fixed_point() {
    let mut numbers = Numbers::new(1);
    for _ in 0..300 {
        let car = LoadTransfer {
            weight_n: numbers.between(1e3, 1e5),
            front_share: numbers.between(0.1, 0.9),
            height_over_wheelbase: numbers.between(0.05, 0.45),
        };
        let (front, rear) = (numbers.between(-1.5, 1.5), numbers.between(-1.5, 1.5));
        if 1.0 + (front - rear) * car.height_over_wheelbase < 0.2 {
            continue;
        }
        let exact = car.solve(front, rear);
        let walked = by_iteration(&car, front, rear);
        assert!((exact.front_load_n - walked).abs() < 1e-9 * car.weight_n, "{car:?} {front} {rear}");
    }
}

/// For every force over load, however large: the loads are between nothing and everything, sum to
/// the weight, and are in balance wherever both axles touch the road.
#[test]
fn loads_are_in_balance_also_where_an_axle_lifts() {
    let mut numbers = Numbers::new(2);
    let (mut lifted_front, mut lifted_rear) = (0, 0);
    for _ in 0..20_000 {
        let car = LoadTransfer {
            weight_n: numbers.between(1e2, 1e6),
            front_share: numbers.between(0.05, 0.95),
            height_over_wheelbase: numbers.spread(0.003, 16.0),
        };
        let (front, rear) = (numbers.between(-3.0, 3.0), numbers.between(-3.0, 3.0));
        let TyreForces { front_load_n, rear_load_n, front_n, rear_n } = car.solve(front, rear);
        let near = 1e-9 * car.weight_n;
        assert!((0.0..=car.weight_n).contains(&front_load_n), "{car:?} {front} {rear}");
        assert!((front_load_n + rear_load_n - car.weight_n).abs() <= near);
        assert_eq!((front_n, rear_n), (front * front_load_n, rear * rear_load_n));
        // The moment that the forces lift the front axle with, over the wheelbase.
        let shifted = car.height_over_wheelbase * (front_n + rear_n);
        let front_rest = car.front_share * car.weight_n;
        if front_load_n == 0.0 {
            lifted_front += 1;
            assert!(shifted >= front_rest - near, "{car:?} {front} {rear}: nothing lifts the front axle");
        } else if rear_load_n == 0.0 {
            lifted_rear += 1;
            assert!(
                -shifted >= car.weight_n - front_rest - near,
                "{car:?} {front} {rear}: nothing lifts the rear axle"
            );
        } else {
            let scale = 1.0 + car.height_over_wheelbase * (front.abs() + rear.abs());
            assert!((front_rest - shifted - front_load_n).abs() <= near * scale, "{car:?} {front} {rear}");
        }
    }
    assert!(lifted_front > 1000 && lifted_rear > 1000);
}

/// A slope tilts the load by the forces that hold the car on it, not by itself: a car without tyre
/// forces on a slope has its weight times the cosine, shared as on the level.
#[test]
fn slope_takes_the_cosine_of_the_weight() {
    let vehicle = build(&manual());
    let mut road = support::slope(30.0);
    road.gravity_m_s2 = 9.8;
    let forces = vehicle.load_transfer(&road).solve(0.0, 0.0);
    let expected = 0.5 * 1500.0 * 9.8 / (1.0_f64 + 0.09).sqrt();
    assert!((forces.front_load_n - expected).abs() < 1e-9);
    // Held at rest the forces sum to the weight along the road, and the load shifts by h/L of it.
    let share = 0.3;
    let held = vehicle.load_transfer(&road).solve(share, share);
    assert!((held.front_n + held.rear_n - 2.0 * expected * 0.3).abs() < 1e-9);
    assert!((held.rear_load_n - expected - 0.2 * 2.0 * expected * 0.3).abs() < 1e-9);
}
