//! The anti-lock system stops a car nearly as short as the best constant slip would, keeps its wheels turning, holds
//! it straight where one side is slippery, and lets it come to a stand.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::assist_support;
use skidpad_core::record::Flag;

use assist_support::{DRY, FULL_BRAKE, G, ICE, NO_PEDALS, Plant, Road, SNOW, WET, Wheel, facts};
use skidpad_core::assist::{Assists, Pedals};

fn assists(accelerometer: bool) -> Assists<f64> {
    let mut assists = Assists::typical(facts(false, true));
    assists.reference.accelerometer = Flag::from(accelerometer);
    assists
}

/// Road, speed, and how much longer than the best constant slip from the first instant (v^2 / (2 mu_peak g)) the stop
/// may be. The best brake has no build-up: 0.09 s of it is 4 % on the dry road. On ice friction does not fall with
/// slip (Burckhardt's c3 is 0), so that a locked wheel is as good and any release costs.
const STOPS: [(Road, f64, f64); 4] =
    [(DRY, 27.8, 0.09), (WET, 27.8, 0.05), (SNOW, 20.0, 0.075), (ICE, 14.0, 0.05)];

#[test]
fn it_stops_nearly_as_short_as_the_best_constant_slip() {
    for (road, speed, longer) in STOPS {
        for accelerometer in [true, false] {
            let mut car = Plant::rolling(speed, [road; 4]);
            let stop = car.stop(&assists(accelerometer), 0.001);
            let best = speed * speed / (2.0 * road.peak() * G);
            let ratio = stop.distance_m / best;
            assert!(ratio > 0.99 && ratio < 1.0 + longer, "{road:?} {accelerometer}: {ratio}");
            let locked = Plant::rolling(speed, [road; 4]).stop(&assists(true).off(), 0.001);
            assert!(locked.locked_s > 1.0, "the brakes are strong enough to lock on {road:?}");
            assert!(stop.distance_m < locked.distance_m || road == ICE, "{road:?}: shorter than locked");
            assert!(stop.locked_s < 0.15 * car.time_s, "{road:?}: a wheel stood for {} s", stop.locked_s);
        }
    }
}

#[test]
fn the_distance_hangs_little_on_the_sub_step() {
    for (road, speed, _) in STOPS {
        let at = |dt_s: f64| Plant::rolling(speed, [road; 4]).stop(&assists(true), dt_s).distance_m;
        let (fine, middle, coarse) = (at(0.0005), at(0.001), at(0.002));
        for other in [middle, coarse] {
            assert!((other / fine - 1.0).abs() < 0.025, "{road:?}: {fine} {middle} {coarse}");
        }
    }
}

#[test]
fn a_gentle_brake_passes_untouched() {
    let mut car = Plant::rolling(25.0, [DRY; 4]);
    let gentle = Pedals { brake: 0.25, ..NO_PEDALS };
    while car.velocity_m_s[0] > 0.1 {
        car.step(&assists(true), &gentle, 0.002);
        assert_eq!(car.acts.brake().largest(), 0.25);
        assert_eq!(car.acts.brake().least(), 0.25, "at {} m/s", car.velocity_m_s[0]);
    }
}

#[test]
fn below_a_walk_the_wheels_lock_and_the_car_stands() {
    let mut car = Plant::rolling(15.0, [ICE; 4]);
    car.stop(&assists(true), 0.002);
    for _ in 0..1000 {
        car.step(&assists(true), &FULL_BRAKE, 0.002);
    }
    assert_eq!(car.acts.brake().least(), 1.0);
    assert!(car.wheels.iter().all(|wheel| wheel.spin_rad_s == 0.0));
    assert_eq!(car.mode.reference.reference_x_m_s, 0.0);
}

#[test]
fn it_shows_on_which_wheel_it_acts() {
    let mut car = Plant::rolling(25.0, [ICE, DRY, DRY, DRY]);
    let firm = Pedals { brake: 0.3, ..NO_PEDALS };
    let mut acted = [0.0; 4];
    for _ in 0..400 {
        car.step(&assists(true), &firm, 0.001);
        let wheels = &car.acts.wheels;
        for (sum, wheel) in
            acted.iter_mut().zip([wheels.front_left, wheels.front_right, wheels.rear_left, wheels.rear_right])
        {
            *sum += wheel.abs_acts.number();
        }
    }
    assert!(acted[0] > 250.0, "the wheel on ice: {acted:?}");
    assert_eq!(acted[2..], [0.0, 0.0], "wheels on a dry road");
}

#[test]
fn on_a_slippery_side_the_car_stays_nearly_straight_and_uses_the_good_side() {
    let split = [ICE, DRY, ICE, DRY];
    let on = assists(true);
    let mut late = on;
    late.abs.yaw_start = 1.0;
    let yaw = |assists: &Assists<f64>, time_s: f64| {
        let mut car = Plant::rolling(22.0, split);
        while car.time_s < time_s {
            car.step(assists, &FULL_BRAKE, 0.001);
        }
        (car.yaw_rad.abs(), car.velocity_m_s[0])
    };
    let (delayed, _) = yaw(&on, 0.6);
    let (at_once, _) = yaw(&late, 0.6);
    let (locked, _) = yaw(&on.off(), 0.6);
    assert!(delayed < 0.85 * at_once, "the moment is delayed: {delayed} {at_once}");
    assert!(delayed < locked, "{delayed} {locked}");
    // With select-low the rear brakes as on ice, so that what slows the car is the front wheel on the good side.
    let (_, speed) = yaw(&on, 1.5);
    assert!(speed < 22.0 - 1.5 * 0.1 * G, "{speed}");
}

/// The pressure of the front wheel on the grippy side over that of the other, and the level at which the grippy one locks, each
/// millisecond.
fn front_pressures(assists: &Assists<f64>, until_s: f64) -> Vec<(f64, f64, f64)> {
    let mut car = Plant::rolling(30.0, [ICE, DRY, ICE, DRY]);
    let mut rows = Vec::new();
    while car.time_s < until_s {
        car.step(assists, &FULL_BRAKE, 0.001);
        let (brake, wheels) = (car.acts.brake(), &car.mode.abs_wheels);
        // The driver steers against the moment: the car goes straight.
        (car.yaw_rad, car.yaw_rate_rad_s, car.velocity_m_s[1]) = (0.0, 0.0, 0.0);
        let low = wheels.front_left.abs_level.max(brake.front_left);
        rows.push((car.time_s, brake.front_right - low, wheels.front_right.abs_level));
    }
    rows
}

/// The delay of the yaw moment: the difference of the front pressures grows by its rate until the wheel on the grippy side locks
/// as well.
#[test]
fn the_difference_of_the_front_pressures_grows_by_its_rate() {
    for growth in [0.3, 0.6] {
        let mut on = assists(true);
        on.abs.yaw_growth_1_s = growth;
        let rows = front_pressures(&on, 4.0);
        let lock = rows.iter().find(|row| row.2 > 0.3).expect("the wheel on the dry side locks");
        let begun = rows.iter().find(|row| row.0 > 0.3).unwrap();
        let rate = (lock.1 - begun.1) / (lock.0 - begun.0);
        assert!((rate / growth - 1.0).abs() < 0.15, "{growth}: {rate}, {begun:?} to {lock:?}");
    }
}

/// Of a critical car the moment is bounded (its rear tyres could not balance it): once the wheel on the grippy side has locked,
/// it gets `yaw_most` of that pressure more than the other, and for the next second little beyond. A car that is not
/// critical brakes it to the limit again and again.
#[test]
fn a_critical_car_s_front_pressures_differ_by_no_more_than_it_bears() {
    let mean = |most: f64| {
        let mut on = assists(true);
        on.abs.yaw_most = most;
        let rows = front_pressures(&on, 4.0);
        let lock_s = rows.iter().find(|row| row.2 > 0.3).expect("the wheel on the dry side locks").0;
        let after: Vec<f64> = rows
            .iter()
            .filter(|row| (lock_s + 0.1..lock_s + 1.0).contains(&row.0))
            .map(|row| row.1 / row.2)
            .collect();
        after.iter().sum::<f64>() / after.len() as f64
    };
    let (bounded, free) = (mean(0.5), mean(1.0));
    assert!((0.49..0.56).contains(&bounded) && free > 1.15 * bounded, "{bounded} {free}");
}

/// The bound is no trap: where the grippy side becomes better, some seconds later its pressure is that of the new road.
#[test]
fn a_bounded_front_pressure_finds_a_better_road() {
    let mut on = assists(true);
    on.abs.yaw_most = 0.5;
    let mut car = Plant::rolling(60.0, [ICE, SNOW, ICE, SNOW]);
    let at = |car: &mut Plant, until_s: f64| {
        while car.time_s < until_s {
            car.step(&on, &FULL_BRAKE, 0.001);
            (car.yaw_rad, car.yaw_rate_rad_s, car.velocity_m_s[1]) = (0.0, 0.0, 0.0);
        }
        car.acts.brake().front_right
    };
    let on_snow = at(&mut car, 3.0);
    car.roads = [ICE, DRY, ICE, DRY];
    let found = at(&mut car, 9.0);
    assert!(found > 3.0 * on_snow, "{on_snow} and then {found}");
}

#[test]
fn a_road_that_becomes_good_is_found_within_a_second() {
    let mut car = Plant::rolling(25.0, [ICE; 4]);
    let on = assists(true);
    while car.time_s < 2.0 {
        car.step(&on, &FULL_BRAKE, 0.001);
    }
    car.roads = [DRY; 4];
    while car.time_s < 3.0 {
        car.step(&on, &FULL_BRAKE, 0.001);
    }
    let before = car.velocity_m_s[0];
    while car.time_s < 3.5 {
        car.step(&on, &FULL_BRAKE, 0.001);
    }
    assert!((before - car.velocity_m_s[0]) / 0.5 > 0.8 * DRY.peak() * G);
}

#[test]
fn a_slope_that_the_accelerometer_takes_for_speed_does_not_open_the_brakes() {
    // A sensor that reads 2.8 m/s^2 too much, as on 30 % uphill, and was not driven before: nothing is learnt, the
    // reference goes too high, and the brakes open once, until the wheels that roll show it.
    let mut car = Plant::rolling(25.0, [DRY; 4]);
    car.sensor_fault_m_s2 = 2.8;
    let stop = car.stop(&assists(true), 0.001);
    let best = 25.0 * 25.0 / (2.0 * DRY.peak() * G);
    assert!(stop.distance_m < 1.9 * best, "{} {best}", stop.distance_m);
    // Driven for two seconds before, it is learnt.
    let mut car = Plant::rolling(25.0, [DRY; 4]);
    car.sensor_fault_m_s2 = 2.8;
    while car.time_s < 2.0 {
        car.step(&assists(true), &NO_PEDALS, 0.001);
    }
    assert!((car.mode.reference.reference_slope_m_s2 - 2.8).abs() < 0.1);
    let stop = car.stop(&assists(true), 0.001);
    assert!(stop.distance_m < 1.1 * best, "{} {best}", stop.distance_m);
}

#[test]
fn in_reverse_it_works_as_forwards() {
    let run = |speed: f64| {
        let mut car = Plant::rolling(speed, [WET; 4]);
        while car.time_s < 1.0 {
            car.step(&assists(true), &FULL_BRAKE, 0.001);
        }
        (speed - car.velocity_m_s[0]).abs()
    };
    assert!(run(-12.0) > 0.9 * run(12.0), "{} {}", run(-12.0), run(12.0));
}

/// A car that was shoved into a spin on a wet road, having coasted for a while.
fn shoved() -> Plant {
    let mut car = Plant::rolling(22.0, [WET; 4]);
    while car.time_s < 0.3 {
        car.step(&assists(true), &NO_PEDALS, 0.001);
    }
    car.yaw_rate_rad_s = 3.5;
    car
}

/// The speed of a spinning car turns out of its longitudinal axis and comes back with the other sign. A reference that
/// falls no faster than the car decelerates does not follow: it stayed at 20 m/s forwards while the car rolled backwards
/// at 14 m/s, all wheels seemed locked, and every brake stayed open.
#[test]
fn the_reference_follows_a_spin() {
    let (mut car, on) = (shoved(), assists(true));
    let (mut worst, mut least) = ([0.0_f64; 2], 0.0_f64);
    while car.speed_m_s() > 1.0 {
        car.step(&on, &FULL_BRAKE, 0.001);
        let seen = &car.mode.reference;
        for (worst, (seen, is)) in
            worst.iter_mut().zip([seen.reference_x_m_s, seen.reference_y_m_s].iter().zip(car.velocity_m_s))
        {
            *worst = worst.max((seen - is).abs());
        }
        least = least.min(car.velocity_m_s[0]);
    }
    assert!(least < -5.0, "it rolled backwards on the way: {least}");
    assert!(worst[0] < 1.5 && worst[1] < 2.1, "longitudinal and lateral speed: off by {worst:?}");
}

#[test]
fn a_spinning_car_is_braked_as_hard_as_without_it() {
    let (with, without) = (shoved().rest(&assists(true)), shoved().rest(&assists(true).off()));
    assert!(with < 1.05 * without, "{with} s, without {without} s");
}

/// A tyre that slides sideways is saturated. Locked, it pulls against the motion; rolling, only across the wheel.
#[test]
fn wheels_that_slide_sideways_may_lock() {
    let mut car = Plant::rolling(12.0, [WET; 4]);
    while car.time_s < 0.2 {
        car.step(&assists(true), &NO_PEDALS, 0.001);
    }
    car.velocity_m_s = [6.0, 15.0];
    (car.mode.reference.reference_x_m_s, car.mode.reference.reference_y_m_s) = (6.0, 15.0);
    while car.time_s < 0.5 {
        car.step(&assists(true), &FULL_BRAKE, 0.001);
    }
    assert_eq!(car.acts.brake(), skidpad_core::wheels::Wheels::all(1.0));
    assert!(car.wheels.iter().all(|wheel| wheel.spin_rad_s == 0.0));
}

/// Nothing is known at the first look, and locked wheels show no sense of motion. The accelerometer alone made a speed
/// forwards out of the braking of a car that rolls backwards, and wheels that turned backwards seemed to slip.
#[test]
fn a_braked_wheel_that_turns_the_other_way_puts_the_sense_of_motion_right() {
    for speed in [12.0, -12.0] {
        let locked = || {
            let mut car = Plant::rolling(speed, [DRY; 4]);
            car.wheels = car.wheels.map(|wheel| Wheel { spin_rad_s: 0.0, ..wheel });
            car
        };
        let (with, without) = (locked().rest(&assists(true)), locked().rest(&assists(true).off()));
        assert!(with < 1.2 * without, "from {speed} m/s: {with} s, without {without} s");
    }
}
