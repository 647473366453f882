//! Arguments that all parts of an evaluation share.

use super::data::MotorcycleCar;
use super::records::{MotorcycleInput, MotorcycleMode, MotorcycleState};
use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

/// Arguments of an evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, R: Real> {
    pub car: &'a MotorcycleCar<R>,
    pub mode: &'a MotorcycleMode<R>,
    pub state: &'a MotorcycleState<R>,
    pub input: &'a MotorcycleInput<R>,
    pub surface: &'a Surface<R>,
}
