//! Steering against the geometry that it stands for.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::steering::Steering;

fn steering(ackermann: f64) -> Steering<f64> {
    Steering { rate_rad_s: 1.0, ..Steering::parallel(15.0, 0.6).with_ackermann(ackermann, 2.7, 1.5) }
}

#[test]
fn true_ackermann_points_all_wheels_at_one_centre() {
    for steer in [0.01_f64, 0.2, 0.6, -0.2, -0.6] {
        let wheels = steering(1.0).angles_rad(steer);
        // The centre lies on the rear axle's line, L / tan(delta) to the left; the axis of a wheel at (L, +-T/2)
        // goes through it if tan(angle) = L / (radius -+ T/2).
        let radius = 2.7 / steer.tan();
        assert!((wheels.front_left.tan() - 2.7 / (radius - 0.75)).abs() < 1e-14, "{steer}");
        assert!((wheels.front_right.tan() - 2.7 / (radius + 0.75)).abs() < 1e-14, "{steer}");
        // cot(outer) - cot(inner) = T / L.
        let gap = 1.0 / wheels.front_right.tan() - 1.0 / wheels.front_left.tan();
        assert!((gap - 1.5 / 2.7).abs() < 1e-12 * (1.0 + 1.0 / steer.tan().abs()), "{steer}: {gap}");
    }
}

#[test]
fn the_share_goes_from_parallel_to_ackermann_and_beyond() {
    let parallel = steering(0.0).angles_rad(0.3);
    assert_eq!((parallel.front_left, parallel.front_right), (0.3, 0.3));
    // Half of Ackermann's steering has half of its difference of cotangents.
    let half = steering(0.5).angles_rad(0.3);
    let gap = 1.0 / half.front_right.tan() - 1.0 / half.front_left.tan();
    assert!((gap - 0.5 * 1.5 / 2.7).abs() < 1e-12, "{gap}");
    let anti = steering(-0.3).angles_rad(0.3);
    assert!(anti.front_right > 0.3 && anti.front_left < 0.3);
    let straight = steering(1.0).angles_rad(0.0);
    assert_eq!((straight.front_left, straight.front_right), (0.0, 0.0));
}

#[test]
fn toe_turns_wheels_towards_each_other() {
    let toed = steering(0.6).with_toe(0.002, 0.004);
    let wheels = toed.angles_rad(0.0);
    for (angle, toe) in wheels.in_a_row().into_iter().zip([-0.002, 0.002, -0.004, 0.004]) {
        assert!((angle - toe).abs() < 1e-17, "{angle}, not {toe}");
    }
}

#[test]
fn a_mirrored_angle_gives_mirrored_wheels() {
    let toed = steering(0.6).with_toe(0.002, 0.004);
    for steer in [0.1, 0.45, 1.2] {
        let (left, right) = (toed.angles_rad(steer), toed.angles_rad(-steer).mirrored());
        assert_eq!(left.front_left, -right.front_left);
        assert_eq!(left.front_right, -right.front_right);
        assert_eq!(left.rear_left, -right.rear_left);
    }
}

#[test]
fn the_wheel_turns_at_its_rate_up_to_its_lock_at_any_sub_step() {
    let steering = steering(1.0);
    for steps in [30, 300, 3000] {
        let (mut steer, dt_s) = (-0.1, 0.3 / f64::from(steps));
        for _ in 0..steps {
            steer = steering.advance(steer, steering.asked_rad(15.0 * 2.0), dt_s);
        }
        assert!((steer - 0.2).abs() < 1e-12, "{steer}");
        for _ in 0..2 * steps {
            steer = steering.advance(steer, 2.0, dt_s);
        }
        assert_eq!(steer, 0.6, "the lock");
    }
    assert_eq!(steering.advance(0.1, 0.1005, 0.001), 0.1005, "what can be reached is reached exactly");
    assert_eq!(steering.asked_rad(steering.steering_wheel_rad(0.25)), 0.25);
}

#[test]
fn any_finite_angle_gives_finite_wheels() {
    for steer in [0.0, 1.57, -1.57, 3.0, 1e6, -1e300, f64::MIN_POSITIVE] {
        let wheels = steering(1.0).angles_rad(steer);
        assert!([wheels.front_left, wheels.front_right].iter().all(|angle| angle.is_finite()), "{steer}");
        assert!(steering(1.0).advance(steer, -steer, 0.002).is_finite());
    }
}
