//! Positions of what was given beside a file.

/// The lines of the values that do not stand in a file.
pub(crate) struct Positions {
    own_lines: usize,
    options: Vec<String>,
}

impl Positions {
    /// Positions in a text whose first lines are the file's own; the options gave the lines behind them.
    pub(super) fn new(own_lines: usize, options: Vec<String>) -> Self {
        Self { own_lines, options }
    }

    /// The option that gave the value of a line, with a space behind it; `None` where the line is the file's own.
    pub fn option(&self, line: usize) -> Option<&str> {
        let place = line.checked_sub(self.own_lines + 1)?;
        Some(self.options.get(place).map_or("", String::as_str))
    }
}
