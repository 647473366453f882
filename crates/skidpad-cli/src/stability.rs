//! `skidpad stability`: the step that is too large.

use clap::Args;
use serde::Serialize;
use skidpad_core::integrate::Method;
use skidpad_texts::stability::{SpinningWheel, StepRow, step_table};

use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table, significant};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
}

/// Steps from 60 Hz down to where every method settles, s.
const STEPS_S: [f64; 8] = [1.0 / 60.0, 1.0 / 240.0, 0.002, 0.001, 0.0008, 0.0007, 0.0005, 0.00025];

#[derive(Serialize)]
struct Row {
    integrator: &'static str,
    dt_s: f64,
    stiffness: f64,
    limit: f64,
    allowed: bool,
    settles: bool,
    final_error: Option<f64>,
}

impl Row {
    fn new(row: &StepRow) -> Self {
        Self {
            integrator: row.method.name(),
            dt_s: row.step_s,
            stiffness: row.stiffness,
            limit: row.limit,
            allowed: row.allowed,
            settles: row.settles,
            final_error: output::finite(row.final_error),
        }
    }
}

/// Prints how each integrator fares with each step.
pub fn command(options: &Options) -> Result<(), Failure> {
    let wheel = SpinningWheel::EXAMPLE;
    let table = step_table(&wheel, STEPS_S, 2.0);
    let rows: Vec<Row> = table.iter().flatten().map(Row::new).collect();
    if options.json {
        return output::json(&rows);
    }
    let mut text = format!(
        "How large a step may be: the driven wheel of a sports car that pulls away at {} m/s.\n\
         Its speed settles at the rate {:.0} 1/s; a method holds while step x rate stays below its limit\n\
         (HNW II, IV.2). Beyond it the wheel rattles between the caps of its tyre's force.\n\n",
        wheel.car_speed_m_s,
        wheel.rate(),
    );
    let mut shown = Table::new(&[
        ("integrator", Align::Left),
        ("limit", Align::Right),
        ("largest step", Align::Right),
        ("step", Align::Right),
        ("step x rate", Align::Right),
        ("settles", Align::Left),
        ("error at the end", Align::Right),
    ]);
    for (method, rows) in Method::ALL.iter().zip(&table) {
        for (index, row) in rows.iter().enumerate() {
            let first = |text: String| if index == 0 { text } else { String::new() };
            shown.row([
                first(method.name().to_owned()),
                first(format!("{:.3}", row.limit)),
                first(format!("{:.3} ms", 1e3 * row.limit / wheel.rate())),
                format!("{:.3} ms", 1e3 * row.step_s),
                format!("{:.2}", row.stiffness),
                if row.settles { "yes" } else { "no" }.to_owned(),
                format!("{} %", significant(100.0 * row.final_error, 3)),
            ]);
        }
    }
    text += &shown.render();
    output::text(&text)
}
