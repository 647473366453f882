//! The table of a sweep: as text, as comma-separated values, as JSON.

use serde::Serialize;
use serde_json::{Map, Value};

use super::columns::SweepColumn;
use super::variant::Outcome;
use crate::output::finite;
use crate::run::edits::{AxisValue, Changes};
use crate::table::{Align, Table, significant};

/// Digits of the numbers in the text.
const DIGITS: usize = 6;
/// Digits of the swept values in the text: more, as they may be near each other.
const SWEPT_DIGITS: usize = 10;

/// All that is printed.
pub struct SweepReport<'r> {
    pub scenario: String,
    pub changes: &'r Changes,
    pub columns: &'r [SweepColumn],
    /// Outcome of each variant, or why it was not driven.
    pub outcomes: Vec<Result<Outcome, String>>,
}

#[derive(Serialize)]
struct SweepDocument<'r> {
    scenario: &'r str,
    swept: Vec<Swept<'r>>,
    columns: Vec<ColumnRow<'r>>,
    variants: Vec<VariantRow>,
}

#[derive(Serialize)]
struct Swept<'r> {
    field: &'r str,
    unit: &'r str,
}

#[derive(Serialize)]
struct ColumnRow<'r> {
    name: String,
    channel: &'r str,
    statistic: &'static str,
}

#[derive(Serialize)]
struct VariantRow {
    values: Map<String, Value>,
    ending: Option<String>,
    failure: Option<String>,
    time_s: Option<f64>,
    distance_m: Option<f64>,
    results: Map<String, Value>,
}

impl SweepReport<'_> {
    /// Number of variants that were not driven.
    pub fn failed(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.is_err()).count()
    }

    /// The notes on variants, each once, with how many it concerns where it does not concern all.
    pub fn notes(&self) -> Vec<String> {
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for note in self.outcomes.iter().flatten().flat_map(|outcome| &outcome.notes) {
            match counted.iter_mut().find(|(known, _)| known == note) {
                Some((_, count)) => *count += 1,
                None => counted.push((note, 1)),
            }
        }
        let driven = self.outcomes.len() - self.failed();
        let line = |(note, count): (&str, usize)| match count {
            count if count == driven => note.to_owned(),
            count => format!("{note} (in {count} of {driven} variants)"),
        };
        counted.into_iter().map(line).collect()
    }

    fn headings(&self) -> Vec<String> {
        let swept = self.changes.axes.iter().map(|axis| match axis.unit.as_str() {
            "" => axis.fields.clone(),
            unit => format!("{} [{unit}]", axis.fields),
        });
        let rest = ["time_s", "distance_m"].map(str::to_owned);
        let columns = self.columns.iter().map(SweepColumn::name);
        swept.chain(rest).chain(columns).chain(["outcome".to_owned()]).collect()
    }

    /// The numbers of a variant, in the order of the headings.
    fn numbers(&self, outcome: &Result<Outcome, String>) -> Vec<Option<f64>> {
        match outcome {
            Ok(outcome) => [Some(outcome.time_s), outcome.distance_m]
                .into_iter()
                .chain(outcome.numbers.clone())
                .collect(),
            Err(_) => vec![None; 2 + self.columns.len()],
        }
    }

    /// The table for a person.
    pub fn text(&self) -> String {
        let headings = self.headings();
        let is_number = |at: usize| {
            let axis = self.changes.axes.get(at);
            axis.is_none_or(|axis| axis.values.iter().all(|value| value.number.is_some()))
        };
        let last = headings.len() - 1;
        let aligned: Vec<(&str, Align)> = headings
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let is_right = at != last && is_number(at);
                (name.as_str(), if is_right { Align::Right } else { Align::Left })
            })
            .collect();
        let mut table = Table::new(&aligned);
        for (variant, outcome) in self.outcomes.iter().enumerate() {
            let swept = self.changes.values(variant).into_iter().map(|value| match value.number {
                Some(number) => significant(number, SWEPT_DIGITS),
                None => value.written.clone(),
            });
            let numbers = self.numbers(outcome).into_iter();
            let numbers = numbers.map(|number| number.map_or(String::new(), |n| significant(n, DIGITS)));
            table.row(swept.chain(numbers).chain([ending(outcome)]));
        }
        table.render()
    }

    /// The table with all digits, as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = line(&self.headings());
        for (variant, outcome) in self.outcomes.iter().enumerate() {
            let swept = self.changes.values(variant).into_iter().map(|value| match value.number {
                Some(number) => format!("{number:?}"),
                None => value.written.clone(),
            });
            let numbers = self.numbers(outcome).into_iter();
            let numbers = numbers.map(|number| number.map_or(String::new(), |n| format!("{n:?}")));
            let cells: Vec<String> = swept.chain(numbers).chain([ending(outcome)]).collect();
            text += &line(&cells);
        }
        text
    }

    /// The table as a document.
    pub fn document(&self) -> impl Serialize + use<'_> {
        let swept = self.changes.axes.iter().map(|axis| Swept { field: &axis.fields, unit: &axis.unit });
        let column = |column: &SweepColumn| (column.name(), column.statistic.name());
        let columns = self.columns.iter().map(|found| {
            let (name, statistic) = column(found);
            ColumnRow { name, channel: &found.channel, statistic }
        });
        let rows = self.outcomes.iter().enumerate().map(|(variant, outcome)| self.row(variant, outcome));
        SweepDocument {
            scenario: &self.scenario,
            swept: swept.collect(),
            columns: columns.collect(),
            variants: rows.collect(),
        }
    }

    fn row(&self, variant: usize, outcome: &Result<Outcome, String>) -> VariantRow {
        let value = |value: &AxisValue| match value.number {
            Some(number) => Value::from(number),
            None => Value::from(value.written.clone()),
        };
        let axes = self.changes.axes.iter().zip(self.changes.values(variant));
        let driven = outcome.as_ref().ok();
        let numbers = driven.map_or(Vec::new(), |outcome| outcome.numbers.clone());
        let named = self.columns.iter().zip(numbers);
        VariantRow {
            values: axes.map(|(axis, swept)| (axis.fields.clone(), value(swept))).collect(),
            ending: driven.map(|outcome| outcome.ending.clone()),
            failure: outcome.as_ref().err().cloned(),
            time_s: driven.and_then(|outcome| finite(outcome.time_s)),
            distance_m: driven.and_then(|outcome| outcome.distance_m),
            results: named.map(|(column, number)| (column.name(), Value::from(number))).collect(),
        }
    }
}

/// Ending of a variant, or why it was not driven.
fn ending(outcome: &Result<Outcome, String>) -> String {
    match outcome {
        Ok(outcome) => outcome.ending.clone(),
        Err(reason) => format!("failed: {}", reason.lines().collect::<Vec<_>>().join("; ")),
    }
}

/// A line of comma-separated values; texts with a comma or quotes stand in quotes.
fn line(cells: &[String]) -> String {
    let cell = |cell: &String| match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        let cells = ["1.5", "a, b", "the \"c\"", ""].map(str::to_owned);
        assert_eq!(line(&cells), "1.5,\"a, b\",\"the \"\"c\"\"\",\n");
    }
}
