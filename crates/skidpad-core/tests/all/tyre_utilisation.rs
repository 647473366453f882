//! Friction utilisation.

use skidpad_core::math::{Real, Vec2};
use skidpad_core::tyre::friction_utilisation;

/// 3 kN of 5 kN forwards and 3.2 kN of 4 kN to the left: 0.6 and 0.8 of the ellipse's axes, which is its edge.
#[test]
fn a_force_on_the_ellipse_uses_all_of_the_friction() {
    let largest = Vec2 { x: 5000.0, y: 4000.0 };
    let off = |force: Vec2<f64>, used: f64| Real::abs(friction_utilisation(&force, &largest) - used);
    assert!(off(Vec2 { x: 3000.0, y: 3200.0 }, 1.0) < 1e-15);
    assert!(off(Vec2 { x: -1500.0, y: -1600.0 }, 0.5) < 1e-15);
    assert_eq!(friction_utilisation(&Vec2 { x: 0.0, y: 0.0 }, &Vec2 { x: 0.0, y: 0.0 }), 0.0);
}
