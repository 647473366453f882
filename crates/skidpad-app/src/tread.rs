//! What happens under each tyre: where it is, how its tread moves over the road, what it pushes with.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::Pose;
use skidpad_world::channel::WheelChannels;

use crate::drive::Entrant;
use crate::seen::{Seen, WheelSeen, WheelsSeen};

/// Below this speed of a wheel, m/s, its slip is read from its spin and not from the slip ratio.
const SLOW_M_S: f64 = 2.0;
/// Slip ratio and slip angle, rad, of the largest force where the model's car tells none.
const PEAKS: [f64; 2] = [0.12, 0.14];
/// A tread that slips more slowly does not slide, whatever the angle, m/s.
const LEAST_SLIP_M_S: f64 = 0.5;
/// A car that turns more slowly goes straight on, rad/s.
const STRAIGHT_RAD_S: f64 = 0.005;

/// A tyre, or the tyres of an axle together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tread {
    /// Which it is.
    pub name: &'static str,
    /// Its place among the wheels of the model's channels.
    pub index: usize,
    /// Position from the centre of mass, forwards and to the left, m.
    pub place_m: [f64; 2],
    /// Its quantities.
    pub wheel: WheelSeen,
    /// Radius, m; `None` where the model's car tells none.
    pub radius_m: Option<f64>,
    /// Slip ratio and slip angle, rad, of the largest force.
    pub peaks: [f64; 2],
    /// True if the tyre of a car in space bears no load: it is off the ground, where it has no slip.
    pub is_off_ground: bool,
}

const FOUR: [&str; 4] = ["front left", "front right", "rear left", "rear right"];
const AXLES: [&str; 2] = ["front", "rear"];

/// All tyres that a model tells of.
pub fn treads(entrant: &Entrant) -> Vec<Tread> {
    let (places, is_in_space) = (entrant.wheels_m(), entrant.hubs_m().is_some());
    let tread = |name, index, place_m, is_front: bool, wheel: WheelSeen| {
        let vehicle = entrant.choice().vehicle.as_ref().map(|own| &own.1);
        let axle = vehicle.map(|vehicle| if is_front { vehicle.front() } else { vehicle.rear() });
        let peaks = axle.map_or(PEAKS, |axle| [axle.peak_slip, axle.peak_slip_angle_rad]);
        let is_off_ground = is_in_space && wheel.load_n <= 0.0;
        Tread { name, index, place_m, wheel, radius_m: axle.map(|axle| axle.radius_m), peaks, is_off_ground }
    };
    match entrant.seen().wheels() {
        WheelsSeen::None => Vec::new(),
        WheelsSeen::Axles(axles) => {
            let middle = |index: usize| [places[2 * index][0], 0.0];
            (0..2).map(|index| tread(AXLES[index], index, middle(index), index == 0, axles[index])).collect()
        }
        WheelsSeen::Four(wheels) => {
            (0..4).map(|index| tread(FOUR[index], index, places[index], index < 2, wheels[index])).collect()
        }
    }
}

/// A vector turned to the left by an angle.
pub fn turned(vector: [f64; 2], angle_rad: f64) -> [f64; 2] {
    Vec2::from(vector).to_parent(Direction::at_angle(angle_rad)).into()
}

/// Heading of a pose, rad, seen from above.
pub fn heading_rad(pose: &Pose<f64>) -> f64 {
    let [w, x, y, z] = pose.quaternion;
    Real::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
}

/// A place of the car in the world.
pub fn in_world(pose: &Pose<f64>, place_m: [f64; 2]) -> [f64; 2] {
    let [x, y] = turned(place_m, heading_rad(pose));
    [pose.position_m[0] + x, pose.position_m[1] + y]
}

impl Tread {
    /// Channels of the tyre.
    pub fn channels<'a>(&self, seen: &Seen<'a>) -> &'a WheelChannels {
        &seen.channels().wheels.as_slice()[self.index]
    }

    /// The force on the car, in the car's axes, N.
    pub fn force_n(&self) -> [f64; 2] {
        turned([self.wheel.force_x_n, self.wheel.force_y_n], self.wheel.steer_rad)
    }

    /// Velocity of its middle over the road, in the car's axes, m/s.
    pub fn velocity_m_s(&self, seen: &Seen<'_>) -> [f64; 2] {
        let ([x, y], [vx, vy], yaw) = (self.place_m, seen.velocity_m_s(), seen.yaw_rate_rad_s());
        [vx - yaw * y, vy + yaw * x]
    }

    /// Slip velocity of its tread over the road, in the car's axes, m/s: it points as the force does.
    pub fn slip_m_s(&self, seen: &Seen<'_>) -> [f64; 2] {
        if self.is_off_ground {
            return [0.0; 2];
        }
        let [along, aside] = turned(self.velocity_m_s(seen), -self.wheel.steer_rad);
        let by_spin = self.radius_m.map(|radius_m| self.wheel.spin_rad_s * radius_m - along);
        let slip = match by_spin {
            Some(slip) if Real::abs(along) < SLOW_M_S => slip,
            _ => self.wheel.slip * Real::abs(along),
        };
        turned([slip, -aside], self.wheel.steer_rad)
    }

    /// Slip over the slip of its largest force: above 1 it slides. Friction utilisation alone does not
    /// show it: far beyond that slip the force of most tyres is less.
    pub fn sliding(&self, seen: &Seen<'_>) -> f64 {
        let [x, y] = self.slip_m_s(seen);
        if Real::hypot(x, y) < LEAST_SLIP_M_S {
            return 0.0;
        }
        let [peak, peak_rad] = self.peaks;
        let angle = Real::clamp(self.wheel.slip_angle_rad, -1.5, 1.5);
        Real::hypot(self.wheel.slip / peak, Real::tan(angle) / Real::tan(peak_rad))
    }

    /// Friction utilisation, at least 1 where the tyre slides; `None` where the model does not have it and the tyre grips.
    pub fn strain(&self, seen: &Seen<'_>) -> Option<f64> {
        let used = self.wheel.use_of_grip;
        if self.sliding(seen) > 1.0 { Some(used.map_or(1.0, |used| Real::max(used, 1.0))) } else { used }
    }
}

/// The point about which the car turns, from its centre of mass in its axes, m; `None` where it goes straight on.
pub fn turning_centre_m(seen: &Seen<'_>) -> Option<[f64; 2]> {
    let ([x, y], yaw) = (seen.velocity_m_s(), seen.yaw_rate_rad_s());
    (Real::abs(yaw) > STRAIGHT_RAD_S).then(|| [-y / yaw, x / yaw])
}

#[cfg(test)]
mod tests {
    use super::{Tread, turning_centre_m};
    use crate::seen::{ModelChannels, Seen, WheelSeen};
    use skidpad_models::MODELS;

    /// A car that moves forwards and to the left, m/s, and turns, rad/s.
    struct Moving {
        channels: ModelChannels,
        row: Vec<f64>,
    }

    impl Moving {
        fn new(motion: [f64; 3]) -> Self {
            let channels = ModelChannels::new(MODELS.by_name("single_track").unwrap().layout());
            let mut row = vec![0.0; channels.layout.len()];
            let car = &channels.car;
            for (channel, number) in [car.velocity_x, car.velocity_y, car.yaw_rate].into_iter().zip(motion) {
                row[channel.unwrap().index()] = number;
            }
            Self { channels, row }
        }

        fn seen(&self) -> Seen<'_> {
            Seen::new(&self.channels, &self.row)
        }
    }

    fn tread(wheel: WheelSeen) -> Tread {
        let (place_m, radius_m, peaks) = ([0.0; 2], None, [0.1, 0.1]);
        Tread { name: "", index: 0, place_m, wheel, radius_m, peaks, is_off_ground: false }
    }

    /// 10 m/s at 0.5 rad/s to the left: a circle of 20 m, its middle to the left.
    #[test]
    fn a_car_turns_about_a_point_beside_it() {
        assert_eq!(turning_centre_m(&Moving::new([10.0, 0.0, 0.5]).seen()), Some([0.0, 20.0]));
        assert_eq!(turning_centre_m(&Moving::new([10.0, 0.0, 0.0]).seen()), None);
    }

    /// A locked wheel of a car that goes straight slips backwards, as fast as the car goes; a car that slides to its
    /// left has slips to the right.
    #[test]
    fn slip_points_as_the_force_does() {
        let wheel = WheelSeen { slip: -1.0, ..WheelSeen::default() };
        let tread = Tread { place_m: [1.0, 0.5], ..tread(wheel) };
        assert_eq!(tread.slip_m_s(&Moving::new([10.0, 0.0, 0.0]).seen()), [-10.0, 0.0]);
        assert_eq!(tread.slip_m_s(&Moving::new([10.0, 2.0, 0.0]).seen())[1], -2.0);
        let spins = WheelSeen { spin_rad_s: 30.0, ..WheelSeen::default() };
        let standing = Tread { wheel: spins, radius_m: Some(0.3), ..tread };
        assert_eq!(standing.slip_m_s(&Moving::new([0.0, 0.0, 0.0]).seen()), [9.0, 0.0]);
    }

    /// Beyond the slip of the largest force a tyre slides, though it uses less than all of its grip.
    #[test]
    fn a_tyre_slides_beyond_its_largest_force() {
        let moving = Moving::new([20.0, 0.0, 0.0]);
        let seen = moving.seen();
        let wheel = WheelSeen { slip: 0.3, use_of_grip: Some(0.9), ..WheelSeen::default() };
        let tread = tread(wheel);
        assert!((tread.sliding(&seen) - 3.0).abs() < 1e-12 && tread.strain(&seen) == Some(1.0));
        let grips = Tread { wheel: WheelSeen { slip: 0.05, ..wheel }, ..tread };
        assert!(grips.sliding(&seen) < 1.0 && grips.strain(&seen) == Some(0.9));
    }

    /// The wheels of a car in the air left marks on the road below, and slip arrows of a car on its roof went across the whole picture.
    #[test]
    fn a_tyre_off_the_ground_has_no_slip() {
        let moving = Moving::new([20.0, 3.0, 0.0]);
        let seen = moving.seen();
        let spins = tread(WheelSeen { slip: 9.0, use_of_grip: Some(0.0), ..WheelSeen::default() });
        assert!(spins.sliding(&seen) > 1.0 && spins.slip_m_s(&seen) != [0.0; 2]);
        let flies = Tread { is_off_ground: true, ..spins };
        assert_eq!(
            (flies.sliding(&seen), flies.slip_m_s(&seen), flies.strain(&seen)),
            (0.0, [0.0; 2], Some(0.0))
        );
    }
}
