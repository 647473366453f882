//! The equations of the text with energy and momentum in balance, for a centre of mass anywhere
//! between the axles: the text's L/2 is `rear_m`, and [`HlavacsCar::rolling`] is the case in the
//! middle.
//!
//! # Derivation
//!
//! With both tyres gripping the car has one degree of freedom, the speed v of the rear tyre:
//! omega = v tan(beta) / L (23), the centre of mass moves with (v, b omega), b from the rear tyre,
//! and the wheels turn with v / R_r and v / (R_f cos(beta)) (18). So the kinetic energy is m v^2 / 2
//! with
//!
//! m(beta) = M + I_B tan^2(beta) / L^2 + I_r / R_r^2 + I_f / (R_f^2 cos^2(beta)), I_B = I_C + M b^2.
//!
//! A tyre that neither slips nor slides does no work, and a steered wheel above its contact point
//! can be turned without work on the road. What works are the torques and the forces X, Y on the
//! centre of mass:
//!
//! d(m v^2 / 2)/dt = v (T_r / R_r + T_f / (R_f cos(beta)) + X + Y b tan(beta) / L),
//!
//! m dv/dt = T_r / R_r + T_f / (R_f cos(beta)) + X + Y b tan(beta) / L
//!           - (I_B / L^2 + I_f / R_f^2) tan(beta) / cos^2(beta) v dbeta/dt.
//!
//! Lagrange's equation with v as the only quasi-velocity is the same. Compared with (37): no F_cp,f,y
//! (the acceleration of C along the car is dv/dt - b omega^2, which carries the same term on the
//! other side, so that the two cancel); T_f / cos(beta) in place of T_f cos(beta) and I_f /
//! cos^2(beta) in place of I_f, since the yaw moment of F_acc,f sin(beta) counts; and the front
//! wheel's change of speed with cos(beta).
//!
//! The lateral forces follow from the moments about the rear and the sum of forces:
//! F_f,y = (I_C alpha + b (M a_y - Y)) / L and F_r,y = M a_y - Y - F_f,y with
//! a_y = b alpha + v omega. Without torques and speed it is F_r,y / F_f,y = (M b L - I_B) / I_B,
//! which in the middle is (I_B - 2 I_C) / I_B.

use super::as_printed::Situation;
use super::equations::{yaw_acceleration, yaw_rate};
use super::text::HlavacsCar;
use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// What matters of a car whose wheels roll.
    pub struct RollingCar {
        /// Mass M.
        mass_kg: "kg" [20.0, 150000.0],
        /// Distance L between the tyres.
        wheelbase_m: "m" [0.3, 20.0],
        /// Distance b of the centre of mass from the rear tyre.
        rear_m: "m" [0.0, 20.0],
        /// Moment of inertia I_C about the centre of mass.
        yaw_inertia_kg_m2: "kg.m^2" [0.1, 1e7],
        /// Radius R_f of the front wheels.
        front_radius_m: "m" [0.05, 2.0],
        /// Radius R_r of the rear wheels.
        rear_radius_m: "m" [0.05, 2.0],
        /// Moment of inertia I_f of all front wheels.
        front_inertia_kg_m2: "kg.m^2" [0.001, 4000.0],
        /// Moment of inertia I_r of all rear wheels.
        rear_inertia_kg_m2: "kg.m^2" [0.001, 4000.0],
    }

    /// Its motion and the forces that make it. ISO 8855: x forward, y to the left; those of the
    /// front tyre in the steered wheel's axes.
    pub struct RollingMotion {
        /// omega.
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// alpha.
        yaw_acceleration_rad_s2: "rad/s^2" [-1e4, 1e4],
        /// dv/dt of the rear tyre, and of the velocity along the car.
        speed_rate_m_s2: "m/s^2" [-1e4, 1e4],
        /// Acceleration of the centre of mass along the car.
        acceleration_x_m_s2: "m/s^2" [-1e4, 1e4],
        /// Acceleration of the centre of mass to the left.
        acceleration_y_m_s2: "m/s^2" [-1e4, 1e4],
        /// Force of the front tyre along the wheel.
        front_force_x_n: "N" [-1e7, 1e7],
        /// Force of the front tyre across the wheel.
        front_force_y_n: "N" [-1e7, 1e7],
        /// Force of the rear tyre along the wheel.
        rear_force_x_n: "N" [-1e7, 1e7],
        /// Force of the rear tyre across the wheel.
        rear_force_y_n: "N" [-1e7, 1e7],
    }
}

impl<R: Real> HlavacsCar<R> {
    /// The same car in the corrected equations.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rolling(&self) -> RollingCar<R> {
        RollingCar {
            mass_kg: self.mass_kg,
            wheelbase_m: self.length_m,
            rear_m: self.length_m / R::lit(2.0),
            yaw_inertia_kg_m2: self.yaw_inertia(),
            front_radius_m: self.wheel_radius_m,
            rear_radius_m: self.wheel_radius_m,
            front_inertia_kg_m2: self.wheel_inertia_kg_m2,
            rear_inertia_kg_m2: self.wheel_inertia_kg_m2,
        }
    }
}

impl<R: Real> RollingMotion<R> {
    /// Size of the front tyre's force, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_size(&self) -> R {
        (self.front_force_x_n.square() + self.front_force_y_n.square()).sqrt()
    }
    /// Size of the rear tyre's force, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_size(&self) -> R {
        (self.rear_force_x_n.square() + self.rear_force_y_n.square()).sqrt()
    }
}

impl<R: Real> RollingCar<R> {
    /// I_B = I_C + M b^2, kg m^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn yaw_inertia_about_rear(&self) -> R {
        self.yaw_inertia_kg_m2 + self.mass_kg * self.rear_m.square()
    }

    /// m(beta), kg: twice the kinetic energy over v^2, wheels included.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn moved_mass(&self, steer_rad: R) -> R {
        self.moved_mass_with_slip(steer_rad, R::one(), R::one())
    }

    /// The same where the tyres' treads are slower or faster than the road by fixed factors.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_mass_with_slip(&self, steer_rad: R, front_factor: R, rear_factor: R) -> R {
        let (sin, cos) = steer_rad.sin_cos();
        let tan_over_length = sin / (cos * self.wheelbase_m);
        let front = self.front_inertia_kg_m2 / ((self.front_radius_m * cos).square() * front_factor);
        let rear = self.rear_inertia_kg_m2 / (self.rear_radius_m.square() * rear_factor);
        self.mass_kg + self.yaw_inertia_about_rear() * tan_over_length.square() + rear + front
    }

    /// Kinetic energy at a speed of the rear tyre, wheels included, J.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn kinetic_energy(&self, steer_rad: R, speed_m_s: R) -> R {
        R::lit(0.5) * self.moved_mass(steer_rad) * speed_m_s.square()
    }

    /// The rear lateral force over the front one that turns the car, (M b L - I_B) / I_B; with the
    /// centre of mass in the middle (I_B - 2 I_C) / I_B, (28) by momentum.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_rotation_share(&self) -> R {
        let about_rear = self.yaw_inertia_about_rear();
        (self.mass_kg * self.rear_m * self.wheelbase_m - about_rear) / about_rear
    }

    /// dv/dt, m/s^2: the corrected (37) over M, with a force across the car on its centre of mass.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn speed_rate(&self, given: &Situation<R>, across_n: R) -> R {
        let (sin, cos) = given.steer_rad.sin_cos();
        let tan = sin / cos;
        let (front_factor, rear_factor) = (given.front_slip_factor, given.rear_slip_factor);
        let driven = given.rear_torque_nm / self.rear_radius_m
            + given.front_torque_nm / (self.front_radius_m * cos)
            + given.drag_n
            + across_n * self.rear_m * tan / self.wheelbase_m;
        let about_rear = self.yaw_inertia_about_rear() / self.wheelbase_m.square();
        let wheel = self.front_inertia_kg_m2 / (self.front_radius_m.square() * front_factor);
        let steering = (about_rear + wheel) * tan / cos.square() * given.speed_m_s * given.steer_rate_rad_s;
        (driven - steering) / self.moved_mass_with_slip(given.steer_rad, front_factor, rear_factor)
    }

    /// Motion and forces, with a force across the car on its centre of mass.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve(&self, given: &Situation<R>, across_n: R) -> RollingMotion<R> {
        let Situation { speed_m_s: v, steer_rad: beta, steer_rate_rad_s: rate, .. } = *given;
        let (sin, cos) = beta.sin_cos();
        let omega = yaw_rate(self.wheelbase_m, beta, v);
        let dv = self.speed_rate(given, across_n);
        let alpha = yaw_acceleration(self.wheelbase_m, [beta, rate], [v, dv]);
        let acceleration_y = self.rear_m * alpha + v * omega;
        let across = self.mass_kg * acceleration_y - across_n;
        let front_across = (self.yaw_inertia_kg_m2 * alpha + self.rear_m * across) / self.wheelbase_m;
        // (29) and (35); (31) and (36) with the change of cos(beta).
        let rear_spin_rate = dv / (self.rear_radius_m * given.rear_slip_factor);
        let front_spin_rate =
            (dv + v * sin / cos * rate) / (self.front_radius_m * cos * given.front_slip_factor);
        let rear_x = (given.rear_torque_nm - self.rear_inertia_kg_m2 * rear_spin_rate) / self.rear_radius_m;
        let front_x =
            (given.front_torque_nm - self.front_inertia_kg_m2 * front_spin_rate) / self.front_radius_m;
        RollingMotion {
            yaw_rate_rad_s: omega,
            yaw_acceleration_rad_s2: alpha,
            speed_rate_m_s2: dv,
            acceleration_x_m_s2: dv - self.rear_m * omega.square(),
            acceleration_y_m_s2: acceleration_y,
            front_force_x_n: front_x,
            front_force_y_n: (front_across - front_x * sin) / cos,
            rear_force_x_n: rear_x,
            rear_force_y_n: across - front_across,
        }
    }
}
