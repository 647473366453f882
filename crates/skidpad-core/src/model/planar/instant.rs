//! One evaluation of a planar car: everything that acts on it at one point of its state, stage by stage, on four wheels
//! ([`evaluate`]) and on two axles ([`evaluate_axles`]).

use super::axle::{AxlePoint, TwoAxles};
use super::contact::{AxleContact, LoadedAxles, RoadContact, axle_contact, contact};
use super::driveline::{WheelDrive, axle_driveline, driveline};
use super::external::{ExternalForces, air_flow, air_forces, external_forces, external_forces_on_line};
use super::kinematics::{AxleKinematics, Kinematics, axle_kinematics, kinematics};
use super::loads::{AxleLoadBalance, LoadBalance, axle_loads, loads};
use super::point::EvaluationPoint;
use super::rates::{PlanarRates, Rates, planar_rates, rates};
use super::slip::{AxleSlips, axle_slip, slip};
use crate::aero::{AeroAreas, Aerodynamics};
use crate::math::Real;
use crate::model::two_track::{Kind, Parts};
use crate::powertrain::TrainTorque;

/// Results of all stages at one point.
pub(in crate::model) struct Evaluation<R: Real, P: Parts> {
    /// Motion of body and wheels over the road.
    pub kinematics: Kinematics<R, P>,
    /// Air and gravity.
    pub external: ExternalForces<R>,
    /// Vertical loads, and the suspension.
    pub loads: LoadBalance<R>,
    /// Tyre forces and what they do to the body.
    pub contact: RoadContact<R>,
    /// Torques of the driveline, the brakes and the road on the wheels.
    pub driveline: WheelDrive<R, P>,
    /// Rates of the state.
    pub rates: Rates<R, P>,
}

/// Evaluates a planar car at a point. No stage iterates: loads and tyre forces are found together as the solution of
/// linear equations, and so are the torques of the driveline.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn evaluate<K: Kind, R: Real>(at: &EvaluationPoint<K, R>) -> Evaluation<R, K::Parts> {
    // 1. Where the wheels point, how fast their hubs move over the road, and how the road rises below them.
    let kinematics = kinematics(at);
    // 2. Slip of each tyre, and its force per load and besides: all that the loads are to balance.
    let slip = slip(at, &kinematics);
    // 3. Loads of the wheels in balance with these forces, the weight and the downforce; the suspension's forces.
    let air = air_forces(at, &kinematics.body);
    let loads = loads(at, &kinematics, &slip, &air.downforce_n);
    // 4. Force of each tyre under its load; their resultant with air, weight and the friction of standing tyres.
    let external = external_forces(&at.car.base.planar(), &kinematics.body, at.surface, &air);
    let contact = contact(at, &kinematics, &slip, &external, &loads);
    // 5. Torques on the wheels, and the angular accelerations of wheels and engine.
    let driveline = driveline(at, &kinematics, &contact);
    // 6. Newton and Euler: rates of body, suspension, wheels and tyres.
    let rates = rates(at, &kinematics, &external, &contact, &driveline, &loads.ride.travel);
    Evaluation { kinematics, external, loads, contact, driveline, rates }
}

/// Results of all stages at one point of a car with two axles.
pub(in crate::model) struct AxleEvaluation<R> {
    /// Motion of body and wheels.
    pub kinematics: AxleKinematics<R>,
    /// Slip of the tyres, and the rates of their deflections.
    pub slips: AxleSlips<R>,
    /// Vertical loads.
    pub loads: AxleLoadBalance<R>,
    /// Air and gravity.
    pub external: ExternalForces<R>,
    /// Tyre forces and what they do to the body.
    pub contact: AxleContact<R>,
    /// Torques of driveline, brakes and road on the axles, and the angular accelerations of axles and engine.
    pub driveline: TrainTorque<R>,
    /// Rates of the body's motion.
    pub body: PlanarRates<R>,
}

/// Evaluates a planar car without width at a point: [`SingleTrack`](crate::model::SingleTrack), and without lateral motion
/// [`StraightLine`](crate::model::StraightLine).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn evaluate_axles<K: TwoAxles, R: Real>(at: &AxlePoint<K, R>) -> AxleEvaluation<R> {
    let (parts, mode, motion) = (K::parts(at.car), K::senses(at.car, at.mode), K::motion(at.state));
    // 1. Where the front wheels point, and how fast both hubs move in the axes of their wheels.
    let kinematics = axle_kinematics::<K, R>(&parts, motion, K::steer(at.car, at.command));
    // 2. Slip of the tyres, and their force over load.
    let slips = axle_slip(at, &kinematics);
    // 3. Loads of the axles in balance with these forces.
    let loads = axle_loads(&parts, at.surface, &slips);
    // 4. Forces of the tyres under their loads; their resultant with air, weight and the friction of standing tyres.
    let (body, motion) = (&parts.body, &kinematics.body);
    let external = if K::TURNS {
        let air = AeroAreas::drag_alone(parts.drag_area_m2).forces(&air_flow(motion, at.surface));
        external_forces(body, motion, at.surface, &air)
    } else {
        external_forces_on_line(body, motion, at.surface, parts.drag_area_m2)
    };
    let loaded = LoadedAxles { kinematics: &kinematics, slips: &slips, loads: &loads, external: &external };
    let contact = axle_contact::<K, R>(&parts, &mode, &loaded, at.surface);
    // 5. Torques on the axles, and the angular accelerations of axles and engine.
    let driveline = axle_driveline(at, &parts, &mode, &contact);
    // 6. Newton and Euler: rates of the body. The model has the rates of its whole state from them, the driveline and the
    // tyres.
    let body = planar_rates(body, motion, &contact.free, &contact.held);
    AxleEvaluation { kinematics, slips, loads, external, contact, driveline, body }
}
