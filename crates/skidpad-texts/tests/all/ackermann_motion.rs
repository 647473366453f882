//! The driven model of Hlavacs' car: rolling without slip, at rest, and what it does to energy.
#![allow(clippy::disallowed_methods)]

use crate::ackermann_support;
use crate::outlined;

use ackermann_support::{
    Car, Mode, Numbers, State, any_state, degrees, drive, dt, energy_rate, hands_off, look, rolling,
    smooth_road, steered, uneven, without_resistance,
};
use skidpad_core::controls::Command;
use skidpad_core::math::{Direction, Vec2};
use skidpad_core::record::Record;
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{AckermannCar, Situation};

fn near(found: f64, expected: f64, scale: f64) -> bool {
    (found - expected).abs() <= 1e-11 * scale.abs().max(expected.abs())
}

/// With both axles gripping, the solver of constraints and the closed formulae are two ways to the
/// same forces: also with torques, brakes, drag, a slope and a steering angle that moves.
#[test]
fn gripping_is_what_the_closed_formulae_say() {
    let mut numbers = Numbers::new(1);
    for car in [AckermannCar::table_1(), uneven()] {
        for _ in 0..2000 {
            let steer = numbers.between(-0.6, 0.6);
            let speed = numbers.pick(&[-1.0, 1.0]) * numbers.spread(0.1, 60.0);
            let mut state = State::rolling(&car, speed, steer);
            state.yaw_rad = numbers.between(-3.0, 3.0);
            let mut mode = Mode::grips(&state);
            mode.steer_rate_rad_s = numbers.between(-0.8, 0.8);
            let command = Command {
                throttle: numbers.unit(),
                brake: numbers.pick(&[0.0, 0.5]),
                gear: numbers.pick(&[-1.0, 1.0]),
                ..hands_off()
            };
            let road = Surface {
                slope_rad: numbers.between(-0.2, 0.2),
                bank_rad: numbers.between(-0.2, 0.2),
                headwind_m_s: numbers.between(-5.0, 5.0),
                ..Surface::asphalt()
            };
            let (rate, trace) = outlined::evaluate::<Ackermann, _>(&car, &mode, &state, &command, &road);
            let Vec2 { x: along, y: across } = road.gravity(Direction::at_angle(state.yaw_rad));
            let mass = car.rolling().mass_kg;
            let given = Situation {
                drag_n: trace.resistance_x_n + mass * along,
                ..Situation::coasting(speed, steer, mode.steer_rate_rad_s)
            }
            .driven(
                trace.rear_drive_torque_nm + trace.rear_brake_torque_nm,
                trace.front_drive_torque_nm + trace.front_brake_torque_nm,
            );
            let found = car.rolling().solve(&given, trace.resistance_y_n + mass * across);
            let force = 1e4 + found.front_size() + found.rear_size();
            assert!(near(rate.velocity_x_m_s, found.speed_rate_m_s2, 10.0), "{rate:?} {found:?}");
            assert!(near(rate.yaw_rate_rad_s, found.yaw_acceleration_rad_s2, 10.0));
            assert!(near(trace.acceleration_x_m_s2, found.acceleration_x_m_s2, 10.0));
            assert!(near(trace.acceleration_y_m_s2, found.acceleration_y_m_s2, 10.0));
            assert!(near(trace.front_force_x_n, found.front_force_x_n, force), "{trace:?} {found:?}");
            assert!(near(trace.front_force_y_n, found.front_force_y_n, force));
            assert!(near(trace.rear_force_x_n, found.rear_force_x_n, force));
            assert!(near(trace.rear_force_y_n, found.rear_force_y_n, force));
        }
    }
}

/// Coasting without resistance for a time: the largest change of the kinetic energy, wheels
/// included, and how far the speed of the rear axle came down.
fn coasting(car: &Car, steer: impl Fn(f64) -> f64, duration_s: f64) -> (f64, f64) {
    let road = smooth_road();
    let mut driven = rolling(car, 5.0, steer(0.0));
    let start = driven.state().kinetic_energy(car);
    let (mut worst, mut slowest) = (0.0_f64, f64::MAX);
    for step in 0..(duration_s / 0.01).round() as u64 {
        let command = steered(steer(step as f64 * 0.01));
        assert_eq!(driven.step(&command, &road, dt(0.01)), Status::Running);
        let mode = driven.mode();
        assert_eq!(
            (mode.front_slides.is_set(), mode.rear_slides.is_set()),
            (false, false),
            "{mode:?} {:?}",
            driven.state()
        );
        worst = worst.max((driven.state().kinetic_energy(car) / start - 1.0).abs());
        slowest = slowest.min(driven.state().velocity_x_m_s);
    }
    (worst, slowest)
}

#[test]
fn coasting_keeps_the_energy() {
    for car in [AckermannCar::table_1(), without_resistance(&uneven())] {
        let (worst, slowest) = coasting(&car, |_| degrees(10.0), 20.0);
        assert!(worst < 1e-12 && slowest > 5.0 - 1e-11, "{worst:e} {slowest}");
        let (worst, slowest) = coasting(&car, |time| 0.35 * (0.9 * time).sin(), 20.0);
        assert!(worst < 1e-11, "{worst:e}");
        assert!(slowest < 4.95, "the wheel's turning moves energy: {slowest}");
    }
}

#[test]
#[ignore = "soak: a thousand seconds of coasting, twice for two cars"]
fn coasting_keeps_the_energy_for_1000_s_soak() {
    for car in [AckermannCar::table_1(), without_resistance(&uneven())] {
        let (fixed, _) = coasting(&car, |_| degrees(10.0), 1000.0);
        let (moving, _) = coasting(&car, |time| 0.35 * (0.9 * time).sin(), 1000.0);
        println!("{fixed:e} {moving:e}");
        assert!(fixed < 1e-9 && moving < 1e-9, "{fixed:e} {moving:e}");
    }
}

/// At any state, gripping or sliding: kinetic energy gains exactly what torques, brakes, drag and
/// the slope give and what sliding takes, and with the drive off nothing gives any.
fn check_energy(states: u64, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let cars = [AckermannCar::table_1(), uneven()];
    for count in 0..states {
        let car = &cars[(count % 2) as usize];
        let (state, mode) = any_state(&mut numbers, car);
        let command = Command {
            throttle: numbers.pick(&[0.0, 0.0, 1.0]),
            brake: numbers.pick(&[0.0, 1.0, 0.2]),
            handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
            gear: numbers.pick(&[-1.0, 0.0, 1.0]),
            ..hands_off()
        };
        let road = Surface {
            grip: numbers.between(0.05, 1.2),
            slope_rad: numbers.between(-0.2, 0.2),
            bank_rad: numbers.between(-0.2, 0.2),
            ..Surface::asphalt()
        };
        let (rate, trace) = outlined::evaluate::<Ackermann, _>(car, &mode, &state, &command, &road);
        let sliding = trace.front_force_x_n * trace.front_slip_x_m_s
            + trace.front_force_y_n * trace.front_slip_y_m_s
            + trace.rear_force_x_n * trace.rear_slip_x_m_s
            + trace.rear_force_y_n * trace.rear_slip_y_m_s;
        let brakes = trace.front_brake_torque_nm * state.front_spin_rad_s
            + trace.rear_brake_torque_nm * state.rear_spin_rad_s;
        let drag = trace.resistance_x_n * state.velocity_x_m_s + trace.resistance_y_n * state.velocity_y_m_s;
        let drive = trace.front_drive_torque_nm * state.front_spin_rad_s
            + trace.rear_drive_torque_nm * state.rear_spin_rad_s;
        let Vec2 { x: along, y: across } = road.gravity(Direction::at_angle(state.yaw_rad));
        let mass = car.rolling().mass_kg;
        let slope = mass * (along * state.velocity_x_m_s + across * state.velocity_y_m_s);
        let (gained, size) = energy_rate(car, &state, &rate);
        let told = (&mode, &state, &trace);
        let size = size + sliding.abs() + brakes.abs() + drag.abs() + drive.abs() + slope.abs();
        // A lateral force at speed carries energy between the parts of the motion.
        let speed = state.velocity_x_m_s.abs() + state.velocity_y_m_s.abs();
        let size = size + speed * (trace.front_force_y_n.abs() + trace.rear_force_y_n.abs());
        let given = drive + slope + sliding + brakes + drag;
        assert!((gained - given).abs() <= 1e-11 * size, "{gained} {given} {told:?}");
        assert!(sliding <= 1e-12 * size, "sliding gives {sliding} W: {told:?}");
        assert!(brakes <= 0.0 && drag <= 0.0, "{told:?}");
        if mode.front_slides.is_set() {
            let force = trace.front_force_x_n.hypot(trace.front_force_y_n);
            assert!(force <= car.front().kinetic_share * trace.front_limit_n * (1.0 + 1e-12), "{told:?}");
        }
        if mode.rear_slides.is_set() {
            let force = trace.rear_force_x_n.hypot(trace.rear_force_y_n);
            assert!(force <= car.rear().kinetic_share * trace.rear_limit_n * (1.0 + 1e-12), "{told:?}");
        }
        // After the decisions of a sub-step no tyre has more than its F_max.
        if count % 4 == 0 {
            let (_, _, trace) = look(car, (&mode, &state), &command, &road);
            let front = trace.front_force_x_n.hypot(trace.front_force_y_n);
            let rear = trace.rear_force_x_n.hypot(trace.rear_force_y_n);
            assert!(front <= trace.front_limit_n * (1.0 + 1e-12), "{told:?} {trace:?}");
            assert!(rear <= trace.rear_limit_n * (1.0 + 1e-12), "{told:?} {trace:?}");
        }
    }
}

#[test]
fn nothing_but_the_drive_gives_energy() {
    check_energy(100_000, 3);
}

#[test]
#[ignore = "soak: ten million random states"]
fn nothing_but_the_drive_gives_energy_soak() {
    check_energy(10_000_000, 4);
}

/// On a slope with the brake on the car stands, exactly; also with one axle's brake, and with the
/// wheels turned. Without brakes it rolls as a moved mass does.
#[test]
fn a_parked_car_stands() {
    let road = Surface { slope_rad: 0.3_f64.atan(), bank_rad: 0.05, ..Surface::asphalt() };
    for car in [AckermannCar::table_1(), uneven()] {
        for command in [
            Command { brake: 1.0, ..hands_off() },
            Command { handbrake: 1.0, ..hands_off() },
            Command { brake: 1.0, ..steered(0.3) },
        ] {
            let mut parked = rolling(&car, 0.0, 0.0);
            drive(&mut parked, &command, &road, 5.0);
            let state = parked.state();
            let moved = [state.x_m, state.y_m, state.yaw_rad, state.velocity_x_m_s, state.yaw_rate_rad_s];
            assert_eq!(moved, [0.0; 5], "{command:?} {:?}", parked.mode());
        }
        let mut rolls = rolling(&car, 0.0, 0.0);
        let road = Surface { slope_rad: 0.1, ..smooth_road() };
        drive(&mut rolls, &hands_off(), &road, 2.0);
        let expected = -2.0 * car.rolling().mass_kg * 9.81 * 0.1_f64.sin() / car.rolling().moved_mass(0.0);
        let found = rolls.state().velocity_x_m_s;
        assert!(
            (found / expected - 1.0).abs() < 2e-3 || car.drive().drag_area_m2 > 0.0,
            "{found} {expected}"
        );
        assert!(found < 0.9 * expected, "{found} {expected}");
    }
}

/// Braking, the car comes to an exact rest and stays there; no wheel turns backwards on the way.
#[test]
fn braking_ends_at_rest() {
    for car in [AckermannCar::table_1(), uneven()] {
        for (brake, steer) in [(0.3, 0.0), (0.3, 0.2), (1.0, 0.0), (1.0, 0.2)] {
            let mut braked = rolling(&car, 12.0, steer);
            let command = Command { brake, ..steered(steer) };
            let mut energy = f64::MAX;
            for _ in 0..800 {
                braked.step(&command, &Surface::asphalt(), dt(0.01));
                let state = braked.state();
                assert!(state.front_spin_rad_s >= 0.0 && state.rear_spin_rad_s >= 0.0, "{state:?}");
                let now = state.kinetic_energy(&car);
                assert!(now <= energy * (1.0 + 1e-12), "{now} {energy} {:?} {state:?}", braked.mode());
                energy = now;
            }
            assert_eq!(energy, 0.0, "{brake} {steer} {:?} {:?}", braked.mode(), braked.state());
        }
    }
}

/// Mirrored in its own axis, the car drives the mirrored way, as numbers; and the same turned by a
/// quarter, on a level road without wind.
#[test]
fn left_and_right_are_alike_and_so_are_the_points_of_the_compass() {
    for car in [AckermannCar::table_1(), uneven()] {
        let road = Surface::asphalt();
        let mut runs = [1.0, -1.0, 1.0].map(|_| rolling(&car, 14.0, 0.0));
        let turned = State { yaw_rad: core::f64::consts::FRAC_PI_2, ..*runs[2].state() };
        runs[2] = Simulation::new(car, Mode::grips(&turned), turned);
        let mut slid = false;
        for step in 0..600 {
            let steer = [0.05, 0.35, -0.3][step / 200];
            let handbrake = if (250..300).contains(&step) { 1.0 } else { 0.0 };
            for (run, sign) in runs.iter_mut().zip([1.0, -1.0, 1.0]) {
                let command = Command { throttle: 0.4, handbrake, gear: 1.0, ..steered(sign * steer) };
                run.step(&command, &road, dt(0.01));
            }
            let [left, right, quarter] = [0, 1, 2].map(|run| *runs[run].state());
            slid |= runs[0].mode().rear_slides.is_set();
            let mirrored = State {
                y_m: -right.y_m,
                yaw_rad: -right.yaw_rad,
                velocity_y_m_s: -right.velocity_y_m_s,
                yaw_rate_rad_s: -right.yaw_rate_rad_s,
                front_steer_rad: -right.front_steer_rad,
                ..right
            };
            assert_eq!(left, mirrored);
            let body = |state: State| State { x_m: 0.0, y_m: 0.0, yaw_rad: 0.0, ..state };
            assert_eq!(body(left), body(quarter));
            assert!((left.x_m - quarter.y_m).abs() < 1e-9 && (left.y_m + quarter.x_m).abs() < 1e-9);
        }
        assert!(slid);
    }
}

/// The steering angle follows the command at the car's rate and stops at its lock.
#[test]
fn the_steering_angle_follows_at_its_rate() {
    let car = AckermannCar::table_1();
    let mut driven = rolling(&car, 3.0, 0.0);
    drive(&mut driven, &steered(0.4), &smooth_road(), 0.25);
    assert!((driven.state().front_steer_rad - 0.2).abs() < 1e-12);
    drive(&mut driven, &steered(0.4), &smooth_road(), 0.5);
    assert!(
        (driven.state().front_steer_rad - 0.4).abs() < 1e-12 && driven.mode().steer_rate_rad_s.abs() < 1e-9
    );
    drive(&mut driven, &steered(1.5), &smooth_road(), 1.0);
    assert!((driven.state().front_steer_rad - 0.6).abs() < 1e-12, "the lock");
}

/// Torque from the throttle: the largest torque, then the largest power; backwards in reverse.
#[test]
fn the_drive_has_a_largest_torque_and_a_largest_power() {
    let car = uneven();
    let torque = |speed: f64, gear: f64| {
        let state = State::rolling(&car, speed, 0.0);
        let command = Command { throttle: 0.5, gear, ..hands_off() };
        let trace =
            outlined::evaluate::<Ackermann, _>(&car, &Mode::grips(&state), &state, &command, &smooth_road())
                .1;
        [trace.front_drive_torque_nm, trace.rear_drive_torque_nm]
    };
    let [front, rear] = torque(1.0, 1.0);
    assert!((front - 0.5 * 0.3 * 3500.0).abs() < 1e-9 && (rear - 0.5 * 0.7 * 3500.0).abs() < 1e-9);
    let [front, rear] = torque(40.0, 1.0);
    let power = front * 40.0 / 0.31 + rear * 40.0 / 0.34;
    assert!((power - 75_000.0).abs() < 1e-6, "{power}");
    // No faster than the limiter, on either axle.
    let [front, rear] = torque(0.999 * 300.0 * 0.31, 1.0);
    assert!(front > 0.0 && rear > 0.0);
    assert_eq!(torque(300.0 * 0.34, 1.0), [0.0, 0.0]);
    assert!(torque(-300.0, 1.0)[1] > 0.0);
    assert!(torque(1.0, -1.0)[1] < 0.0 && torque(1.0, 0.0) == [0.0, 0.0]);
}

/// A record of zeros is a car at rest that nothing moves.
#[test]
fn nothing_comes_of_nothing() {
    let car = AckermannCar::table_1();
    let mut still = Simulation::<Ackermann>::new(car, Record::splat(0.0), Record::splat(0.0));
    drive(&mut still, &hands_off(), &Surface::asphalt(), 1.0);
    assert_eq!(*still.state(), Record::splat(0.0));
}
