//! Forces that standing axles hold.

use skidpad_core::chassis::{PlanarForce, StandingAxles};
use skidpad_core::math::Real;

const AXLES: StandingAxles<f64> =
    StandingAxles { front_share: 0.6, rear_share: 0.4, wheelbase_m: 2.5, front_n: 30.0, rear_n: 100.0 };

/// The axles' forces add up to force and moment about the centre of mass, which is 0.4 of the wheelbase behind the
/// front axle.
#[test]
fn the_axles_hold_what_the_body_is_held_by() {
    let held = PlanarForce { x_n: 50.0, y_n: 20.0, yaw_nm: 15.0 };
    let [front, rear] = AXLES.by_axle(&held);
    assert_eq!((front.x, rear.x), (30.0, 20.0), "0.6 of 50 N, which is all that the front can");
    let near = |found: f64, expected: f64| assert!(Real::abs(found - expected) < 1e-13, "{found}");
    near(front.y + rear.y, 20.0);
    near(2.5 * (0.4 * front.y - 0.6 * rear.y), 15.0);
    let [front, rear] = AXLES.along(-100.0);
    assert_eq!((front, rear), (-30.0, -70.0), "the rear has room for the rest");
}

/// Held to the side and in yaw at once by all that they can, no axle exceeds its own limit, and one reaches it.
#[test]
fn no_axle_holds_more_than_it_can() {
    let most = AXLES.capacity();
    assert_eq!(most.x_n, 130.0);
    let [front, rear] = AXLES.by_axle(&most);
    assert!(Real::abs(front.y) <= 30.0 && Real::abs(rear.y) <= 100.0, "{front:?} {rear:?}");
    assert!(
        Real::abs(front.y - 30.0) < 1e-13,
        "half for the motion to the side and half for the yaw: {front:?}"
    );
}
