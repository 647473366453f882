//! `skidpad tyre fit`.

mod report;

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use skidpad_fit::{TyreFitOptions, fit_tyre};
use skidpad_formats::Outputs;
use skidpad_formats::tyre::{TyreFile, load_points, write};

use super::file::read;
use crate::failure::Failure;
use crate::output;
use report::Report;

/// Help below the options.
pub const HELP: &str = "\
POINTS.csv has a line of names and a row per point: fz_n and at least one of fx_n, fy_n, mz_nm; kappa, alpha_rad,
gamma_rad and pressure_pa where they were varied. Axes are those of tyre property files, ISO-W: a positive slip angle
gives a negative fy_n. An empty cell below fx_n, fy_n or mz_nm was not measured.

Which coefficients are fitted depends on what the points vary: those of load need several loads, and so on. All
others stay as in the tyre that the fit starts from.";

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The measured points
    #[arg(value_name = "POINTS.csv")]
    points: PathBuf,
    /// The tyre to start from: its version, its size, and every coefficient that the points do not determine
    #[arg(long, value_name = "FILE.tir", default_value = "summer-205-55r16")]
    start: PathBuf,
    /// Write the fitted tyre into this file
    #[arg(long, value_name = "FILE.tir")]
    out: Option<PathBuf>,
    /// Print one JSON document instead of the tables
    #[arg(long)]
    json: bool,
}

/// Fits, reports, and writes the tyre where a file is named.
pub fn command(options: &Options) -> Result<(), Failure> {
    let mut outputs = Outputs::new(&[options.start.clone(), options.points.clone()]);
    let unwritten = |error| Failure::writing("--out", error);
    let out = options.out.as_ref().map(|out| outputs.create(out)).transpose().map_err(unwritten)?;
    let start = read(&options.start)?;
    let points = load_points(&options.points)?;
    let spinner = output::spinner("fitting");
    let result = fit_tyre(&start.coefficients, &points.rows, &TyreFitOptions::default());
    spinner.finish_and_clear();
    let fit = result.map_err(|error| Failure::input(error.to_string()))?;
    let report = Report::new(&points, &fit);
    if let Some(mut out) = out {
        let mut comments = vec![format!("Fitted by skidpad tyre fit to {}", options.points.display())];
        comments.extend(report.text().lines().map(str::to_owned));
        let coefficients = fit.coefficients;
        let file = TyreFile { coefficients, taken: Vec::new(), warnings: Vec::new(), ..start };
        out.write_all(write(&file, &comments).as_bytes()).map_err(unwritten)?;
        outputs.commit().map_err(unwritten)?;
    }
    if options.json { output::json(&report) } else { output::text(&report.text()) }
}
