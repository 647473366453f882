//! What a plot shows.

/// An axis: what it counts, and how far.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity.
    pub name: String,
    /// Its unit; `-` for a pure number.
    pub unit: String,
    /// The span; `None`: that of the lines.
    pub span: Option<(f64, f64)>,
    /// Whether 0 belongs to the span.
    pub from_zero: bool,
    /// Whether ticks are whole numbers.
    pub whole: bool,
    /// Whether the axis begins and ends with a tick.
    pub round: bool,
}

impl Axis {
    /// An axis that holds all lines, ends with a tick, and need not hold 0.
    pub fn new(name: &str, unit: &str) -> Self {
        Self {
            name: name.to_owned(),
            unit: unit.to_owned(),
            span: None,
            from_zero: false,
            whole: false,
            round: true,
        }
    }

    /// With 0 on it.
    pub fn from_zero(mut self) -> Self {
        self.from_zero = true;
        self
    }

    /// From one value to another, exactly.
    pub fn span(mut self, low: f64, high: f64) -> Self {
        self.span = Some((low, high));
        self.round = false;
        self
    }

    /// With ticks at whole numbers only.
    pub fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// Ending where the lines end.
    pub fn tight(mut self) -> Self {
        self.round = false;
        self
    }

    /// Name and unit as they stand at the axis.
    pub fn title(&self) -> String {
        let unit = if self.unit == "-" { "–" } else { &self.unit };
        format!("{} ({unit})", self.name)
    }
}

/// A colour that has a shade for light and one for dark surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// One of seven that the colour-blind can tell apart too; higher numbers begin again, dashed.
    Series(usize),
    /// That of the text.
    Ink,
    /// That of what stands back.
    Quiet,
    /// One of [`Colour::STEPS`] on a scale from dark (0, the least) to bright (the most), for a quantity along a line.
    Step(usize),
}

impl Colour {
    /// How many colours there are before they repeat.
    pub const SERIES: usize = 7;

    /// Number of the steps of the scale.
    pub const STEPS: usize = 9;

    pub(super) fn class(self) -> String {
        match self {
            Self::Step(step) => format!("v{}", usize::min(step, Self::STEPS - 1)),
            Self::Series(index) => format!("c{}", index % Self::SERIES),
            Self::Ink => String::from("ci"),
            Self::Quiet => String::from("cq"),
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Solid, 2 pixels.
    Solid,
    /// Solid, 3 pixels: what matters most.
    Bold,
    /// Solid, 6 pixels: what lies below another line.
    Broad,
    /// Solid, 1 pixel.
    Thin,
    /// Dashed.
    Dashed,
    /// Dotted.
    Dotted,
}

/// A line through points.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The points; one that is not finite breaks the line.
    pub points: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: Colour,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Its name in the legend; empty for none.
    pub name: String,
    /// Whether it is measured on the right axis.
    pub on_right: bool,
}

impl Line {
    /// A solid line without a name.
    pub fn new(points: Vec<(f64, f64)>, colour: Colour) -> Self {
        let again = matches!(colour, Colour::Series(index) if index >= Colour::SERIES);
        let stroke = if again { Stroke::Dashed } else { Stroke::Solid };
        Self { points, colour, stroke, name: String::new(), on_right: false }
    }

    /// With a name in the legend.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.to_owned();
        self
    }

    /// Drawn in some way.
    pub fn stroke(mut self, stroke: Stroke) -> Self {
        self.stroke = stroke;
        self
    }

    /// Measured on the right axis.
    pub fn on_right(mut self) -> Self {
        self.on_right = true;
        self
    }
}

/// The area between a line and the lower end of the axis, or 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The line's points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Its colour, drawn faintly.
    pub colour: Colour,
}

/// A dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub at: (f64, f64),
    /// Its colour.
    pub colour: Colour,
    /// Whether it is measured on the right axis.
    pub on_right: bool,
}

/// A text near a point of the plot; it looks for a free place itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The points at which it may stand, the best first.
    pub at: Vec<(f64, f64)>,
    /// The text.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
    /// Whether the point is measured on the right axis.
    pub on_right: bool,
}

/// A thin line across the whole plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Upright, at a value of the lower axis.
    Upright(f64),
    /// Level, at a value of the left axis.
    Level(f64),
}

/// A plot: axes, and what stands between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The lower axis.
    pub x: Axis,
    /// The left axis.
    pub y: Axis,
    /// The right axis, for lines of their own.
    pub right: Option<Axis>,
    /// A second scale of the left axis, on the right: factor, quantity, unit.
    pub right_scale: Option<(f64, Axis)>,
    /// A second scale of the lower axis, above: factor, quantity, unit.
    pub top_scale: Option<(f64, Axis)>,
    /// The lines, the last above the others.
    pub lines: Vec<Line>,
    /// Areas below the lines.
    pub areas: Vec<Area>,
    /// Dots above the lines.
    pub marks: Vec<Mark>,
    /// Texts.
    pub labels: Vec<Label>,
    /// Lines across.
    pub rules: Vec<Rule>,
    /// Height over that of the other plots of its stack.
    pub share: f64,
    /// Whether a unit is as long on the lower axis as on the left one: for maps. Holds for a plot that
    /// stands alone.
    pub is_map: bool,
}

impl Plot {
    /// An empty plot.
    pub fn new(x: Axis, y: Axis) -> Self {
        Self {
            x,
            y,
            right: None,
            right_scale: None,
            top_scale: None,
            lines: Vec::new(),
            areas: Vec::new(),
            marks: Vec::new(),
            labels: Vec::new(),
            rules: Vec::new(),
            share: 1.0,
            is_map: false,
        }
    }

    /// A map: a unit is as long on one axis as on the other.
    pub fn map(mut self) -> Self {
        self.is_map = true;
        self
    }

    /// With one more line.
    pub fn with(mut self, line: Line) -> Self {
        self.lines.push(line);
        self
    }

    /// Adds a text at a point of a line.
    pub fn label(&mut self, at: (f64, f64), colour: Colour, text: impl Into<String>) {
        self.labels.push(Label { at: vec![at], text: text.into(), colour, on_right: false });
    }

    /// Adds a text to a line: at its highest point, or elsewhere on it where there is more room.
    pub fn label_line(&mut self, points: &[(f64, f64)], colour: Colour, text: impl Into<String>) {
        let finite: Vec<(f64, f64)> = points.iter().copied().filter(|point| point.1.is_finite()).collect();
        let top = finite.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        let share = |part: usize| finite.get(finite.len().saturating_sub(1) * part / 12).copied();
        let parts = [6, 8, 10, 4, 2, 12, 11, 9, 7, 5, 3, 1, 0];
        let at = top.into_iter().chain(parts.into_iter().filter_map(share)).collect();
        self.labels.push(Label { at, text: text.into(), colour, on_right: false });
    }

    /// Adds a dot with a text.
    pub fn point(&mut self, at: (f64, f64), colour: Colour, text: impl Into<String>) {
        self.marks.push(Mark { at, colour, on_right: false });
        self.label(at, colour, text);
    }

    /// The same on the right axis.
    pub fn point_on_right(&mut self, at: (f64, f64), colour: Colour, text: impl Into<String>) {
        self.marks.push(Mark { at, colour, on_right: true });
        self.labels.push(Label { at: vec![at], text: text.into(), colour, on_right: true });
    }
}
