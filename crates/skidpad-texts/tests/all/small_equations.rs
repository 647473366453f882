//! The small equations of Monster, RARS and Hlavacs, each against its form worked out by hand.
#![allow(clippy::disallowed_methods)]

use core::f64::consts::PI;

use skidpad_texts::ackermann::{GRAVITY_M_S2, KINETIC_FRICTION, STATIC_FRICTION, TABLE_1};
use skidpad_texts::chassis;
use skidpad_texts::gearing;
use skidpad_texts::monster;
use skidpad_texts::rars;
use skidpad_texts::units;

type Conversion = fn(f64) -> f64;

#[test]
fn conversions_lead_there_and_back() {
    let pairs: [(Conversion, Conversion); 8] = [
        (units::horsepower, units::to_horsepower),
        (units::foot_pounds, units::to_foot_pounds),
        (units::pounds, units::to_pounds),
        (units::pounds_force, units::to_pounds_force),
        (units::feet, units::to_feet),
        (units::inches, units::to_inches),
        (units::square_feet, units::to_square_feet),
        (units::pounds_per_cubic_foot, units::to_pounds_per_cubic_foot),
    ];
    for (at, (there, back)) in pairs.iter().enumerate() {
        assert!((back(there(123.4)) - 123.4).abs() < 1e-12, "pair {at}");
    }
    assert_eq!(units::to_standard_gravities(units::STANDARD_GRAVITY_M_S2), 1.0);
    // A square foot is 144 square inches; a cubic foot of water weighs 62.4 lb.
    assert!((units::square_feet(1.0) - 144.0 * 0.0254 * 0.0254).abs() < 1e-16);
    assert!((units::to_pounds_per_cubic_foot(1000.0) - 62.43).abs() < 0.005);
}

/// "hp = torque rpm / 5252": 33 000 / (2 pi), where the curves of every engine cross.
#[test]
fn torque_and_horsepower_cross_at_5252_rpm() {
    assert!((units::HORSEPOWER_CROSSING_RPM - 33_000.0 / (2.0 * PI)).abs() < 1e-11);
    for foot_pounds in [140.0, 330.0, 350.0] {
        let speed = units::rpm(units::HORSEPOWER_CROSSING_RPM);
        let power = skidpad_core::powertrain::power(units::foot_pounds(foot_pounds), speed);
        assert!((units::to_horsepower(power) - foot_pounds).abs() < 1e-10);
        assert_eq!(monster::horsepower(foot_pounds, 5252.0), foot_pounds);
    }
}

#[test]
fn a_rolling_wheel() {
    assert_eq!(gearing::torque_of(10.0, 0.3), 3.0);
    assert_eq!(gearing::rolling_speed(10.0, 0.5), 20.0);
    assert!((gearing::way_per_revolution(0.5_f64) - PI).abs() < 1e-15);
    let revolutions: f64 = gearing::monster_rolling_speed_v1_9_as_printed(10.0, 0.5);
    assert!((revolutions * 2.0 * PI - 20.0).abs() < 1e-14, "revolutions a second");
    assert_eq!(gearing::monster_force_from_torque_as_printed(6.0, 0.5), 3.0);
    assert_eq!(skidpad_special::drive::drive_force(6.0, 0.5), 12.0);
}

#[test]
fn a_full_turn_and_a_small_angle() {
    assert_eq!(monster::full_turn_time(PI), 2.0);
    assert!((monster::full_turn_time_as_printed(0.5_f64) - 1.0 / PI).abs() < 1e-16);
    assert_eq!(monster::small_sideslip_angle(0.3, 30.0), 0.01);
    assert!((monster::small_sideslip_angle(0.3_f64, 30.0) - 0.3_f64.atan2(30.0)).abs() < 4e-7);
    assert_eq!(monster::small_sideslip_angle_as_printed(0.3, 30.0), 100.0);
}

/// RARS: the power consumed is what the force does on the car and what the slip turns to heat.
#[test]
fn rars_power_is_work_and_heat() {
    let (largest, k) = (9000.0, 5.0);
    for speed in [-10.0, 0.0, 1e-9, 20.0, 60.0] {
        for alpha in [-3.0, -0.2, 0.0, 0.1, 1.5] {
            for commanded in [-5.0, 0.0, 20.0, 25.0] {
                let slip: [f64; 2] = rars::slip_vector(speed, alpha, commanded);
                let force = rars::force(slip, largest, k);
                let length = slip[0].hypot(slip[1]);
                let size = force[0].hypot(force[1]);
                assert!((size - rars::friction(length, largest, k)).abs() < 1e-9);
                let power = rars::power(force, alpha, commanded);
                assert!((power - (force[0] * speed + size * length)).abs() < 1e-9 * (1.0 + size * length));
                let printed = rars::force_as_printed(slip, largest, k);
                let same = printed.iter().zip(force).all(|(a, b)| (a - b).abs() < 1e-9);
                assert!(same || (length == 0.0 && printed[0].is_nan()), "{slip:?}: {printed:?}");
            }
        }
    }
    assert_eq!(rars::force([0.0, 0.0], largest, k), [-0.0, -0.0]);
}

/// Hlavacs' (37) at beta = 0, checked against the balances it comes from: (29), (31), (34) to (36).
#[test]
fn hlavacs_straight_ahead() {
    let car = TABLE_1;
    assert_eq!((car.yaw_inertia(), car.yaw_inertia_about_rear()), (2500.0, 8500.0));
    for (rear, front) in [(1000.0, 0.0), (0.0, 1000.0), (-800.0, -1200.0), (0.0, 0.0)] {
        let forces = car.straight_forces(rear, front);
        assert!((forces.total_n - forces.rear_n - forces.front_n).abs() < 1e-9, "(34)");
        let acceleration = forces.total_n / 1500.0;
        for (torque, traction) in [(rear, forces.rear_n), (front, forces.front_n)] {
            let turning = torque - traction * 0.33;
            assert!((0.33 * turning / 8.2 - acceleration).abs() < 1e-12, "(35), (36)");
        }
    }
    for friction in STATIC_FRICTION {
        let limit = car.tyre_limit(friction, GRAVITY_M_S2);
        let rear = car.straight_forces(car.sliding_torque(limit), 0.0).rear_n;
        assert!((rear - limit).abs() < 1e-9);
    }
    assert_eq!(car.tyre_limit(STATIC_FRICTION[0], GRAVITY_M_S2), car.tyre_limit_as_printed(GRAVITY_M_S2));
    assert!(
        car.tyre_limit(KINETIC_FRICTION[1], GRAVITY_M_S2) < car.tyre_limit(STATIC_FRICTION[1], GRAVITY_M_S2)
    );
}

#[test]
fn a_cuboid_turns_about_a_parallel_axis() {
    // Half a cuboid, twice, about the middle of the whole.
    let half = chassis::cuboid_yaw_inertia(750.0, 2.0, 2.0);
    let both: f64 = 2.0 * chassis::parallel_axis_inertia(half, 750.0, 1.0);
    assert!((both - chassis::cuboid_yaw_inertia(1500.0, 2.0, 4.0)).abs() < 1e-9);
}
