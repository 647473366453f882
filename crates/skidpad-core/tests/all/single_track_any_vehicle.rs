//! Any vehicle that is accepted, any controls, any road, forwards and backwards, turning: no panic, never a
//! number that is not finite in a car that is said to run, no force beyond the tyre's own peak.
#![allow(clippy::disallowed_methods)]

use crate::any_vehicle;
use crate::single_track_support;
use crate::support;

use any_vehicle::{any_controls, any_road, any_vehicle};
use single_track_support::Car;
use skidpad_core::controls::{Command, sanitise};
use skidpad_core::model::{SingleTrackCar, SingleTrackMode, SingleTrackState, TrackAxle};
use skidpad_core::record::Record;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use support::Numbers;

/// Forces of both axles over what the ellipse of their grip allows; 0 for a linear tyre, which has none.
fn over_the_peak(car: &Car, command: &Command<f64>, road: &Surface<f64>) -> f64 {
    let trace = car.look(command, road).1;
    let over = |axle: &TrackAxle<f64>, load: f64, x: f64, y: f64| {
        let most = axle.tyre.friction * road.grip * load;
        let limited = axle.tyre.has_peak.is_set() || axle.tyre.is_capped.is_set();
        if limited && most > 1e-200 { (x / most).hypot(y / (most * axle.tyre.lateral_share)) } else { 0.0 }
    };
    let front = over(&car.car().front, trace.front_load_n, trace.front_force_x_n, trace.front_force_y_n);
    let rear = over(&car.car().rear, trace.rear_load_n, trace.rear_force_x_n, trace.rear_force_y_n);
    front.max(rear)
}

/// Drives a vehicle with controls that change every few steps; answers how it ended, and the most that its
/// tyres gave over their peak.
fn drive(numbers: &mut Numbers, steps: u32) -> (Status, f64) {
    let car = SingleTrackCar::from(&any_vehicle(numbers));
    let state = SingleTrackState {
        yaw_rad: numbers.between(-4.0, 4.0),
        velocity_y_m_s: numbers.pick(&[0.0, 1.0]) * numbers.between(-20.0, 20.0),
        yaw_rate_rad_s: numbers.pick(&[0.0, 1.0]) * numbers.between(-5.0, 5.0),
        ..SingleTrackState::rolling(&car, numbers.between(-40.0, 60.0), 1.0)
    };
    let mut car: Car = Simulation::new(car, SingleTrackMode::in_gear(&car, 1.0), state);
    let road = any_road(numbers);
    let mut command: Command<f64> = sanitise(&any_controls(numbers)).0;
    let mut dt = Dt::new(0.001).unwrap();
    let mut worst = 0.0_f64;
    for step in 0..steps {
        if step % 10 == 0 {
            command = sanitise(&any_controls(numbers)).0;
            dt = Dt::new(numbers.spread(1e-6, 0.005)).unwrap();
        }
        let before = (*car.state(), car.time_s());
        let status = car.step(&command, &road, dt);
        if status == Status::ENGINE_BLOWN {
            return (status, worst);
        }
        if status == Status::Quarantined {
            assert_eq!((*car.state(), car.time_s()), before, "put back to where it was");
            // Monster's linear tyre has no limit: a strange vehicle may be thrown out of this world by it.
            let tyre = car.car().front.tyre;
            assert!(
                !tyre.has_peak.is_set() && !tyre.is_capped.is_set(),
                "{:?} {:?} {road:?}",
                car.state(),
                car.car()
            );
            return (Status::Quarantined, worst);
        }
        assert!(car.state().all_finite() && car.mode().all_finite());
        let used = over_the_peak(&car, &command, &road);
        worst = worst.max(used);
        assert!(used <= 1.0 + 1e-12, "{used} of the grip: {:?} {:?} {road:?}", car.state(), car.car());
    }
    (car.status(), worst)
}

/// How many of so many vehicles were quarantined, and the most that any tyre gave over its peak.
fn drive_all(vehicles: u64, steps: u32, seed: u64) -> (u32, f64) {
    let mut worst = 0.0_f64;
    let mut drive = |index| {
        let mut numbers = Numbers::new(seed.wrapping_mul(1 << 32).wrapping_add(index));
        let (status, used) = drive(&mut numbers, steps);
        worst = worst.max(used);
        u32::from(status == Status::Quarantined)
    };
    let stopped = (0..vehicles).map(&mut drive).sum();
    (stopped, worst)
}

#[test]
#[ignore = "soak: a hundred thousand vehicles for a thousand steps"]
fn any_vehicle_with_any_controls_turns_soak() {
    for seed in 2..12 {
        let (stopped, worst) = drive_all(10_000, 1000, seed);
        println!("seed {seed}: {stopped} of 10000 quarantined, {worst} of a tyre's peak at most");
        assert!(stopped <= 4, "seed {seed}: {stopped} of 10000");
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn any_vehicle_with_any_controls_turns() {
        let (stopped, worst) = drive_all(500, 200, 1);
        assert!(stopped <= 2, "{stopped} of 500");
        assert!(worst > 0.99, "tyres were at their limits: {worst}");
    }
}
