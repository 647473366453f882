//! A picture: plots in cells, with titles and style.

use std::fmt::Write;

use skidpad_core::math::Real;

use super::Frame;
use super::draw;
use super::plot::{Colour, Plot};
use super::stack::Stack;
use super::text::{self, Anchor, escape, pixels};

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// A second line below the title; empty for none.
    pub subtitle: String,
    /// Width in pixels.
    pub width: f64,
    /// Height of each row of cells in pixels.
    pub row_height: f64,
    /// How many cells stand side by side.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<Stack>,
}

const MARGIN: f64 = 12.0;
const TITLE_HEIGHT: f64 = 26.0;
const SUBTITLE_HEIGHT: f64 = 17.0;

/// The colours of light surroundings, those of the animations as well.
pub(crate) const LIGHT: Shades = Shades {
    series: ["#1344d0", "#a6190d", "#16aa63", "#c48a00", "#a10c7d", "#7f8bd4", "#6f3a3d"],
    ink: "#24292f",
    quiet: "#57606a",
    ground: "#ffffff",
    grid: "#dfe3e8",
    edge: "#8c959f",
};
/// Those of dark ones. Both sets of seven were searched for the largest difference between any two, seen with
/// full colour vision and (Machado 2009) protanopia, deuteranopia and tritanopia, at a contrast of at least 3
/// to the ground.
const DARK: Shades = Shades {
    series: ["#4876ff", "#d86913", "#0ca984", "#ffd400", "#bd5bb5", "#b4e1ff", "#cfe48a"],
    ink: "#e6edf3",
    quiet: "#9aa4af",
    ground: "#15181c",
    grid: "#2b3138",
    edge: "#6e7681",
};

/// The scale from the least to the most, for both surroundings: rising in lightness, from violet over green to yellow, so that
/// it is read in grey and by the colour-blind, too.
const STEPS: [&str; Colour::STEPS] =
    ["#5b2a86", "#553fa0", "#4561ad", "#347fad", "#2299a0", "#2bb184", "#66c45b", "#a9cf38", "#e2c61a"];

/// Colours of a picture, as CSS writes them: `#rrggbb`.
pub(crate) struct Shades {
    pub(crate) series: [&'static str; Colour::SERIES],
    pub(crate) ink: &'static str,
    pub(crate) quiet: &'static str,
    pub(crate) ground: &'static str,
    grid: &'static str,
    pub(crate) edge: &'static str,
}

impl Shades {
    fn rules(&self) -> String {
        let Self { ink, quiet, ground, grid, edge, .. } = self;
        let mut rules = format!(
            ".sp text{{fill:{ink}}}.sp .bg{{fill:{ground}}}.sp .gr{{stroke:{grid}}}.sp .ed{{stroke:{edge}}}\
             .sp text.q{{fill:{quiet}}}.sp text.lb{{stroke:{ground}}}.sp circle{{stroke:{ground}}}"
        );
        let series = self.series.iter().enumerate().map(|(index, shade)| (Colour::Series(index), *shade));
        let steps = STEPS.iter().enumerate().map(|(step, shade)| (Colour::Step(step), *shade));
        for (colour, shade) in series.chain(steps).chain([(Colour::Ink, *ink), (Colour::Quiet, *quiet)]) {
            let class = colour.class();
            let _ = write!(
                rules,
                ".sp path.{class}{{stroke:{shade}}}\
                 .sp text.{class},.sp circle.{class},.sp polygon.{class}{{fill:{shade}}}"
            );
        }
        rules
    }
}

fn style() -> String {
    format!(
        ".sp{{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}}\
         .sp .t{{font-size:16px;font-weight:600}}.sp .h{{font-size:13px;font-weight:600}}\
         .sp path{{fill:none;stroke-linejoin:round}}.sp .gr,.sp .ed{{stroke-width:1}}\
         .sp .s{{stroke-width:2}}.sp .b{{stroke-width:3}}.sp .w{{stroke-width:6}}.sp .n{{stroke-width:1.2}}\
         .sp .d{{stroke-width:2;stroke-dasharray:7 4}}.sp .o{{stroke-width:2;stroke-dasharray:2 3}}\
         .sp polygon{{opacity:.13}}.sp circle{{stroke-width:1.5}}\
         .sp text.lb{{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}}\
         {}@media screen and (prefers-color-scheme:dark){{{}}}",
        LIGHT.rules(),
        DARK.rules()
    )
}

impl Sheet {
    /// A picture of one plot, 720 by 420.
    pub fn single(title: &str, plot: Plot) -> Self {
        Self::stacked(title, vec![plot], 380.0)
    }

    /// A picture of plots above each other, 720 wide.
    pub fn stacked(title: &str, plots: Vec<Plot>, height: f64) -> Self {
        Self {
            title: title.to_owned(),
            subtitle: String::new(),
            width: 720.0,
            row_height: height,
            columns: 1,
            cells: vec![Stack { title: String::new(), plots }],
        }
    }

    /// With a second line below the title.
    pub fn subtitle(mut self, subtitle: &str) -> Self {
        self.subtitle = subtitle.to_owned();
        self
    }

    /// The picture as an SVG document: well-formed XML, without declaration, so that it can stand in a page.
    pub fn svg(&self) -> String {
        let columns = usize::max(self.columns, 1);
        let rows = self.cells.len().div_ceil(columns) as f64;
        let below = if self.subtitle.is_empty() { 0.0 } else { SUBTITLE_HEIGHT };
        let head = MARGIN + TITLE_HEIGHT + below;
        let height = head + rows * self.row_height + MARGIN;
        let (wide, high) = (pixels(self.width), pixels(height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sp\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
             <style>{style}</style>\n<rect class=\"bg\" width=\"{wide}\" height=\"{high}\" rx=\"6\"/>\n",
            title = escape(&self.title),
            style = style(),
        );
        text::write(&mut svg, (MARGIN + 4.0, MARGIN + 15.0), Anchor::Start, "t", &self.title);
        if below > 0.0 {
            text::write(&mut svg, (MARGIN + 4.0, MARGIN + 34.0), Anchor::Start, "q", &self.subtitle);
        }
        let width = (self.width - MARGIN * (columns as f64 + 1.0)) / columns as f64;
        for (index, cell) in self.cells.iter().enumerate() {
            let frame = Frame {
                left: MARGIN + (index % columns) as f64 * (width + MARGIN),
                top: head + (index / columns) as f64 * self.row_height,
                width,
                height: Real::max(self.row_height - 6.0, 1.0),
            };
            draw::stack(&mut svg, cell, frame);
        }
        svg.push_str("</svg>\n");
        svg
    }
}
