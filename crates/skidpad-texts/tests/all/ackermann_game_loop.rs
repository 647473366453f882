//! Hlavacs' tables 2 and 3: the game loop with steps of any length.
#![allow(clippy::disallowed_methods)]

use crate::ackermann_support;
use crate::outlined;

use ackermann_support::degrees;
use skidpad_core::record::Empty;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_texts::ackermann::AckermannAsPrinted;
use skidpad_texts::ackermann::{
    Additions, AsPrintedInput, AsPrintedState, Computed, GRAVITY_M_S2, GameLoop, PlayerInput, RollingCar,
    STATIC_FRICTION, SteeredCar, TABLE_1, TorqueHold,
};

const PRINTED: SteeredCar<f64> = SteeredCar::AsPrinted(TABLE_1);
/// F_max as section 5 has it, on dry and on wet ground.
fn limits() -> [f64; 2] {
    STATIC_FRICTION.map(|friction| TABLE_1.tyre_limit(friction, GRAVITY_M_S2))
}

fn push(rear_torque_nm: f64) -> PlayerInput {
    PlayerInput { rear_torque_nm, ..PlayerInput::default() }
}

#[test]
fn nothing_moves_in_no_time_but_the_input_is_kept() {
    let mut game = GameLoop::new(PRINTED, limits()[0]);
    for dt in [0.0, -0.01, f64::NAN] {
        assert_eq!(game.compute_model(push(1000.0), dt), Computed::NoTime);
        assert_eq!((game.speed_m_s, game.rear_m, game.old_input), (0.0, [0.0, 0.0], push(1000.0)));
    }
}

/// With `oldinput` the torque of an interval is that of its beginning; averaged, it is the mean.
#[test]
fn the_torque_of_an_interval_is_the_old_one_or_the_mean() {
    let full = TABLE_1.total_force_straight(1000.0, 0.0) / 1500.0;
    for (hold, first, second) in [(TorqueHold::OldInput, 0.0, 1.0), (TorqueHold::Averaged, 0.5, 1.0)] {
        let mut game = GameLoop::new(PRINTED, limits()[0]);
        game.hold = hold;
        game.compute_model(push(1000.0), 0.1);
        assert!((game.speed_m_s - first * full * 0.1).abs() < 1e-12, "{hold:?}");
        // (3): the way has the mean speed of the interval.
        assert!((game.rear_m[0] - 0.5 * game.speed_m_s * 0.1).abs() < 1e-12);
        game.compute_model(push(1000.0), 0.3);
        assert!((game.speed_m_s - (0.1 * first + 0.3 * second) * full).abs() < 1e-12, "{hold:?}");
    }
}

/// Torque and angle that grow evenly: the averaged torque is exact in time, the old one late by half
/// a step; both come to the same as the steps shrink.
#[test]
fn the_mean_is_nearer_to_a_growing_torque() {
    let speed = |hold: TorqueHold, steps: u32| {
        let mut game = GameLoop::new(SteeredCar::Corrected(TABLE_1.rolling()), limits()[0]);
        game.hold = hold;
        for step in 1..=steps {
            let input = push(1000.0 * f64::from(step) / f64::from(steps));
            assert_eq!(game.compute_model(input, 1.0 / f64::from(steps)), Computed::Moved);
        }
        game.speed_m_s
    };
    let right = 0.5 * TABLE_1.total_force_straight(1000.0, 0.0) / 1500.0;
    assert!((speed(TorqueHold::Averaged, 10) - right).abs() < 1e-12);
    let late = [10, 20].map(|steps| right - speed(TorqueHold::OldInput, steps));
    assert!((late[0] - 0.1 * right).abs() < 1e-12 && (late[1] - 0.05 * right).abs() < 1e-12, "{late:?}");
}

/// Figure 5: first along the heading, then about the rear tyre.
#[test]
fn the_car_moves_first_and_then_turns() {
    let mut game = GameLoop::new(SteeredCar::Corrected(TABLE_1.rolling()), limits()[0]);
    game.speed_m_s = 5.0;
    game.old_input.steer_rad = 0.2;
    let input = game.old_input;
    assert_eq!(game.compute_model(input, 0.1), Computed::Moved);
    assert_eq!((game.rear_m, game.speed_m_s), ([0.5, 0.0], 5.0), "straight along the old heading");
    let turned = 5.0 / 4.0 * 0.2_f64.tan() * 0.1;
    assert!((game.yaw_rad - turned).abs() < 1e-15);
    game.compute_model(input, 0.1);
    assert!((game.rear_m[0] - 0.5 - 0.5 * turned.cos()).abs() < 1e-15);
    assert!((game.rear_m[1] - 0.5 * turned.sin()).abs() < 1e-15, "a positive angle turns to the left");
}

/// The steps are as long as they happen to be, and the circle is the same but for their error.
#[test]
fn a_variable_step_drives_the_same_circle() {
    let circle = |lengths: &[f64]| {
        let mut game = GameLoop::new(SteeredCar::Corrected(TABLE_1.rolling()), limits()[0]);
        game.speed_m_s = 5.0;
        game.old_input.steer_rad = 0.2;
        let (input, mut time) = (game.old_input, 0.0);
        for dt in lengths.iter().cycle() {
            game.compute_model(input, *dt);
            time += dt;
            if time >= 3.0 - 1e-9 {
                break;
            }
        }
        game.rear_m
    };
    let radius = 4.0 / 0.2_f64.tan();
    let angle: f64 = 15.0 / radius;
    let right = [radius * angle.sin(), radius * (1.0 - angle.cos())];
    let away = |lengths: &[f64]| {
        circle(lengths).iter().zip(right).map(|(found, right)| (found - right).abs()).fold(0.0, f64::max)
    };
    assert!(away(&[0.01]) < 0.1, "{}", away(&[0.01]));
    assert!(away(&[0.001, 0.019, 0.01]) < 0.1);
    assert!(away(&[0.001]) < 0.01);
}

/// The listing leaves mu_s out, so that wet never applies (errata 9); with it, wet ground gives way.
#[test]
fn the_traction_check_knows_wet_ground() {
    let [dry, wet] = limits();
    let computed = |limit: f64, torque: f64| {
        let mut game = GameLoop::new(PRINTED, limit);
        game.old_input = push(torque);
        let computed = game.compute_model(push(torque), 0.01);
        assert!(computed == Computed::Moved || game.speed_m_s == 0.0, "it does not move: it would slide");
        computed
    };
    let rear = Computed::Slides { front: false, rear: true };
    assert_eq!(computed(dry, 2543.0), Computed::Moved);
    assert_eq!(computed(dry, 2545.0), rear);
    assert_eq!(computed(wet, 763.0), Computed::Moved);
    assert_eq!(computed(wet, 764.0), rear);
    assert_eq!(computed(TABLE_1.tyre_limit_as_printed(GRAVITY_M_S2), 2543.0), Computed::Moved);
    // Steering alone: figure 14, in front.
    let mut game = GameLoop::new(PRINTED, wet);
    game.speed_m_s = 20.0;
    game.old_input.steer_rad = degrees(1.6858);
    assert_eq!(game.compute_model(game.old_input, 0.01), Computed::Slides { front: true, rear: false });
    game.old_input.steer_rad = degrees(1.68);
    assert_eq!(game.compute_model(game.old_input, 0.01), Computed::Moved);
}

/// (34) has a place for drag, (35) and (36) for slip.
#[test]
fn there_is_room_for_drag_and_slip() {
    for car in [PRINTED, SteeredCar::Corrected(TABLE_1.rolling())] {
        let speed = |additions: Additions| {
            let mut game = GameLoop::new(car, limits()[0]);
            (game.speed_m_s, game.old_input, game.additions) = (20.0, push(500.0), additions);
            game.compute_model(push(500.0), 0.01);
            (game.speed_m_s - 20.0) / 0.01
        };
        let plain = speed(Additions::NONE);
        let dragged = speed(Additions { drag_n: |speed| -0.4 * speed * speed, ..Additions::NONE });
        let moved = 1500.0 + 2.0 * 8.2 / 0.33_f64.powi(2);
        assert!((plain - 500.0 / 0.33 / moved).abs() < 1e-10);
        assert!((plain - dragged - 160.0 / moved).abs() < 1e-10);
        // A tyre whose tread runs a quarter faster than the car takes more to be turned.
        let slipping = speed(Additions { rear_slip_factor: 0.8, ..Additions::NONE });
        let moved = 1500.0 + (1.0 + 1.25) * 8.2 / 0.33_f64.powi(2);
        assert!((slipping - 500.0 / 0.33 / moved).abs() < 1e-10);
    }
}

/// The model beside the others drives as the loop does in small steps: in 3 s at 10 degrees it comes
/// down from 5 to 4.751 m/s.
#[test]
fn the_model_as_printed_drives_as_the_loop_does() {
    let steer = degrees(10.0);
    let state = AsPrintedState { x_m: 2.0, y_m: 0.0, yaw_rad: 0.0, speed_m_s: 5.0 };
    let input =
        AsPrintedInput { steer_rad: steer, steer_rate_rad_s: 0.0, front_torque_nm: 0.0, rear_torque_nm: 0.0 };
    let road = Surface { gravity_m_s2: GRAVITY_M_S2, ..Surface::asphalt() };
    let mut driven = Simulation::<AckermannAsPrinted>::new(TABLE_1, Empty, state);
    let mut game = GameLoop::new(PRINTED, limits()[0]);
    game.speed_m_s = 5.0;
    game.old_input.steer_rad = steer;
    for _ in 0..300 {
        driven.step(&input, &road, Dt::new(0.01).unwrap());
        for _ in 0..100 {
            game.compute_model(game.old_input, 1e-4);
        }
    }
    let state = driven.state();
    assert!((state.speed_m_s - 4.751).abs() < 5e-4, "{state:?}");
    assert!((state.speed_m_s - game.speed_m_s).abs() < 1e-4);
    let rear = [state.x_m - 2.0 * state.yaw_rad.cos(), state.y_m - 2.0 * state.yaw_rad.sin()];
    assert!((rear[0] - game.rear_m[0]).abs() < 1e-3 && (rear[1] - game.rear_m[1]).abs() < 1e-3);
    assert!((state.yaw_rad - game.yaw_rad).abs() < 1e-4);
    // Newton for the car as a whole does not hold: what the printed forces leave over.
    let trace = outlined::evaluate::<AckermannAsPrinted, _>(&TABLE_1, &Empty, state, &input, &road).1;
    assert_eq!((trace.front_over_limit.is_set(), trace.rear_over_limit.is_set()), (false, false));
    let (sin, cos) = steer.sin_cos();
    let along = trace.front_force_x_n * cos - trace.front_force_y_n * sin + trace.rear_force_x_n;
    assert!((along - trace.total_n).abs() < 1e-9, "(34)");
    assert!((along - 1500.0 * trace.acceleration_x_m_s2).abs() > 100.0);
}

/// A centre of mass that is not in the middle, in the loop.
#[test]
fn any_rolling_car_drives_in_the_loop() {
    let car = RollingCar { rear_m: 1.5, ..TABLE_1.rolling() };
    let mut game = GameLoop::new(SteeredCar::Corrected(car), limits()[0]);
    game.old_input = PlayerInput { steer_rad: 0.1, front_torque_nm: 300.0, rear_torque_nm: 300.0 };
    for _ in 0..100 {
        assert_eq!(game.compute_model(game.old_input, 0.01), Computed::Moved);
    }
    assert!(game.speed_m_s > 1.0 && game.yaw_rad > 0.0);
}
