//! Tables of aligned text.

/// Alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table of text: a heading, a rule, rows.
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(columns: &[(&str, Align)]) -> Self {
        let columns = columns.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row; what is missing on the right is blank.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Returns the table as text, without spaces at the ends of lines. Columns whose cells are all blank are left out.
    pub fn render(&self) -> String {
        let width = |index: usize| {
            let cells = self.rows.iter().map(|row| row[index].chars().count());
            let widest = cells.max().unwrap_or(0);
            if widest == 0 { 0 } else { widest.max(self.columns[index].0.chars().count()) }
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let heading: Vec<&str> = self.columns.iter().map(|column| column.0.as_str()).collect();
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        let mut text = String::new();
        self.line(&mut text, &widths, heading.iter().copied());
        self.line(&mut text, &widths, rule.iter().map(String::as_str));
        for row in &self.rows {
            self.line(&mut text, &widths, row.iter().map(String::as_str));
        }
        text
    }

    fn line<'c>(&self, text: &mut String, widths: &[usize], cells: impl Iterator<Item = &'c str>) {
        let mut line = String::new();
        for ((cell, width), (_, align)) in cells.zip(widths).zip(&self.columns) {
            if *width == 0 {
                continue;
            }
            let space = " ".repeat(width - cell.chars().count());
            if !line.is_empty() {
                line += "  ";
            }
            match align {
                Align::Left => line.extend([cell, &space]),
                Align::Right => line.extend([space.as_str(), cell]),
            }
        }
        *text += line.trim_end();
        text.push('\n');
    }
}

/// A number with at most `digits` significant digits, without zeros at its end.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { "-".to_owned() };
    }
    let magnitude = value.abs().log10().floor();
    if !(-5.0..9.0).contains(&magnitude) {
        return format!("{value:.*e}", digits.saturating_sub(1));
    }
    let places = (digits as f64 - 1.0 - magnitude).max(0.0) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::{Align, Table, significant};

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut table = Table::new(&[("name", Align::Left), ("value", Align::Right), ("note", Align::Left)]);
        table.row(["é".to_owned(), "1.5".to_owned()]);
        table.row(["longer".to_owned(), "10".to_owned()]);
        assert_eq!(table.render(), "name    value\n------  -----\né         1.5\nlonger     10\n");
    }

    #[test]
    fn numbers_keep_their_significant_digits() {
        for (value, text) in [
            (0.0, "0"),
            (1234567.0, "1234567"),
            (0.30480, "0.3048"),
            (1e-9, "1.0000e-9"),
            (-2.5, "-2.5"),
            (753.98223686, "753.98"),
            (f64::NAN, "-"),
        ] {
            assert_eq!(significant(value, 5), text);
        }
    }
}
