//! Figures that were published for a vehicle.

use super::sections::SECTIONS;
use super::value::VehicleReader;
use crate::error::{did_you_mean, one_of};
use crate::quantity::{self, ACCELERATION, Measure};
use crate::reader::{Node, Table, must};
use skidpad_core::spec::Quantity;

/// Quantity that a published figure measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureUnit {
    /// A time, s.
    Time,
    /// A speed, m/s.
    Speed,
    /// A distance, m.
    Length,
    /// An acceleration, m/s^2.
    Acceleration,
}

/// A test that magazines and makers publish figures of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureTest {
    /// Its name in files: `0-60 mph`.
    pub name: &'static str,
    /// Quantity that the test measures.
    pub unit: FigureUnit,
    /// True if a straight road test can be compared with the figure; otherwise the figure is kept as information.
    pub is_compared: bool,
}

/// A figure that was published for a vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigure {
    /// The test.
    pub test: &'static FigureTest,
    /// The figure in SI: s, m/s, m or m/s^2.
    pub value: f64,
    /// The figure as written in the file.
    pub written: String,
    /// The source's name in [`VehicleFile::sources`](super::VehicleFile::sources).
    pub source: String,
    /// Distance covered before the clock starts, m, where it is known.
    pub rollout_m: Option<f64>,
    /// Mass in the test, kg, where it is not the kerb mass with the load.
    pub test_mass_kg: Option<f64>,
    /// The quantity of the file that nobody publishes and that was set from this figure, such as `gearbox.shift_time`:
    /// then the figure is no test of the car.
    pub identifies: Option<String>,
    /// Anything else about it.
    pub note: Option<String>,
}

macro_rules! tests {
    ($($unit:ident, $is_compared:literal: $($name:literal),*;)*) => {
        &[$($( FigureTest { name: $name, unit: FigureUnit::$unit, is_compared: $is_compared }, )*)*]
    };
}

/// The tests that may stand in a file.
pub const FIGURE_TESTS: &[FigureTest] = tests! {
    Time, true: "0-30 mph", "0-45 mph", "0-60 mph", "0-75 mph", "0-100 km/h", "0-160 km/h", "0-200 km/h", "60 ft", "quarter mile", "1000 m", "80-120 km/h", "coast-down";
    Speed, true: "quarter mile trap speed", "top speed";
    Length, true: "braking 100-0 km/h", "braking 60-0 mph", "braking 70-0 mph";
    Time, false: "0-40 mph", "0-50 mph", "0-70 mph", "0-80 mph", "0-90 mph", "0-100 mph", "0-120 mph",
        "0-150 mph", "0-50 km/h", "0-80 km/h", "0-120 km/h", "0-300 km/h", "100-200 km/h", "30-50 mph", "50-70 mph",
        "eighth mile", "400 m";
    Speed, false: "eighth mile trap speed", "400 m trap speed", "1000 m trap speed", "slalom";
    Length, false: "braking 80-0 mph", "braking 200-0 km/h";
    Acceleration, false: "skidpad";
};

/// Returns true for the section of an axle: a figure may name a field of both axles without its section.
fn is_axle(section: &str) -> bool {
    section == "front" || section == "rear"
}

/// The largest number of figures in a file.
const MOST_FIGURES: usize = 200;
const KEYS: &[&str] = &["test", "value", "source", "rollout", "test_mass", "identifies", "note"];

impl FigureUnit {
    /// The units that it is written in, and its range in SI.
    pub(crate) fn measure(self) -> (&'static Measure, (f64, f64)) {
        match self {
            Self::Time => (quantity::measure(Quantity::Time), (0.01, 1e4)),
            Self::Speed => (quantity::measure(Quantity::Speed), (0.1, 500.0)),
            Self::Length => (quantity::measure(Quantity::Length), (0.1, 1e5)),
            Self::Acceleration => (&ACCELERATION, (0.01, 100.0)),
        }
    }
}

impl<'a> VehicleReader<'a> {
    /// The published figures.
    pub fn published(&mut self, root: &Table<'a>) -> Vec<PublishedFigure> {
        let Some(node) = root.get("published") else { return Vec::new() };
        let Some(figures) = node.elements() else {
            self.r.wrong(&node, "figures, each under its own heading [[published]]", None);
            return Vec::new();
        };
        if figures.len() > MOST_FIGURES {
            let hint = format!("{} are too many: at most {MOST_FIGURES} are read", figures.len());
            self.r.wrong(&node, "figures, each under its own heading [[published]]", Some(hint));
            return Vec::new();
        }
        figures.iter().filter_map(|figure| self.figure(figure)).collect()
    }

    fn figure(&mut self, node: &Node<'a>) -> Option<PublishedFigure> {
        let Some(table) = node.as_table() else {
            self.r.wrong(
                node,
                "a figure: { test = \"0-60 mph\", value = \"4.8 s\", source = \"...\" }",
                None,
            );
            return None;
        };
        self.r.unknown(&table, KEYS, |_| None);
        let test = self.test(&table);
        let value = match (table.get("value"), test) {
            (Some(value), Some(test)) => self.figure_value(&value, test),
            (Some(_), None) => None,
            (None, _) => {
                self.r.missing(&table, "value", "given: the figure with its unit, such as \"4.8 s\"");
                None
            }
        };
        if !table.has("source") {
            self.r.missing(&table, "source", "given: the name of a source in [sources]");
        }
        let source = self.source(&table);
        let mut optional = |key: &str, quantity: Quantity, range| {
            table.get(key).and_then(|node| self.r.quantity(&node, quantity::measure(quantity), range))
        };
        let rollout_m = optional("rollout", Quantity::Length, (0.0, 2.0));
        let test_mass_kg = optional("test_mass", Quantity::Mass, (0.5, 100_000.0));
        let identifies = self.identified(&table);
        let note = self.r.optional_text(&table, "note", "a text").map(str::to_owned);
        let written = table.get("value").and_then(|value| value.as_str())?.to_owned();
        Some(PublishedFigure {
            test: test?,
            value: value?,
            written,
            source: source?,
            rollout_m,
            test_mass_kg,
            identifies,
            note,
        })
    }

    /// The field, or the last word of the fields of both axles, that a figure was used for.
    fn identified(&mut self, table: &Table<'a>) -> Option<String> {
        let must = "a field of the file that was set from the figure, such as \"gearbox.shift_time\" or \"lateral_friction\" of both axles";
        let name = self.r.optional_text(table, "identifies", must)?;
        let is_field = |(section, fields): &(&str, &[skidpad_core::spec::Field])| {
            fields.iter().any(|field| {
                name == format!("{section}.{}", field.name) || (name == field.name && is_axle(section))
            })
        };
        if SECTIONS.iter().any(is_field) {
            return Some(name.to_owned());
        }
        self.r.wrong(&table.get("identifies")?, must, None);
        None
    }

    fn test(&mut self, table: &Table<'a>) -> Option<&'static FigureTest> {
        let names = || FIGURE_TESTS.iter().map(|test| test.name);
        let must = one_of(names());
        let name = self.r.text_of(table, "test", &must)?;
        let test = FIGURE_TESTS.iter().find(|test| test.name == name);
        if test.is_none() {
            self.r.wrong(&table.get("test")?, must, did_you_mean(name, names()));
        }
        test
    }

    /// The figure, which carries its unit.
    fn figure_value(&mut self, node: &Node<'a>, test: &FigureTest) -> Option<f64> {
        let (measure, range) = test.unit.measure();
        if node.as_str().is_none() {
            self.r.wrong(node, must(measure, range), Some("a figure carries its unit, in quotes".to_owned()));
            return None;
        }
        self.r.quantity(node, measure, range)
    }
}
