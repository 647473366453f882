//! A small plotter: axes with round ticks, lines, areas, markers and labels that keep out of each other's way.
//!
//! A [`Sheet`] is a picture; its cells are [`Stack`]s of [`Plot`]s that share the axis below them. Everything
//! is laid out with widths estimated from the letters, so that the bytes depend on nothing but the input.
//!
//! ```
//! use skidpad_plot::svg::{Axis, Colour, Line, Plot, Sheet};
//!
//! let fall: Vec<(f64, f64)> = (0..=20).map(|i| f64::from(i) * 0.1).map(|t| (t, 4.905 * t * t)).collect();
//! let plot = Plot::new(Axis::new("time", "s"), Axis::new("distance", "m")).with(Line::new(fall, Colour::Series(0)));
//! let picture = Sheet::single("A falling stone", plot).svg();
//! assert!(picture.contains("distance (m)"));
//! ```

mod draw;
mod labels;
mod path;
mod plot;
mod scale;
mod sheet;
mod stack;
mod text;

pub use plot::{Area, Axis, Colour, Label, Line, Mark, Plot, Rule, Stroke};
pub use scale::Scale;
pub(crate) use scale::Wish;
pub(crate) use sheet::LIGHT;
pub use sheet::Sheet;
pub use stack::Stack;
pub use text::escape;

/// A rectangle in a picture, in pixels from the left upper corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn right(&self) -> f64 {
        self.left + self.width
    }
    fn bottom(&self) -> f64 {
        self.top + self.height
    }
}
