//! `skidpad roadtest`: a car through a magazine's road test.

mod laps;
mod report;
mod rows;
mod side_by_side;
mod subject;
mod text;
mod which;

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use skidpad_core::integrate::Method;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_formats::presets;
use skidpad_formats::vehicle::{Opened, VehicleFile};
use skidpad_world::models::Refusal;
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::roadtest::{Conditions, LEANS, RoadModel, Test, TurningConditions, road_test};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::options::{self, DT_RANGE_S, Reach};
use crate::output;
use subject::Subject;

pub use rows::{Done, Row, rows};
pub use which::{Which, model};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// A car by name (see `skidpad cars list`), or the path of a vehicle file
    #[arg(required = false, required_unless_present = "laps", default_value_if("laps", "true", ""))]
    car: String,
    /// Compare published laps of real cars with computed ones: of the car, or of all cars without one. The circuits are reference
    /// data, in the folder that SKIDPAD_REFERENCE_DATA names
    #[arg(long, conflicts_with_all = ["out", "model", "integrator", "dt", "rate", "tests"])]
    laps: bool,
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
    /// Write a report with plots into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The model, for the tests that it can drive [default: on the straight that of the vehicle file, in turns
    /// two_track]
    #[arg(long, value_parser = options::unlisted)]
    model: Option<&'static ModelInfo>,
    /// The integrator: euler, semi-implicit-euler, heun, rk4 or dopri5 [default: the model's own]
    #[arg(long, value_parser = options::integrator)]
    integrator: Option<Method>,
    /// The step along the straight: 0.00001 to 1 s [default: 2 ms, or less where the car's wheels are very light]; for
    /// turns see --rate
    #[arg(long, value_name = "S", value_parser = options::dt, allow_hyphen_values = true)]
    dt: Option<f64>,
    /// Frame rate of a caller that steps the car through the manoeuvres: 1 to 10000 Hz [default: a step for each update of
    /// the driver; 60 for `slope hold`]
    #[arg(long, value_name = "HZ", value_parser = options::rate, allow_hyphen_values = true)]
    rate: Option<f64>,
    /// Drive only this test, such as "0-100 km/h" or "skidpad"; repeatable
    #[arg(long = "test", value_name = "NAME", value_parser = which::tests)]
    tests: Vec<which::Tests>,
    #[command(flatten)]
    reach: Reach,
}

/// Document that `--json` prints.
#[derive(Serialize)]
pub struct Document<'a> {
    car: &'a str,
    model: &'static str,
    dt_s: f64,
    results: &'a [Row],
}

/// Drives the road test and prints its results.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    if options.laps {
        return laps::command(&options.car, options.json);
    }
    let subject = subject(listed, options)?;
    let folder = options.out.as_deref().map(|path| Folder::look("--out", path)).transpose()?;
    let progress = output::spinner(&format!("{} on the test track", subject.file.title));
    let mut tests = which::wanted(listed, &options.tests, options.model)?;
    if subject.turning.is_none() {
        tests.retain(|which| matches!(which, Which::Straight(_)));
    }
    if tests.is_empty() {
        return Err(nothing_to_drive(listed, options));
    }
    let straight = tests.iter().filter(|which| matches!(which, Which::Straight(_))).count();
    if options.dt.is_some() && straight == 0 {
        return Err(Failure::input(
            "--dt: it is the step along the straight, and no test is driven there; in turns give --rate",
        ));
    }
    let has_straight = straight == Test::ALL.len() || (folder.is_some() && straight > 0);
    let on_the_straight = || has_straight.then(|| road_test(&subject.vehicle, &subject.conditions));
    let (whole, turned) = side_by_side::drive(on_the_straight, &subject, &tests);
    let whole = whole.transpose().map_err(|refusal| refused(options, &refusal))?;
    let rows = rows(&subject, &tests, &Done { whole: whole.as_ref(), turned: &turned });
    if let Some(folder) = &folder {
        folder.write(&report::files(&subject, &rows, whole.as_ref(), &turned), &subject.paths)?;
    }
    progress.finish_and_clear();
    if options.json {
        return output::json(&Document {
            car: &subject.file.spec.name,
            model: subject.model(straight > 0),
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

fn subject(listed: &Models, options: &Options) -> Result<Subject, Failure> {
    let Opened { file, paths } = presets::load_from(&options.car, &options.reach.typed())?;
    let vehicle = validated(&file)?;
    let standard = Conditions::standard(RoadModel::standard(&vehicle), &vehicle);
    let dt_s = options.dt.unwrap_or(standard.dt.seconds());
    let (low, high) = DT_RANGE_S;
    let Some(dt) = Dt::new(dt_s).filter(|dt| (low..=high).contains(&dt.seconds())) else {
        return Err(Failure::input(format!("--dt is {dt_s}; it must be between {low} and {high} s")));
    };
    let named = file.model.as_deref().map(|name| {
        let message = |error| Failure::input(format!("{}: the key `model`: {error}", options.car));
        which::road_model(listed, name).map_err(message)
    });
    let asked = options.model.and_then(|model| RoadModel::by_name(listed, model.name));
    let surface = file.conditions.unwrap_or(standard.surface);
    let turning = match options.model.filter(|model| TurningConditions::is_able(model)) {
        Some(model) => Some(TurningConditions { model, method: None, surface, rate_hz: None }),
        None => {
            // Manoeuvres that are named go to a model that can drive them.
            let named = options.tests.iter().flat_map(|tests| tests.iter());
            named.fold(TurningConditions::standard(surface), |conditions, which| match which {
                Which::Turning(test) => conditions.map(|conditions| conditions.able_for(test.manoeuvre)),
                Which::Straight(_) => conditions,
            })
        }
    };
    // A motorcycle leans: none of the manoeuvres in turns is driven, unless one is named, which then says so.
    let is_for_turns = vehicle.body().track_m > 0.0 || !options.tests.is_empty();
    let turning = turning.filter(|_| is_for_turns).map(|turning| TurningConditions {
        method: options.integrator,
        rate_hz: options.rate,
        ..turning
    });
    let conditions = Conditions {
        model: asked.or(named.transpose()?).unwrap_or(standard.model),
        method: options.integrator,
        dt,
        surface,
    };
    // Before anything is driven: the one is not known to be refused where the other would be.
    let turns = turning.map_or(Ok(()), |turning| turning.model.takes(&vehicle));
    conditions.model.takes(&vehicle).and(turns).map_err(|refusal| refused(options, &refusal))?;
    Ok(Subject { file, paths, vehicle, conditions, turning })
}

/// No test is left: the model drives manoeuvres in turns alone, and the motorcycle none of them.
fn nothing_to_drive(listed: &Models, options: &Options) -> Failure {
    let names: Vec<&str> = RoadModel::all(listed).map(RoadModel::name).collect();
    let model = options.model.map_or("", |model| model.name);
    Failure::input(format!(
        "{}: no test is left to drive with --model {model}: {LEANS}; give --model {} for the straight",
        options.car,
        names.join(" or "),
    ))
}

fn refused(options: &Options, refusal: &Refusal) -> Failure {
    Failure::input(format!("{}: {refusal}", options.car))
}

fn validated(file: &VehicleFile) -> Result<Vehicle<f64>, Failure> {
    file.spec.validate().map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::input(lines.join("\n"))
    })
}
