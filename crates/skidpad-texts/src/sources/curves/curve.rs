//! A figure of a text as numbers: lines, and marks on them.

use crate::sources::Verdict;

/// A figure of a text as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// A name for its file, without an ending.
    pub file: &'static str,
    /// The text.
    pub source: &'static str,
    /// The figure, equation or section there.
    pub location: &'static str,
    /// Subject of the figure.
    pub shows: &'static str,
    /// The lower axis: quantity and unit.
    pub across: (&'static str, &'static str),
    /// The left axis: quantity and unit.
    pub up: (&'static str, &'static str),
    /// The right axis: quantity and unit, for the lines that are measured on it.
    pub right: Option<(&'static str, &'static str)>,
    /// Range of the left axis; `None`: that of the lines.
    pub span: Option<(f64, f64)>,
    /// The lines.
    pub lines: Vec<Curve>,
    /// Values of the left axis that are drawn across, with their names.
    pub levels: Vec<(f64, &'static str)>,
    /// Numbers that the text prints, or that follow from its inputs, at their place.
    pub marks: Vec<Mark>,
    /// Observation that the figure supports.
    pub caption: &'static str,
}

impl Curves {
    /// Text, place and subject.
    pub fn title(&self) -> String {
        format!("{}, {}: {}", self.source, self.location, self.shows)
    }
}

/// A line of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its name in the legend; empty where another line's name stands for it.
    pub legend: String,
    /// True for the text's own line, false for the corrected one beside it.
    pub is_printed: bool,
    /// True where it is measured on the right axis.
    pub on_right: bool,
    /// True where it belongs to the text's line before it: it is drawn thin in that line's colour.
    pub is_companion: bool,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// A number of the list of [figures](crate::sources::figures) at its place in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The figure's id.
    pub figure: &'static str,
    /// Position: the printed number, or the computed one where none is printed, and the place that the text
    /// names with it.
    pub point: (f64, f64),
    /// The name of the line that it belongs to.
    pub line: String,
    /// Meaning of the number.
    pub reading: Reading,
    /// Largest distance of the number from its line, in the unit of its axis: half of its last digit, or the roundings on the
    /// way where the verdict is [`Verdict::Rounded`].
    pub tolerance: f64,
    /// True where the text prints it.
    pub is_printed: bool,
    /// Comparison with the computed number.
    pub verdict: Verdict,
    /// The number and its unit.
    pub text: String,
}

/// Meaning of the number of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// The value of the line at a place.
    Height,
    /// The place at which the line has a value.
    Place,
    /// The place of the line's largest value.
    Peak,
    /// A number that the text sets beside the line: it does not lie on it, for this reason.
    Beside(&'static str),
}
