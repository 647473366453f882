//! Place and attitude of a car, as it is drawn.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::Site;

/// Place and heading in the plane of the road, and the pose in the world.
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    place_m: Vec2<f64>,
    axes: Direction<f64>,
    /// The pose in the world.
    pub pose: Pose<f64>,
}

impl Stance {
    /// The stance of a car on a site. A car whose model has a distance alone drives straight on from a start, a place, m, and a heading, rad.
    pub fn of_car(car: &dyn Rolling, site: &Site, start: Option<([f64; 2], f64)>) -> Self {
        let in_plane = car.pose(&Surface::asphalt());
        let ([x, y, z], [w, _, _, turned]) = (in_plane.position_m, in_plane.quaternion);
        let (mut place_m, mut yaw_rad) = (Vec2::new(x, y), 2.0 * Real::atan2(turned, w));
        if let Some((start_m, heading_rad)) = start {
            let along = Direction::at_angle(heading_rad);
            (place_m, yaw_rad) = (Vec2::from(start_m) + Vec2::new(x, y).to_parent(along), heading_rad);
        }
        // Springs and bodies in space have a height of their own; any other car lies along the ground.
        let has_height = z != 0.0 || car.hubs_m().is_some();
        let pose = if has_height && start.is_none() {
            car.pose(&site.surface)
        } else {
            lying(site, place_m.into(), yaw_rad)
        };
        Self { place_m, axes: Direction::at_angle(yaw_rad), pose }
    }

    /// Place on the road of a point of the car, forwards and to the left of its centre of mass, m.
    pub fn on_road_m(&self, from_centre_m: [f64; 2]) -> [f64; 2] {
        (self.place_m + Vec2::from(from_centre_m).to_parent(self.axes)).into()
    }
}

/// A place of the road, m, at a height above its plane.
pub fn world_m(site: &Site, place_m: [f64; 2], height_m: f64) -> [f64; 3] {
    Pose::on_road(place_m, 0.0, &site.surface).on_springs(height_m, 0.0, 0.0).position_m
}

/// A place on the ground, m, and above it.
pub fn on_ground_m(site: &Site, place_m: [f64; 2], above_m: f64) -> [f64; 3] {
    world_m(site, place_m, site.ground.under(place_m).height_m + above_m)
}

/// A body that lies along the ground at a place. With the rises a ahead and b to the left, it pitches by -atan(a) and then rolls by
/// atan(b cos(atan(a))): its left axis is (0, cos, sin) turned by the pitch, and lies in the plane z = a x + b y.
fn lying(site: &Site, place_m: [f64; 2], yaw_rad: f64) -> Pose<f64> {
    let spot = site.ground.under(place_m);
    let (sin, cos) = Real::sin_cos(yaw_rad);
    let [rise_x, rise_y] = spot.rise;
    let (ahead, left) = (rise_x * cos + rise_y * sin, rise_y * cos - rise_x * sin);
    let up_rad = Real::atan(ahead);
    let roll_rad = Real::atan(left * Real::cos(up_rad));
    Pose::on_road(place_m, yaw_rad, &site.surface).on_springs(spot.height_m, roll_rad, -up_rad)
}

#[cfg(test)]
mod tests {
    use skidpad_world::track::{Track, track_by_name};

    use super::*;

    /// Both axes of the body lie in the ground, whatever its heading.
    #[test]
    fn a_body_on_a_hill_lies_along_it() {
        let track = Track::new(&track_by_name("hill-climb").expect("a track")).expect("it is right");
        let ([x, y], site) = (track.at(0.4 * track.length_m()).position_m, Site::asphalt().with_track(track));
        let spot = site.ground.under([x, y]);
        assert!(spot.height_m > 5.0 && Real::hypot(spot.rise[0], spot.rise[1]) > 0.02, "{spot:?}");
        for yaw_rad in [-2.0, 0.0, 0.7, 3.0] {
            let pose = lying(&site, [x, y], yaw_rad);
            assert!((pose.position_m[2] - spot.height_m).abs() < 1e-9);
            for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
                let [ax, ay, az] = pose.to_world(axis);
                assert!((az - ax * spot.rise[0] - ay * spot.rise[1]).abs() < 1e-12, "{yaw_rad}: {axis:?}");
            }
        }
    }
}
