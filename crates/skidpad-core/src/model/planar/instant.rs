//! One evaluation of a planar car: everything that acts on it at one point of its state, stage by stage.

use super::contact::{RoadContact, contact};
use super::driveline::{WheelDrive, driveline};
use super::external::{ExternalForces, external_forces};
use super::kinematics::{Kinematics, kinematics};
use super::loads::{LoadBalance, loads};
use super::rates::{Rates, rates};
use super::slip::slip;
use crate::math::Real;
use crate::model::two_track::{Kind, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState};
use crate::surface::Surface;

/// The point at which a car is evaluated: its parameters, its mode and state, and what it is given.
pub(in crate::model) struct EvaluationPoint<'a, K: Kind, R: Real> {
    /// Parameters.
    pub car: &'a TwoTrackCar<K::Tyre<R>, R>,
    /// Discrete state, constant over a sub-step: gear, senses of motion, brake pressures, assists.
    pub mode: &'a TwoTrackMode<R>,
    /// Continuous state.
    pub state: &'a TwoTrackState<R>,
    /// Driver inputs, and the road below each wheel.
    pub input: &'a TwoTrackInput<R>,
    /// Road and air.
    pub surface: &'a Surface<R>,
}

/// Results of all stages at one point.
pub(in crate::model) struct Evaluation<R> {
    /// Motion of body and wheels over the road.
    pub kinematics: Kinematics<R>,
    /// Air and gravity.
    pub external: ExternalForces<R>,
    /// Vertical loads, and the suspension.
    pub loads: LoadBalance<R>,
    /// Tyre forces and what they do to the body.
    pub contact: RoadContact<R>,
    /// Torques of the driveline, the brakes and the road on the wheels.
    pub driveline: WheelDrive<R>,
    /// Rates of the state.
    pub rates: Rates<R>,
}

/// Evaluates a planar car at a point. No stage iterates: loads and tyre forces are found together as the solution of
/// linear equations, and so are the torques of the driveline.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn evaluate<K: Kind, R: Real>(at: &EvaluationPoint<K, R>) -> Evaluation<R> {
    // 1. Where the wheels point, how fast their hubs move over the road, and how the road rises below them.
    let kinematics = kinematics(at);
    // 2. Slip of each tyre, and its force per load and besides: all that the loads are to balance.
    let slip = slip(at, &kinematics);
    // 3. Loads of the wheels in balance with these forces, the weight and the downforce; the suspension's forces.
    let loads = loads(at, &kinematics, &slip);
    // 4. Force of each tyre under its load; their resultant with air, weight and the friction of standing tyres.
    let external = external_forces(&at.car.base.body.planar(), &kinematics.body, at.surface);
    let contact = contact(at, &kinematics, &slip, &external, &loads);
    // 5. Torques on the wheels, and the angular accelerations of wheels and engine.
    let driveline = driveline(at, &kinematics, &contact);
    // 6. Newton and Euler: rates of body, suspension, wheels and tyres.
    let rates = rates(at, &kinematics, &external, &contact, &driveline);
    Evaluation { kinematics, external, loads, contact, driveline, rates }
}
