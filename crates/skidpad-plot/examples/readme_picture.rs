//! Draws the picture of the README: `readme_picture CAR FILE [FOLDER]`. CAR is a preset or the path of a vehicle
//! file. Into FOLDER, where it is given, go all figures, the report, and the telemetry of the standing start.

use std::error::Error;
use std::fs;
use std::path::Path;

use skidpad_formats::vehicle::VehicleFile;
use skidpad_models::MODELS;
use skidpad_plot::{ReportRow, conditions_rows, figures, html, overview, telemetry_figures, vehicle_rows};
use skidpad_world::ride::RoadModel;
use skidpad_world::roadtest::{Conditions, Outcome, RoadTest, Test, Unit, road_test};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [car, file, folder @ ..] = arguments.as_slice() else {
        return Err("usage: readme_picture CAR FILE [FOLDER]".into());
    };
    let car = skidpad_formats::presets::load(car)?;
    let vehicle =
        car.spec.validate().map_err(|errors| errors.iter().map(ToString::to_string).collect::<String>())?;
    let model = car
        .model
        .as_deref()
        .and_then(|name| RoadModel::by_name(&MODELS, name))
        .unwrap_or_else(|| RoadModel::standard(&vehicle));
    let mut conditions = Conditions::standard(model, &vehicle);
    conditions.surface = car.conditions.unwrap_or(conditions.surface);
    let test = road_test(&vehicle, &conditions)?;
    fs::write(file, overview(&car.title, &vehicle, &test))?;
    if let Some(folder) = folder.first().map(Path::new) {
        let figures = figures(&vehicle, &test);
        for figure in figures.iter().chain(&telemetry_figures(&test.standing_start)) {
            fs::write(folder.join(&figure.file), &figure.svg)?;
        }
        let rows: Vec<(String, String)> =
            vehicle_rows(&vehicle).into_iter().chain(conditions_rows(&conditions)).collect();
        fs::write(folder.join("report.html"), html(&car.title, &rows, &results(&car, &test), &figures))?;
    }
    Ok(())
}

/// The results, each beside the first figure that was published for it.
fn results(car: &VehicleFile, test: &RoadTest) -> Vec<ReportRow> {
    test.outcomes.iter().map(|(test, outcome)| row(car, *test, outcome)).collect()
}

fn row(car: &VehicleFile, test: Test, outcome: &Outcome) -> ReportRow {
    let figure = car.published.iter().find(|figure| figure.test.name == test.name());
    let factor = if test.unit() == Unit::KilometresPerHour { 3.6 } else { 1.0 };
    let published = figure.map(|figure| figure.value * factor);
    let value = outcome.value.as_ref().ok().copied();
    // A clock that starts after the rollout shows less.
    let rollout = figure.filter(|figure| figure.rollout_m.is_some()).and(outcome.rollout_s).unwrap_or(0.0);
    let difference =
        value.zip(published).map(|(value, published)| 100.0 * ((value - rollout) / published - 1.0));
    ReportRow {
        test: test.name().to_owned(),
        value,
        unit: test.unit().symbol().to_owned(),
        published,
        difference_percent: difference,
        source: figure.map(|figure| car.sources.get(&figure.source).unwrap_or(&figure.source).clone()),
        note: outcome
            .value
            .as_ref()
            .err()
            .map(ToString::to_string)
            .or_else(|| figure.and_then(|figure| figure.note.clone())),
    }
}
