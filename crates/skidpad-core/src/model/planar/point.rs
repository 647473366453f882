//! The point at which the stages evaluate a car.

use crate::math::Real;
use crate::model::two_track::{Kind, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState};
use crate::surface::Surface;

/// The point at which a car is evaluated: its parameters, its mode and state, and what it is given.
pub(in crate::model) struct EvaluationPoint<'a, K: Kind, R: Real> {
    /// Parameters.
    pub car: &'a TwoTrackCar<K::Tyre<R>, R, K::Parts>,
    /// Discrete state, constant over a sub-step: gear, senses of motion, brake pressures, assists.
    pub mode: &'a TwoTrackMode<R, K::Parts>,
    /// Continuous state.
    pub state: &'a TwoTrackState<R, K::Parts>,
    /// Driver inputs, and the road below each wheel.
    pub input: &'a TwoTrackInput<R>,
    /// Road and air.
    pub surface: &'a Surface<R>,
}
