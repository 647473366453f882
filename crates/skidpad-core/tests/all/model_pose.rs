//! Where a vehicle is, in the axes of the world and of the vehicle.

use skidpad_core::math::{Direction, Vec2};
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;

#[test]
fn gravity_in_the_axes_of_the_vehicle_is_the_worlds_turned_back() {
    let road = Surface { slope_rad: 0.3, bank_rad: -0.2, ..Surface::asphalt() };
    let yaw = 0.7_f64;
    let pose = Pose::on_road([0.0, 0.0], yaw, &road);
    let seen = pose.to_body([0.0, 0.0, -road.gravity_m_s2]);
    let Vec2 { x: forward, y: left } = road.gravity(Direction::at_angle(yaw));
    for (seen, computed) in seen.into_iter().zip([forward, left, -road.normal_gravity_m_s2()]) {
        assert!((seen - computed).abs() < 1e-14, "{seen} {computed}");
    }
}

#[test]
fn who_drives_along_the_heading_moves_along_the_nose() {
    let road = Surface { slope_rad: -0.4, bank_rad: 0.25, ..Surface::asphalt() };
    let (sin, cos) = skidpad_core::math::Real::sin_cos(2.1_f64);
    let pose = Pose::on_road([cos, sin], 2.1, &road);
    for (place, nose) in pose.position_m.into_iter().zip(pose.to_world([1.0, 0.0, 0.0])) {
        assert!((place - nose).abs() < 1e-14, "{place} {nose}");
    }
}

#[test]
fn a_place_on_the_body_is_found_again_from_the_world() {
    let road = Surface { slope_rad: 0.2, bank_rad: 0.1, ..Surface::asphalt() };
    let pose = Pose::on_road([3.0, -4.0], 1.1, &road).on_springs(0.3, 0.2, -0.1);
    let place: [f64; 3] = [1.4, 0.7, -0.2];
    let mut in_world = pose.to_world(place);
    in_world.iter_mut().zip(pose.position_m).for_each(|(part, origin)| *part += origin);
    for (found, expected) in pose.point_in_body(in_world).into_iter().zip(place) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}
