//! The anti-lock system in a turn: as much braking as steering leaves, on the wheels that bear the load.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::assist_support;
use skidpad_core::record::Flag;

use assist_support::{DRY, FULL_BRAKE, NO_PEDALS, Plant, facts};
use skidpad_core::assist::Assists;

/// Mean brake pressures of the four wheels, over the full one, in the second after the pedal went down in a turn to the left,
/// and the speed that the car lost in it, m/s.
fn brakes_in_a_turn(assists: &Assists<f64>, steer_rad: f64) -> ([f64; 4], f64) {
    let mut car = Plant::rolling(25.0, [DRY; 4]);
    while car.time_s < 1.0 {
        car.steer_rad = steer_rad * f64::min(car.time_s / 0.5, 1.0);
        car.step(assists, &NO_PEDALS, 0.001);
    }
    let before_m_s = car.speed_m_s();
    let mut sum = [0.0; 4];
    for _ in 0..1000 {
        car.step(assists, &FULL_BRAKE, 0.001);
        let brake = car.acts.brake().in_a_row();
        sum.iter_mut().zip(brake).for_each(|(sum, brake)| *sum += brake);
    }
    (sum.map(|sum| sum / 1000.0), before_m_s - car.speed_m_s())
}

/// A car whose load does not move counts as one that drives straight ahead.
fn straight(assists: &Assists<f64>) -> Assists<f64> {
    let mut straight = *assists;
    straight.car.moved_load_s2_m = 0.0;
    straight
}

/// The front wheel on the inside locked first, and the other one was held back for seconds, as on a split road: a car that
/// steered by 11 degrees at 36 m/s stopped in 9.4 s, and with locked wheels in 4.2 s.
#[test]
fn in_a_turn_the_front_wheel_on_the_outside_is_not_held_back() {
    let mut on = Assists::typical(facts(false, true));
    (on.abs.select_low, on.abs.yaw_growth_1_s) = (Flag::from(false), 0.2);
    let (with, lost_m_s) = brakes_in_a_turn(&on, 0.06);
    let (without, lost_before_m_s) = brakes_in_a_turn(&straight(&on), 0.06);
    assert!(with[1] > 1.2 * without[1], "{with:?} {without:?}");
    assert!(lost_m_s > 1.05 * lost_before_m_s, "{lost_m_s} {lost_before_m_s}");
}

/// The rear wheel on the inside, which bears little, set the pressure of the other one as well.
#[test]
fn in_a_turn_the_rear_wheel_on_the_outside_gets_pressure_in_proportion_to_its_load() {
    let mut on = Assists::typical(facts(false, true));
    on.abs.yaw_start = 1.0;
    let (with, _) = brakes_in_a_turn(&on, 0.06);
    let (without, _) = brakes_in_a_turn(&straight(&on), 0.06);
    assert!((without[3] / without[2] - 1.0).abs() < 0.02, "select-low: {without:?}");
    assert!(with[3] > 1.3 * with[2], "{with:?}");
    let (mirrored, _) = brakes_in_a_turn(&on, -0.06);
    assert!(mirrored[2] > 1.3 * mirrored[3], "{mirrored:?}");
}

/// Beyond the slip angle of their peak tyres steer no better the farther they are turned. With a constant threshold of slip they
/// braked the less for it; in proportion to the slip angle they keep the direction of their force.
#[test]
fn tyres_turned_beyond_their_peak_still_brake() {
    let on = Assists::typical(facts(false, true));
    let mut constant = on;
    (constant.car.front_inverse_peak, constant.car.rear_inverse_peak) = (0.0, 0.0);
    let lost = |assists: &Assists<f64>, steer_rad: f64| brakes_in_a_turn(assists, steer_rad).1;
    let (far, far_before) = (lost(&on, 0.25), lost(&constant, 0.25));
    assert!(far > 1.1 * far_before, "{far} {far_before}");
    let (near, near_before) = (lost(&on, 0.01), lost(&constant, 0.01));
    assert!((near / near_before - 1.0).abs() < 0.02, "below the peak nothing changes: {near} {near_before}");
}

/// A wheel that had locked on ice at a fiftieth of the full pressure, at 2 m/s on a dry road: the reference speed was 0.06 m/s too
/// high, nearly a quarter of the proportional slip threshold there, so that the wheel seemed near locking and built up slowly. The
/// car rolled for 0.75 s, and with locked wheels for 0.4 s.
#[test]
fn a_slow_wheel_that_grips_builds_up_quickly() {
    let on = Assists::typical(facts(false, true));
    let mut car = Plant::rolling(2.0, [DRY; 4]);
    (car.mode.reference.reference_known, car.mode.reference.reference_x_m_s) = (Flag::from(true), 2.06);
    for wheel in [
        &mut car.mode.abs_wheels.front_left,
        &mut car.mode.abs_wheels.front_right,
        &mut car.mode.abs_wheels.rear_left,
        &mut car.mode.abs_wheels.rear_right,
    ] {
        (wheel.abs_phase, wheel.abs_pressure, wheel.abs_level, wheel.abs_speed_m_s) = (4.0, 0.02, 0.02, 2.0);
    }
    let time_s = car.rest(&on);
    assert!(time_s < 0.6, "{time_s} s");
}
