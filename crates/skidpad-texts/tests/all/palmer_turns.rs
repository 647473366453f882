//! Palmer's 8.32 to 8.41 against their printed forms worked out with plain numbers, and what the
//! text concludes from them; the geometry of a turn without slip against drawn triangles.
#![allow(clippy::disallowed_methods)]

use core::f64::consts::{FRAC_PI_2, PI};

use skidpad_core::units::degrees;
use skidpad_special::chassis::{radius_ahead_of_rear, rear_radius, wheel_angles};
use skidpad_texts::chassis::{front_radius, steer_from_inner_wheel, yaw_rate_from_front, yaw_rate_from_rear};
use skidpad_texts::palmer::{BOXSTER, turns};

fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-13 * expected.abs().max(1.0), "{what}: {found}, not {expected}");
}

#[test]
fn each_equation_gives_its_printed_form() {
    let (cos_slope, sin10) = (0.995_004_165_278_025_8, (10.0 * PI / 180.0).sin());
    near(turns::traction_force(0.9, 1393.0, 9.8, 0.1), 0.9 * 1393.0 * 9.8 * cos_slope, "8.32");
    near(turns::skidpad_acceleration(20.0, 50.0), 8.0, "8.33");
    near(turns::skidpad_speed(0.8, 10.0, 50.0), 20.0, "8.33");
    near(turns::skidpad_friction(20.0, 10.0, 50.0), 0.8, "8.33");
    let asked = 300.0 * 3.82 * 3.44 / 0.3186;
    near(turns::drive_force_within_traction(300.0, 3.82, 3.44, 0.3186, 2e4), asked, "8.34");
    near(turns::drive_force_within_traction(300.0, 3.82, 3.44, 0.3186, 9e3), 9e3, "8.34, sliding");
    near(turns::drive_force_within_traction(-300.0, 3.82, 3.44, 0.3186, 9e3), -9e3, "8.34, engine braking");
    near(turns::total_acceleration(6.0, 20.0, 50.0), 10.0, "8.35");
    near(turns::turn_radius(2.41, degrees(10.0)), 2.41 / sin10, "8.36");
    near(turns::turn_rate(10.0, 12.5), 0.8, "8.37");
    near(turns::turn_rate_as_printed(10.0, degrees(10.0), 2.41), 10.0 * sin10 / 2.41, "8.38");
    let radius = turns::turn_radius(turns::BOXSTER_WHEELBASE_M, degrees(10.0));
    assert!((radius - 13.9).abs() < 0.05, "8.39 prints 13.9 m: {radius}");
    let quarter = turns::quarter_turn_time_as_printed(10.0, degrees(10.0), turns::BOXSTER_WHEELBASE_M);
    near(quarter, PI * 2.41 / (2.0 * 10.0 * sin10), "8.40");
    assert!((quarter - 2.2).abs() < 0.05, "8.40 prints 2.2 s: {quarter}");
    near(turns::lateral_excess_as_printed(1000.0, 20.0, 50.0, 7e3), 1e3, "8.41");
}

/// "A car that is accelerating into a curve is more likely to skid."
#[test]
fn accelerating_into_a_curve_skids_sooner() {
    let (largest, radius) = (turns::BOXSTER_SKIDPAD_G * 9.8, 50.0);
    let steady = turns::skid_speed_while_accelerating(largest, 0.0, radius);
    near(steady, turns::skidpad_speed(turns::BOXSTER_SKIDPAD_G, 9.8, radius), "the skidpad");
    let mut before = steady;
    for straight in [1.0, 3.0, 5.0, 8.0] {
        let speed = turns::skid_speed_while_accelerating(largest, straight, radius);
        assert!(speed < before, "{straight} m/s2: {speed} m/s");
        near(turns::total_acceleration(straight, speed, radius), largest, "8.35 at the limit");
        near(turns::acceleration_left_on_curve(largest, speed, radius), straight, "what is left");
        near(turns::skid_speed_while_accelerating(largest, -straight, radius), speed, "braking is the same");
        before = speed;
    }
    assert_eq!(turns::skid_speed_while_accelerating(largest, largest + 1.0, radius), 0.0);
    assert_eq!(turns::acceleration_left_on_curve(largest, 2.0 * steady, radius), 0.0);
}

/// The lateral force outwards "will always be greater than or equal to zero".
#[test]
fn the_lateral_excess_is_never_below_zero() {
    let traction = turns::traction_force(turns::BOXSTER_SKIDPAD_G, BOXSTER.mass_kg, 9.8, 0.0);
    let limit = turns::skidpad_speed(turns::BOXSTER_SKIDPAD_G, 9.8, 50.0);
    for speed in [0.0, 5.0, 0.999 * limit] {
        assert_eq!(turns::lateral_excess(BOXSTER.mass_kg, speed, 50.0, traction), 0.0, "{speed}");
        assert!(turns::lateral_excess_as_printed(BOXSTER.mass_kg, speed, 50.0, traction) < 0.0, "{speed}");
    }
    assert!(turns::lateral_excess(BOXSTER.mass_kg, 1.001 * limit, 50.0, traction) > 0.0);
}

/// 8.38 puts the speed of the whole car on the circle of the front wheel.
#[test]
fn the_printed_turn_rate_is_short_by_the_cosine() {
    for angle in [-30.0, -1.0, 1.0, 10.0, 35.0] {
        let steer = degrees(angle);
        let printed = turns::turn_rate_as_printed(8.0, steer, 2.41);
        let right = turns::turn_rate_of_car(8.0, steer, 2.41);
        near(printed / right, steer.cos(), "off by cos(delta)");
        // The front wheel itself is faster by 1 / cos(delta), and with its speed the rate is right.
        near(yaw_rate_from_front(8.0 / steer.cos(), steer, 2.41), right, "the front wheel's speed");
        near(turns::quarter_turn_time(8.0, steer, 2.41) * right, FRAC_PI_2, "a quarter of a turn");
    }
}

/// The centre of the turn by crossing lines, without any formula of a radius: across the rear axle,
/// and across each wheel.
#[test]
fn all_wheels_turn_about_one_point() {
    let (wheelbase, track) = (2.6, 1.5);
    for angle in [-60.0, -20.0, -0.5, 0.5, 10.0, 35.0, 50.0] {
        let steer = degrees(angle);
        let centre = rear_radius(wheelbase, steer);
        near(front_radius(wheelbase, steer).abs(), centre.hypot(wheelbase), "the front wheel");
        near(radius_ahead_of_rear(centre, 1.1), centre.signum() * centre.hypot(1.1), "a point between");
        near(yaw_rate_from_rear(3.0, steer, wheelbase) * centre, 3.0, "omega R");
        for (wheel, side) in wheel_angles(steer, wheelbase, track).into_iter().zip([0.5, -0.5]) {
            // From the wheel to the centre, and along the wheel: at right angles.
            let (x, y) = (-wheelbase, centre - side * track);
            let along = x * wheel.cos() + y * wheel.sin();
            assert!(along.abs() < 1e-12 * centre.abs().max(1.0), "{angle}: {along}");
        }
        let [left, right] = wheel_angles(steer, wheelbase, track);
        let inner = if angle > 0.0 { left } else { right };
        assert!(inner.abs() >= left.abs().max(right.abs()), "the inner wheel turns more");
        near(steer_from_inner_wheel(inner, wheelbase, track), steer, "from the inner wheel");
        // 100 % Ackermann: the difference of the cotangents is track over wheelbase.
        near(right.tan().recip() - left.tan().recip(), track / wheelbase, "cotangents");
    }
    assert_eq!(wheel_angles(0.0, wheelbase, track), [0.0, 0.0]);
    assert_eq!(wheel_angles(0.3, wheelbase, 0.0)[0], wheel_angles(0.3, wheelbase, 0.0)[1], "a motorcycle");
}
