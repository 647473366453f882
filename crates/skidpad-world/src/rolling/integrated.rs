//! Cars that a solver of another program integrates.

use skidpad_core::step::{Dt, Status};

use super::Request;
use crate::ground::Road;

/// A car whose state a solver of another program moves, in the place of its own integrator.
///
/// The discrete state changes at the edges of sub-steps, as in a step of the car: after [`begin`](Self::begin) the solver integrates
/// the rates of [`Rolling::rates`](super::Rolling::rates), sets the state that it reaches, and calls [`end`](Self::end). So the result
/// differs from a step by the integrator alone.
pub trait Integrated {
    /// Longest sub-step that the car allows, s.
    fn longest_sub_step_s(&self) -> f64;
    /// Sets the state, in the model's order. Values of the wrong number or that are not finite are refused: false.
    fn set_states(&mut self, states: &[f64]) -> bool;
    /// Advances the discrete state as a sub-step begins.
    fn begin(&mut self, request: &Request, road: Road<'_>, part: Dt) -> Status;
    /// Applies the constraints at the end of a sub-step that began in the state `before`, and counts its time.
    fn end(&mut self, before: &[f64], request: &Request, road: Road<'_>, part: Dt) -> Status;
}
