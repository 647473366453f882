//! `skidpad tyre eval`.

use std::io::{self, Write as _};
use std::path::Path;

use skidpad_core::tyre::magic_formula::MagicFormula;
use skidpad_formats::evaluation::{error_line, too_long};
use skidpad_formats::tyre::{ask, reply};

use super::file::read;
use super::mode::ModeOption;
use crate::evaluate::{Line, next_line};
use crate::failure::Failure;
use crate::output;

/// Help text below the options.
pub const HELP: &str = "\
Each line of standard input is a question; each answer is one line:

  {\"fz_n\": 4000, \"kappa\": 0.02, \"alpha_rad\": 0.05, \"gamma_rad\": 0, \"vx_m_s\": 20, \"pressure_pa\": 220000}
  {\"fx_n\": ..., \"fy_n\": ..., \"mx_nm\": ..., \"my_nm\": ..., \"mz_nm\": ..., ...}    or    {\"error\": \"...\"}

The load is required. Defaults: slips and camber 0, speed and pressure those of the tyre's measurement.
Axes are those of tyre property files and of MFeval, ISO-W, for the side of the car that the file is for: x forward,
y left, z up; kappa is -1 for a locked wheel; a positive slip angle gives a force to the right (fy_n < 0); a wheel whose
top leans to its right has a positive gamma_rad; my_nm < 0 brakes a wheel that rolls forwards.";

/// Answers until the input ends.
pub fn command(path: &Path, mode: ModeOption) -> Result<(), Failure> {
    let file = read(path)?;
    let tyre = MagicFormula::new(&file.coefficients, mode.0);
    output::hint("one question a line: {\"fz_n\": 4000, \"kappa\": 0.02, \"alpha_rad\": 0.05}");
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        let read = next_line(&mut input, &mut line)
            .map_err(|error| Failure::input(format!("cannot read standard input ({error})")))?;
        let answer = match read {
            Line::End => return Ok(()),
            Line::TooLong => Err(too_long()),
            Line::Whole => ask(file.coefficients.version, &tyre, &line)
                .and_then(|question| reply(&tyre.answer(&question))),
        };
        let mut answer = answer.unwrap_or_else(|message| error_line(&message));
        answer.push('\n');
        out.write_all(answer.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)?;
    }
}
