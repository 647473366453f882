//! Wheelie, stoppie, standstill and falls.
#![allow(clippy::disallowed_methods)]

use crate::motorcycle_support;

use motorcycle_support::{alone, ask, changed, dt, from, motorcycle, ride, riding};
use skidpad_core::record::{Flag, Record};
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::motorcycle::LiftLimits;
use skidpad_special::{Motorcycle, MotorcycleInput, MotorcycleMode, MotorcycleState};

const G: f64 = 9.80665;

fn stance() -> LiftLimits<f64> {
    LiftLimits { wheelbase_m: 1.41, front_share: 0.47, height_m: 0.65 }
}

/// Everything open, in a gear.
fn full(gear: f64, rider: f64) -> MotorcycleInput<f64> {
    MotorcycleInput { throttle: 1.0, gear, rider, ..Record::splat(0.0) }
}

fn brakes(rider: f64) -> MotorcycleInput<f64> {
    MotorcycleInput { brake: 1.0, rider, ..Record::splat(0.0) }
}

#[test]
fn the_limits_are_those_of_load_transfer() {
    let cbr = stance();
    // Monster's load transfer with no load on the front wheel: g b / h, b = 0.663 m.
    assert!((cbr.largest_acceleration(1.25, G) - G * 0.6627 / 0.65).abs() < 1e-12);
    assert!((cbr.largest_acceleration(1.25, G) - 9.998).abs() < 1e-3);
    assert!((cbr.largest_deceleration(1.25, G) - G * 0.7473 / 0.65).abs() < 1e-12);
    // On a wet road the tyres slide first: the rear holds its own load and what comes to it.
    let wet = cbr.largest_acceleration(0.5, G);
    let rear_load = 0.53 + wet / G * 0.65 / 1.41;
    assert!((wet - 0.5 * G * rear_load).abs() < 1e-12);
    assert_eq!(cbr.largest_deceleration(0.5, G), 0.5 * G);
    // At the friction where both come together there is no jump.
    let edge = cbr.lift_front();
    let (below, above) = (cbr.largest_acceleration(edge - 1e-9, G), cbr.largest_acceleration(edge, G));
    assert!((below - above).abs() < 1e-6);
}

/// Upright at 20 m/s in first gear with the throttle open: the front wheel carries nothing, and the
/// motorcycle accelerates with g b / h less the air.
#[test]
fn without_a_rider_the_drive_takes_the_front_wheel_to_the_point_of_lifting() {
    let car = motorcycle();
    let vacuum = motorcycle_support::calm();
    let bike = riding(&car, 20.0, 1.0);
    let trace = bike.look(&full(1.0, 0.0), &vacuum).1;
    assert!(trace.wheelie_limited.is_set());
    assert!(trace.front_load_n.abs() < 1e-9 * trace.rear_load_n);
    let limit = stance().largest_acceleration(1.25, G);
    assert!((trace.acceleration_x_m_s2 / limit - 1.0).abs() < 1e-12, "{trace:?}");
    // With a rider about a tenth of the front load stays: he closes the throttle at 95 % of the rear
    // force over load that lifts the front.
    let trace = bike.look(&full(1.0, 1.0), &vacuum).1;
    let over_load = 0.95 * stance().lift_front();
    let rear_load = 0.53 / (1.0 - over_load * 0.65 / 1.41);
    assert!((trace.acceleration_x_m_s2 / (over_load * rear_load * G) - 1.0).abs() < 1e-12);
    assert!(trace.wheelie_limited.is_set() && trace.acceleration_x_m_s2 > 0.9 * limit);
    // Upright, all of the rear tyre's force is along the wheel, where its friction is 1.25.
    assert!((trace.rear_use_of_grip - over_load / 1.25).abs() < 1e-12, "{trace:?}");
    assert_eq!(trace.front_use_of_grip, 0.0);
    assert!((trace.front_load_n / (0.47 * 281.0 * G) - 0.09).abs() < 0.01, "{trace:?}");
    // In sixth gear there is not enough torque for it.
    let trace = riding(&car, 30.0, 6.0).look(&full(6.0, 0.0), &vacuum).1;
    assert!(!trace.wheelie_limited.is_set() && trace.front_load_n > 100.0);
}

#[test]
fn the_front_brake_takes_the_rear_wheel_to_the_point_of_lifting() {
    let car = changed(|_| ());
    let vacuum = Surface { air_density_kg_m3: 0.0, rolling: 0.0, ..Surface::asphalt() };
    let state = MotorcycleState::upright(30.0);
    let mode = MotorcycleMode { direction: 1.0, ..MotorcycleMode::in_gear(0.0) };
    let bike = Simulation::<Motorcycle>::new(car, mode, state);
    let trace = bike.look(&brakes(0.0), &vacuum).1;
    let limit = stance().largest_deceleration(1.25, G);
    assert!(trace.stoppie_limited.is_set() && trace.rear_load_n.abs() < 1e-9 * trace.front_load_n);
    assert!((trace.acceleration_x_m_s2 / -limit - 1.0).abs() < 1e-12, "{trace:?}");
    // Where the tyres hold less than that, they are the limit.
    let wet = Surface { grip: 0.6, ..vacuum };
    let trace = bike.look(&brakes(0.0), &wet).1;
    assert!(!trace.stoppie_limited.is_set() && trace.traction_limited.is_set());
    assert!((trace.acceleration_x_m_s2 / -(0.75 * G) - 1.0).abs() < 1e-12);
}

/// 0 to 100 km/h with the rider: near the point of lifting all the way in first gear, as table 8-4's
/// 2.95 s says too (that is 9.4 m/s^2 in the mean, 94 % of the limit).
#[test]
fn a_standing_start_stays_upright_and_under_the_limit() {
    let car = motorcycle();
    let mut bike = riding(&car, 0.0, 1.0);
    let input = MotorcycleInput { automatic: Flag::from(true), ..full(1.0, 1.0) };
    while bike.state().velocity_x_m_s < 100.0 / 3.6 {
        assert_eq!(bike.step(&input, &Surface::asphalt(), dt(0.002)), Status::Running);
        assert!(bike.look(&input, &Surface::asphalt()).1.front_load_n >= 0.0);
        assert!(bike.time_s() < 6.0, "{:?} {:?}", bike.state(), bike.look(&input, &Surface::asphalt()).1);
    }
    let least = 100.0 / 3.6 / stance().largest_acceleration(1.25, G);
    assert!(bike.time_s() > least && bike.time_s() < 4.2, "{}", bike.time_s());
    assert!(bike.state().lean_rad.abs() < 1e-6);
}

/// Braking hard in a turn he spares the tyres, and comes to a stop on his feet.
#[test]
fn braking_in_a_turn_ends_on_the_feet() {
    let car = motorcycle();
    let mut bike = from(&car, MotorcycleState::upright(25.0));
    let turn = ask(motorcycle_support::steer_for(120.0));
    assert_eq!(ride(&mut bike, &turn, &Surface::asphalt(), 4.0), Status::Running);
    assert!(bike.state().lean_rad < -0.4);
    let stop = MotorcycleInput { brake: 1.0, ..turn };
    assert_eq!(ride(&mut bike, &stop, &Surface::asphalt(), 10.0), Status::Running);
    let state = bike.state();
    assert!(state.velocity_x_m_s == 0.0 && state.lean_rad.abs() < 0.1, "{state:?}");
}

/// On a 30 % slope, up, down and across it, brake on and feet down: it stands.
#[test]
fn it_stands_on_a_slope() {
    let car = motorcycle();
    for (slope_rad, bank_rad) in [(0.2915, 0.0), (-0.2915, 0.0), (0.0, 0.05), (0.1, -0.05)] {
        let road = Surface { slope_rad, bank_rad, ..Surface::asphalt() };
        let mut bike = from(&car, MotorcycleState::upright(0.0));
        assert_eq!(ride(&mut bike, &brakes(1.0), &road, 5.0), Status::Running);
        let (x, y) = (bike.state().x_m, bike.state().y_m);
        assert_eq!(ride(&mut bike, &brakes(1.0), &road, 60.0), Status::Running);
        let moved = (bike.state().x_m - x).hypot(bike.state().y_m - y);
        assert!(moved < 1e-6, "{slope_rad} {bank_rad}: {moved} m");
        assert_eq!(bike.state().velocity_x_m_s, 0.0);
    }
}

/// What lies too far over has fallen, by name, and stays where it is.
#[test]
fn a_motorcycle_that_nobody_holds_falls_over() {
    let car = motorcycle();
    let start = MotorcycleState { lean_rad: 0.02, ..MotorcycleState::upright(0.0) };
    let mut bike = from(&car, start);
    assert_eq!(ride(&mut bike, &alone(0.0), &Surface::asphalt(), 5.0), Status::FALLEN_OVER);
    assert!(bike.state().lean_rad >= car.cycle().fallen_lean_rad);
    assert!(bike.mode().fallen.is_set());
    let time = bike.time_s();
    assert_eq!(bike.step(&ask(0.0), &Surface::asphalt(), dt(0.01)), Status::FALLEN_OVER);
    assert_eq!(bike.time_s(), time);
    // With his feet down it stays up, as far as his legs hold.
    let mut held = from(&car, start);
    assert_eq!(ride(&mut held, &ask(0.0), &Surface::asphalt(), 10.0), Status::Running);
    let far = MotorcycleState { lean_rad: 0.4, ..MotorcycleState::upright(0.0) };
    assert_eq!(ride(&mut from(&car, far), &ask(0.0), &Surface::asphalt(), 10.0), Status::FALLEN_OVER);
}

/// In a turn too tight for the road he takes the one that it holds; on sudden ice he falls.
#[test]
fn he_asks_the_tyres_for_no_more_than_they_hold() {
    let car = motorcycle();
    let mut bike = from(&car, MotorcycleState::upright(20.0));
    assert_eq!(ride(&mut bike, &ask(0.4), &motorcycle_support::calm(), 6.0), Status::Running);
    let trace = bike.look(&ask(0.4), &motorcycle_support::calm()).1;
    let limit = 1.25 / 1.22 * G;
    let across = bike.state().yaw_rate_rad_s * bike.state().velocity_x_m_s;
    assert!(across > 0.7 * limit && across < 0.9 * limit, "{across} {limit} {trace:?}");
    let ice = Surface { grip: 0.1, ..Surface::asphalt() };
    assert_eq!(ride(&mut bike, &ask(0.4), &ice, 10.0), Status::FALLEN_OVER);
}

/// Backwards he walks it, and does not ride it: nothing grows without bound.
#[test]
fn backwards_it_is_walked() {
    let car = motorcycle();
    let mut bike = from(&car, MotorcycleState { lean_rad: 0.02, ..MotorcycleState::upright(-0.8) });
    assert_eq!(ride(&mut bike, &ask(0.1), &motorcycle_support::calm(), 8.0), Status::Running);
    let mut bike = from(&car, MotorcycleState { lean_rad: 0.02, ..MotorcycleState::upright(-15.0) });
    let status = ride(&mut bike, &ask(0.1), &Surface::asphalt(), 20.0);
    assert_ne!(status, Status::Quarantined);
}

/// The wheels over-rev an engine that they are coupled to, and none behind an open clutch.
#[test]
fn an_open_clutch_keeps_the_engine_whole() {
    let car = motorcycle();
    for (clutch, expected) in [(0.0, Status::ENGINE_BLOWN), (1.0, Status::Running)] {
        let mut bike = riding(&car, 70.0, 1.0);
        let input = MotorcycleInput { clutch, gear: 1.0, ..ask(0.0) };
        assert_eq!(ride(&mut bike, &input, &Surface::asphalt(), 0.5), expected);
    }
}
