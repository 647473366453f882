//! Models linear about an operating point: matrices, eigenvalues, gains and frequency responses.

mod eigenvalues;
mod response;
mod sweep;
mod trim;

use skidpad_core::linearise::{self as core, Linear, Sensitivity, Variable};
use skidpad_core::record::converted;
use skidpad_core::spec::Vehicle;

use crate::evaluate::{Question, operating_point};
use crate::models::{Cars, Drivable};
use crate::rolling::{CarChoice, append};

pub use eigenvalues::{Complex, NotConverged, eigenvalues};
pub use response::{Mode, Quantity, Response, Stability, modes, stability};
pub use sweep::linear_response;
pub use trim::{NoTrim, Wish, trim};

/// The equations of a model, linear about an operating point, in the order of the model's own lists of channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Linearisation {
    /// The matrices.
    pub linear: Linear,
    /// The mode that they were computed with.
    pub mode: Vec<f64>,
}

pub(crate) fn linearise<M: Drivable>(car: &CarChoice, question: &Question) -> Option<Linearisation> {
    let car = car.car::<M>()?;
    let (mode, state, input) = operating_point::<M>(&car, question);
    let linear = core::linearise::<M>(&car, &mode, &state, &input, &question.surface);
    let mut numbers = Vec::new();
    append(&mut numbers, &mode);
    Some(Linearisation { linear, mode: numbers })
}

pub(crate) fn sensitivity<M: Drivable>(
    vehicle: &Vehicle<Variable>,
    question: &Question,
) -> Option<Sensitivity> {
    if M::CARS != Cars::Vehicles {
        return None;
    }
    let car = M::car(vehicle);
    let plain: M::Car<f64> = converted(&car, |number: Variable| number.value);
    let (mode, state, input) = operating_point::<M>(&plain, question);
    Some(core::sensitivity::<M>(&car, &mode, &state, &input, &question.surface))
}
