//! Hlavacs' car (A 2D Car Physics Model based on Ackermann Steering): its parameters, and its
//! equations of motion where it drives straight ahead.

use crate::chassis::{cuboid_yaw_inertia, parallel_axis_inertia};
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_special::chassis::traction_limit;
use skidpad_special::drive;

record! {
    /// A car in Hlavacs' equations: a cuboid with one tyre in the middle of its front and one of its
    /// rear.
    pub struct HlavacsCar {
        /// Width W.
        width_m: "m" [0.1, 20.0],
        /// Length L, from tyre to tyre.
        length_m: "m" [0.3, 20.0],
        /// Mass M.
        mass_kg: "kg" [20.0, 150000.0],
        /// Radius R_w of a tyre.
        wheel_radius_m: "m" [0.05, 2.0],
        /// Moment of inertia I_w of a tyre: of all wheels of an axle.
        wheel_inertia_kg_m2: "kg.m^2" [0.001, 4000.0],
    }
}

/// The car of table 1.
pub const TABLE_1: HlavacsCar<f64> = HlavacsCar {
    width_m: 2.0,
    length_m: 4.0,
    mass_kg: 1500.0,
    wheel_radius_m: 0.33,
    wheel_inertia_kg_m2: 2.0 * 4.1,
};

/// Static friction of rubber on dry and on wet concrete (section 5).
pub const STATIC_FRICTION: [f64; 2] = [1.0, 0.3];
/// Kinetic friction of rubber on dry and on wet concrete (section 5).
pub const KINETIC_FRICTION: [f64; 2] = [0.8, 0.25];
/// Gravity in section 5 and table 3, m/s^2.
pub const GRAVITY_M_S2: f64 = 9.81;

/// The forces along the car, driving straight ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StraightForces<R> {
    /// F_tot on the car, N.
    pub total_n: R,
    /// Traction F_trac,r,y of the rear tyre, N.
    pub rear_n: R,
    /// Traction F_trac,f,y of the front tyre, N.
    pub front_n: R,
}

impl<R: Real> HlavacsCar<R> {
    /// (9): the moment of inertia I_C about the centre, kg m^2.
    pub fn yaw_inertia(&self) -> R {
        cuboid_yaw_inertia(self.mass_kg, self.width_m, self.length_m)
    }

    /// (10): the moment of inertia I_B about the rear tyre, I_C + M L^2 / 4, kg m^2.
    pub fn yaw_inertia_about_rear(&self) -> R {
        parallel_axis_inertia(self.yaw_inertia(), self.mass_kg, self.length_m / R::lit(2.0))
    }

    /// Section 5: F_max = mu F with F = g M / 2 on one tyre, N; with the kinetic friction, what a
    /// sliding tyre holds.
    pub fn tyre_limit(&self, friction: R, gravity_m_s2: R) -> R {
        traction_limit(friction, self.mass_kg * gravity_m_s2 / R::lit(2.0))
    }

    /// Table 3 as printed: F_max = g M / 2, N, whatever the friction: wet ground never applies.
    pub fn tyre_limit_as_printed(&self, gravity_m_s2: R) -> R {
        self.mass_kg * gravity_m_s2 / R::lit(2.0)
    }

    /// (29) to (37) at beta = 0: F_tot = M R_w (T_e,r + T_e,f) / (2 I_w + M R_w^2), and at each
    /// tyre the traction that is left of its torque after turning the tyre.
    pub fn straight_forces(&self, rear_torque_nm: R, front_torque_nm: R) -> StraightForces<R> {
        let radius = self.wheel_radius_m;
        let inertia = R::lit(2.0) * self.wheel_inertia_kg_m2 + self.mass_kg * radius * radius;
        let total = self.mass_kg * radius * (rear_torque_nm + front_torque_nm) / inertia;
        // (35), (36): the torque that turns a tyre.
        let turning = self.wheel_inertia_kg_m2 * (total / self.mass_kg) / radius;
        StraightForces {
            total_n: total,
            rear_n: drive::drive_force(rear_torque_nm - turning, radius),
            front_n: drive::drive_force(front_torque_nm - turning, radius),
        }
    }

    /// The rear torque that gives an acceleration driving straight ahead, N.m.
    pub fn torque_for(&self, acceleration_m_s2: R) -> R {
        self.mass_kg * acceleration_m_s2 / self.straight_forces(R::one(), R::zero()).total_n
    }

    /// The rear torque from which the rear tyre slides, driving straight ahead, N.m: the forces are
    /// proportional to it.
    pub fn sliding_torque(&self, limit_n: R) -> R {
        limit_n / self.straight_forces(R::one(), R::zero()).rear_n
    }
}
