//! Friction functions by name, for the models that have a choice of them.

use skidpad_core::tyre::rars::FrictionLaw;

/// RARS's friction functions by the names that files use.
pub const FRICTION_LAWS: [(&str, FrictionLaw); 4] = [
    ("hyperbolic", FrictionLaw::Hyperbolic),
    ("exponential", FrictionLaw::Exponential),
    ("piecewise-linear", FrictionLaw::PiecewiseLinear),
    ("falling", FrictionLaw::Falling),
];

/// A friction function in the place of the car's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionChoice {
    /// The function.
    pub law: FrictionLaw,
    /// FMAX over the load on dry asphalt; `None`: the car's.
    pub largest: Option<f64>,
    /// K, the slip speed that the function is scaled with, m/s; `None`: the car's.
    pub k_m_s: Option<f64>,
}

impl FrictionChoice {
    /// A function with the car's own FMAX and K.
    pub fn of(law: FrictionLaw) -> Self {
        Self { law, largest: None, k_m_s: None }
    }

    /// The function's name.
    pub fn name(&self) -> &'static str {
        FRICTION_LAWS.iter().find(|entry| entry.1 == self.law).map_or("", |entry| entry.0)
    }
}
