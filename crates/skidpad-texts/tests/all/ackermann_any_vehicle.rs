//! Any car that the ranges allow, any controls, any road: finite numbers, and never more force than
//! the tyres have.
#![allow(clippy::disallowed_methods)]

use crate::ackermann_support;
use crate::outlined;
use crate::support;

use ackermann_support::{Car, Mode, Numbers, State, uneven};
use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{
    AckermannAxle, AckermannCar, AckermannDrive, HlavacsCar, RollingCar, TABLE_1,
};
use support::{automatic, build, electric, manual};

/// Each number anywhere in its range, every order of magnitude alike, now and then at an end.
fn scattered<T: Record<f64> + Channels>(numbers: &mut Numbers, usual: &T) -> T {
    let mut values = vec![0.0; T::LEN];
    usual.store(&mut values.as_mut_slice());
    for (value, Channel { low, high, .. }) in values.iter_mut().zip(T::CHANNELS) {
        *value = match numbers.bits() % 8 {
            0 => *low,
            1 => *high,
            2 => numbers.between(*low, *high),
            3 => numbers.spread(low.max(1e-4 * high), *high),
            _ => (*value * numbers.spread(0.5, 2.0)).clamp(*low, *high),
        };
    }
    T::load(&values.as_slice())
}

fn any_car(numbers: &mut Numbers) -> Car {
    let usual = uneven();
    let mut rolling: RollingCar<f64> = scattered(numbers, usual.rolling());
    rolling.rear_m = rolling.wheelbase_m * numbers.between(0.05, 0.95);
    // A mass that lies somewhere between its axles or beyond them, not in one point.
    let rim = rolling.mass_kg * rolling.rear_m * (rolling.wheelbase_m - rolling.rear_m);
    rolling.yaw_inertia_kg_m2 = rim * numbers.spread(0.02, 5.0);
    let front: AckermannAxle<f64> = scattered(numbers, usual.front());
    let rear: AckermannAxle<f64> = scattered(numbers, usual.rear());
    let drive: AckermannDrive<f64> = scattered(numbers, usual.drive());
    Car::new(rolling, front, rear, drive)
}

fn any_road(numbers: &mut Numbers) -> Surface<f64> {
    Surface {
        grip: numbers.pick(&[0.0, 0.1, 1.0, 1.3]),
        rolling: numbers.between(0.0, 5.0),
        slope_rad: numbers.between(-0.5, 0.5),
        bank_rad: numbers.between(-0.5, 0.5),
        headwind_m_s: numbers.between(-50.0, 50.0),
        gravity_m_s2: numbers.pick(&[9.81, 9.81, 0.0, 30.0]),
        ..Surface::asphalt()
    }
}

fn any_controls(numbers: &mut Numbers) -> Controls {
    let wild = [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, 0.3];
    Controls {
        throttle: numbers.pick(&wild),
        brake: numbers.pick(&[0.0, 0.0, 1.0, f64::NAN, 0.4]),
        handbrake: numbers.pick(&[0.0, 0.0, 0.0, 1.0]),
        steer_rad: numbers.pick(&[0.0, 0.1, -0.3, 2.0, f64::NEG_INFINITY]),
        clutch: numbers.pick(&[0.0, 0.0, 1.0]),
        starter: 1.0,
        gear: numbers.pick(&[Gear::Reverse, Gear::Neutral, Gear::Forward(1), Gear::Automatic]),
    }
}

fn check(count: u64, steps: u32, seed: u64) {
    let mut numbers = Numbers::new(seed);
    for _ in 0..count {
        let car = any_car(&mut numbers);
        let start = numbers.pick(&[0.0, 3.0, -8.0, 40.0]);
        let state = State::rolling(&car, start, 0.0);
        let mut driven = Simulation::<Ackermann>::new(car, Mode::grips(&state), state);
        let mut road = any_road(&mut numbers);
        let mut command = sanitise(&any_controls(&mut numbers)).0;
        for step in 0..steps {
            if step % 50 == 0 {
                command = sanitise(&any_controls(&mut numbers)).0;
                road = any_road(&mut numbers);
            }
            let status = driven.step(&command, &road, Dt::new(0.004).unwrap());
            let told = (&car, driven.mode(), driven.state(), &command, &road);
            assert_eq!(status, Status::Running, "{told:?}");
            if step % 10 == 0 {
                let mode = outlined::advance::<Ackermann, _>(
                    &car,
                    driven.mode(),
                    driven.state(),
                    &command,
                    &road,
                    0.001,
                );
                let (rate, trace) =
                    outlined::evaluate::<Ackermann, _>(&car, &mode, driven.state(), &command, &road);
                assert!(rate.all_finite() && trace.all_finite(), "{trace:?} {told:?}");
                let front = trace.front_force_x_n.hypot(trace.front_force_y_n);
                let rear = trace.rear_force_x_n.hypot(trace.rear_force_y_n);
                let allowed = |limit: f64| limit * (1.0 + 1e-9) + 1e-9;
                assert!(front <= allowed(trace.front_limit_n), "{trace:?} {told:?}");
                assert!(rear <= allowed(trace.rear_limit_n), "{trace:?} {told:?}");
            }
        }
    }
}

#[test]
fn any_car_drives_on_any_road() {
    check(300, 300, 31);
}

#[test]
#[ignore = "soak: a hundred thousand cars, a thousand sub-steps each"]
fn any_car_drives_on_any_road_soak() {
    check(100_000, 250, 32);
}

/// What the model takes of a vehicle: torque in first gear and power, from idle to the redline, the smaller friction.
#[test]
fn a_vehicle_gives_its_figures() {
    for spec in [manual(), automatic(), electric()] {
        let vehicle = build(&spec);
        let car = AckermannCar::from_vehicle(&vehicle);
        let (body, of) = (vehicle.body(), car.rolling());
        assert_eq!(of.rear_m, body.front_share * body.wheelbase_m);
        assert_eq!(of.front_inertia_kg_m2, vehicle.front().inertia_kg_m2);
        let first = vehicle.gears().overall(1.0) * body.efficiency;
        let (mut torque, mut power) = (0.0_f64, 0.0_f64);
        for step in 0..=100_000 {
            let (idle, redline) = (vehicle.engine().idle_rad_s, vehicle.engine().redline_rad_s);
            let speed = idle + (redline - idle) * f64::from(step) / 100_000.0;
            let at = vehicle.engine().full_load_torque(vehicle.torque_curve(), speed);
            torque = torque.max(at * first);
            power = power.max(at * speed * body.efficiency);
        }
        let drive = car.drive();
        assert!(
            (drive.largest_torque_nm / torque - 1.0).abs() < 1e-4,
            "{} {torque}",
            drive.largest_torque_nm
        );
        assert!((drive.largest_power_w / power - 1.0).abs() < 1e-4, "{} {power}", drive.largest_power_w);
        let fastest = vehicle.engine().limiter_rad_s / vehicle.gears().overall(vehicle.shift().gears);
        assert_eq!(drive.fastest_spin_rad_s, fastest);
        let friction = vehicle.front().friction.min(vehicle.front().lateral_friction);
        assert_eq!(car.front().friction, friction);
        let printed = HlavacsCar::from_vehicle(&vehicle);
        assert!((printed.yaw_inertia() / body.yaw_inertia_kg_m2 - 1.0).abs() < 1e-9 || printed.width_m < 0.2);
    }
    assert_eq!(AckermannCar::table_1().rolling().rear_m, 0.5 * TABLE_1.length_m);
}
