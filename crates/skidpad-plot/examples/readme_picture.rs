//! Draws the picture of the README: `readme_picture CAR FILE [FOLDER]`. CAR is a preset or the path of a vehicle
//! file. Into FOLDER, where it is given, go all figures, the report, and the telemetry of the standing start.

use std::error::Error;
use std::fs;
use std::path::Path;

use skidpad_plot::{ReportRow, conditions_rows, figures, html, overview, telemetry_figures, vehicle_rows};
use skidpad_world::ride::RoadModel;
use skidpad_world::roadtest::{Conditions, RoadTest, road_test};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [car, file, folder @ ..] = arguments.as_slice() else {
        return Err("usage: readme_picture CAR FILE [FOLDER]".into());
    };
    let car = skidpad_formats::presets::load(car)?;
    let vehicle =
        car.spec.validate().map_err(|errors| errors.iter().map(ToString::to_string).collect::<String>())?;
    let conditions = Conditions::standard(RoadModel::StraightLine);
    let test = road_test(&vehicle, &conditions);
    fs::write(file, overview(&car.title, &vehicle, &test))?;
    if let Some(folder) = folder.first().map(Path::new) {
        let figures = figures(&vehicle, &test);
        for figure in figures.iter().chain(&telemetry_figures(&test.standing_start)) {
            fs::write(folder.join(&figure.file), &figure.svg)?;
        }
        let rows: Vec<(String, String)> =
            vehicle_rows(&vehicle).into_iter().chain(conditions_rows(&conditions)).collect();
        fs::write(folder.join("report.html"), html(&car.title, &rows, &results(&test), &figures))?;
    }
    Ok(())
}

/// The results without published figures.
fn results(test: &RoadTest) -> Vec<ReportRow> {
    let row =
        |(test, outcome): &(skidpad_world::roadtest::Test, skidpad_world::roadtest::Outcome)| ReportRow {
            test: test.name().to_owned(),
            value: outcome.value.clone().ok(),
            unit: test.unit().symbol().to_owned(),
            note: outcome.value.clone().err(),
            ..ReportRow::default()
        };
    test.outcomes.iter().map(row).collect()
}
