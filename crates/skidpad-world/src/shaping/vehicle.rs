//! Shaping for a vehicle, by the figures of its tyres.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;

use super::{AxisShape, GripSteering, Hands, StickShape};

/// Share of the front tyres' largest force that a full stick asks for. Measured with it from 40 to 160 km/h: 87 to 94 %
/// of the lateral acceleration that friction allows, with all tyres short of their peaks; with 0.96 a Corvette's rear goes
/// beyond its own, and the car slowly turns round.
const FORCE: f64 = 0.90;
/// The fastest that hands turn the front wheels, rad/s.
const RATE_RAD_S: f64 = 3.0;
/// The lowest speed from which grip may be the limit, m/s.
const LOWEST_M_S: f64 = 3.0;
/// Gravity where only a ratio of speeds hangs on it, m/s^2.
const GRAVITY_M_S2: f64 = 9.81;

/// Share of the peak's slip angle at which the front tyres push with the share [`FORCE`] of their largest force: less
/// where the rear tyres bear less, which must bear the same acceleration on their side. The force is taken to rise to
/// its peak as a parabola: F = x (2 - x).
fn fraction(vehicle: &Vehicle<f64>) -> f64 {
    let (front, rear) = (vehicle.front(), vehicle.rear());
    let force = FORCE * Real::min(1.0, rear.lateral_friction / front.lateral_friction);
    1.0 - Real::sqrt(1.0 - force)
}

impl GripSteering<f64> {
    /// Steering by a share of the grip for a vehicle, by the figures of its front tyres. `lock_rad`: angle of a full stick at low speed.
    pub fn of_vehicle(vehicle: &Vehicle<f64>, lock_rad: f64) -> Self {
        let (body, front) = (vehicle.body(), vehicle.front());
        // On a circle of full lock the tyres reach their limit at v^2 = mu g L / tan(lock).
        let radius_m = body.wheelbase_m / Real::tan(lock_rad);
        let limit_m_s = Real::sqrt(front.lateral_friction * GRAVITY_M_S2 * radius_m);
        Self {
            fraction: fraction(vehicle),
            peak_slip_rad: front.peak_slip_angle_rad,
            following: 1.0,
            low_speed_m_s: Real::clamp(limit_m_s, LOWEST_M_S, 50.0),
            lock_rad,
            rate_rad_s: RATE_RAD_S,
            front_arm_m: body.axle_distances_m()[0],
        }
    }
}

impl Hands<f64> {
    /// Hands on a vehicle that steer by a share of its front tyres' grip: holding a steering key uses all of it, releasing it
    /// counter-steers. Not for reverse, where the front axle trails: wheels that follow its way have no lateral force.
    ///
    /// ```
    /// use skidpad_core::controls::{Controls, sanitise};
    /// use skidpad_core::spec::Vehicle;
    /// use skidpad_world::shaping::{BodyMotion, Hands, HandsMode, StickShape};
    ///
    /// /// Steering angle at 40 m/s while a key is held.
    /// fn held_key_rad(vehicle: &Vehicle<f64>) -> f64 {
    ///     let lock_rad = vehicle.body().largest_steer_rad;
    ///     let hands = Hands::new(StickShape::keyboard(), lock_rad).by_grip_of(vehicle);
    ///     let (left, _) = sanitise(&Controls { steer_rad: lock_rad, ..Controls::default() });
    ///     let at_speed = BodyMotion { velocity_x_m_s: 40.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
    ///     let held = hands.advance(&HandsMode::released(), &left, &at_speed, 1.0);
    ///     hands.shaped(&held, &left).steer_rad
    /// }
    /// ```
    #[must_use]
    pub fn by_grip_of(self, vehicle: &Vehicle<f64>) -> Self {
        at_any_speed(self).by_grip(GripSteering::of_vehicle(vehicle, self.reach.stick_lock_rad))
    }
}

/// Returns the shaping with the full range at any speed, as the tyres' grip is the limit, and with higher rates at low
/// speed, or no slide would be caught. At speed, where yaw is damped less, quicker steering would make the rear break away.
fn at_any_speed(hands: Hands<f64>) -> Hands<f64> {
    let steer = AxisShape {
        attack_1_s: Real::max(hands.shape.steer.attack_1_s, 4.0),
        return_1_s: Real::max(hands.shape.steer.return_1_s, 8.0),
        rate_speed_m_s: 25.0,
        range_speed_m_s: 0.0,
        ..hands.shape.steer
    };
    Hands { shape: StickShape { steer, ..hands.shape }, ..hands }
}
