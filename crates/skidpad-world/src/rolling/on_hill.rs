//! Pose of a car on ground that rises.

use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;

use super::Rolling;
use crate::ground::{Road, Spot};

/// Position and attitude in the world of a car on a road. Springs and bodies in space have a height of their own; the body of any other model,
/// which has none, lies along the ground below its centre of mass.
pub fn pose_on(car: &dyn Rolling, road: Road<'_>) -> Pose<f64> {
    if road.is_plain() || car.hubs_m().is_some() {
        return car.pose(road.surface);
    }
    let in_plane = car.pose(&Surface::asphalt());
    let ([x, y, height_m], [w, _, _, z]) = (in_plane.position_m, in_plane.quaternion);
    if height_m != 0.0 {
        return car.pose(road.surface);
    }
    pose_along([x, y], 2.0 * Real::atan2(z, w), road.surface, &road.under([x, y]))
}

/// Pose of a body that lies along the ground at a place of the road, m, with a heading, rad.
///
/// Along z = a x + b y, with x ahead and y to the left, it pitches by -atan(a), and then rolls by atan(b cos(atan(a))): its left axis, after both,
/// is (-sin(roll) sin(pitch'), cos(roll), sin(roll) cos(pitch')) with pitch' = atan(a), which lies in that plane.
pub fn pose_along(place_m: [f64; 2], yaw_rad: f64, surface: &Surface<f64>, spot: &Spot) -> Pose<f64> {
    let (sin, cos) = Real::sin_cos(yaw_rad);
    let [rise_x, rise_y] = spot.rise;
    let (ahead, left) = (rise_x * cos + rise_y * sin, rise_y * cos - rise_x * sin);
    let up_rad = Real::atan(ahead);
    let roll_rad = Real::atan(left * Real::cos(up_rad));
    Pose::on_road(place_m, yaw_rad, surface).on_springs(spot.height_m, roll_rad, -up_rad)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both axes of the body lie in the ground, whatever its heading.
    #[test]
    fn a_body_on_a_hill_lies_along_it() {
        let spot = Spot { height_m: 12.0, rise: [0.3, -0.2], ..Spot::PLAIN };
        for yaw_rad in [-2.0, 0.0, 0.7, 3.0] {
            let pose = pose_along([5.0, 6.0], yaw_rad, &Surface::asphalt(), &spot);
            assert_eq!(pose.position_m, [5.0, 6.0, 12.0]);
            for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
                let [x, y, z] = pose.to_world(axis);
                assert!((z - x * spot.rise[0] - y * spot.rise[1]).abs() < 1e-12, "{yaw_rad}: {axis:?}");
            }
            let [x, y, _] = pose.to_world([1.0, 0.0, 0.0]);
            assert!(((y.atan2(x) - yaw_rad) % core::f64::consts::TAU).abs() < 1e-12, "the heading stays");
        }
    }
}
