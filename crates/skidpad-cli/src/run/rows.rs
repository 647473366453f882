//! The rows of a run: written as they come, thinned for pictures.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use skidpad_core::record::Channel;
use skidpad_formats::telemetry::{Format, RowWriter, TelemetryDetails, WriteError};
use skidpad_plot::{Scene, scene_figure, telemetry_figures};
use skidpad_world::telemetry::Recording;

use crate::failure::Failure;

/// The most rows that a picture shows: some twenty for each of its points.
const MOST_SHOWN: usize = 20_000;

/// Takes the rows of a run. Its memory does not grow with their number.
pub struct Rows {
    table: RowWriter<File>,
    columns: Vec<Channel>,
    broken: Option<&'static str>,
    failed: Option<WriteError>,
    shown: Option<Thinned>,
}

/// Result of the rows.
pub struct Finished {
    /// Number of rows that were written.
    pub written: u64,
    /// The channel that was not finite.
    pub broken: Option<&'static str>,
    /// The rows that pictures show, if they were kept.
    pub shown: Option<Recording>,
}

impl Rows {
    /// An empty table in a file; `is_drawn` keeps rows for pictures.
    pub fn new(columns: &[Channel], format: Format, file: File, is_drawn: bool) -> Result<Self, WriteError> {
        let names: Vec<&str> = columns.iter().map(|channel| channel.name).collect();
        Ok(Self {
            table: RowWriter::new(format, &names, file)?,
            columns: columns.to_vec(),
            broken: None,
            failed: None,
            shown: is_drawn.then(Thinned::default),
        })
    }

    /// Describes the table, where its format has room for it.
    pub fn describe(&mut self, car: &str, model: &str) {
        let (vehicle, comment) = (car.to_owned(), format!("skidpad run, {model}"));
        self.table.describe(&TelemetryDetails { vehicle, comment, ..TelemetryDetails::default() });
    }

    /// Takes a row; ends the run at a number that is not finite, and where the row cannot be written.
    pub fn push(&mut self, row: &[f64]) -> ControlFlow<()> {
        if let Some(index) = row.iter().position(|value| !value.is_finite()) {
            self.broken = Some(self.columns[index].name);
            return ControlFlow::Break(());
        }
        if let Err(error) = self.table.push(row) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if let Some(shown) = &mut self.shown {
            shown.push(row);
        }
        ControlFlow::Continue(())
    }

    /// Completes the table.
    pub fn finish(self) -> Result<Finished, WriteError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let written = self.table.finish()?;
        let shown = self.shown.map(|shown| shown.finish(self.columns));
        Ok(Finished { written, broken: self.broken, shown })
    }
}

/// Pictures of a run by name and content, that of the scene first where there is one.
pub fn pictures(recording: &Recording, scene: Option<&Scene>) -> Vec<(String, String)> {
    let above = scene.and_then(|scene| scene_figure(recording, scene));
    let figures = above.into_iter().chain(telemetry_figures(recording));
    figures.map(|figure| (figure.file, figure.svg)).collect()
}

/// A table that could not be written.
pub fn unwritten(out: &Path, error: WriteError) -> Failure {
    let error = error.in_file(out);
    match &error.source {
        Some(source) => {
            let kind = source.kind();
            Failure::writing("--out", io::Error::new(kind, error))
        }
        None => Failure::input(format!("--out: {error}")),
    }
}

/// Evenly spaced rows of a run whose length is not known before: of all, then of every second, fourth and so on.
#[derive(Default)]
struct Thinned {
    rows: Vec<Vec<f64>>,
    /// Every so many-th is kept: 2 to this power.
    doublings: u32,
    count: u64,
    last: Vec<f64>,
}

impl Thinned {
    fn push(&mut self, row: &[f64]) {
        if self.count.is_multiple_of(1 << self.doublings) {
            self.rows.push(row.to_vec());
        }
        self.last.clear();
        self.last.extend_from_slice(row);
        self.count += 1;
        if self.rows.len() > MOST_SHOWN {
            let mut is_even = false;
            self.rows.retain(|_| {
                is_even = !is_even;
                is_even
            });
            self.doublings += 1;
        }
    }

    /// With the last row, whichever it is.
    fn finish(mut self, columns: Vec<Channel>) -> Recording {
        if self.rows.last().is_some_and(|row| *row != self.last) {
            self.rows.push(self.last);
        }
        let mut recording = Recording::new(columns);
        self.rows.into_iter().for_each(|row| recording.push(row));
        recording
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_SHOWN, Thinned};

    #[test]
    fn a_long_run_is_shown_by_evenly_spaced_rows_from_its_first_to_its_last() {
        for count in [1, 2, MOST_SHOWN, MOST_SHOWN + 1, 123_457] {
            let mut thinned = Thinned::default();
            (0..count).for_each(|row| thinned.push(&[row as f64]));
            let rows = thinned
                .finish(vec![skidpad_world::scenario::columns(&skidpad_world::models::POINT_MASS)[0]])
                .rows;
            assert!(rows.len() <= MOST_SHOWN + 1 && rows.len() >= usize::min(count, MOST_SHOWN / 2));
            assert_eq!((rows[0][0], rows[rows.len() - 1][0]), (0.0, (count - 1) as f64));
            let gaps: Vec<f64> = rows.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
            let inner = &gaps[..gaps.len().saturating_sub(1)];
            assert!(inner.iter().all(|gap| *gap == inner[0]), "{count}");
        }
    }
}
