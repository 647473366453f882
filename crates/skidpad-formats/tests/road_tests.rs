//! Every published figure of every preset against the road test, on one page: docs/road-tests.md.
//!
//! One set of modelling constants serves all cars. A figure that is missed by more than 3 % stands
//! in the list below with the reason; a figure that comes within 3 %, or leaves it, fails the test
//! until the list says so.
#![allow(clippy::disallowed_methods)]

mod turning_table;

use std::collections::BTreeMap;
use std::fmt::Write;

use skidpad::spec::Vehicle;
use skidpad_formats::presets;
use skidpad_formats::vehicle::{PublishedFigure, VehicleFile};
use skidpad_world::ride::RoadModel;
use skidpad_world::roadtest::{Conditions, Outcome, Test, Unit, road_test};

/// What counts as met, %.
const MET_PERCENT: f64 = 3.0;

/// Presets that are not a real car as it was tested.
const NOT_COMPARED: &[&str] = &["alfa-romeo", "bmw-m8-measured", "hlavacs", "rars"];

const PREPARED: &str =
    "a mean of 1.1 g over the run asks for more grip than the skidpad's 1.03 g allows by the common rule.";
const SOFT_START: &str =
    "in the test the start is softer than the road tester's: the maker itself claims less time.";
const SHIFT_BEFORE_60: &str = "two gear changes or one just before 60 mph, and an engine whose inertia in first gear is an estimate: the published runs scatter by 0.4 s.";
const SOFTER_SHIFTS: &str = "the model hands all of the flywheel's energy on in each shift of the double clutch; the car cuts its torque. Car and Driver's car, of the same power class, is met.";
const HELD_BACK: &str = "torque is held back in the low gears (published for this car, curve unknown): the trap speed asks for 231 hp, rated 252.";

/// (car, test, published value in SI, why it is missed).
const MISSES: &[(&str, &str, f64, &str)] = &[
    ("bmw-m8", "0-60 mph", 2.5, PREPARED),
    ("bolt-ev-2017", "0-60 mph", 6.3, "another car than the other figures', 3 % quicker throughout."),
    (
        "bolt-ev-2017",
        "braking 60-0 mph",
        35.357,
        "a mean of 1.04 g from tyres of 0.82 g on the skidpad: a ratio of 1.27, where the cars with both figures have 1.19 on average.",
    ),
    ("boxster-981-2013", "0-60 mph", 5.6, SOFT_START),
    (
        "cbr1000rr",
        "0-100 km/h",
        2.95,
        "the rider keeps 5 % of its load on the front wheel; the figure needs a wheel in the air.",
    ),
    ("cbr1000rr", "top speed", 225.0, "the printed figure is impossible."),
    ("focus-st-2013", "0-60 mph", 6.6, HELD_BACK),
    ("focus-st-2013", "quarter mile", 15.0, HELD_BACK),
    ("focus-st-2013", "quarter mile trap speed", 154.336, HELD_BACK),
    ("fr-s-2013", "0-60 mph", 6.6, SHIFT_BEFORE_60),
    ("fr-s-2013", "0-60 mph", 6.3, SHIFT_BEFORE_60),
    ("fr-s-2013", "0-60 mph", 6.2, SHIFT_BEFORE_60),
    ("gti-mk7-dsg-2015", "0-60 mph", 6.2, SOFTER_SHIFTS),
    ("gti-mk7-dsg-2015", "0-60 mph", 5.9, SOFTER_SHIFTS),
    ("mx5-nd-2016", "0-60 mph", 6.3, SHIFT_BEFORE_60),
    ("mx5-nd-2016", "0-60 mph", 6.1, SHIFT_BEFORE_60),
    (
        "mx5-nd-2016",
        "braking 60-0 mph",
        32.918,
        "a mean of 1.11 g from tyres of 0.90 g on the skidpad: a ratio of 1.24, where the cars with both figures have 1.19 on average.",
    ),
];

/// A figure beside its computed value.
struct Row {
    test: &'static str,
    unit: &'static str,
    published: f64,
    computed: Result<f64, String>,
    source: String,
    note: String,
}

impl Row {
    fn difference_percent(&self) -> Option<f64> {
        self.computed.as_ref().ok().map(|computed| 100.0 * (computed / self.published - 1.0))
    }
    fn is_met(&self) -> bool {
        self.difference_percent().is_some_and(|difference| difference.abs() <= MET_PERCENT)
    }
}

fn outcomes(file: &VehicleFile, test_mass_kg: f64) -> Vec<(Test, Outcome)> {
    let mut spec = file.spec.clone();
    spec.body.load_mass_kg = (test_mass_kg - spec.body.kerb_mass_kg).max(0.0);
    spec.body.kerb_mass_kg = test_mass_kg - spec.body.load_mass_kg;
    let vehicle = spec.validate().expect("a preset is valid");
    road_test(&vehicle, &conditions(file, &vehicle)).outcomes
}

/// The file's own model and air, or the most complete model in standard air.
fn conditions(file: &VehicleFile, vehicle: &Vehicle<f64>) -> Conditions {
    let model = file
        .model
        .as_deref()
        .map_or(RoadModel::STRAIGHT_LINE, |name| RoadModel::by_name(name).expect("a model"));
    let standard = Conditions::standard(model, vehicle);
    Conditions { surface: file.conditions.unwrap_or(standard.surface), ..standard }
}

fn row(figure: &PublishedFigure, test: Test, outcome: &Outcome, file: &VehicleFile) -> Row {
    // The figure is in SI, speeds in m/s.
    let factor = if test.unit() == Unit::KilometresPerHour { 3.6 } else { 1.0 };
    let is_time = test.unit() == Unit::Seconds;
    let rollout = figure.rollout_m.filter(|_| is_time).and(outcome.rollout_s).unwrap_or(0.0);
    Row {
        test: test.name(),
        unit: test.unit().symbol(),
        published: figure.value * factor,
        computed: outcome.value.clone().map(|value| value - rollout),
        source: file.sources.get(&figure.source).cloned().unwrap_or_else(|| figure.source.clone()),
        note: figure.note.clone().unwrap_or_default(),
    }
}

fn rows(file: &VehicleFile) -> Vec<Row> {
    let mut runs: BTreeMap<u64, Vec<(Test, Outcome)>> = BTreeMap::new();
    let mut rows = Vec::new();
    for figure in &file.published {
        let Some(test) = Test::by_name(figure.test.name) else { continue };
        let mass = figure.test_mass_kg.unwrap_or(file.spec.test_mass_kg());
        let run = runs.entry(mass.to_bits()).or_insert_with(|| outcomes(file, mass));
        let outcome = &run.iter().find(|entry| entry.0 == test).expect("every test is driven").1;
        rows.push(row(figure, test, outcome, file));
    }
    rows
}

fn reason(car: &str, row: &Row) -> Option<&'static str> {
    let found = MISSES
        .iter()
        .find(|miss| miss.0 == car && miss.1 == row.test && (miss.2 - row.published).abs() < 5e-3);
    found.map(|miss| miss.3)
}

fn page(cars: &[(VehicleFile, Vec<Row>)]) -> String {
    let mut page = String::from(
        "# Road tests\n\nEvery published figure of the presets beside the road test of the model `straight_line`, or of the file's own model \
         (RK4, at most 2 ms, dry level road, 20 degrees C), with one set of modelling constants for all cars. Met means within 3 %. \
         The page is written by the test `road_tests` of skidpad-formats.\n",
    );
    let full: Vec<&str> = cars
        .iter()
        .filter(|(_, rows)| !rows.is_empty() && rows.iter().all(Row::is_met))
        .map(|(file, _)| file.title.as_str())
        .collect();
    let all: usize = cars.iter().map(|(_, rows)| rows.len()).sum();
    let met: usize = cars.iter().flat_map(|(_, rows)| rows).filter(|row| row.is_met()).count();
    let _ = writeln!(
        page,
        "\n{met} of {all} figures are met. Cars of which every figure is met: {}.",
        full.join("; ")
    );
    for (file, rows) in cars.iter().filter(|(_, rows)| !rows.is_empty()) {
        let _ = writeln!(
            page,
            "\n## {}\n\n| test | computed | published | difference | source | note |\n|---|---|---|---|---|---|",
            file.title
        );
        for row in rows {
            let computed = match &row.computed {
                Ok(value) => format!("{value:.2} {}", row.unit),
                Err(why) => why.clone(),
            };
            let difference =
                row.difference_percent().map_or(String::from("-"), |value| format!("{value:+.1} %"));
            let note = reason(&file.spec.name, row)
                .map_or(row.note.clone(), |why| format!("**missed**: {why} {}", row.note));
            let _ = writeln!(
                page,
                "| {} | {computed} | {:.2} {} | {difference} | {} | {} |",
                row.test,
                row.published,
                row.unit,
                row.source,
                note.trim()
            );
        }
    }
    page += &turning_table::section(&cars.iter().map(|(file, _)| file.clone()).collect::<Vec<_>>());
    page
}

#[test]
fn every_published_figure_is_met_or_its_miss_explained() {
    let cars: Vec<(VehicleFile, Vec<Row>)> = presets::preset_names()
        .filter(|name| !NOT_COMPARED.contains(name))
        .map(|name| presets::preset(name).expect("a preset is readable"))
        .map(|file| {
            let rows = rows(&file);
            (file, rows)
        })
        .collect();

    let mut wrong = String::new();
    for (file, rows) in &cars {
        for row in rows.iter().filter(|row| row.is_met() == reason(&file.spec.name, row).is_some()) {
            let difference = row.difference_percent().unwrap_or(f64::NAN);
            let _ = writeln!(
                wrong,
                "(\"{}\", \"{}\", {:.3}, \"\"), // {difference:+.1} % {}",
                file.spec.name, row.test, row.published, row.note
            );
        }
    }
    assert!(wrong.is_empty(), "these figures are missed without a reason, or met with one:\n{wrong}");

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/road-tests.md");
    let page = page(&cars);
    if std::env::var_os("SKIDPAD_WRITE_DOCS").is_some() {
        std::fs::write(path, &page).expect("docs can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == page, "docs/road-tests.md is out of date: run this test with SKIDPAD_WRITE_DOCS=1");

    let full = cars.iter().filter(|(_, rows)| !rows.is_empty() && rows.iter().all(Row::is_met)).count();
    assert!(full >= 6, "{full} cars have all their figures met");
}

#[test]
fn palmers_car_in_palmers_air_reaches_the_exact_root_of_his_equation() {
    let file = presets::preset("boxster-s-palmer").expect("a preset");
    let vehicle = file.spec.validate().expect("a preset is valid");
    let top = skidpad_world::roadtest::top_speed(&vehicle, &conditions(&file, &vehicle));
    // (8.26) without its roundings: 75.339 m/s in sixth gear.
    assert!((top.driven_m_s.expect("it drives") - 75.34).abs() < 0.01);
    assert!((top.equilibrium_m_s - 75.34).abs() < 0.01);
    assert_eq!(top.gear, 6);
}
