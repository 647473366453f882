//! A figure, and how it is drawn.

use crate::svg::{Plot, Sheet};

/// A finished figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// A name for its file: `wheel-force.svg`.
    pub file: String,
    /// Subject of the figure.
    pub title: String,
    /// The picture: an SVG document.
    pub svg: String,
    /// Observation that the figure supports, and the figure of the sources that it follows.
    pub caption: String,
}

/// A figure before it is drawn.
pub(crate) struct Drawing {
    pub file: String,
    pub title: String,
    pub plots: Vec<Plot>,
    pub height: f64,
    pub caption: String,
}

impl Drawing {
    pub(super) fn new(file: &str, title: &str, plots: Vec<Plot>, caption: impl Into<String>) -> Self {
        let height = if plots.len() > 1 { 560.0 } else { 380.0 };
        Self { file: file.to_owned(), title: title.to_owned(), plots, height, caption: caption.into() }
    }

    pub(crate) fn finish(self) -> Figure {
        let svg = Sheet::stacked(&self.title, self.plots, self.height).svg();
        Figure { file: self.file, title: self.title, svg, caption: self.caption }
    }
}
