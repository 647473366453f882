//! Models linear about an operating point: matrices, eigenvalues, gains and frequency responses.

mod eigenvalues;
mod response;
mod trim;

use core::fmt;
use core::marker::PhantomData;

use skidpad_core::model::Model;
use skidpad_core::record::converted;
use skidpad_core::spec::Vehicle;
use skidpad_linear::{Equations, Linear, Sensitivity, Variable};

use crate::evaluate::{Question, operating_point};
use crate::models::{Cars, Drivable};
use crate::rolling::{CarChoice, append};

pub use eigenvalues::{Complex, NotConverged, eigenvalues};
pub use response::{Mode, Response, Stability, matters, modes, stability};
pub use trim::{NoTrim, Wish, trim};

/// The equations of a model, linear about an operating point, in the order of the model's own lists of channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Linearisation {
    /// The matrices.
    pub linear: Linear,
    /// The mode that they were computed with.
    pub mode: Vec<f64>,
}

/// A model's linear equations as lists see them, whatever its types.
pub(crate) trait LinearEntry: fmt::Debug + Sync {
    fn linearise(&self, car: &CarChoice, question: &Question) -> Option<Linearisation>;
    fn sensitivity(&self, vehicle: &Vehicle<Variable>, question: &Question) -> Option<Sensitivity>;
}

impl<M: Drivable> LinearEntry for Equations<M> {
    fn linearise(&self, car: &CarChoice, question: &Question) -> Option<Linearisation> {
        let car = car.car::<M>()?;
        let (mode, state, input) = operating_point::<M>(&car, question);
        let linear = self.linearise(&car, &mode, &state, &input, &question.surface);
        let mut numbers = Vec::new();
        append(&mut numbers, &mode);
        Some(Linearisation { linear, mode: numbers })
    }

    fn sensitivity(&self, vehicle: &Vehicle<Variable>, question: &Question) -> Option<Sensitivity> {
        if M::CARS != Cars::Vehicles {
            return None;
        }
        let car = M::car(vehicle);
        let plain: M::Car<f64> = converted(&car, |number: Variable| number.value);
        let (mode, state, input) = operating_point::<M>(&plain, question);
        Some(self.sensitivity(&car, &mode, &state, &input, &question.surface))
    }
}

/// A model's own equations, compiled where it is listed.
pub(crate) struct Own<M: Model>(PhantomData<M>);

impl<M: Model> Own<M> {
    pub(crate) const EQUATIONS: &'static Equations<M> = &Equations::new();
}
