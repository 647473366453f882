//! Parameters of a search.

/// A parameter's start and bounds. Bounds may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The start; brought within the bounds.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}
