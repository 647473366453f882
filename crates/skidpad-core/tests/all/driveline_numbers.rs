//! The four-wheel driveline on other numbers: lanes, derivatives and single precision.
#![allow(clippy::disallowed_methods)]

use crate::driveline_support;
use crate::support;

use driveline_support::{STEP_S, advance, any_car, any_demand, list, wheels};
use skidpad_core::math::{Dual, Lanes, Real};
use skidpad_core::powertrain::driveline::{
    DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque, WheelLoads, begin,
    settle, solve,
};
use skidpad_core::record::{Flag, Record};
use skidpad_core::wheels::Wheels;
use support::Numbers;

/// A car at an instant, on any number.
struct Instant<R> {
    car: DrivelineCar<R>,
    mode: DrivelineMode<R>,
    speeds: DrivelineSpeeds<R>,
    loads: WheelLoads<R>,
    demand: DrivelineDemand<R>,
}

fn any_instant(numbers: &mut Numbers) -> Instant<f64> {
    let car = any_car(numbers);
    let gear = (numbers.bits() % 6) as f64 - 1.0;
    let spin =
        [0; 4].map(|_| if numbers.bits().is_multiple_of(8) { 0.0 } else { numbers.between(-5.0, 80.0) });
    let speeds = DrivelineSpeeds { engine_rad_s: numbers.between(50.0, 700.0), wheels_rad_s: wheels(spin) };
    let demand = any_demand(numbers);
    let mode = DrivelineMode {
        engaged: Flag::from(numbers.pick(&[false, true])),
        rear_locked: Flag::from(numbers.pick(&[false, true])),
        ..DrivelineMode::in_gear(&car, gear)
    };
    let (mode, speeds) = settle(&car, &begin(&car, &mode, &speeds, &demand, STEP_S), &speeds);
    let loads = WheelLoads {
        torque_nm: wheels([0; 4].map(|_| numbers.between(-1500.0, 1500.0))),
        holding_nm: wheels([0; 4].map(|_| numbers.between(5.0, 500.0))),
    };
    Instant { car, mode, speeds, loads, demand }
}

fn numbers_of<R: Real, T: Record<R>>(record: &T) -> Vec<R> {
    let mut all = vec![R::zero(); T::LEN];
    record.store(&mut &mut all[..]);
    all
}

/// One record of several side by side; all the same where there is one.
fn together<R: Real, T: Record<f64>, U: Record<R>>(records: &[T]) -> U {
    let all: Vec<Vec<f64>> = records.iter().map(|record| numbers_of(record)).collect();
    let joined: Vec<R> = (0..T::LEN)
        .map(|index| {
            let first = R::lit(all[0][index]);
            (1..all.len()).fold(first, |joined, lane| joined.with_lane(lane, all[lane][index]))
        })
        .collect();
    U::load(&&joined[..])
}

fn joined<R: Real>(all: &[Instant<f64>]) -> Instant<R> {
    let of = |pick: fn(&Instant<f64>) -> Wheels<f64>| -> Wheels<R> {
        together(&all.iter().map(pick).collect::<Vec<_>>())
    };
    let engines: Vec<[f64; 1]> = all.iter().map(|at| [at.speeds.engine_rad_s]).collect();
    Instant {
        car: together(&all.iter().map(|at| at.car).collect::<Vec<_>>()),
        mode: together(&all.iter().map(|at| at.mode).collect::<Vec<_>>()),
        speeds: DrivelineSpeeds {
            engine_rad_s: together::<R, [f64; 1], [R; 1]>(&engines)[0],
            wheels_rad_s: of(|at| at.speeds.wheels_rad_s),
        },
        loads: WheelLoads {
            torque_nm: of(|at| at.loads.torque_nm),
            holding_nm: of(|at| at.loads.holding_nm),
        },
        demand: together(&all.iter().map(|at| at.demand).collect::<Vec<_>>()),
    }
}

fn looked<R: Real>(at: &Instant<R>) -> (DrivelineMode<R>, DrivelineTorque<R>) {
    let mode = advance(&at.car, &at.mode, &at.speeds, (&at.loads, &at.demand), R::lit(STEP_S));
    (mode, solve(&at.car, &mode, &at.speeds, &at.loads, &at.demand))
}

fn all_of<R: Real>((mode, torque): &(DrivelineMode<R>, DrivelineTorque<R>)) -> Vec<R> {
    let mut all = numbers_of(mode);
    all.extend(numbers_of(&torque.wheel_rate_rad_s2));
    all.extend(numbers_of(&torque.drive_nm));
    all.extend(numbers_of(&torque.brake_nm));
    all.extend(numbers_of(&torque.inside));
    all.push(torque.engine_rate_rad_s2);
    all
}

#[test]
fn lanes_are_the_scalars() {
    let mut numbers = Numbers::new(51);
    for _ in 0..500 {
        let cars: Vec<Instant<f64>> = (0..2).map(|_| any_instant(&mut numbers)).collect();
        let lanes = all_of(&looked(&joined::<Lanes<f64, 2>>(&cars)));
        for (lane, car) in cars.iter().enumerate() {
            for (found, expected) in lanes.iter().zip(all_of(&looked(car))) {
                assert_eq!(found.lane(lane).to_bits(), expected.to_bits());
            }
        }
    }
}

/// With the mode held, the derivatives to the speeds are those of the differences, and finite.
#[test]
fn derivatives_are_those_of_the_differences() {
    let mut numbers = Numbers::new(52);
    let mut compared = 0;
    for _ in 0..500 {
        let mut at = any_instant(&mut numbers);
        (at.mode, _) = looked(&at);
        let mut dual: Instant<Dual<f64, 5>> = joined(core::slice::from_ref(&at));
        dual.speeds.engine_rad_s = Dual::variable(at.speeds.engine_rad_s, 0);
        let spin = list(&at.speeds.wheels_rad_s);
        dual.speeds.wheels_rad_s = Wheels {
            front_left: Dual::variable(spin[0], 1),
            front_right: Dual::variable(spin[1], 2),
            rear_left: Dual::variable(spin[2], 3),
            rear_right: Dual::variable(spin[3], 4),
        };
        let rate = |speeds: &DrivelineSpeeds<f64>| {
            solve(&at.car, &at.mode, speeds, &at.loads, &at.demand).engine_rate_rad_s2
        };
        let found = solve(&dual.car, &dual.mode, &dual.speeds, &dual.loads, &dual.demand).engine_rate_rad_s2;
        assert_eq!(found.value.to_bits(), rate(&at.speeds).to_bits());
        assert!(found.derivative.iter().all(|slope| slope.is_finite()), "{found:?}");
        let moved = |h: f64| rate(&DrivelineSpeeds { engine_rad_s: at.speeds.engine_rad_s + h, ..at.speeds });
        let (left, right) = ((moved(0.0) - moved(-1e-4)) / 1e-4, (moved(1e-4) - moved(0.0)) / 1e-4);
        // Away from kinks.
        if (left - right).abs() < 1e-3 * (1.0 + left.abs()) {
            let slope = found.derivative[0];
            assert!(
                (slope - 0.5 * (left + right)).abs() < 1e-2 * (1.0 + slope.abs()),
                "{slope} {left} {right}"
            );
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Single precision: finite, and near the double's where nothing is decided otherwise.
#[test]
fn single_precision_is_finite() {
    let mut numbers = Numbers::new(53);
    let mut near = 0;
    for _ in 0..5_000 {
        let at = any_instant(&mut numbers);
        let single = looked(&joined::<f32>(core::slice::from_ref(&at)));
        assert!(all_of(&single).iter().all(|number| number.is_finite()), "{single:?}");
        let double = looked(&at);
        let expected = double.1.engine_rate_rad_s2;
        near += usize::from(
            (f64::from(single.1.engine_rate_rad_s2) - expected).abs() < 1e-2 * (1.0 + expected.abs()),
        );
    }
    assert!(near > 4_500, "{near}");
}
