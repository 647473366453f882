//! Palmer's Car Simulator behaves as its listing does (chapter 8, "A Car Simulator"), faults
//! included.
#![allow(clippy::disallowed_methods)]

use skidpad_texts::palmer::{
    BOXSTER, BOXSTER_GEARS, BOXSTER_LINES, BRAKING_M_S2, CarSimulator, Coefficients, DriveMode, Message,
    PalmerRoad, REDLINE_RPM, STEP_S, boxster_line, sprint, torque_line,
};
use skidpad_texts::riccati::Riccati;

/// Gravity of the listing; the rest of the road is that of 8.26.
const ROAD: PalmerRoad<f64> = PalmerRoad { gravity_m_s2: 9.81, ..PalmerRoad::LEVEL };

/// Accelerates, shifting up shortly before the redline, until `done`.
fn drive(car: &mut CarSimulator, mut done: impl FnMut(&CarSimulator) -> bool) {
    car.mode = DriveMode::Accelerate;
    car.start();
    for _ in 0..100_000 {
        if done(car) {
            return;
        }
        car.tick();
        if car.engine_rpm() > REDLINE_RPM - 150.0 {
            car.shift_up();
        }
        assert_ne!(car.message(), Message::BlownEngine);
    }
    panic!("not reached within 100 000 steps");
}

fn driving_at(speed_m_s: f64) -> CarSimulator {
    let mut car = CarSimulator::new();
    drive(&mut car, |car| car.speed_m_s() >= speed_m_s);
    car
}

/// The road speed at an engine speed in a gear, from 8.13 written out.
fn speed_at(rpm: f64, gear: usize) -> f64 {
    0.3186 * 2.0 * std::f64::consts::PI * rpm / (60.0 * BOXSTER_GEARS[gear - 1] * 3.44)
}

#[test]
fn it_begins_in_first_gear_at_idle() {
    let car = CarSimulator::new();
    assert_eq!((car.speed_m_s(), car.distance_m(), car.time_s()), (0.0, 0.0, 0.0));
    assert_eq!((car.gear(), car.engine_rpm(), car.is_running()), (1, 1000.0, false));
    assert_eq!((car.mode, car.message()), (DriveMode::Accelerate, Message::None));
}

#[test]
fn nothing_moves_before_start() {
    let mut car = CarSimulator::new();
    let before = car;
    car.tick();
    assert_eq!(car, before);
}

/// The listing's right-hand side, written from the equations that the text gives for it: drag and
/// gearing from the size of the speed plus 1e-8 m/s, the torque line of the step's beginning.
#[test]
fn accelerating_follows_the_listing_step_by_step() {
    let rate = |v: f64, gear: usize, rpm: f64| {
        let (b, d) = if rpm <= 1000.0 {
            (0.0, 220.0)
        } else if rpm < 4600.0 {
            (0.025, 195.0)
        } else {
            (-0.032, 457.2)
        };
        let size = v.abs() + 1e-8;
        let drag = 0.5 * 1.2 * 1.94 * 0.31 * size * size;
        let lever = BOXSTER_GEARS[gear - 1] * 3.44 / 0.3186;
        let slope = 60.0 * lever * lever * b * size / (2.0 * std::f64::consts::PI * 1393.0);
        -drag / 1393.0 + slope + (lever * d - 0.015 * 1393.0 * 9.81) / 1393.0
    };
    let mut car = CarSimulator::new();
    car.start();
    let (mut x, mut v) = (0.0, 0.0);
    for step in 0..600 {
        let (gear, rpm) = (car.gear(), car.engine_rpm());
        let k1 = rate(v, gear, rpm);
        let k2 = rate(v + 0.03 * k1, gear, rpm);
        let k3 = rate(v + 0.03 * k2, gear, rpm);
        let k4 = rate(v + 0.06 * k3, gear, rpm);
        x += 0.06 * v + 0.0006 * (k1 + k2 + k3);
        v += 0.01 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        car.tick();
        assert!((car.speed_m_s() - v).abs() < 1e-11 * (1.0 + v), "step {step}: {} {v}", car.speed_m_s());
        assert!((car.distance_m() - x).abs() < 1e-11 * (1.0 + x), "step {step}: {} {x}", car.distance_m());
        assert!((car.time_s() - 0.06 * f64::from(step + 1)).abs() < 1e-11);
        if car.engine_rpm() > 7000.0 {
            car.shift_up();
        }
    }
    assert_eq!(car.gear(), 6);
}

#[test]
fn the_top_speed_is_that_of_8_25() {
    let mut car = driving_at(70.0);
    for _ in 0..10_000 {
        car.tick();
    }
    let line = torque_line(0.0, -0.032, 457.2);
    let top = Coefficients::new(&BOXSTER, 0.84, line.slope_nm_s, line.intercept_nm, &ROAD).top_speed();
    assert_eq!(car.gear(), 6);
    assert!((car.speed_m_s() - top).abs() < 1e-6, "{} {top}", car.speed_m_s());
}

#[test]
fn cruising_holds_the_speed() {
    let mut car = driving_at(20.0);
    car.mode = DriveMode::Cruise;
    let (speed, from) = (car.speed_m_s(), car.distance_m());
    for _ in 0..1000 {
        car.tick();
    }
    assert_eq!(car.speed_m_s(), speed);
    assert!((car.distance_m() - from - 60.0 * speed).abs() < 1e-9 * car.distance_m());
}

/// Contradiction 15: "-5.0 at all times" is -5.0 above 0.1 m/s; what speed is left then stays.
#[test]
fn braking_ends_at_a_tenth_of_a_metre_a_second_and_the_car_drifts_on() {
    for speed in [5.0, 10.0, 20.0, 26.8, 40.0] {
        let mut car = driving_at(speed);
        car.mode = DriveMode::Brake;
        while car.speed_m_s() > 0.1 - BRAKING_M_S2 * STEP_S {
            let before = car.speed_m_s();
            car.tick();
            assert!((car.speed_m_s() - before - BRAKING_M_S2 * STEP_S).abs() < 1e-12 * before);
        }
        for _ in 0..3 {
            car.tick();
        }
        let (left, from) = (car.speed_m_s(), car.distance_m());
        assert!(left != 0.0 && left.abs() <= 0.2, "{left}");
        for _ in 0..1000 {
            car.tick();
        }
        assert_eq!(car.speed_m_s(), left);
        assert!((car.distance_m() - from - 60.0 * left).abs() < 1e-9, "drifts on for ever");
    }
}

/// 8.14 backwards: 7200 * 3.82 / 2.20 = 12 502 rpm, found at the next step, whatever the mode.
#[test]
fn a_shift_down_at_the_redline_blows_the_engine_in_every_mode() {
    for mode in [DriveMode::Accelerate, DriveMode::Cruise, DriveMode::Brake] {
        let mut car = CarSimulator::new();
        drive(&mut car, |car| car.gear() == 2 && car.engine_rpm() > 7000.0);
        car.mode = mode;
        let before = car.engine_rpm();
        car.shift_down();
        assert_eq!((car.gear(), car.engine_rpm()), (1, before * 3.82 / 2.2));
        assert!(car.is_running(), "the shift itself blows nothing");
        let time = car.time_s();
        car.tick();
        assert_eq!(car.message(), Message::BlownEngine, "{mode:?}");
        assert!(!car.is_running() && car.time_s() > time);
        let ended = car;
        car.tick();
        assert_eq!(car, ended, "the run is over");
    }
    let at_redline = 7200.0 * BOXSTER_GEARS[0] / BOXSTER_GEARS[1];
    assert_eq!(at_redline.round(), 12_502.0);
}

#[test]
fn a_shift_up_lowers_the_engine_speed_by_8_14() {
    let mut car = CarSimulator::new();
    drive(&mut car, |car| car.engine_rpm() > 6900.0);
    let before = car.engine_rpm();
    car.shift_up();
    assert_eq!((car.gear(), car.engine_rpm()), (2, before * 2.2 / 3.82));
    assert_eq!((7200.0_f64 * 2.2 / 3.82).round(), 4147.0, "8.15");
}

#[test]
fn shifts_out_of_range_are_ignored() {
    let mut car = CarSimulator::new();
    let new = car;
    car.shift_down();
    assert_eq!(car, new);
    for gear in 2..=6 {
        car.shift_up();
        assert_eq!(car.gear(), gear);
    }
    let sixth = car;
    car.shift_up();
    assert_eq!(car, sixth);
}

#[test]
fn start_resumes_after_a_blown_engine_and_the_next_step_finds_it_blown_again() {
    let mut car = CarSimulator::new();
    car.start();
    while car.is_running() {
        car.tick();
    }
    assert_eq!(car.message(), Message::BlownEngine);
    assert!(car.engine_rpm() > 8000.0 && car.speed_m_s() > speed_at(8000.0, 1));
    let time = car.time_s();
    car.start();
    assert!(car.is_running());
    car.tick();
    assert_eq!((car.message(), car.is_running()), (Message::BlownEngine, false));
    assert!(car.time_s() > time);
}

#[test]
fn stop_keeps_distance_and_time_and_start_goes_on_from_there() {
    let mut car = driving_at(30.0);
    let (distance, time) = (car.distance_m(), car.time_s());
    car.stop();
    assert_eq!((car.speed_m_s(), car.gear(), car.engine_rpm()), (0.0, 1, 1000.0));
    assert_eq!((car.distance_m(), car.time_s(), car.is_running()), (distance, time, false));
    car.start();
    car.tick();
    assert!(car.distance_m() > distance && car.speed_m_s() > 0.0);
    assert!((car.time_s() - time - STEP_S).abs() < 1e-12);
}

#[test]
fn reset_zeroes_distance_and_time_too() {
    let mut car = driving_at(30.0);
    car.reset();
    assert_eq!((car.speed_m_s(), car.gear(), car.engine_rpm()), (0.0, 1, 1000.0));
    assert_eq!((car.distance_m(), car.time_s(), car.is_running()), (0.0, 0.0, false));
}

/// 10 pixels a metre from left to right (the text says right to left in one place), back to 0 from
/// 401 on.
#[test]
fn two_markers_move_with_the_speed_and_wrap() {
    let mut car = driving_at(12.0);
    car.mode = DriveMode::Cruise;
    let mut wraps = 0;
    for _ in 0..1000 {
        let before = car.markers_px();
        car.tick();
        for (old, new) in before.iter().zip(car.markers_px()) {
            let moved = old + 10.0 * car.speed_m_s() * STEP_S;
            let expected = if moved > 401.0 { 0.0 } else { moved };
            assert!((new - expected).abs() < 1e-9);
            assert!((0.0..=401.0).contains(&new));
            wraps += usize::from(moved > 401.0);
        }
    }
    assert!(wraps > 20, "{wraps}");
    let before = car.markers_px();
    car.stop();
    assert_eq!(car.markers_px(), before);
}

#[test]
fn the_message_warns_above_the_redline_and_is_cleared_below_it() {
    let mut car = CarSimulator::new();
    car.start();
    let mut warned = 0;
    while car.is_running() {
        car.tick();
        let expected = match car.engine_rpm() {
            rpm if rpm > 8000.0 => Message::BlownEngine,
            rpm if rpm > 7200.0 => Message::OverRedline,
            _ => Message::None,
        };
        assert_eq!(car.message(), expected);
        warned += usize::from(expected == Message::OverRedline);
        if warned == 2 && expected == Message::OverRedline {
            car.shift_up();
            assert_eq!(car.message(), Message::OverRedline, "until the next step");
            car.tick();
            assert_eq!(car.message(), Message::None);
        }
    }
    assert!(warned >= 2, "{warned}");
}

/// The 1000 rpm of the start are gone after one step: the engine turns with the wheels.
#[test]
fn the_engine_turns_with_the_wheels_below_idle() {
    let mut car = CarSimulator::new();
    car.start();
    car.tick();
    assert!(car.engine_rpm() < 200.0, "{}", car.engine_rpm());
    assert!((car.speed_m_s() - speed_at(car.engine_rpm(), 1)).abs() < 1e-12);
}

/// Contradiction 15: within a step the engine speed, and so the torque line, is that of its
/// beginning. In the step that passes 4600 rpm the simulator follows the rising line to the end;
/// with live lines the car changes to the falling one on the way.
#[test]
fn the_torque_line_is_frozen_within_a_step() {
    let mut car = CarSimulator::new();
    car.start();
    let mut before = car;
    while car.engine_rpm() < 4600.0 {
        before = car;
        car.tick();
    }
    let riccati = |rpm: f64, v: f64| {
        let (b, d) = boxster_line(rpm);
        let line = torque_line(0.0, b, d);
        let c = Coefficients::new(&BOXSTER, BOXSTER_GEARS[0], line.slope_nm_s, line.intercept_nm, &ROAD);
        Riccati::new([c.c1, c.c2, c.c3], v)
    };
    let frozen = riccati(before.engine_rpm(), before.speed_m_s());
    let after = frozen.velocity(STEP_S).unwrap();
    assert!((car.speed_m_s() - after).abs() < 1e-8, "{} {after}", car.speed_m_s());
    let changes_at = speed_at(4600.0, 1);
    let left = STEP_S - frozen.time_at(changes_at).unwrap();
    let live = riccati(4600.0, changes_at).velocity(left).unwrap();
    assert!(left > 0.0 && after - live > 1e-4, "{after} {live}");
}

/// With live lines and shifts at exactly 7200 rpm, in closed form: 4.53 s to 100 km/h; the
/// simulator with its frozen lines and whole steps comes within two of its steps.
#[test]
fn the_simulator_is_near_the_exact_sprint() {
    let target = 100.0 / 3.6;
    let exact = sprint(&BOXSTER, &ROAD, &BOXSTER_LINES, (&BOXSTER_GEARS, REDLINE_RPM), target).unwrap();
    let car = driving_at(target);
    assert_eq!(exact.gear, car.gear());
    assert!((exact.time_s - 4.53).abs() < 0.005, "{exact:?}");
    assert!((car.time_s() - exact.time_s).abs() < 2.0 * STEP_S, "{} {exact:?}", car.time_s());
}

/// Contradiction 6: each call of the timer, every 0.05 s, advances 0.06 s.
#[test]
fn the_step_is_longer_than_the_timer() {
    assert_eq!((STEP_S, skidpad_texts::palmer::TIMER_S), (0.06, 0.05));
}
