//! Friction functions by name, for the models that have a choice of them.

/// The names of the friction functions, as files use them: RARS's. Their places are the numbers that recordings use.
pub const FRICTION_LAWS: [&str; 4] = ["hyperbolic", "exponential", "piecewise-linear", "falling"];

/// A friction function in the place of the car's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionChoice {
    /// The function's name, of [`FRICTION_LAWS`].
    pub law: &'static str,
    /// FMAX over the load on dry asphalt; `None`: the car's.
    pub largest: Option<f64>,
    /// K, the slip speed that the function is scaled with, m/s; `None`: the car's.
    pub k_m_s: Option<f64>,
}

impl FrictionChoice {
    /// A function with the car's own FMAX and K.
    pub fn new(law: &'static str) -> Self {
        Self { law, largest: None, k_m_s: None }
    }
}
