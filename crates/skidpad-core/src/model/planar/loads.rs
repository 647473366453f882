//! Stage 3, loads: vertical loads of the wheels, in balance with the forces on the road.

use super::axle::AxleParts;
use super::kinematics::Kinematics;
use super::point::EvaluationPoint;
use super::slip::{AxleSlips, SlipOf, WheelSlips};
use crate::chassis::LoadTransfer;
use crate::each_wheel;
use crate::math::Real;
use crate::model::two_track::Kind;
use crate::model::two_track::SuspensionPosition;
use crate::model::two_track::loads::AxleWeights;
use crate::model::two_track::ride::{Ride, travel_m};
use crate::surface::Surface;

/// Vertical loads and the suspension.
pub(in crate::model) struct LoadBalance<R> {
    /// Load of each wheel, N.
    pub wheels_n: [R; 4],
    /// Downforce on the front and on the rear axle, N.
    pub downforce_n: [R; 2],
    /// Suspension; of a rigid car without travel and forces.
    pub ride: Ride<R>,
    /// Weight on the springs, N.
    pub sprung_weight_n: R,
}

/// Loads of the wheels.
///
/// On the rigid level they balance the moments of the tyres' forces at once: longitudinal and lateral load transfer by
/// height, wheelbase, tracks, roll centres and roll stiffnesses (Milliken, Race Car Vehicle Dynamics, 18.4; derived in
/// the module `loads` of `two_track`, with wheels in the air in `lift`). On springs they are what springs, bars, dampers
/// and linkages press on the road (derived in `ride`).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn loads<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    kinematics: &Kinematics<R, K::Parts>,
    slip: &WheelSlips<SlipOf<K, R>, R>,
    downforce_n: &[R; 2],
) -> LoadBalance<R> {
    let (base, gravity) = (&at.car.base, at.surface.normal_gravity_m_s2());
    let downforce_n = *downforce_n;
    let (ride, wheels_n) = if K::SPRUNG {
        let roads = at.input.roads.in_a_row();
        let roll_rad = kinematics.position.roll_rad;
        let travel_m = travel_m(base, &at.state.body, &each_wheel!(W => roads[W].height_m), roll_rad);
        let position = SuspensionPosition { travel_m, roll_rad };
        let ride = Ride::new(base, at.mode, at.state, &position, &kinematics.climb_m_s, gravity);
        (ride, ride.loads(&kinematics.wheels.linkages, &slip.forces))
    } else {
        let weight_n = base.body.mass_kg * gravity;
        let (front_share, rear_share) = base.weight_shares();
        // An axle that the air lifts by more than its weight carries nothing.
        let weights = AxleWeights {
            front_n: (front_share * weight_n + downforce_n[0]).max(R::zero()),
            rear_n: (rear_share * weight_n + downforce_n[1]).max(R::zero()),
        };
        (Ride::rigid(), base.stance.loads(&weights, &slip.forces))
    };
    let sprung_weight_n = base.suspension.body.sprung_mass_kg * gravity;
    LoadBalance { wheels_n, downforce_n, ride, sprung_weight_n }
}

/// Vertical loads of two axles.
pub(in crate::model) struct AxleLoadBalance<R> {
    /// Load of the front and of the rear axle, N.
    pub axles_n: [R; 2],
    /// The load of each over the denominator of its tyres' force over load: what the numerators are to be multiplied by.
    pub scales: [R; 2],
}

/// Loads of two axles in balance with the longitudinal forces of their tyres ([`LoadTransfer`]), with one division for
/// both and for the forces.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_loads<R: Real>(
    parts: &AxleParts<R>,
    surface: &Surface<R>,
    slips: &AxleSlips<R>,
) -> AxleLoadBalance<R> {
    let transfer = LoadTransfer {
        weight_n: parts.body.mass_kg * surface.normal_gravity_m_s2(),
        front_share: parts.weight_shares[0],
        height_over_wheelbase: parts.height_over_wheelbase,
    };
    let ([front, rear], [ahead, behind]) = (slips.contacts, slips.in_body);
    let scales = transfer.solve_quotients([ahead.x, front.below], [behind.x, rear.below]);
    AxleLoadBalance { axles_n: [front.below * scales[0], rear.below * scales[1]], scales }
}
