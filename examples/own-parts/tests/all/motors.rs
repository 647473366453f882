//! The electric powertrain.

use own_parts::battery_empty;
use skidpad::core::controls::{Controls, Gear};
use skidpad::core::math::Real;
use skidpad::core::step::Status;
use skidpad::core::surface::Surface;

use crate::{Quad, drive, drive_on, input, quad, rolling};

fn full() -> Controls {
    Controls { throttle: 1.0, gear: Gear::Forward(1), ..Controls::default() }
}

fn look(car: &skidpad::core::step::Simulation<crate::Model>, controls: &Controls) -> ([f64; 4], f64, f64) {
    let (_, trace) = car.look(&input(controls), &Surface::asphalt());
    let drive_nm = trace.wheels.in_a_row().map(|wheel| wheel.drive_torque_nm);
    (drive_nm, trace.driveline.battery_power_w, trace.driveline.power_share)
}

#[test]
fn a_motor_has_constant_torque_then_constant_power_then_none() {
    let motor = quad().base.driveline.front;
    let peak_nm = motor.ratio * motor.torque_nm;
    assert_eq!(motor.largest_nm(0.0), peak_nm);
    assert_eq!(motor.largest_nm(30.0), peak_nm);
    let base_rad_s = motor.power_w / motor.torque_nm / motor.ratio;
    let spin = 1.5 * base_rad_s;
    assert!((motor.largest_nm(spin) * spin / motor.power_w - 1.0).abs() < 1e-12);
    assert_eq!(motor.largest_nm(motor.largest_rad_s / motor.ratio), 0.0);
    assert_eq!(motor.largest_nm(-30.0), peak_nm, "in reverse as forwards");
}

#[test]
fn no_motor_and_no_battery_gives_more_than_it_can() {
    let mut car = rolling(quad(), 0.0);
    let mut largest_w: f64 = 0.0;
    for _ in 0..1200 {
        drive(&mut car, &full(), 0.01);
        let (drive_nm, battery_w, _) = look(&car, &full());
        let (quad, spins) = (car.car().base.driveline, car.state().wheels.in_a_row());
        for wheel in 0..4 {
            let motor = if wheel < 2 { quad.front } else { quad.rear };
            let most = motor.largest_nm(spins[wheel].spin_rad_s);
            assert!(drive_nm[wheel] <= most * (1.0 + 1e-12), "wheel {wheel}");
        }
        assert!(battery_w <= quad.control.battery_w * (1.0 + 1e-12), "{battery_w}");
        largest_w = Real::max(largest_w, battery_w);
    }
    assert!(
        largest_w > 0.999 * car.car().base.driveline.control.battery_w,
        "the limit was reached: {largest_w}"
    );
}

#[test]
fn the_torque_follows_its_command_with_the_lag() {
    let mut car = rolling(quad(), 10.0);
    let lag_s = car.car().base.driveline.control.torque_lag_s;
    drive(&mut car, &full(), lag_s);
    let (mode, state) = (car.mode().driveline.commands, car.state().driveline);
    let share = state.front_left_motor_nm / mode.front_left_command_nm;
    assert!((share - (1.0 - Real::exp(-1.0))).abs() < 0.02, "{share}");
}

#[test]
fn braking_charges_the_battery_no_faster_than_it_takes() {
    let mut car = rolling(quad(), 40.0);
    let before_j = car.state().driveline.battery_j;
    let brake = Controls { brake: 1.0, gear: Gear::Forward(1), ..Controls::default() };
    drive(&mut car, &brake, 0.3);
    let (_, battery_w, share) = look(&car, &brake);
    let charge_w = car.car().base.driveline.control.charge_w;
    assert!(car.state().driveline.battery_j > before_j);
    assert!((battery_w / -charge_w - 1.0).abs() < 1e-9 && share < 1.0, "at the limit: {battery_w} W");
}

/// Regeneration that does not fade would hold a car, and push it backwards by the motors' lag.
#[test]
fn a_car_that_brakes_comes_to_rest_and_stands() {
    for (brake, slope_rad) in [(0.3, 0.0), (1.0, 0.0), (0.5, 0.1)] {
        let road = Surface { slope_rad, ..Surface::asphalt() };
        let mut car = rolling(quad(), 12.0);
        let controls = Controls { brake, gear: Gear::Forward(1), ..Controls::default() };
        drive_on(&mut car, &controls, 8.0, &road);
        let place_m = car.state().body.x_m;
        drive_on(&mut car, &controls, 2.0, &road);
        let body = &car.state().body;
        assert_eq!((body.velocity_x_m_s, body.x_m), (0.0, place_m), "brake {brake}, slope {slope_rad}");
        assert!(car.state().wheels.in_a_row().iter().all(|wheel| wheel.spin_rad_s == 0.0));
    }
}

#[test]
fn the_car_reverses() {
    let mut car = rolling(quad(), 0.0);
    drive(&mut car, &Controls { throttle: 0.3, gear: Gear::Reverse, ..Controls::default() }, 2.0);
    assert!(car.state().body.velocity_x_m_s < -2.0, "{}", car.state().body.velocity_x_m_s);
}

#[test]
fn in_neutral_no_motor_turns_a_wheel() {
    let mut car = rolling(quad(), 20.0);
    let neutral = Controls { throttle: 1.0, steer_rad: 0.05, gear: Gear::Neutral, ..Controls::default() };
    drive(&mut car, &neutral, 0.5);
    assert_eq!(look(&car, &neutral).0, [0.0; 4]);
}

/// The yaw rate that the car reaches in a bend under throttle.
fn yaw_rate(change: impl FnOnce(&mut Quad)) -> (f64, [f64; 4]) {
    let mut car = quad();
    change(&mut car);
    let mut car = rolling(car, 15.0);
    let controls = Controls { throttle: 0.4, steer_rad: 0.08, gear: Gear::Forward(1), ..Controls::default() };
    drive(&mut car, &controls, 1.0);
    (car.state().body.yaw_rate_rad_s, look(&car, &controls).0)
}

#[test]
fn in_a_bend_the_outer_wheels_drive_more_and_the_car_turns_in() {
    let (plain, alike_nm) = yaw_rate(|car| car.base.driveline.control.yaw_gain_nm_s = 0.0);
    let (vectored, [_, _, inner_nm, outer_nm]) =
        yaw_rate(|car| car.base.driveline.control.understeer_s2_m = 0.0);
    assert!((alike_nm[2] / alike_nm[3] - 1.0).abs() < 0.1, "{alike_nm:?}");
    assert!(outer_nm > inner_nm + 100.0, "{inner_nm} {outer_nm}");
    assert!(vectored > plain + 0.02, "{plain} {vectored}");
}

#[test]
fn what_the_battery_gives_is_what_the_wheels_get_and_what_is_lost() {
    let mut car = rolling(quad(), 0.0);
    let before_j = car.state().driveline.battery_j;
    let (mut wheels_j, mut lost_j) = (0.0, 0.0);
    for _ in 0..3000 {
        let (_, trace) = car.look(&input(&full()), &Surface::asphalt());
        wheels_j += trace.car.drive_power_w * 0.001;
        lost_j += trace.driveline.motor_loss_w * 0.001;
        car.step(&input(&full()), &Surface::asphalt(), skidpad::core::step::Dt::new(0.001).unwrap());
    }
    let given_j = before_j - car.state().driveline.battery_j;
    assert!((wheels_j + lost_j) / given_j > 0.998 && (wheels_j + lost_j) / given_j < 1.002);
    assert!((wheels_j / given_j - 0.93).abs() < 1e-3, "the efficiency: {}", wheels_j / given_j);
}

#[test]
fn with_an_empty_battery_the_run_ends() {
    let mut car = quad();
    car.base.driveline.control.full_j = 20e3;
    let mut car = rolling(car, 10.0);
    drive(&mut car, &full(), 5.0);
    assert_eq!(car.status(), Status::Ended(battery_empty()));
    assert_eq!(battery_empty().name(), "battery empty");
}
