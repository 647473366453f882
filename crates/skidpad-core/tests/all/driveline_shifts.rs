//! The four-wheel driveline's gearboxes: shifts without a hole, up and down, kick-down, spinning wheels, lock-up.
#![allow(clippy::disallowed_methods)]

use crate::driveline_support;
use skidpad_core::record::Flag;

use driveline_support::{
    STEP_S, Toy, automatic_car, automatic_throttle, coasting, dual_clutch_car, manual_car, throttle,
};
use skidpad_core::powertrain::driveline::{DrivelineCar, DrivelineDemand};
use skidpad_core::units::rpm;
use skidpad_core::wheels::Wheels;

/// The drive force around an up-shift at full throttle: the least, over that of the gear shifted into.
fn least_in_a_shift(car: DrivelineCar<f64>) -> (f64, f64) {
    let mut toy = Toy::rolling(car, 2.0, 18.0);
    let demand = throttle(1.0, 2.0);
    toy.drive(&demand, 0.0, 0.5, |_| {});
    assert!(toy.mode.engaged.is_set());
    let up = throttle(1.0, 3.0);
    let (mut least, mut shifted_s) = (f64::INFINITY, 0.0);
    toy.drive(&up, 0.0, 0.8, |toy| {
        let torque = toy.look(&up, 0.0);
        least = least.min(torque.drive_nm.rear_left + torque.drive_nm.rear_right);
        if toy.mode.gear < 2.5 {
            shifted_s += STEP_S;
        }
    });
    assert_eq!((toy.mode.gear, toy.mode.engaged), (3.0, Flag::from(true)));
    let settled = toy.look(&up, 0.0).drive_nm;
    (least / (settled.rear_left + settled.rear_right), shifted_s)
}

#[test]
fn dual_clutch_shifts_up_without_a_hole_in_the_torque() {
    let (least, shifted_s) = least_in_a_shift(dual_clutch_car());
    assert!(least > 0.9, "{least}");
    assert!(shifted_s < 0.21, "{shifted_s}");
    let (least, _) = least_in_a_shift(manual_car());
    assert!(least < 0.1, "{least}");
}

#[test]
fn dual_clutch_takes_all_gears_up_and_down() {
    let mut toy = Toy::new(dual_clutch_car(), 1.0);
    let mut highest = 0.0_f64;
    toy.drive(&automatic_throttle(1.0), 0.0, 25.0, |toy| highest = highest.max(toy.mode.gear));
    assert!(highest >= 4.0, "{highest}");
    toy.drive(&automatic_throttle(0.0), 0.3, 25.0, |_| {});
    assert_eq!((toy.mode.gear, toy.spin()), (1.0, [0.0; 4]));
    assert!(toy.speeds.engine_rad_s > rpm(790.0));
}

/// Full throttle on driven wheels that spin, the others as good as standing: the gearbox stays in first gear on the
/// limiter. It went up, the wheels fell to the car's speed in the shift, it came down, and so on: seven times in six
/// seconds, and where 100 km/h fell among these shifts the times at 30 and 1000 Hz lay up to 11 % apart.
#[test]
fn an_automatic_does_not_shift_up_on_spinning_wheels() {
    let on_ice = |limited: bool| {
        let mut car = manual_car();
        if !limited {
            (car.engine.limiter_rad_s, car.engine.blow_up_rad_s) = (1e4, 1e4);
        }
        let mut toy = Toy::new(car, 1.0);
        toy.grip_n = Wheels::of_axles(3700.0, 150.0);
        let mut highest = toy.mode.gear;
        toy.drive(&automatic_throttle(1.0), 0.0, 3.0, |toy| highest = highest.max(toy.mode.gear));
        assert!(toy.speeds.wheels_rad_s.rear_left > 20.0 + 1.5 * toy.speeds.wheels_rad_s.front_left);
        highest
    };
    assert_eq!(on_ice(true), 1.0);
    assert!(on_ice(false) > 1.0, "an engine that nothing keeps whole has to be shifted");
}

/// The gearbox goes by the pedal under the driver's foot, not by what traction control leaves of it: it took a cut
/// throttle for a driver who wants to go easy, and shifted up.
#[test]
fn an_automatic_goes_by_the_accelerator() {
    let shifts_up_at = |asked: f64, accelerator: f64| {
        let mut toy = Toy::rolling(manual_car(), 2.0, 12.0);
        let demand = DrivelineDemand { throttle: asked, accelerator, ..automatic_throttle(0.0) };
        let mut at = 0.0;
        toy.drive(&demand, 0.0, 20.0, |toy| {
            at = if at == 0.0 && toy.mode.target_gear > 2.0 { toy.speeds.engine_rad_s } else { at };
        });
        at
    };
    let full = manual_car().shift.shift_up_rad_s;
    assert!((shifts_up_at(0.4, 1.0) / full - 1.0).abs() < 0.01, "{}", shifts_up_at(0.4, 1.0));
    assert!(shifts_up_at(0.4, 0.4) < 0.9 * full);
}

/// Where a lock-up clutch may close it does within moments. Its friction was scaled with the converter's torque as that
/// is with a stiff coupling's, by the less the smaller the slip: it never closed, and as steep as that made it, the
/// wheels of a car with a strong engine chattered from step to step, and its launch was 6 % slower.
#[test]
fn lock_up_closes_at_once() {
    for (pedal, stronger) in [(0.4, 1.0), (0.7, 1.0), (1.0, 1.0), (0.4, 3.0), (0.7, 3.0), (1.0, 3.0)] {
        let mut car = automatic_car();
        car.converter.lock_up_from_gear = 1.0;
        car.clutch.capacity_nm *= stronger;
        let mut toy = Toy::new(car, 1.0);
        let (mut open, mut closed) = (0, false);
        toy.drive(&throttle(pedal, 1.0), 0.0, 2.5, |toy| {
            closed |= toy.mode.engaged.is_set();
            open += usize::from(!closed && toy.mode.clutch_direction > 0.5);
            assert!(!closed || toy.mode.engaged.is_set(), "it opens again: {:?}", toy.speeds);
        });
        assert!(closed && open <= 10, "{pedal} {stronger}: slips for {open} steps");
    }
}

#[test]
fn kick_down_takes_the_lowest_gear_within_the_engines_speeds() {
    for (speed, gear) in [(12.0, 5.0), (20.0, 6.0), (30.0, 8.0), (45.0, 8.0)] {
        let mut car = automatic_car();
        car.control.kick_down_throttle = 0.95;
        // Heavy wheels, whose tyres slip little while they bring the engine up.
        (car.layout.front_wheel_kg_m2, car.layout.rear_wheel_kg_m2) = (12.0, 12.0);
        let mut toy = Toy::rolling(car, gear, speed);
        (toy.mass_kg, toy.grip_n) = (1e5, Wheels::all(1e5));
        let limit = car.control.kick_down_share * car.shift.shift_up_rad_s;
        let expected =
            (1..=8).find(|&gear| car.gears.overall(f64::from(gear)) * speed / 0.32 <= limit).unwrap();
        toy.drive(&automatic_throttle(1.0), 0.0, 0.4, |_| {});
        assert_eq!(toy.mode.gear, f64::from(expected), "{speed}");
        // Below it, nothing of the kind, and no hunting.
        let mut toy = Toy::rolling(car, gear, speed);
        toy.drive(&automatic_throttle(0.9), 0.0, 0.1, |_| {});
        assert_eq!(toy.mode.gear, gear, "{speed}");
    }
}

#[test]
fn revs_are_matched_before_the_lower_gear_is_in() {
    let shock = |rev_match: bool| {
        let mut car = manual_car();
        car.control.rev_match = Flag::from(rev_match);
        let mut toy = Toy::rolling(car, 4.0, 20.0);
        toy.drive(&throttle(0.2, 4.0), 0.0, 1.0, |_| {});
        let mut worst = 0.0_f64;
        toy.drive(&coasting(2.0), 0.0, 0.6, |toy| {
            worst = worst.min(toy.look(&coasting(2.0), 0.0).drive_nm.rear_left)
        });
        assert_eq!(toy.mode.gear, 2.0);
        worst
    };
    assert!(shock(true) > 0.5 * shock(false), "{} {}", shock(true), shock(false));
}
