//! A tyre file, read.

use skidpad_core::tyre::magic_formula::{Coefficients, Side, Vertical};

/// A tyre as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct TyreFile {
    /// All coefficients, in SI units.
    pub coefficients: Coefficients<f64>,
    /// Springing, radius and patch.
    pub vertical: Vertical<f64>,
    /// The side that the coefficients hold for; `None` where the file does not say.
    pub side: Option<Side>,
    /// Assumptions made on reading, each with the keys that it concerns.
    pub taken: Vec<Taken>,
    /// Keys that were ignored, line by line.
    pub warnings: Vec<String>,
}

impl TyreFile {
    /// True where the file left nothing out and nothing of it was passed over.
    pub fn is_whole(&self) -> bool {
        self.taken.is_empty() && self.warnings.is_empty()
    }

    /// The tyre as it is read back from what [`write`](super::write()) writes, which leaves nothing out.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { taken: Vec::new(), warnings: Vec::new(), ..self.clone() }
    }
}

/// An assumption made on reading a file, such as a value for keys that it leaves out.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// Keys that the assumption concerns.
    pub keys: Vec<String>,
    /// Value or meaning that is assumed, in words.
    pub taken: String,
}
