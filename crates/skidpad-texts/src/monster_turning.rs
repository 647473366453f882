//! Monster's "High Speed Turning" as the tutorial writes it down: slip angles, lateral forces over load,
//! cornering force and yaw torque of a car whose loads stay as they are.
//!
//! The equations of the slip angles are lost as images in the copies of both versions; their usual form,
//! which the text describes term by term, stands here. [`SingleTrack`](skidpad_core::model::SingleTrack) is the model
//! that comes of all this.

use crate::tyre::peaked;
use skidpad_core::math::Real;
use skidpad_core::tyre::Grip;

/// The car of the tutorial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonsterTurning<R> {
    /// Mass M, kg.
    pub mass_kg: R,
    /// Inertia about the vertical axis, kg m^2.
    pub yaw_inertia_kg_m2: R,
    /// From the centre of gravity to the front axle b, m.
    pub to_front_m: R,
    /// From the centre of gravity to the rear axle c, m.
    pub to_rear_m: R,
    /// Cornering stiffness over load Ca, 1/rad.
    pub cornering_1_rad: R,
    /// Largest lateral force over load.
    pub most_over_load: R,
    /// Gravity, m/s^2.
    pub gravity_m_s2: R,
}

/// Velocity in the car's frame and yaw rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonsterMotion<R> {
    /// Forward velocity, m/s.
    pub vx_m_s: R,
    /// Velocity to the left, m/s.
    pub vy_m_s: R,
    /// Yaw rate omega, rad/s.
    pub yaw_rate_rad_s: R,
}

/// What the text computes from the slip angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonsterCornering<R> {
    /// Force along the car, N.
    pub along_n: R,
    /// "Fcornering", N, to the left.
    pub across_n: R,
    /// Torque about the vertical axis, N.m.
    pub torque_nm: R,
}

/// The front wheels' slip angle, rad: atan((vy + omega b) / |vx|) - delta sign(vx). 0/0 at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_slip_angle_as_printed<R: Real>(motion: &MonsterMotion<R>, to_front_m: R, steer_rad: R) -> R {
    let across = motion.vy_m_s + motion.yaw_rate_rad_s * to_front_m;
    across.atan_quotient(motion.vx_m_s.abs()) - steer_rad * motion.vx_m_s.sign()
}

/// The rear wheels' slip angle, rad: atan((vy - omega c) / |vx|). 0/0 at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_slip_angle_as_printed<R: Real>(motion: &MonsterMotion<R>, to_rear_m: R) -> R {
    let across = motion.vy_m_s - motion.yaw_rate_rad_s * to_rear_m;
    across.atan_quotient(motion.vx_m_s.abs())
}

/// The front wheels' slip angle, rad, from their velocity in their own frame: finite at rest, and right at
/// any steering angle and in reverse.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_slip_angle<R: Real>(motion: &MonsterMotion<R>, to_front_m: R, steer_rad: R) -> R {
    let (sin, cos) = steer_rad.sin_cos();
    let across = motion.vy_m_s + motion.yaw_rate_rad_s * to_front_m;
    let (x, y) = (motion.vx_m_s * cos + across * sin, across * cos - motion.vx_m_s * sin);
    y.atan2(x.abs())
}

/// The rear wheels' slip angle, rad, finite at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_slip_angle<R: Real>(motion: &MonsterMotion<R>, to_rear_m: R) -> R {
    let across = motion.vy_m_s - motion.yaw_rate_rad_s * to_rear_m;
    across.atan2(motion.vx_m_s.abs())
}

/// The "rotation angle (due to yaw rate)" of the demo's list, rad: the part of the slip angles that comes from the yaw
/// rate, atan2(omega L / 2, vx), with both axles half a wheelbase from the centre of gravity. At small angles and
/// forwards the front slip angle is sideslip angle + rotation angle - delta, and the rear one sideslip angle - rotation
/// angle. 0 at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rotation_angle<R: Real>(motion: &MonsterMotion<R>, wheelbase_m: R) -> R {
    (motion.yaw_rate_rad_s * (R::lit(0.5) * wheelbase_m)).atan2(motion.vx_m_s)
}

/// Flateral = Ca alpha as the text has it, over load: without its direction, which is against alpha.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn lateral_linear<R: Real>(cornering_1_rad: R, slip_angle_rad: R) -> R {
    cornering_1_rad * slip_angle_rad
}

/// The same, capped.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn lateral_capped<R: Real>(cornering_1_rad: R, most_over_load: R, slip_angle_rad: R) -> R {
    lateral_linear(cornering_1_rad, slip_angle_rad).clamp(-most_over_load, most_over_load)
}

/// The load of the text's slip angle curve, N.
pub const FIGURE_LOAD_N: f64 = 5000.0;

/// The text's slip angle curve, whose figure is lost: "the peak is at about 3 degrees. At that point the
/// lateral force even slightly exceeds the 5 KN load". Read as 4 % more at exactly 3 degrees, with the
/// shape of [`peaked`].
pub fn figure_grip<R: Real>() -> Grip<R> {
    let (most, peak) = (1.04, 3.0 * core::f64::consts::PI / 180.0);
    Grip {
        friction: R::lit(most),
        peak_slip: R::lit(peak),
        stiffness: R::lit(2.0 * most / peak),
        sliding_share: R::lit(0.75),
    }
}

/// Flateral = Fn,lat Fz with the figure's curve, N, without its direction.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn lateral_of_figure<R: Real>(slip_angle_rad: R, load_n: R) -> R {
    peaked(&figure_grip(), slip_angle_rad) * load_n
}

/// Fcentripetal = M v^2 / radius solved for the radius, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn radius_of_force<R: Real>(mass_kg: R, speed_m_s: R, centripetal_n: R) -> R {
    mass_kg * speed_m_s * speed_m_s / centripetal_n
}

impl<R: Real> MonsterTurning<R> {
    /// Lateral forces of front and rear tyres, N, to the left, from their slip angles.
    fn lateral_forces(&self, front_rad: R, rear_rad: R) -> (R, R) {
        let weight_n = self.mass_kg * self.gravity_m_s2;
        let wheelbase = self.to_front_m + self.to_rear_m;
        let over_load = |angle: R| -lateral_capped(self.cornering_1_rad, self.most_over_load, angle);
        (
            over_load(front_rad) * (weight_n * self.to_rear_m / wheelbase),
            over_load(rear_rad) * (weight_n * self.to_front_m / wheelbase),
        )
    }

    /// As printed: Fcornering = Flat,rear + cos(delta) Flat,front, the torque
    /// -Flat,rear c + cos(delta) Flat,front b, and nothing along the car.
    pub fn cornering_as_printed(&self, motion: &MonsterMotion<R>, steer_rad: R) -> MonsterCornering<R> {
        let (front, rear) = self.lateral_forces(
            front_slip_angle_as_printed(motion, self.to_front_m, steer_rad),
            rear_slip_angle_as_printed(motion, self.to_rear_m),
        );
        let front_across = steer_rad.cos() * front;
        MonsterCornering {
            along_n: R::zero(),
            across_n: rear + front_across,
            torque_nm: front_across * self.to_front_m - rear * self.to_rear_m,
        }
    }

    /// The same with the whole force of the front tyres, which also pulls backwards by
    /// sin(delta) Flat,front, and their slip angle in their own frame.
    pub fn cornering(&self, motion: &MonsterMotion<R>, steer_rad: R) -> MonsterCornering<R> {
        let (front, rear) = self.lateral_forces(
            front_slip_angle(motion, self.to_front_m, steer_rad),
            rear_slip_angle(motion, self.to_rear_m),
        );
        let (sin, cos) = steer_rad.sin_cos();
        MonsterCornering {
            along_n: -(sin * front),
            across_n: rear + cos * front,
            torque_nm: cos * front * self.to_front_m - rear * self.to_rear_m,
        }
    }

    /// The motion a little later by Euler's method: the forces' accelerations in the turning frame.
    pub fn euler_step(
        &self,
        motion: &MonsterMotion<R>,
        forces: &MonsterCornering<R>,
        dt_s: R,
    ) -> MonsterMotion<R> {
        let MonsterMotion { vx_m_s, vy_m_s, yaw_rate_rad_s } = *motion;
        MonsterMotion {
            vx_m_s: vx_m_s + dt_s * (forces.along_n / self.mass_kg + yaw_rate_rad_s * vy_m_s),
            vy_m_s: vy_m_s + dt_s * (forces.across_n / self.mass_kg - yaw_rate_rad_s * vx_m_s),
            yaw_rate_rad_s: yaw_rate_rad_s + dt_s * forces.torque_nm / self.yaw_inertia_kg_m2,
        }
    }

    /// Kinetic energy, J.
    pub fn kinetic_energy_j(&self, motion: &MonsterMotion<R>) -> R {
        let speed = motion.vx_m_s.square() + motion.vy_m_s.square();
        R::lit(0.5) * (self.mass_kg * speed + self.yaw_inertia_kg_m2 * motion.yaw_rate_rad_s.square())
    }
}

/// The power of the tyres' forces on the car, W: positive where they drive it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn power<R: Real>(motion: &MonsterMotion<R>, forces: &MonsterCornering<R>) -> R {
    forces.along_n * motion.vx_m_s
        + forces.across_n * motion.vy_m_s
        + forces.torque_nm * motion.yaw_rate_rad_s
}
