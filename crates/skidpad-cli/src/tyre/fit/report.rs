//! What is said of a fit.

use serde::Serialize;
use skidpad_core::tyre::magic_formula::Coefficients;
use skidpad_formats::tyre::{Point, Points};

use super::plan::{Fitted, Measured};
use super::problem::{answers, numbers};
use crate::output::finite;
use crate::table::{Align, Table, significant};

/// A fit in numbers.
#[derive(Serialize)]
pub struct Report {
    /// How many points there were.
    pub points: usize,
    /// A row per measured channel.
    pub channels: Vec<Channel>,
    /// What was taken for granted.
    pub notes: Vec<String>,
}

/// How well a channel fits.
#[derive(Serialize)]
pub struct Channel {
    /// The column.
    pub channel: &'static str,
    /// How many points it has.
    pub points: usize,
    /// Root of the mean square of the residuals.
    pub rms: f64,
    /// The largest residual.
    pub largest: f64,
    /// The line of the largest residual in the file of points.
    pub largest_at_line: usize,
    /// 1 less the share of the variance that is left; null where the values do not vary.
    pub r_squared: Option<f64>,
    /// What was fitted.
    pub coefficients: Vec<Value>,
}

/// A fitted coefficient.
#[derive(Serialize)]
pub struct Value {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: f64,
    /// Whether it stands at one of its bounds, which the points would have it leave.
    pub is_at_bound: bool,
}

impl Report {
    /// Nothing fitted yet.
    pub fn new(points: &Points) -> Self {
        Self { points: points.rows.len(), channels: Vec::new(), notes: points.notes.clone() }
    }

    /// Something to say.
    pub fn note(&mut self, note: String) {
        self.notes.push(note);
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

impl Channel {
    /// The residuals of a channel's points.
    pub fn new(c: &Coefficients<f64>, measured: Measured, rows: &[&Point], plan: &[Fitted]) -> Self {
        let value = |point: &Point| measured.value(point).unwrap_or_default();
        let count = rows.len().max(1) as f64;
        let mean = rows.iter().map(|point| value(point)).sum::<f64>() / count;
        let spread = rows.iter().map(|point| (value(point) - mean).powi(2)).sum::<f64>();
        let answers = answers(c, measured, rows);
        let (mut sum, mut largest, mut largest_at_line) = (0.0, -1.0, 0);
        for (answer, point) in answers.iter().zip(rows) {
            let off = (answer - value(point)).abs();
            sum += off * off;
            if off > largest {
                (largest, largest_at_line) = (off, point.line);
            }
        }
        let all = numbers(c);
        let coefficients = plan
            .iter()
            .map(|fitted| {
                let value = all[fitted.index];
                let is_at_bound = value <= fitted.low || value >= fitted.high;
                Value { key: fitted.name.to_ascii_uppercase(), value, is_at_bound }
            })
            .collect();
        Self {
            channel: measured.column(),
            points: rows.len(),
            rms: (sum / count).sqrt(),
            largest,
            largest_at_line,
            r_squared: finite(1.0 - sum / spread),
            coefficients,
        }
    }
}
