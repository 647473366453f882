//! (29) to (37) as printed, and table 3's order of computation.

use super::equations::{
    force_left, front_traction_as_printed, rear_force, turning_torque, yaw_acceleration, yaw_rate,
};
use super::text::HlavacsCar;
use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// What the equations are given at an instant.
    pub struct Situation {
        /// Speed v of the rear tyre.
        speed_m_s: "m/s" [-150.0, 150.0],
        /// Steering angle beta, positive to the left.
        steer_rad: "rad" [-1.5, 1.5],
        /// Its rate dbeta/dt.
        steer_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Torque T_e,r on the rear tyre.
        rear_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque T_e,f on the front tyre.
        front_torque_nm: "N.m" [-1e6, 1e6],
        /// Further force along the car, such as drag: the place that (34) leaves for it.
        drag_n: "N" [-1e6, 1e6],
        /// Speed of the car over that of the rear tyre's tread: the factor that may stand in (35).
        /// 1 without slip.
        rear_slip_factor: "-" [0.0, 10.0],
        /// The same of the front tyre, in (36).
        front_slip_factor: "-" [0.0, 10.0],
    }

    /// Everything that table 3 computes, in its order. Vectors have x to the right and y forward.
    pub struct Solution {
        /// (23): omega.
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// (21): F_cp,f.
        front_centripetal_x_n: "N" [-1e7, 1e7],
        /// (21).
        front_centripetal_y_n: "N" [-1e7, 1e7],
        /// (22): F_cp,r.
        rear_centripetal_x_n: "N" [-1e7, 1e7],
        /// (33): f_r.
        rotating_mass_kg: "kg" [-1e7, 1e7],
        /// (37): F_tot.
        total_n: "N" [-1e7, 1e7],
        /// a = F_tot / M.
        acceleration_m_s2: "m/s^2" [-1e4, 1e4],
        /// (24): alpha.
        yaw_acceleration_rad_s2: "rad/s^2" [-1e4, 1e4],
        /// (35): T_tot,r.
        rear_turning_torque_nm: "N.m" [-1e6, 1e6],
        /// (29): F_trac,r,y.
        rear_drive_n: "N" [-1e7, 1e7],
        /// (36): T_tot,f.
        front_turning_torque_nm: "N.m" [-1e6, 1e6],
        /// (31): F_acc,f.
        front_drive_n: "N" [-1e7, 1e7],
        /// (25): F_rot,f.
        front_rotation_x_n: "N" [-1e7, 1e7],
        /// (26).
        front_rotation_y_n: "N" [-1e7, 1e7],
        /// (28): F_rot,r.
        rear_rotation_x_n: "N" [-1e7, 1e7],
        /// F_trac,r.
        rear_traction_x_n: "N" [-1e7, 1e7],
        /// F_trac,r.
        rear_traction_y_n: "N" [-1e7, 1e7],
        /// (30): F_trac,f.
        front_traction_x_n: "N" [-1e7, 1e7],
        /// (30).
        front_traction_y_n: "N" [-1e7, 1e7],
    }
}

impl<R: Real> Situation<R> {
    /// Driving at a speed with a steering angle and its rate: no torques, no drag, no slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn coasting(speed_m_s: R, steer_rad: R, steer_rate_rad_s: R) -> Self {
        let (zero, one) = (R::zero(), R::one());
        Self {
            speed_m_s,
            steer_rad,
            steer_rate_rad_s,
            rear_torque_nm: zero,
            front_torque_nm: zero,
            drag_n: zero,
            rear_slip_factor: one,
            front_slip_factor: one,
        }
    }

    /// The same with torques on the rear and front tyre.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn driven(self, rear_torque_nm: R, front_torque_nm: R) -> Self {
        Self { rear_torque_nm, front_torque_nm, ..self }
    }
}

impl<R: Real> Solution<R> {
    /// |F_trac,f|, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_size(&self) -> R {
        size(self.front_traction_x_n, self.front_traction_y_n)
    }
    /// |F_trac,r|, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_size(&self) -> R {
        size(self.rear_traction_x_n, self.rear_traction_y_n)
    }
    /// |F_rot,f|, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_rotation_size(&self) -> R {
        size(self.front_rotation_x_n, self.front_rotation_y_n)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn size<R: Real>(x: R, y: R) -> R {
    (x.square() + y.square()).sqrt()
}

impl<R: Real> HlavacsCar<R> {
    /// (37): F_tot, N, as printed, with the terms that the text leaves room for. Without drag and
    /// with slip factors of 1 it is (37) to the letter:
    ///
    /// F_tot = (M R_w^2 (F_cp,f,y - f_r v / cos^2(beta) dbeta/dt) + M R_w (cos(beta) T_e,f + T_e,r))
    ///         / (2 I_w + (M + f_r tan(beta)) R_w^2)
    ///
    /// Wrong in it are F_cp,f,y, which stands on both sides in the frame that turns with the car,
    /// and the front torque: see [`RollingCar`](super::RollingCar).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn total_force_as_printed(&self, given: &Situation<R>) -> R {
        let (radius, inertia) = (self.wheel_radius_m, self.wheel_inertia_kg_m2);
        let (tan, cos) = (given.steer_rad.tan(), given.steer_rad.cos());
        let rotating = self.rotating_mass(given.steer_rad);
        let [_, centripetal] = self.front_centripetal_force(given.steer_rad, given.speed_m_s);
        let steering = rotating * given.speed_m_s / cos.square() * given.steer_rate_rad_s;
        let wheels = inertia / given.rear_slip_factor + inertia / given.front_slip_factor;
        let divisor = wheels + (self.mass_kg + rotating * tan) * radius.square();
        let along = self.mass_kg * radius.square() * (centripetal - steering + given.drag_n);
        let driven = self.mass_kg * radius * (cos * given.front_torque_nm + given.rear_torque_nm);
        along / divisor + driven / divisor
    }

    /// The text's simpler form of (37) for beta near 0: M R_w (T_e,r + T_e,f) / (2 I_w + M R_w^2), N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn total_force_straight(&self, rear_torque_nm: R, front_torque_nm: R) -> R {
        self.straight_forces(rear_torque_nm, front_torque_nm).total_n
    }

    /// (32) as printed: F_trac,f,y = F_cp,f,y - f_r (tan(beta) dv/dt + v / cos^2(beta) dbeta/dt)
    /// + F_acc,f cos(beta), N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_traction_y_as_printed(&self, given: &Situation<R>, dv: R, front_drive_n: R) -> R {
        let (tan, cos) = (given.steer_rad.tan(), given.steer_rad.cos());
        let [_, centripetal] = self.front_centripetal_force(given.steer_rad, given.speed_m_s);
        let turning = tan * dv + given.speed_m_s / cos.square() * given.steer_rate_rad_s;
        centripetal - self.rotating_mass(given.steer_rad) * turning + front_drive_n * cos
    }

    /// (34): F_tot = F_trac,r,y + F_trac,f,y, N, and what resists.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sum_along(&self, rear_n: R, front_y_n: R, drag_n: R) -> R {
        rear_n + front_y_n + drag_n
    }

    /// (35) solved for T_tot,r = I_w dv/dt / R_w, N.m, over the slip factor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_turning_torque(&self, dv: R, slip_factor: R) -> R {
        self.wheel_inertia_kg_m2 * dv / (self.wheel_radius_m * slip_factor)
    }

    /// (36) as printed, solved for T_tot,f = I_w dv/dt / (R_w cos(beta)), N.m, over the slip
    /// factor. The change of cos(beta) in time is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_turning_torque_as_printed(&self, steer_rad: R, dv: R, slip_factor: R) -> R {
        self.wheel_inertia_kg_m2 * dv / (steer_rad.cos() * self.wheel_radius_m * slip_factor)
    }

    /// Table 3 as printed, in its order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve_as_printed(&self, given: &Situation<R>) -> Solution<R> {
        let Situation { speed_m_s: v, steer_rad: beta, .. } = *given;
        let omega = yaw_rate(self.length_m, beta, v);
        let front_cp = self.front_centripetal_force(beta, v);
        let rear_cp = self.rear_centripetal_force(beta, v);
        let total = self.total_force_as_printed(given);
        let dv = total / self.mass_kg;
        let alpha = yaw_acceleration(self.length_m, [beta, given.steer_rate_rad_s], [v, dv]);
        let rear_turning = self.rear_turning_torque(dv, given.rear_slip_factor);
        let front_turning = self.front_turning_torque_as_printed(beta, dv, given.front_slip_factor);
        let rear_drive = force_left(given.rear_torque_nm, rear_turning, self.wheel_radius_m);
        let front_drive = force_left(given.front_torque_nm, front_turning, self.wheel_radius_m);
        let front_rot = self.front_rotation_force(beta, alpha);
        let rear_rot = self.rear_rotation_share_as_printed() * front_rot[0];
        let rear = rear_force(rear_cp[0] + rear_rot, rear_drive);
        let front = front_traction_as_printed(beta, front_cp, front_rot, front_drive);
        Solution {
            yaw_rate_rad_s: omega,
            front_centripetal_x_n: front_cp[0],
            front_centripetal_y_n: front_cp[1],
            rear_centripetal_x_n: rear_cp[0],
            rotating_mass_kg: self.rotating_mass(beta),
            total_n: total,
            acceleration_m_s2: dv,
            yaw_acceleration_rad_s2: alpha,
            rear_turning_torque_nm: rear_turning,
            rear_drive_n: rear_drive,
            front_turning_torque_nm: front_turning,
            front_drive_n: front_drive,
            front_rotation_x_n: front_rot[0],
            front_rotation_y_n: front_rot[1],
            rear_rotation_x_n: rear_rot,
            rear_traction_x_n: rear[0],
            rear_traction_y_n: rear[1],
            front_traction_x_n: front[0],
            front_traction_y_n: front[1],
        }
    }

    /// What is left of (29), (31), (32) and (34) to (36) when a solution as printed is put into
    /// them: 0 but for rounding. It shows that (37) solves the printed system.
    pub fn residuals_as_printed(&self, given: &Situation<R>, found: &Solution<R>) -> [R; 5] {
        let (radius, dv) = (self.wheel_radius_m, found.acceleration_m_s2);
        let front_y = self.front_traction_y_as_printed(given, dv, found.front_drive_n);
        let rear_turning = turning_torque(given.rear_torque_nm, found.rear_drive_n, radius);
        let front_turning = turning_torque(given.front_torque_nm, found.front_drive_n, radius);
        [
            rear_turning - self.rear_turning_torque(dv, given.rear_slip_factor),
            front_turning
                - self.front_turning_torque_as_printed(given.steer_rad, dv, given.front_slip_factor),
            front_y - found.front_traction_y_n,
            self.sum_along(found.rear_drive_n, front_y, given.drag_n) - found.total_n,
            self.mass_kg * dv - found.total_n,
        ]
    }
}
