//! `skidpad roadtest`: a car through a magazine's road test.

mod report;
mod rows;
mod text;

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use skidpad::integrate::Method;
use skidpad::spec::Vehicle;
use skidpad::step::Dt;
use skidpad_formats::presets;
use skidpad_formats::vehicle::VehicleFile;
use skidpad_world::ride::RoadModel;
use skidpad_world::roadtest::{Conditions, Test, road_test};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::options::{self, DT_RANGE_S};
use crate::{names, output};

pub use rows::{Row, rows};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// A car by name (see `skidpad cars list`), or the path of a vehicle file
    car: String,
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
    /// Write a report with plots into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The model: straight_line or point_mass [default: the vehicle file's, straight_line otherwise]
    #[arg(long, value_parser = model)]
    model: Option<RoadModel>,
    /// The integrator: euler, semi-implicit-euler, heun, rk4 or dopri5
    #[arg(long, value_parser = options::integrator, default_value = "rk4")]
    integrator: Method,
    /// The step: 0.00001 to 1 s [default: 2 ms, or less where the car's wheels are very light]
    #[arg(long, value_name = "S", value_parser = options::dt, allow_hyphen_values = true)]
    dt: Option<f64>,
    /// Drive only this test, such as "0-100 km/h"
    #[arg(long, value_name = "NAME", value_parser = test)]
    test: Option<Test>,
}

/// What `--json` prints.
#[derive(Serialize)]
pub struct Document<'a> {
    car: &'a str,
    model: &'static str,
    dt_s: f64,
    results: &'a [Row],
}

/// A car with the conditions in which it is tested.
pub struct Subject {
    /// What its file says.
    pub file: VehicleFile,
    /// The vehicle as tested.
    pub vehicle: Vehicle<f64>,
    /// How the test is computed.
    pub conditions: Conditions,
}

fn model(name: &str) -> Result<RoadModel, String> {
    let known: Vec<&str> = RoadModel::all().map(RoadModel::name).collect();
    RoadModel::by_name(name).ok_or_else(|| names::unknown("model for road tests", name, &known))
}

fn test(name: &str) -> Result<Test, String> {
    let known = Test::ALL.map(Test::name);
    Test::by_name(name).ok_or_else(|| names::unknown("test", name, &known))
}

/// Drives the road test and prints its results.
pub fn command(options: &Options) -> Result<(), Failure> {
    let subject = subject(options)?;
    let folder = options.out.as_deref().map(|path| Folder::look("--out", path)).transpose()?;
    let progress = output::spinner(&format!("{} on the test track", subject.file.title));
    let tests = options.test.map_or(Test::ALL.to_vec(), |test| vec![test]);
    let is_whole = tests.len() == Test::ALL.len() || folder.is_some();
    let whole = is_whole.then(|| road_test(&subject.vehicle, &subject.conditions));
    let rows = rows(&subject, &tests, whole.as_ref());
    if let (Some(folder), Some(whole)) = (&folder, &whole) {
        folder.write(&report::files(&subject, &rows, whole))?;
    }
    progress.finish_and_clear();
    if options.json {
        return output::json(&Document {
            car: &subject.file.spec.name,
            model: subject.conditions.model.name(),
            dt_s: subject.conditions.dt.seconds(),
            results: &rows,
        });
    }
    output::text(&text::table(&subject, &rows))?;
    match &options.out {
        Some(path) => output::note(&format!("\nThe report: {}", path.join("report.html").display())),
        None => output::hint(&format!("\nWith plots, as a page: skidpad roadtest {} --out DIR", options.car)),
    }
    Ok(())
}

fn subject(options: &Options) -> Result<Subject, Failure> {
    let file = presets::load(&options.car)?;
    let vehicle = validated(&file)?;
    let standard = Conditions::standard(RoadModel::STRAIGHT_LINE, &vehicle);
    let dt_s = options.dt.unwrap_or(standard.dt.seconds());
    let (low, high) = DT_RANGE_S;
    let Some(dt) = Dt::new(dt_s).filter(|dt| (low..=high).contains(&dt.seconds())) else {
        return Err(Failure::input(format!("--dt is {dt_s}; it must be between {low} and {high} s")));
    };
    let named = file.model.as_deref().map(|name| {
        let message = |error| Failure::input(format!("{}: the key `model`: {error}", options.car));
        model(name).map_err(message)
    });
    let conditions = Conditions {
        model: options.model.or(named.transpose()?).unwrap_or(standard.model),
        method: options.integrator,
        dt,
        surface: file.conditions.unwrap_or(standard.surface),
    };
    Ok(Subject { file, vehicle, conditions })
}

fn validated(file: &VehicleFile) -> Result<Vehicle<f64>, Failure> {
    file.spec.validate().map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::input(lines.join("\n"))
    })
}
