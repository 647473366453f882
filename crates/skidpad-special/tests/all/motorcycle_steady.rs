//! The steady force across of a motorcycle's tyre, against its closed forms.
#![allow(clippy::disallowed_methods)]

use crate::motorcycle_support;

use motorcycle_support::vehicle as machine;
use skidpad_special::motorcycle::{MotorcycleData, steady_lateral_over_load};

/// Small angles add, each with its stiffness: slip to the left and camber to the right push to the right.
#[test]
fn small_slip_and_camber_add_with_their_stiffnesses() {
    let vehicle = machine();
    let (axle, camber_1_rad) = (vehicle.rear(), MotorcycleData::from_vehicle(&vehicle).rear_camber_1_rad);
    let stiffness =
        axle.stiffness * axle.peak_slip / axle.friction * axle.lateral_friction / axle.peak_slip_angle_rad;
    for (slip, camber) in [(1e-4, 0.0), (0.0, 1e-4), (1e-4, 2e-4), (-2e-4, 1e-4)] {
        let force = steady_lateral_over_load(axle, camber_1_rad, 1.0, 0.0, [slip, camber]);
        let linear = -(stiffness * slip + camber_1_rad * camber);
        assert!((force - linear).abs() < 2e-3 * 1e-4 * stiffness, "{slip} {camber}: {force} {linear}");
    }
}

/// The largest is the friction across, on half the grip half of it; what the longitudinal force takes is missing by the
/// circle, and nothing is left where it takes all.
#[test]
fn the_most_is_what_the_longitudinal_force_leaves() {
    let vehicle = machine();
    let axle = vehicle.front();
    let most = |grip: f64, along: f64| {
        let at = |step: u32| {
            let slip = 1e-4 * f64::from(step);
            steady_lateral_over_load(axle, 1.0, grip, along, [-slip, 0.0])
        };
        (0..6000).map(at).fold(0.0, f64::max)
    };
    for grip in [1.0, 0.5] {
        for share in [0.0, 0.6, 0.8, 1.0] {
            let expected = axle.lateral_friction * grip * f64::sqrt(1.0 - share * share);
            let found = most(grip, share * axle.friction * grip);
            assert!((found - expected).abs() < 1e-4, "{grip} {share}: {found} {expected}");
        }
    }
}
