//! A figure in the making: lines as functions, and marks by the names of their figures.

use skidpad_core::math::Real;

use super::curve::{Curve, Curves, Mark, Reading};
use crate::sources::{Figure, Verdict};

/// How many points a line has, less one.
const PARTS: u32 = 160;
/// The largest difference of a computed number from its line, as a share of it: rounding alone.
const ROUNDING: f64 = 1e-6;

/// Units as a picture shows them.
const UNITS: [(&str, &str); 6] =
    [("-", ""), ("m/s2", "m/s²"), ("N.m", "N·m"), ("deg", "°"), ("deg/s", "°/s"), ("lb.ft", "lb·ft")];

type Function = Box<dyn Fn(f64) -> f64>;

/// A figure whose marks are not resolved yet.
pub(super) struct Draft {
    curves: Curves,
    /// Of each line: its function, where it is one of the lower axis.
    functions: Vec<Option<Function>>,
    marks: Vec<Wanted>,
}

/// A mark in the making.
struct Wanted {
    figure: &'static str,
    line: String,
    /// The other coordinate: the place of a height, the height of a place.
    at: f64,
    reading: Reading,
    /// The axis's unit over the figure's.
    scale: f64,
}

/// Values from one to another, both included.
pub(super) fn grid(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=PARTS).map(move |part| from + (to - from) * f64::from(part) / f64::from(PARTS))
}

/// Begins a figure: its file, its text and place there, and what it shows.
pub(super) fn draft(
    file: &'static str,
    (source, location): (&'static str, &'static str),
    shows: &'static str,
) -> Draft {
    let curves = Curves {
        file,
        source,
        location,
        shows,
        across: ("", ""),
        up: ("", ""),
        right: None,
        span: None,
        lines: Vec::new(),
        levels: Vec::new(),
        marks: Vec::new(),
        caption: "",
    };
    Draft { curves, functions: Vec::new(), marks: Vec::new() }
}

impl Draft {
    /// The lower and the left axis: quantity and unit.
    pub fn axes(mut self, across: (&'static str, &'static str), up: (&'static str, &'static str)) -> Self {
        (self.curves.across, self.curves.up) = (across, up);
        self
    }

    /// An axis on the right for the lines that [`on_right`](Self::on_right) puts there.
    pub fn right(mut self, right: (&'static str, &'static str)) -> Self {
        self.curves.right = Some(right);
        self
    }

    /// From where to where the left axis goes.
    pub fn span(mut self, low: f64, high: f64) -> Self {
        self.curves.span = Some((low, high));
        self
    }

    /// What to see in it.
    pub fn caption(mut self, caption: &'static str) -> Self {
        self.curves.caption = caption;
        self
    }

    /// A line of the text, as a function of the lower axis.
    pub fn line(
        mut self,
        name: impl Into<String>,
        (from, to): (f64, f64),
        value: impl Fn(f64) -> f64 + 'static,
    ) -> Self {
        let points = grid(from, to).map(|x| (x, value(x))).collect();
        self.push(name.into(), points, Some(Box::new(value)));
        self
    }

    /// A line of the text through points.
    pub fn through(mut self, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        self.push(name.into(), points, None);
        self
    }

    fn push(&mut self, name: String, points: Vec<(f64, f64)>, function: Option<Function>) {
        let legend = name.clone();
        self.curves.lines.push(Curve {
            name,
            legend,
            is_printed: true,
            on_right: false,
            is_companion: false,
            points,
        });
        self.functions.push(function);
    }

    /// The last line is the corrected one, and not the text's.
    pub fn corrected(mut self) -> Self {
        if let Some(line) = self.curves.lines.last_mut() {
            line.is_printed = false;
        }
        self
    }

    /// The last line is measured on the right axis.
    pub fn on_right(mut self) -> Self {
        if let Some(line) = self.curves.lines.last_mut() {
            line.on_right = true;
        }
        self
    }

    /// The last line belongs to the one before it, as the rear tyre's to the front one's.
    pub fn companion(mut self) -> Self {
        if let Some(line) = self.curves.lines.last_mut() {
            line.is_companion = true;
        }
        self
    }

    /// The last line's name in the legend; empty for none.
    pub fn legend(mut self, legend: &str) -> Self {
        if let Some(line) = self.curves.lines.last_mut() {
            line.legend = legend.to_owned();
        }
        self
    }

    /// A value that is drawn across.
    pub fn level(mut self, value: f64, name: &'static str) -> Self {
        self.curves.levels.push((value, name));
        self
    }

    fn mark(mut self, figure: &'static str, line: &str, at: f64, reading: Reading) -> Self {
        self.marks.push(Wanted { figure, line: line.to_owned(), at, reading, scale: 1.0 });
        self
    }

    /// Marks a figure that is the value of a line at a place.
    pub fn height(self, figure: &'static str, line: &str, x: f64) -> Self {
        self.mark(figure, line, x, Reading::Height)
    }

    /// Marks a figure that is the place at which a line has a value.
    pub fn place(self, figure: &'static str, line: &str, y: f64) -> Self {
        self.mark(figure, line, y, Reading::Place)
    }

    /// Marks a figure that is the place of a line's largest value.
    pub fn peak(self, figure: &'static str, line: &str) -> Self {
        self.mark(figure, line, f64::NAN, Reading::Peak)
    }

    /// Marks a figure that the text sets beside a line, at a place, with the reason why it does not lie on it.
    pub fn beside(self, figure: &'static str, line: &str, x: f64, why: &'static str) -> Self {
        self.mark(figure, line, x, Reading::Beside(why))
    }

    /// The last mark's figure has another unit than its axis: the axis's number over the figure's.
    pub fn scaled(mut self, scale: f64) -> Self {
        if let Some(mark) = self.marks.last_mut() {
            mark.scale = scale;
        }
        self
    }

    /// The figure, its marks put where their numbers are.
    pub fn finish(self, figures: &[Figure]) -> Curves {
        let Self { mut curves, functions, marks } = self;
        for wanted in marks {
            let figure = figures.iter().find(|figure| figure.id == wanted.figure);
            let index = curves.lines.iter().position(|line| line.name == wanted.line);
            // A mark whose name is mistyped would not be drawn, and nobody would miss it.
            debug_assert!(figure.is_some() && index.is_some(), "lost: {} on {}", wanted.figure, wanted.line);
            let (Some(figure), Some(index)) = (figure, index) else { continue };
            let line = &mut curves.lines[index];
            if let (Reading::Height, Some(value)) = (wanted.reading, &functions[index]) {
                insert(&mut line.points, (wanted.at, value(wanted.at)));
            }
            let up = curves.right.filter(|_| line.on_right).unwrap_or(curves.up);
            curves.marks.push(wanted.resolve(figure, line, (curves.across.1, up.1)));
        }
        curves
    }
}

/// Adds a point to a line that runs from left to right.
fn insert(points: &mut Vec<(f64, f64)>, point: (f64, f64)) {
    let place = points.partition_point(|other| other.0 < point.0);
    if points.get(place).is_none_or(|other| other.0 > point.0) {
        points.insert(place, point);
    }
}

impl Wanted {
    fn resolve(self, figure: &Figure, line: &Curve, (across, up): (&'static str, &'static str)) -> Mark {
        let number = figure.printed.unwrap_or(figure.computed);
        let value = self.scale * number;
        let point = match self.reading {
            Reading::Height | Reading::Beside(_) => (self.at, value),
            Reading::Place => (value, self.at),
            Reading::Peak => {
                let tops = line.points.iter().map(|point| point.1);
                (value, tops.fold(f64::NEG_INFINITY, Real::max))
            }
        };
        let rounding = ROUNDING * value.abs();
        let tolerance = match (figure.printed, figure.verdict) {
            (None, _) => rounding,
            (Some(printed), Verdict::Rounded) => {
                self.scale * Real::max((figure.computed - printed).abs(), figure.half_digit) + rounding
            }
            (Some(_), _) => self.scale * figure.half_digit + rounding,
        };
        let unit = match (self.reading, self.scale == 1.0) {
            (_, true) => figure.unit,
            (Reading::Place | Reading::Peak, false) => across,
            (_, false) => up,
        };
        let unit = UNITS.iter().find(|(plain, _)| *plain == unit).map_or(unit, |(_, shown)| shown);
        let is_as_printed = figure.printed.is_some() && self.scale == 1.0;
        let digits = if is_as_printed { number.to_string() } else { significant(value) };
        let space = if unit == "°" { "" } else { " " };
        Mark {
            figure: self.figure,
            point,
            line: self.line,
            reading: self.reading,
            tolerance: tolerance.abs(),
            is_printed: figure.printed.is_some(),
            verdict: figure.verdict,
            text: format!("{digits}{space}{unit}").trim_end().replace('-', "−"),
        }
    }
}

/// A number with four digits.
fn significant(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 10.0 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}
