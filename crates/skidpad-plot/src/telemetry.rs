//! The channels of any recording over time.

use skidpad_core::math::Real;
use skidpad_core::record::Channel;
use skidpad_world::channel::TIME;
use skidpad_world::telemetry::Recording;

use crate::figures::{Drawing, Figure, staircase};
use crate::svg::{Axis, Colour, Line, Plot};

/// How many channels one figure shows.
const CHANNELS: usize = 6;
/// A value this many times further out than nearly all others does not stretch the axis.
const OUTLIER: f64 = 5.0;

/// Channels that share an axis.
struct Group {
    /// Part of the file's name.
    slug: String,
    title: String,
    quantity: &'static str,
    unit: String,
    /// Whether values change in jumps; then each channel has axes of its own.
    in_jumps: bool,
    columns: Vec<usize>,
}

/// A figure for each unit that occurs, over the column `time_s`; more than one where many channels share a unit.
/// Pure numbers are parted into gears, switches and pedals, slips, and the rest.
pub fn telemetry_figures(recording: &Recording) -> Vec<Figure> {
    let time = recording.column(TIME.name);
    let (Some(time), true) = (time, recording.rows.len() > 1) else { return Vec::new() };
    groups(&recording.channels).iter().flat_map(|group| draw(recording, group, &time)).collect()
}

fn groups(channels: &[Channel]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (column, channel) in channels.iter().enumerate().filter(|entry| entry.1.name != TIME.name) {
        let group = group_of(channel);
        match groups.iter_mut().find(|known| known.slug == group.slug) {
            Some(known) => known.columns.push(column),
            None => groups.push(Group { columns: vec![column], ..group }),
        }
    }
    groups
}

fn group_of(channel: &Channel) -> Group {
    let pure = |slug: &str, title: &str, quantity, unit: &str, in_jumps| Group {
        slug: slug.to_owned(),
        title: title.to_owned(),
        quantity,
        unit: unit.to_owned(),
        in_jumps,
        columns: Vec::new(),
    };
    if channel.unit != "-" {
        let quantity = quantity(channel.unit);
        return pure(&slug(channel.unit), &capital(quantity), quantity, &pretty(channel.unit), false);
    }
    if channel.name.ends_with("gear") {
        pure("gear", "Gears", "gear", "-", true)
    } else if channel.name.contains("slip") || channel.name.contains("deflection") {
        pure("slip", "Slip", "slip ratio", "-", false)
    } else if channel.low >= -1.0 && channel.high <= 1.0 {
        pure("switches", "Switches and pedals", "value", "-", true)
    } else {
        pure("ratio", "Ratios", "ratio", "-", false)
    }
}

/// What a unit measures.
fn quantity(unit: &str) -> &'static str {
    const QUANTITIES: &[(&str, &str)] = &[
        ("s", "time"),
        ("m", "distance"),
        ("m/s", "speed"),
        ("m/s^2", "acceleration"),
        ("rad", "angle"),
        ("rad/s", "angular speed"),
        ("rad/s^2", "angular acceleration"),
        ("N", "force"),
        ("N.m", "torque"),
        ("W", "power"),
        ("J", "energy"),
        ("kg", "mass"),
        ("Pa", "pressure"),
        ("K", "temperature"),
    ];
    QUANTITIES.iter().find(|entry| entry.0 == unit).map_or("value", |entry| entry.1)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A unit as part of a file's name.
fn slug(unit: &str) -> String {
    unit.chars()
        .filter(|letter| *letter != '^')
        .map(|letter| if letter.is_alphanumeric() { letter } else { '_' })
        .collect()
}

/// A unit as people write it.
fn pretty(unit: &str) -> String {
    unit.replace('.', "·").replace("^2", "²").replace("^3", "³")
}

fn draw(recording: &Recording, group: &Group, time: &[f64]) -> Vec<Figure> {
    let column = |column: &usize| {
        let column = *column;
        recording.rows.iter().map(move |row| row[column])
    };
    let is_constant = |index: &usize| {
        let first = recording.rows[0][*index];
        column(index).all(|value| value == first)
    };
    let (constant, varying): (Vec<usize>, Vec<usize>) =
        group.columns.iter().partition(|index| is_constant(index));
    // Channels that never change are named below the figure; where no other is left they are drawn.
    let shown = if varying.is_empty() { &constant } else { &varying };
    let parts: Vec<&[usize]> = shown.chunks(CHANNELS).collect();
    let mut figures: Vec<Figure> = parts
        .iter()
        .enumerate()
        .map(|(index, columns)| part(recording, group, (index, parts.len()), columns, time))
        .collect();
    if let (Some(last), false, false) = (figures.last_mut(), varying.is_empty(), constant.is_empty()) {
        let values: Vec<String> = constant
            .iter()
            .map(|index| format!("{} = {}", recording.channels[*index].name, recording.rows[0][*index]))
            .collect();
        last.caption.push_str(&format!(" Constant all along: {}.", values.join(", ")));
    }
    figures
}

/// One figure of a group.
fn part(
    recording: &Recording,
    group: &Group,
    part: (usize, usize),
    columns: &[usize],
    time: &[f64],
) -> Figure {
    let (index, all) = part;
    let lines: Vec<Line> = columns
        .iter()
        .enumerate()
        .map(|(colour, column)| line(recording, *column, time, Colour::Series(colour), group.in_jumps))
        .collect();
    let mut caption = format!("Recorded channels: {}.", names(recording, columns));
    let axis = || Axis::new("time", "s").span(time[0], time[time.len() - 1]);
    let mut y = Axis::new(group.quantity, &group.unit);
    if let Some((span, whole)) = robust_span(&lines).filter(|_| !group.in_jumps) {
        y = y.span(span.0, span.1);
        let reach = format!("reach from {:.3e} to {:.3e}", whole.0, whole.1);
        caption.push_str(&format!(" Short peaks {reach} and are cut off at the frame."));
    }
    let plots: Vec<Plot> = if group.in_jumps {
        // On one axis lines that are 0 or 1 would cover each other.
        let strip = |line: Line| Plot::new(axis(), y.clone().from_zero().whole()).with(line);
        lines.into_iter().map(strip).collect()
    } else {
        let mut plot = Plot::new(axis(), y);
        plot.lines = lines;
        vec![plot]
    };
    let number = if all > 1 { format!("-{}", index + 1) } else { String::new() };
    let title =
        if all > 1 { format!("{} ({} of {all})", group.title, index + 1) } else { group.title.clone() };
    let file = format!("telemetry-{}{number}.svg", group.slug);
    let height = if plots.len() > 1 { 60.0 + 90.0 * plots.len() as f64 } else { 380.0 };
    Drawing { file, title, plots, height, caption }.finish()
}

fn names(recording: &Recording, columns: &[usize]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| recording.channels[*column].name).collect();
    names.join(", ")
}

fn line(recording: &Recording, column: usize, time: &[f64], colour: Colour, in_jumps: bool) -> Line {
    let points: Vec<(f64, f64)> =
        time.iter().zip(&recording.rows).map(|(time, row)| (*time, row[column])).collect();
    let points = if in_jumps { staircase(&points) } else { points };
    Line::new(points, colour).named(recording.channels[column].name)
}

/// Where a few values lie far outside of all others: the span of the others, and that of all.
fn robust_span(lines: &[Line]) -> Option<((f64, f64), (f64, f64))> {
    let mut values: Vec<f64> = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.1)
        .filter(|value| value.is_finite())
        .collect();
    values.sort_by(f64::total_cmp);
    let (low, high) = (*values.first()?, *values.last()?);
    let at = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    let (inner_low, inner_high) = (at(0.01), at(0.99));
    let inner = inner_high - inner_low;
    let stretched = high > inner_high + OUTLIER * inner || low < inner_low - OUTLIER * inner;
    let room = 0.1 * inner;
    // Where all but a few values are one and the same, these few are what there is to see.
    let varies = inner > 1e-9 * Real::max(Real::abs(inner_high), Real::abs(inner_low));
    (stretched && varies).then_some(((inner_low - room, inner_high + room), (low, high)))
}
