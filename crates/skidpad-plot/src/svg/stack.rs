//! Plots that share their lower axis.

use super::plot::Plot;

/// Plots one above the other, over one lower axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Title above the plots; empty for none.
    pub title: String,
    /// The plots, the uppermost first. The lower axis is that of the last.
    pub plots: Vec<Plot>,
}
