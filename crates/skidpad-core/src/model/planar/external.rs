//! Forces on the body that do not come from its tyres: air, gravity, and the resistance proportional to speed.

use super::body::{PlanarBody, PlanarMotion};
use crate::aero;
use crate::math::{Real, Vec2};
use crate::surface::Surface;

/// External forces on the body at its centre of mass, in its axes.
#[derive(Clone, Copy)]
pub(in crate::model) struct ExternalForces<R> {
    /// Air drag, N.
    pub drag_n: Vec2<R>,
    /// Longitudinal resistance proportional to speed, N.
    pub linear_n: R,
    /// Weight along the road, N.
    pub weight_n: Vec2<R>,
}

impl<R: Real> ExternalForces<R> {
    /// Power of the air and of the linear resistance on a body of this velocity, W.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn resistance_power_w(&self, velocity_m_s: &Vec2<R>) -> R {
        let Vec2 { x, y } = *velocity_m_s;
        self.drag_n.x * x + self.drag_n.y * y + self.linear_n * x
    }

    /// Power of gravity on it, W.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gravity_power_w(&self, velocity_m_s: &Vec2<R>) -> R {
        self.weight_n.x * velocity_m_s.x + self.weight_n.y * velocity_m_s.y
    }
}

/// Drag of the air (Monster v1.9: F = -C v |v|, here with the velocity through the air, wind included), his linear
/// resistance -C_rr v_x, and the component of the weight along the road.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn external_forces<R: Real>(
    body: &PlanarBody<R>,
    motion: &PlanarMotion<R>,
    surface: &Surface<R>,
) -> ExternalForces<R> {
    let factor = aero::drag_factor(R::one(), body.drag_area_m2, surface.air_density_kg_m3);
    ExternalForces {
        drag_n: aero::monster_drag(factor, air_velocity(motion, surface)),
        linear_n: aero::linear_resistance(body.linear_resistance_n_s_m, motion.velocity_m_s.x),
        weight_n: surface.gravity(motion.heading).scale(body.mass_kg),
    }
}

/// The same for a body on the road's x axis, which neither wind nor gravity moves to the side.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn external_forces_on_line<R: Real>(
    body: &PlanarBody<R>,
    motion: &PlanarMotion<R>,
    surface: &Surface<R>,
) -> ExternalForces<R> {
    let speed = motion.velocity_m_s.x;
    let factor = aero::drag_factor(R::one(), body.drag_area_m2, surface.air_density_kg_m3);
    let zero = R::zero();
    ExternalForces {
        drag_n: Vec2 { x: aero::drag(factor, speed + surface.headwind_m_s), y: zero },
        linear_n: aero::linear_resistance(body.linear_resistance_n_s_m, speed),
        weight_n: Vec2 { x: surface.gravity_on_road().x * body.mass_kg, y: zero },
    }
}

/// Velocity of the body through the air, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn air_velocity<R: Real>(motion: &PlanarMotion<R>, surface: &Surface<R>) -> Vec2<R> {
    motion.velocity_m_s + surface.wind(motion.heading)
}

/// Weight along the road plus the inertial force of axes that turn with the body, N: m g + m (r v_y, -r v_x), with the yaw
/// rate r (Guiggiani, The Science of Vehicle Dynamics, 3: a_x = dv_x/dt - r v_y, a_y = dv_y/dt + r v_x).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn weight_in_turning_axes<R: Real>(
    mass_kg: R,
    weight_n: &Vec2<R>,
    motion: &PlanarMotion<R>,
) -> Vec2<R> {
    let turning = mass_kg * motion.yaw_rate_rad_s;
    Vec2 { x: weight_n.x + turning * motion.velocity_m_s.y, y: weight_n.y - turning * motion.velocity_m_s.x }
}
