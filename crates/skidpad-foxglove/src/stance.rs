//! Place and attitude of a car, as it is drawn.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;
use skidpad_world::rolling::{Rolling, pose_along, pose_on};
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
        let ([x, y, _], [w, _, _, z]) = (in_plane.position_m, in_plane.quaternion);
        let (mut place_m, mut yaw_rad) = (Vec2::new(x, y), 2.0 * Real::atan2(z, w));
        if let Some((start_m, heading_rad)) = start {
            let along = Direction::at_angle(heading_rad);
            (place_m, yaw_rad) = (Vec2::from(start_m) + Vec2::new(x, y).to_parent(along), heading_rad);
        }
        let pose = match start {
            Some(_) => pose_along(place_m.into(), yaw_rad, &site.surface, &site.ground.under(place_m.into())),
            None => pose_on(car, site.road()),
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
