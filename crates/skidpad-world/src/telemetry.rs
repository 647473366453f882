//! Recordings: named columns of numbers over time.

use skidpad_core::record::Channel;

/// A table of numbers: one column per channel, one row per instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The columns.
    pub channels: Vec<Channel>,
    /// The rows, each as long as `channels`.
    pub rows: Vec<Vec<f64>>,
}

impl Recording {
    /// An empty table.
    pub fn new(channels: Vec<Channel>) -> Self {
        Self { channels, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<f64>) {
        debug_assert_eq!(row.len(), self.channels.len());
        self.rows.push(row);
    }

    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let index = self.channels.iter().position(|channel| channel.name == name)?;
        Some(self.rows.iter().map(|row| row[index]).collect())
    }
}
