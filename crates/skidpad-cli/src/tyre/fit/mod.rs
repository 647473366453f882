//! `skidpad tyre fit`.

mod plan;
mod problem;
mod report;

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use skidpad_core::tyre::magic_formula::{Coefficients, Version};
use skidpad_formats::Outputs;
use skidpad_formats::tyre::{Point, Points, TyreFile, load_points, write};

use crate::failure::Failure;
use crate::output;
use plan::{Fitted, Measured, Varied};
use report::{Channel, Report};

/// What `--help` says below the options.
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
    /// The tyre to start from: its version, size, and all that the points say nothing about
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
    let start = super::read(&options.start)?;
    let mut points = load_points(&options.points)?;
    if start.coefficients.version == Version::V5_2
        && points.rows.iter().any(|point| point.pressure_pa.is_some())
    {
        points.notes.push("Magic Formula 5.2 has no pressure: pressure_pa is ignored".to_owned());
        points.rows.iter_mut().for_each(|point| point.pressure_pa = None);
    }
    let spinner = output::spinner("fitting");
    let result = fitted(&start, &points);
    spinner.finish_and_clear();
    let (file, report) = result?;
    if let Some(mut out) = out {
        let mut comments = vec![format!("Fitted by skidpad tyre fit to {}", options.points.display())];
        comments.extend(report.text().lines().map(str::to_owned));
        out.write_all(write(&file, &comments).as_bytes()).map_err(unwritten)?;
        outputs.commit().map_err(unwritten)?;
    }
    if options.json { output::json(&report) } else { output::text(&report.text()) }
}

/// The fitted tyre and what is to be said of it.
fn fitted(start: &TyreFile, points: &Points) -> Result<(TyreFile, Report), Failure> {
    let mut coefficients = start.coefficients;
    let mut report = Report::new(points);
    for measured in Measured::ALL {
        let rows: Vec<&Point> = points.rows.iter().filter(|point| measured.value(point).is_some()).collect();
        let varied = Varied::new(&rows);
        let plan = plan::coefficients(measured, &varied, coefficients.version);
        if rows.is_empty() {
            report.note(format!(
                "{} was not measured: its coefficients are those of the start",
                measured.column()
            ));
            continue;
        }
        if !varied.has_slip(measured) {
            report.note(format!(
                "{} was not measured over slip: its coefficients are those of the start",
                measured.column()
            ));
        } else if rows.len() <= plan.len() {
            return Err(Failure::input(format!(
                "{} has {} points for {} coefficients; it must have more than that, or vary less at once",
                measured.column(),
                rows.len(),
                plan.len()
            )));
        } else {
            coefficients = in_stages(&coefficients, measured, &rows, &plan);
        }
        report.channels.push(Channel::new(
            &coefficients,
            measured,
            &rows,
            if varied.has_slip(measured) { &plan } else { &[] },
        ));
    }
    if report.channels.iter().all(|channel| channel.coefficients.is_empty()) {
        return Err(Failure::input(
            "the points vary neither slip ratio with fx_n nor slip angle with fy_n or mz_nm; there is nothing to fit",
        ));
    }
    coefficients.limits = within(&coefficients, points);
    Ok((TyreFile { coefficients, taken: Vec::new(), warnings: Vec::new(), ..start.clone() }, report))
}

/// Pure slip first, then combined slip, then both together: the second would else bend the first.
fn in_stages(
    base: &Coefficients<f64>,
    measured: Measured,
    rows: &[&Point],
    plan: &[Fitted],
) -> Coefficients<f64> {
    let (combined, pure): (Vec<Fitted>, Vec<Fitted>) = plan.iter().partition(|fitted| fitted.is_combined);
    let is_pure = |point: &&&Point| match measured {
        Measured::Longitudinal => point.alpha_rad.abs() < 0.005,
        Measured::Lateral | Measured::Aligning => point.kappa.abs() < 0.005,
    };
    let alone: Vec<&Point> = rows.iter().filter(is_pure).copied().collect();
    let mut coefficients = *base;
    if alone.len() > pure.len() {
        coefficients = problem::fit(&coefficients, measured, &alone, &pure);
    }
    if !combined.is_empty() {
        coefficients = problem::fit(&coefficients, measured, rows, &combined);
    }
    problem::fit(&coefficients, measured, rows, plan)
}

/// The range of validity: what the points covered.
fn within(c: &Coefficients<f64>, points: &Points) -> skidpad_core::tyre::magic_formula::Limits<f64> {
    let range = |of: &dyn Fn(&Point) -> f64| {
        let values = points.rows.iter().map(of);
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (load_low_n, load_high_n) = range(&|point| point.fz_n);
    let (kappa_low, kappa_high) = range(&|point| point.kappa);
    let (alpha_low, alpha_high) = range(&|point| point.alpha_rad);
    let (gamma_low, gamma_high) = range(&|point| point.gamma_rad);
    let pressure_pa = c.size.inflation_pressure_pa;
    let (low_pa, high_pa) = range(&|point| point.pressure_pa.unwrap_or(pressure_pa));
    skidpad_core::tyre::magic_formula::Limits {
        pressure_low_pa: low_pa,
        pressure_high_pa: high_pa,
        load_low_n,
        load_high_n,
        kappa_low: kappa_low.min(0.0),
        kappa_high: kappa_high.max(0.0),
        alpha_low_rad: alpha_low.min(0.0),
        alpha_high_rad: alpha_high.max(0.0),
        gamma_low_rad: gamma_low.min(0.0),
        gamma_high_rad: gamma_high.max(0.0),
    }
}
