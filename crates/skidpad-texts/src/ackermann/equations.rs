//! Equations (1) to (33) of the text, each under its number and as printed.
//!
//! Vectors are in the text's own axes: x to the right, y forward, in the frame of the car. A
//! positive steering angle turns to the left. [`to_body`] gives the axes of everything else.

use super::text::HlavacsCar;
use crate::chassis::{cuboid_yaw_inertia, parallel_axis_inertia};
use skidpad_core::math::Real;

/// A vector of the text (x to the right, y forward) in ISO 8855 (x forward, y to the left).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn to_body<R: Real>([x, y]: [R; 2]) -> [R; 2] {
    [y, -x]
}

/// (1): dy = v dt, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn way<R: Real>(speed_m_s: R, dt_s: R) -> R {
    speed_m_s * dt_s
}

/// (2): dv = F / M dt, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn speed_gained<R: Real>(force_n: R, mass_kg: R, dt_s: R) -> R {
    force_n / mass_kg * dt_s
}

/// (3): dy = v dt + a / 2 dt^2, m; with angles for lengths the rotation of table 3, rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn accelerated_way<R: Real>(speed_m_s: R, acceleration_m_s2: R, dt_s: R) -> R {
    speed_m_s * dt_s + acceleration_m_s2 / R::lit(2.0) * dt_s * dt_s
}

/// (4): the mean velocity (v + v + a dt) / 2, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mean_speed<R: Real>(speed_m_s: R, acceleration_m_s2: R, dt_s: R) -> R {
    (speed_m_s + speed_m_s + acceleration_m_s2 * dt_s) / R::lit(2.0)
}

/// (5): v_R = omega R, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn speed_on_circle<R: Real>(rate_rad_s: R, radius_m: R) -> R {
    rate_rad_s * radius_m
}

/// (6): a_R = alpha R, m/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn acceleration_on_circle<R: Real>(acceleration_rad_s2: R, radius_m: R) -> R {
    acceleration_rad_s2 * radius_m
}

/// (7): T = F_rot R, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn torque<R: Real>(force_n: R, radius_m: R) -> R {
    force_n * radius_m
}

/// (8): alpha = T / I, rad/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn angular_acceleration<R: Real>(torque_nm: R, inertia_kg_m2: R) -> R {
    torque_nm / inertia_kg_m2
}

/// (9): I_C = M (W^2 + L^2) / 12, kg m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn central_inertia<R: Real>(mass_kg: R, width_m: R, length_m: R) -> R {
    cuboid_yaw_inertia(mass_kg, width_m, length_m)
}

/// (10): I = I_C + M R^2, kg m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn inertia_about<R: Real>(central_kg_m2: R, mass_kg: R, distance_m: R) -> R {
    parallel_axis_inertia(central_kg_m2, mass_kg, distance_m)
}

/// (11): a force of the front tyre, lateral and longitudinal, in the axes of the car, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_force<R: Real>(steer_rad: R, lateral_n: R, longitudinal_n: R) -> [R; 2] {
    let (sin, cos) = steer_rad.sin_cos();
    [cos * lateral_n - sin * longitudinal_n, sin * lateral_n + cos * longitudinal_n]
}

/// (12): a force of the rear tyre, whose axes are those of the car, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_force<R: Real>(lateral_n: R, longitudinal_n: R) -> [R; 2] {
    [lateral_n, longitudinal_n]
}

/// (13): the speeds of B (rear), C (centre) and A (front), each larger than the one before, m/s:
/// (17) and (18) solved for them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn speeds<R: Real>(steer_rad: R, speed_m_s: R) -> [R; 3] {
    [speed_m_s, speed_m_s * centre_over_rear(steer_rad), speed_m_s / rear_over_front(steer_rad)]
}

/// (14): b_x = -L cot(beta), m: the rear tyre's circle.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_radius<R: Real>(length_m: R, steer_rad: R) -> R {
    -(length_m / steer_rad.tan())
}

/// (15): a, from the front tyre to the centre of the circle, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_to_centre<R: Real>(length_m: R, steer_rad: R) -> [R; 2] {
    [rear_radius(length_m, steer_rad), -length_m]
}

/// (16): c, from the centre of mass to the centre of the circle, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn mass_to_centre<R: Real>(length_m: R, steer_rad: R) -> [R; 2] {
    [rear_radius(length_m, steer_rad), -(length_m / R::lit(2.0))]
}

/// (17): |v_C| / |v_B| = sqrt(1 + tan^2(beta) / 4).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn centre_over_rear<R: Real>(steer_rad: R) -> R {
    (R::one() + steer_rad.tan().square() / R::lit(4.0)).sqrt()
}

/// (18): |v_B| / |v_A| = cos(beta).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_over_front<R: Real>(steer_rad: R) -> R {
    steer_rad.cos()
}

/// (19): |F_cp| = M v_C^2 / R, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn centripetal_size<R: Real>(mass_kg: R, centre_speed_m_s: R, radius_m: R) -> R {
    mass_kg * centre_speed_m_s.square() / radius_m
}

/// (23): omega = v / L tan(beta), rad/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn yaw_rate<R: Real>(length_m: R, steer_rad: R, speed_m_s: R) -> R {
    speed_m_s / length_m * steer_rad.tan()
}

/// (24): alpha = tan(beta) / L dv/dt + v / (L cos^2(beta)) dbeta/dt, rad/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn yaw_acceleration<R: Real>(length_m: R, [steer_rad, steer_rate_rad_s]: [R; 2], [v, dv]: [R; 2]) -> R {
    let turning = v / (length_m * steer_rad.cos().square()) * steer_rate_rad_s;
    steer_rad.tan() / length_m * dv + turning
}

/// Section 4.5, figure 7 (b), as printed: the acceleration of B by the rotation,
/// l'' = (F_rot,f,x - F_rot,r,x) L^2 / (4 I_C), m/s^2. The left side of (27). A force to the left
/// at the rear turns against one to the left in front, and both count: this is right.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_acceleration_by_rotation<R: Real>(car: &HlavacsCar<R>, front_n: R, rear_n: R) -> R {
    (front_n - rear_n) * car.length_m.square() / (R::lit(4.0) * car.yaw_inertia())
}

/// (27) as printed, right side: the acceleration of the centre of mass is F_rot,r,x / M, m/s^2. The
/// force at the front is left out.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn centre_acceleration_as_printed<R: Real>(car: &HlavacsCar<R>, rear_n: R) -> R {
    rear_n / car.mass_kg
}

/// (27) with all forces on the centre of mass: (F_rot,f,x + F_rot,r,x) / M, m/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn centre_acceleration<R: Real>(car: &HlavacsCar<R>, front_n: R, rear_n: R) -> R {
    (front_n + rear_n) / car.mass_kg
}

impl<R: Real> HlavacsCar<R> {
    /// (20): F_cp = -M v^2 tan^2(beta) / L (cot(beta), 1/2), N, written without cot(beta), so that
    /// table 3's question whether beta is 0 is not needed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn centripetal_force(&self, steer_rad: R, speed_m_s: R) -> [R; 2] {
        let [front_x, y] = self.front_centripetal_force(steer_rad, speed_m_s);
        let [rear_x, _] = self.rear_centripetal_force(steer_rad, speed_m_s);
        [front_x + rear_x, y]
    }

    /// (21): F_cp,f, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_centripetal_force(&self, steer_rad: R, speed_m_s: R) -> [R; 2] {
        let tan = steer_rad.tan();
        let across = self.mass_kg * speed_m_s.square() / self.length_m * tan / R::lit(2.0);
        [-across, -(across * tan)]
    }

    /// (22): F_cp,r, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_centripetal_force(&self, steer_rad: R, speed_m_s: R) -> [R; 2] {
        let [across, _] = self.front_centripetal_force(steer_rad, speed_m_s);
        [across, R::zero()]
    }

    /// Section 4.4: the force along the car that keeps C on its circle about B,
    /// F_cp,B,y = -M (omega L / 2)^2 / (L / 2), N. It is the y of (21).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_about_rear(&self, steer_rad: R, speed_m_s: R) -> R {
        let half = self.length_m / R::lit(2.0);
        let rate = yaw_rate(self.length_m, steer_rad, speed_m_s);
        -(self.mass_kg * (rate * half).square() / half)
    }

    /// (25): F_rot,f,x = -alpha I_B / L, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_rotation_x(&self, yaw_acceleration_rad_s2: R) -> R {
        -(yaw_acceleration_rad_s2 * self.yaw_inertia_about_rear() / self.length_m)
    }

    /// (26): F_rot,f,y = F_rot,f,x tan(beta), N, after (25).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front_rotation_force(&self, steer_rad: R, yaw_acceleration_rad_s2: R) -> [R; 2] {
        let x = self.front_rotation_x(yaw_acceleration_rad_s2);
        [x, x * steer_rad.tan()]
    }

    /// (28) as printed: (I_B - I_C) / I_B, the rear lateral force over the front one that turns the
    /// car. For table 1 it is 0.70588.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_rotation_share_as_printed(&self) -> R {
        let about_rear = self.yaw_inertia_about_rear();
        (about_rear - self.yaw_inertia()) / about_rear
    }

    /// (28) by momentum: (I_B - 2 I_C) / I_B, from (27) with both forces on the centre of mass. For
    /// table 1 it is 0.41176.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear_rotation_share(&self) -> R {
        let about_rear = self.yaw_inertia_about_rear();
        (about_rear - R::lit(2.0) * self.yaw_inertia()) / about_rear
    }

    /// (33): f_r = I_B tan(beta) / L^2, kg.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rotating_mass(&self, steer_rad: R) -> R {
        self.yaw_inertia_about_rear() * steer_rad.tan() / self.length_m.square()
    }
}

/// (29) and (31): the torque that turns a tyre, T_tot = T_e - F R_w, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn turning_torque<R: Real>(engine_torque_nm: R, force_n: R, wheel_radius_m: R) -> R {
    engine_torque_nm - force_n * wheel_radius_m
}

/// (29) and (31) solved for the force, F = (T_e - T_tot) / R_w, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn force_left<R: Real>(engine_torque_nm: R, turning_torque_nm: R, wheel_radius_m: R) -> R {
    (engine_torque_nm - turning_torque_nm) / wheel_radius_m
}

/// (30) as printed: F_trac,f = F_cp,f + F_rot,f + F_acc,f turned by the steering angle, N. What
/// F_acc,f sin(beta) does to the rotation is missing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_traction_as_printed<R: Real>(
    steer_rad: R,
    centripetal_n: [R; 2],
    rotation_n: [R; 2],
    acceleration_n: R,
) -> [R; 2] {
    let [x, y] = front_force(steer_rad, R::zero(), acceleration_n);
    [centripetal_n[0] + rotation_n[0] + x, centripetal_n[1] + rotation_n[1] + y]
}
