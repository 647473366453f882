//! The figures of a road test, each after the source that first drew it.

mod drive;
mod engine;
mod resistance;
mod run;
mod sources;
mod tyre;

pub(crate) use engine::peak_output;
pub(crate) use run::staircase;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_world::roadtest::{RoadTest, Test};
pub use sources::source_figures;

use crate::svg::{Colour, Plot, Sheet, Stack};

/// A finished figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// A name for its file: `wheel-force.svg`.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The picture: an SVG document.
    pub svg: String,
    /// What to see in it, and the figure of the sources that it follows.
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
    fn new(file: &str, title: &str, plots: Vec<Plot>, caption: impl Into<String>) -> Self {
        let height = if plots.len() > 1 { 560.0 } else { 380.0 };
        Self { file: file.to_owned(), title: title.to_owned(), plots, height, caption: caption.into() }
    }

    pub(crate) fn finish(self) -> Figure {
        let svg = Sheet::stacked(&self.title, self.plots, self.height).svg();
        Figure { file: self.file, title: self.title, svg, caption: self.caption }
    }
}

/// All figures of a road test, on the road and in the air of its conditions, in the order of the report. One whose run recorded nothing
/// is left out.
pub fn figures(vehicle: &Vehicle<f64>, test: &RoadTest) -> Vec<Figure> {
    let drawings = [
        run::standing_start(test),
        run::launch(vehicle, test),
        run::acceleration_over_speed(vehicle, test),
        Some(drive::wheel_force(vehicle, test)),
        Some(drive::axle_torque(vehicle)),
        Some(resistance::traction_and_resistance(vehicle, test)),
        Some(engine::torque_and_power(vehicle)),
        Some(engine::torque_and_horsepower(vehicle)),
        Some(engine::torque_curve(vehicle)),
        Some(engine::power_curve(vehicle)),
        Some(tyre::slip_curves(vehicle, test)),
        run::braking(test),
        resistance::road_load(vehicle, test),
    ];
    drawings.into_iter().flatten().map(Drawing::finish).collect()
}

/// The four figures that say most, as one picture: an SVG document, 1200 pixels wide.
pub fn overview(title: &str, vehicle: &Vehicle<f64>, test: &RoadTest) -> String {
    let drawings = [
        run::standing_start(test),
        Some(drive::wheel_force(vehicle, test)),
        Some(drive::axle_torque(vehicle)),
        Some(tyre::slip_curves(vehicle, test)),
    ];
    let cells = drawings
        .into_iter()
        .flatten()
        .map(|drawing| Stack { title: drawing.title, plots: drawing.plots })
        .collect();
    Sheet {
        title: title.to_owned(),
        subtitle: String::from("Road test computed by Skidpad"),
        width: 1200.0,
        row_height: 480.0,
        columns: 2,
        cells,
    }
    .svg()
}

/// The value of a test.
fn value(test: &RoadTest, which: Test) -> Option<f64> {
    let outcome = test.outcomes.iter().find(|entry| entry.0 == which)?;
    outcome.1.value.as_ref().ok().copied().filter(|value| value.is_finite())
}

/// How many forward gears there are.
fn gears(vehicle: &Vehicle<f64>) -> usize {
    vehicle.shift().gears as usize
}

/// The colour of a gear's lines.
fn gear_colour(gear: usize) -> Colour {
    Colour::Series(gear - 1)
}

/// What stands at a gear's line.
fn gear_name(vehicle: &Vehicle<f64>, gear: usize) -> String {
    if gears(vehicle) == 1 {
        return String::from("the only gear");
    }
    let ending = match gear {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{gear}{ending}")
}

/// Values from one to another, both included.
fn steps(from: f64, to: f64, parts: u32) -> impl Iterator<Item = f64> {
    (0..=parts).map(move |part| from + (to - from) * f64::from(part) / f64::from(parts))
}

/// The highest point of a line.
fn peak(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    points.iter().copied().filter(|point| point.1.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The point of a line nearest to a value of the lower axis.
fn at(points: &[(f64, f64)], x: f64) -> Option<(f64, f64)> {
    let away = |point: &(f64, f64)| Real::abs(point.0 - x);
    let finite = points.iter().copied().filter(|point| point.1.is_finite());
    finite.min_by(|a, b| away(a).total_cmp(&away(b)))
}
