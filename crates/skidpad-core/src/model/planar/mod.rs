//! The planar car: a rigid body in the plane of the road, on wheels with load, slip and tyres.
//!
//! One evaluation has six stages, each in a file of its own, called in this order by [`instant::evaluate`]:
//!
//! | stage | result |
//! |---|---|
//! | [`kinematics`] | direction, velocity and camber of each wheel, rise of the road below it |
//! | [`slip`] | slip of each tyre, and its force as far as that does not depend on the load |
//! | [`loads`] | vertical load of each wheel, in balance with the forces on the road; suspension |
//! | [`contact`] | force of each tyre under its load, resultant on the body, friction of standing tyres |
//! | [`driveline`] | torque and angular acceleration of each wheel and of the engine |
//! | [`rates`] | Newton's and Euler's equations of the body, rates of the whole state |
//!
//! Beside them are [`body`] (parameters and motion of the body), [`external`] (air and gravity), [`upward`] (vertical components of
//! forces along a road that rises) and [`mod@outputs`], the
//! quantities that are computed for a reader and not for the motion. A stage is a function of parameters, state and the
//! results of earlier stages; it changes nothing.
//!
//! The kinds of [`two_track`](super::two_track) are its instances; their module has the records, the balance of loads
//! (`loads` and `lift`) and the suspension (`ride` and `corners`) that the stages call. [`single_track`](super::single_track)
//! is the car without width, and [`straight_line`](super::straight_line) the one without lateral motion besides: for both,
//! [`axle`] takes the wheels of an axle as one, and each stage has its form for two axles beside the one for four wheels.
//!
//! Axes are those of ISO 8855: x forwards, y to the left, z up; yaw is counter-clockwise.

pub(super) mod axle;
mod axle_step;
pub(super) mod body;
mod contact;
mod driveline;
pub(super) mod external;
mod instant;
mod kinematics;
mod loads;
mod outputs;
mod point;
mod rates;
mod slip;
mod upward;

pub(super) use axle_step::{advance_axles, settle_axles};
pub(super) use driveline::{WheelDrive, demand};
pub(super) use instant::{AxleEvaluation, evaluate, evaluate_axles};
pub(super) use kinematics::{Below, OverRoad, WheelMotions, any_rises, hub_velocities};
pub(super) use outputs::outputs;
pub(super) use point::EvaluationPoint;
