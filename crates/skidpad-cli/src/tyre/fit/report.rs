//! Report on a fit, as tables and as JSON.

use serde::Serialize;
use skidpad_fit::{ChannelFit, TyreFit};
use skidpad_formats::tyre::Points;

use crate::table::{Align, Table, significant};

/// A fit in numbers.
#[derive(Serialize)]
pub struct Report {
    points: usize,
    channels: Vec<ChannelRow>,
    notes: Vec<String>,
}

/// Agreement with one channel.
#[derive(Serialize)]
struct ChannelRow {
    channel: &'static str,
    points: usize,
    /// Root of the mean square of the residuals.
    rms: f64,
    /// The largest residual's magnitude.
    largest: f64,
    largest_at_line: usize,
    /// Null where the values do not vary.
    r_squared: Option<f64>,
    coefficients: Vec<CoefficientRow>,
}

/// A fitted coefficient.
#[derive(Serialize)]
struct CoefficientRow {
    key: String,
    value: f64,
    is_at_bound: bool,
}

impl Report {
    /// The report on a fit to the points of a file.
    pub fn new(points: &Points, fit: &TyreFit) -> Self {
        let notes = fit.notes.iter().map(ToString::to_string);
        Self {
            points: points.rows.len(),
            channels: fit.channels.iter().map(|channel| ChannelRow::new(points, channel)).collect(),
            notes: points.notes.iter().cloned().chain(notes).collect(),
        }
    }

    /// As tables.
    pub fn text(&self) -> String {
        let mut table = Table::new(&[
            ("channel", Align::Left),
            ("points", Align::Right),
            ("rms", Align::Right),
            ("largest", Align::Right),
            ("at line", Align::Right),
            ("R²", Align::Right),
        ]);
        let mut values =
            Table::new(&[("coefficient", Align::Left), ("value", Align::Right), ("", Align::Left)]);
        for channel in &self.channels {
            table.row([
                channel.channel.to_owned(),
                channel.points.to_string(),
                significant(channel.rms, 4),
                significant(channel.largest, 4),
                channel.largest_at_line.to_string(),
                channel.r_squared.map_or("-".to_owned(), |value| format!("{value:.6}")),
            ]);
            for value in &channel.coefficients {
                let bound = if value.is_at_bound { "at its bound" } else { "" };
                values.row([value.key.clone(), significant(value.value, 5), bound.to_owned()]);
            }
        }
        let mut text = format!("{} points\n\n{}\n{}", self.points, table.render(), values.render());
        for note in &self.notes {
            text += &format!("\n{note}");
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        text
    }
}

impl ChannelRow {
    fn new(points: &Points, fit: &ChannelFit) -> Self {
        let largest = fit.largest();
        let coefficients = fit.coefficients.iter().map(|found| CoefficientRow {
            key: found.name.to_ascii_uppercase(),
            value: found.value,
            is_at_bound: found.is_at_bound,
        });
        Self {
            channel: fit.channel.name(),
            points: fit.residuals.len(),
            rms: fit.rms(),
            largest: largest.map_or(0.0, |entry| entry.residual.abs()),
            largest_at_line: largest.map_or(0, |entry| points.lines[entry.point]),
            r_squared: fit.r_squared,
            coefficients: coefficients.collect(),
        }
    }
}
