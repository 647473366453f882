//! The result of a comparison, as a table, as JSON and as a page.

use serde::Serialize;
use skidpad_core::record::Channels;
use skidpad_core::units::{self, STANDARD_GRAVITY_M_S2};
use skidpad_formats::scenario::Scenario;
use skidpad_plot::{Compared, channel_figure, comparison_figures, comparison_page};
use skidpad_world::channel::ChannelRow;
use skidpad_world::manoeuvre::Turning;
use skidpad_world::scenario::Ending;

use super::options::Options;
use super::result::RunnerResult;
use crate::table::{Align, Table, significant};

/// Column of the table: heading, quantity, last or peak value, factor to the column's unit.
struct Column(&'static str, fn(&Turning<f64>) -> f64, At, f64);

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    End,
    Peak,
}

/// Magnitude, in the units of the table, below which a value is only a rounding error and shown as 0.
const NOISE: f64 = 1e-9;
const DEGREES: f64 = units::to_degrees(1.0);

const COLUMNS: &[Column] = &[
    Column("x m", |now| now.x_m, At::End, 1.0),
    Column("y m", |now| now.y_m, At::End, 1.0),
    Column("yaw deg", |now| now.yaw_rad, At::End, DEGREES),
    Column("speed km/h", |now| now.velocity_x_m_s, At::End, 3.6),
    Column("peak lat. g", |now| now.acceleration_y_m_s2, At::Peak, 1.0 / STANDARD_GRAVITY_M_S2),
    Column("yaw rate deg/s", |now| now.yaw_rate_rad_s, At::Peak, DEGREES),
    Column("sideslip deg", |now| now.sideslip_rad, At::Peak, DEGREES),
    Column("front slip deg", |now| now.front_slip_angle_rad, At::Peak, DEGREES),
    Column("rear slip deg", |now| now.rear_slip_angle_rad, At::Peak, DEGREES),
    Column("front lat. kN", |now| now.front_force_y_n, At::Peak, 1e-3),
    Column("rear lat. kN", |now| now.rear_force_y_n, At::Peak, 1e-3),
];

/// The last value, where it is known.
fn last(result: &RunnerResult, pick: impl Fn(&Turning<f64>) -> f64) -> Option<f64> {
    result.driven.seen.last().map(pick).filter(|value| value.is_finite())
}

/// The value furthest from 0, and the time at which it is first reached, s.
fn peak(result: &RunnerResult, pick: impl Fn(&Turning<f64>) -> f64) -> Option<(f64, f64)> {
    let values = result.driven.seen.iter().map(|now| (pick(now), now.time_s));
    let known = values.filter(|(value, _)| value.is_finite());
    // The first of equals, so that a mirrored run gives the mirrored instant.
    known.reduce(|best, next| if next.0.abs() > best.0.abs() { next } else { best })
}

fn cells(result: &RunnerResult) -> Vec<String> {
    let value = |column: &Column| {
        let value = match column.2 {
            At::End => last(result, column.1),
            At::Peak => peak(result, column.1).map(|peak| peak.0),
        };
        value.map_or("-".to_owned(), |value| significant(without_noise(value * column.3), 4))
    };
    std::iter::once(result.runner.name.clone()).chain(COLUMNS.iter().map(value)).collect()
}

/// Returns a value of the table, or 0 if it is only a rounding error.
fn without_noise(value: f64) -> f64 {
    if value.abs() < NOISE { 0.0 } else { value }
}

/// The table of last and largest values.
pub fn table(results: &[RunnerResult]) -> String {
    let headings: Vec<(&'static str, Align)> = std::iter::once(("model", Align::Left))
        .chain(COLUMNS.iter().map(|column| (column.0, Align::Right)))
        .collect();
    let mut table = Table::new(&headings);
    for result in results {
        table.row(cells(result));
    }
    let end = results.iter().map(|result| result.driven.finished.time_s).fold(0.0, f64::max);
    let text = "Position, heading and speed at the end, then the values furthest from 0";
    format!("After {} s. {text}; - : not computed by the model.\n\n{}", significant(end, 5), table.render())
}

/// Message about a run that ended early; `None` if it was complete.
pub fn ending(result: &RunnerResult) -> Option<String> {
    let finished = &result.driven.finished;
    let is_early = finished.ending != Ending::Complete;
    is_early
        .then(|| format!("{}: {} at {:.3} s", result.runner.name, finished.ending.name(), finished.time_s))
}

#[derive(Serialize)]
pub struct Document {
    scenario: String,
    duration_s: f64,
    dt_s: f64,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    model: &'static str,
    car: String,
    ending: &'static str,
    time_s: f64,
    #[serde(rename = "final")]
    last: serde_json::Map<String, serde_json::Value>,
    peak: serde_json::Map<String, serde_json::Value>,
}

/// Document that `--json` prints: for each channel of a turning car its last value, and the value furthest from 0 with its
/// time; null where the model does not compute it.
pub fn document(options: &Options, scenario: &Scenario, results: &[RunnerResult]) -> Document {
    let run = |result: &RunnerResult| {
        // The time is no result.
        let places = || Turning::<f64>::CHANNELS.iter().enumerate().skip(1);
        let last_of = |place: usize| last(result, |now| now.values()[place]);
        let peak_of = |place: usize| match peak(result, |now| now.values()[place]) {
            Some((value, time_s)) => serde_json::json!({"value": value, "time_s": time_s}),
            None => serde_json::Value::Null,
        };
        Run {
            model: result.runner.model.name,
            car: result.runner.car_name.clone(),
            ending: result.driven.finished.ending.name(),
            time_s: result.driven.finished.time_s,
            last: places().map(|(place, channel)| (channel.name.to_owned(), last_of(place).into())).collect(),
            peak: places().map(|(place, channel)| (channel.name.to_owned(), peak_of(place))).collect(),
        }
    };
    Document {
        scenario: options.scenario.display().to_string(),
        duration_s: scenario.duration_s,
        dt_s: scenario.dt_s,
        runs: results.iter().map(run).collect(),
    }
}

/// The page and its pictures by name and content.
pub fn files(
    options: &Options,
    scenario: &Scenario,
    results: &[RunnerResult],
    notes: &[String],
) -> Vec<(String, String)> {
    let compared: Vec<Compared> = results
        .iter()
        .map(|result| Compared { name: result.runner.name.clone(), seen: result.driven.seen.clone() })
        .collect();
    let mut figures = comparison_figures(&compared);
    figures.extend(options.channels.iter().map(|name| overlay(name.trim(), results)));
    let heading = std::iter::once("model".to_owned()).chain(COLUMNS.iter().map(|column| match column.2 {
        At::End => format!("{} (end)", column.0),
        At::Peak => column.0.to_owned(),
    }));
    let mut rows: Vec<Vec<String>> = vec![heading.collect()];
    rows.extend(results.iter().map(cells));
    let name = options.scenario.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let lead = format!(
        "{} runs of {} s over the same controls; grip of the road {}.",
        results.len(),
        scenario.duration_s,
        scenario.surface.grip
    );
    let page = comparison_page(&format!("Comparison: {name}"), &lead, &rows, notes, &figures);
    let plots = figures.into_iter().map(|figure| (figure.file, figure.svg));
    std::iter::once(("compare.html".to_owned(), page)).chain(plots).collect()
}

/// A channel of the models that have it, over time.
fn overlay(name: &str, results: &[RunnerResult]) -> skidpad_plot::Figure {
    let mut unit = "-";
    let mut lines = Vec::new();
    for result in results {
        let layout = result.runner.model.layout();
        let Ok(channel) = layout.channel(name) else { continue };
        unit = channel.unit();
        let at = |numbers: &Vec<f64>| {
            let row = ChannelRow::new(&layout, numbers);
            (row.time_s(), row.at(channel))
        };
        lines.push((result.runner.name.clone(), result.driven.all.rows.iter().map(at).collect()));
    }
    channel_figure(name, unit, lines)
}
