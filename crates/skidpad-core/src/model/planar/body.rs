//! Parameters and motion of a rigid body in the plane of the road.

use crate::math::{Direction, Real, Vec2};

/// Mass properties of a planar body, and its resistance at speed.
#[derive(Clone, Copy)]
pub(in crate::model) struct PlanarBody<R> {
    /// Mass, kg.
    pub mass_kg: R,
    /// 1 / moment of inertia about the vertical axis through the centre of mass, 1/(kg.m^2).
    pub inverse_yaw_inertia_1_kg_m2: R,
    /// Resistance proportional to speed, N.s/m.
    pub linear_resistance_n_s_m: R,
}

/// Motion of a body in the plane of the road, in its own axes.
#[derive(Clone, Copy)]
pub(in crate::model) struct PlanarMotion<R> {
    /// Direction of the body on the road.
    pub heading: Direction<R>,
    /// Velocity of the centre of mass, m/s.
    pub velocity_m_s: Vec2<R>,
    /// Yaw rate, rad/s.
    pub yaw_rate_rad_s: R,
}

impl<R: Real> PlanarMotion<R> {
    /// Motion of a body that heads at an angle, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(yaw_rad: R, velocity_m_s: Vec2<R>, yaw_rate_rad_s: R) -> Self {
        Self { heading: Direction::at_angle(yaw_rad), velocity_m_s, yaw_rate_rad_s }
    }

    /// Acceleration of the centre of mass in the body's axes, m/s^2, from the rates of the velocity's components:
    /// a_x = dv_x/dt - r v_y, a_y = dv_y/dt + r v_x.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn acceleration_m_s2(&self, rates_m_s2: &Vec2<R>) -> Vec2<R> {
        let (r, Vec2 { x, y }) = (self.yaw_rate_rad_s, self.velocity_m_s);
        Vec2 { x: rates_m_s2.x - r * y, y: rates_m_s2.y + r * x }
    }
}

impl<R: Real> PlanarBody<R> {
    /// Twice the kinetic energy of a motion, J: m v^2 + I r^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn twice_kinetic_energy_j(&self, motion: &PlanarMotion<R>) -> R {
        let r = motion.yaw_rate_rad_s;
        self.mass_kg * motion.velocity_m_s.norm_squared() + r * r / self.inverse_yaw_inertia_1_kg_m2
    }
}
