//! Forces of the air on a body in space.
//!
//! The aerodynamics of a car are those of the planar one: drag along the body's plane and downforce on the axles. Downforce acts across
//! the flow, in the plane of the body's longitudinal and vertical axes, so that it does no work on a body that rises or falls. A body
//! that moves along its own vertical axis has the drag of a plate of its plan.

use super::placed::{SpaceKinematics, SpacePoint};
use crate::aero::{self, Aerodynamics, AirFlow};
use crate::each_wheel;
use crate::math::{Real, Vec2, Vec3};
use crate::model::two_track::Kind;
use crate::model::two_track::kind::AerodynamicsOf;

/// Drag coefficient of the body across its plan: of a flat plate.
const PLAN_DRAG: f64 = 1.1;
/// Largest height over the road that aerodynamics are given, m.
const FAR_M: f64 = 10.0;

/// Forces of the air, and the resistance proportional to speed, along the body's axes.
pub(super) struct AirInSpace<R> {
    /// Sum of the forces, N.
    pub force_n: Vec3<R>,
    /// Their moment about the centre of mass at rest, N.m.
    pub moment_nm: Vec3<R>,
    /// Drag, N.
    pub drag_n: Vec2<R>,
    /// Downforce on the front and on the rear axle, N.
    pub downforce_n: [R; 2],
    /// Resistance proportional to speed, N.
    pub linear_n: R,
}

/// Forces of the air.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn air<K: Kind, R: Real>(at: &SpacePoint<K, R>, kinematics: &SpaceKinematics<R>) -> AirInSpace<R> {
    let (base, space, surface) = (&at.car.planar.base, &at.car.space, at.surface);
    let zero = R::zero();
    let wind = Vec3 { x: surface.headwind_m_s, y: surface.crosswind_m_s, z: zero };
    let flow = kinematics.motion.body_m_s + kinematics.attitude.to_body(wind);
    let places = base.wheels_in_body_m();
    let ground_m = -space.masses.cg_height_m;
    let heights_m = each_wheel!(W => {
        let below = Vec3 { x: places[W].x, y: places[W].y, z: ground_m };
        kinematics.grounds[W].distance_m(below).clamp(-R::lit(FAR_M), R::lit(FAR_M))
    });
    let [heave_m, roll_rad, pitch_rad] = base.lying_over(&heights_m);
    let density_kg_m3 = surface.air_density_kg_m3;
    let forces = base.aero.forces(&AirFlow {
        velocity_m_s: Vec2 { x: flow.x, y: flow.y },
        yaw_rate_rad_s: kinematics.motion.turn_rad_s.z,
        density_kg_m3,
        heave_m,
        roll_rad,
        pitch_rad,
    });
    let inverse = R::one() / (flow.x * flow.x + flow.z * flow.z).sqrt().max(R::lit(1e-9));
    let across =
        Vec3 { x: inverse * flow.z.copysign(flow.x * flow.z), y: zero, z: -(inverse * flow.x.abs()) };
    let [front_n, rear_n] = forces.downforce_n;
    let bodywork = &space.bodywork;
    let plan_m2 = (bodywork.front_m + bodywork.rear_m) * (bodywork.half_width_m + bodywork.half_width_m);
    let plate_n = -(R::lit(0.5 * PLAN_DRAG) * density_kg_m3 * plan_m2 * (flow.z * flow.z.abs()));
    let linear_n = aero::linear_resistance(base.limits.linear_resistance_n_s_m, kinematics.motion.body_m_s.x);
    let lift = across.scale(front_n + rear_n);
    let pressed_nm = across.z * (base.body.to_rear_m * rear_n - base.body.to_front_m * front_n);
    let yaw_nm = if <AerodynamicsOf<K, R>>::HAS_YAW_MOMENT { forces.yaw_nm } else { zero };
    AirInSpace {
        force_n: Vec3 { x: forces.force_n.x + linear_n + lift.x, y: forces.force_n.y, z: lift.z + plate_n },
        moment_nm: Vec3 { x: zero, y: pressed_nm, z: yaw_nm },
        drag_n: forces.force_n,
        downforce_n: forces.downforce_n,
        linear_n,
    }
}
