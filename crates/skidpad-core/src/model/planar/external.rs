//! Forces on the body that do not come from its tyres: air, gravity, and the resistance proportional to speed.

use super::body::{PlanarBody, PlanarMotion};
use super::point::EvaluationPoint;
use crate::aero::{self, Aerodynamics, AirFlow, AirForces};
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::model::two_track::Kind;
use crate::model::two_track::ride::over_road;
use crate::surface::Surface;

/// External forces on the body at its centre of mass, in its axes.
#[derive(Clone, Copy)]
pub(in crate::model) struct ExternalForces<R> {
    /// Air drag, N.
    pub drag_n: Vec2<R>,
    /// Yaw moment of the air, N.m.
    pub air_yaw_nm: R,
    /// Longitudinal resistance proportional to speed, N.
    pub linear_n: R,
    /// Weight along the road, N.
    pub weight_n: Vec2<R>,
}

impl<R: Real> ExternalForces<R> {
    /// Air drag and the linear resistance, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn resistance_n(&self) -> Vec2<R> {
        Vec2 { x: self.drag_n.x + self.linear_n, y: self.drag_n.y }
    }

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

/// Forces of the air, Monster's linear resistance -C_rr v_x, and the component of the weight along the road.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn external_forces<R: Real>(
    body: &PlanarBody<R>,
    motion: &PlanarMotion<R>,
    surface: &Surface<R>,
    air: &AirForces<R>,
) -> ExternalForces<R> {
    ExternalForces {
        drag_n: air.force_n,
        air_yaw_nm: air.yaw_nm,
        linear_n: aero::linear_resistance(body.linear_resistance_n_s_m, motion.velocity_m_s.x),
        weight_n: surface.gravity(motion.heading).scale(body.mass_kg),
    }
}

/// External forces on a body on the road's x axis, which neither wind nor gravity moves to the side.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn external_forces_on_line<R: Real>(
    body: &PlanarBody<R>,
    motion: &PlanarMotion<R>,
    surface: &Surface<R>,
    drag_area_m2: R,
) -> ExternalForces<R> {
    let speed = motion.velocity_m_s.x;
    let factor = aero::drag_factor(R::one(), drag_area_m2, surface.air_density_kg_m3);
    let zero = R::zero();
    ExternalForces {
        drag_n: Vec2 { x: aero::drag(factor, speed + surface.headwind_m_s), y: zero },
        air_yaw_nm: zero,
        linear_n: aero::linear_resistance(body.linear_resistance_n_s_m, speed),
        weight_n: Vec2 { x: surface.gravity_on_road().x * body.mass_kg, y: zero },
    }
}

/// Forces of the air on a four-wheel car, by its aerodynamics.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn air_forces<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    motion: &PlanarMotion<R>,
) -> AirForces<R> {
    let level = air_flow(motion, at.surface);
    let flow = if K::SPRUNG {
        let roads = at.input.roads.in_a_row();
        let heights_m = each_wheel!(W => roads[W].height_m);
        let [heave_m, roll_rad, pitch_rad] = over_road(&at.car.base, &at.state.body, &heights_m);
        AirFlow { heave_m, roll_rad, pitch_rad, ..level }
    } else {
        level
    };
    at.car.base.aero.forces(&flow)
}

/// Motion of a body that neither rolls nor pitches through the air.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn air_flow<R: Real>(motion: &PlanarMotion<R>, surface: &Surface<R>) -> AirFlow<R> {
    let zero = R::zero();
    AirFlow {
        velocity_m_s: motion.velocity_m_s + surface.wind(motion.heading),
        yaw_rate_rad_s: motion.yaw_rate_rad_s,
        density_kg_m3: surface.air_density_kg_m3,
        heave_m: zero,
        roll_rad: zero,
        pitch_rad: zero,
    }
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
