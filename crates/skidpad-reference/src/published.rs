//! Every published figure of a vehicle beside the road test that Skidpad drives with it.

use std::collections::BTreeMap;

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::units;
use skidpad_formats::choose::road_conditions;
use skidpad_formats::presets;
use skidpad_formats::vehicle::{FigureUnit, PublishedFigure, VehicleFile};
use skidpad_world::models::{ModelInfo, STANDARD};
use skidpad_world::roadtest::{
    Outcome as Driven, RoadModel, Test, TurningConditions, TurningTest, Unit, some_tests, turn,
};

use crate::check::{Check, Tally};

/// The largest departure at which a figure is met, %.
pub const MET_PERCENT: f64 = 3.0;

/// Presets that are not a real car as it was tested, with what they are.
pub const NOT_COMPARED: &[(&str, &str)] = &[
    ("alfa-romeo", "a car of a text, without a road test"),
    ("bmw-m8-measured", "the parameters of a measured run: see measured/"),
    ("hlavacs", "a car of a text, without a road test"),
    ("rars", "a car of a program, without a road test"),
    ("roboracer-1-10", "a car of 1:10, without a road test"),
];

/// The models that drive the road tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoadTestModels {
    /// Along the straight; `None`: the file's own, or `two_track`.
    pub road: Option<RoadModel>,
    /// In turns; `None`: what the road test takes.
    pub turning: Option<&'static ModelInfo>,
}

impl RoadTestModels {
    /// One model for all that it can drive.
    pub fn only(model: &'static ModelInfo) -> Self {
        let turning = TurningConditions::is_able(model).then_some(model);
        Self { road: RoadModel::find(model), turning }
    }
}

/// A figure beside its computed value.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The test.
    pub test: &'static str,
    /// The unit of both.
    pub unit: &'static str,
    /// The published value.
    pub published: f64,
    /// The road test's value, or the reason that there is none.
    pub computed: Result<f64, String>,
    /// The publication.
    pub source: String,
    /// The source's own remark.
    pub note: String,
    /// The quantity of the vehicle's file that was set from it: then it is no test of the car.
    pub identifies: Option<String>,
}

/// Note on a figure that a quantity of the vehicle's file was calibrated to.
pub fn calibrated(identified: &str) -> String {
    format!("{} is calibrated to this figure, so not a test", identified.replace('_', " "))
}

impl Compared {
    /// Excess of the computed value over the published one, %.
    pub fn difference_percent(&self) -> Option<f64> {
        self.computed.as_ref().ok().map(|computed| 100.0 * (computed / self.published - 1.0))
    }

    /// Tells if the difference is within [`MET_PERCENT`].
    pub fn is_met(&self) -> bool {
        self.difference_percent().is_some_and(|difference| difference.abs() <= MET_PERCENT)
    }
}

/// The vehicle of a file with a mass as tested: another load, in the same car.
fn with_mass(file: &VehicleFile, test_mass_kg: f64) -> Result<Vehicle<f64>, String> {
    let mut spec = file.spec.clone();
    spec.body.load_mass_kg = Real::max(test_mass_kg - spec.body.kerb_mass_kg, 0.0);
    spec.body.kerb_mass_kg = test_mass_kg - spec.body.load_mass_kg;
    spec.validate().map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

fn compared(figure: &PublishedFigure, unit: Unit, driven: &Driven, file: &VehicleFile) -> Compared {
    // The figure is in SI.
    let published = match unit {
        Unit::KilometresPerHour => units::to_kmh(figure.value),
        Unit::Gravities => figure.value / units::STANDARD_GRAVITY_M_S2,
        _ => figure.value,
    };
    let rollout_s = figure.rollout_m.filter(|_| unit == Unit::Seconds).and(driven.rollout_s).unwrap_or(0.0);
    Compared {
        test: figure.test.name,
        unit: unit.symbol(),
        published,
        computed: driven.value.as_ref().map(|value| value - rollout_s).map_err(ToString::to_string),
        source: file.sources.get(&figure.source).cloned().unwrap_or_else(|| figure.source.clone()),
        note: figure.note.clone().unwrap_or_default(),
        identifies: figure.identifies.clone(),
    }
}

/// The published figures of the straight, each compared at the mass of its test.
pub fn straight(file: &VehicleFile, model: Option<RoadModel>) -> Vec<Compared> {
    let mut runs: BTreeMap<u64, Result<Vec<(Test, Driven)>, String>> = BTreeMap::new();
    let mut tests: Vec<Test> = file.published.iter().filter_map(|f| Test::by_name(f.test.name)).collect();
    tests.sort_unstable();
    tests.dedup();
    let mut rows = Vec::new();
    for figure in &file.published {
        let Some(test) = Test::by_name(figure.test.name) else { continue };
        let mass_kg = figure.test_mass_kg.unwrap_or(file.spec.test_mass_kg());
        let run = runs.entry(mass_kg.to_bits()).or_insert_with(|| {
            let vehicle = with_mass(file, mass_kg)?;
            Ok(some_tests(&vehicle, &road_conditions(file, &vehicle, model), &tests))
        });
        let driven = match run {
            Ok(run) => run.iter().find(|entry| entry.0 == test).map(|entry| entry.1.clone()),
            Err(why) => Some(Driven { value: Err(why.as_str().into()), rollout_s: None }),
        };
        rows.extend(driven.map(|driven| compared(figure, test.unit(), &driven, file)));
    }
    rows
}

/// The turning test that measures what a figure does.
fn turning_test(figure: &PublishedFigure) -> Option<&'static TurningTest> {
    let unit = match figure.test.unit {
        FigureUnit::Acceleration => Unit::Gravities,
        FigureUnit::Speed => Unit::KilometresPerHour,
        FigureUnit::Time => Unit::Seconds,
        FigureUnit::Length => Unit::Metres,
    };
    TurningTest::by_name(figure.test.name).filter(|test| test.unit == unit)
}

/// The published figures of turns, such as that of the skidpad.
pub fn turning(file: &VehicleFile, model: Option<&'static ModelInfo>) -> Vec<Compared> {
    let surface = file.conditions.unwrap_or_else(Surface::asphalt);
    let Some(standard) = TurningConditions::standard(surface) else { return Vec::new() };
    let conditions = TurningConditions { model: model.unwrap_or(standard.model), ..standard };
    let mut rows = Vec::new();
    for figure in &file.published {
        let Some(test) = turning_test(figure) else { continue };
        let mass_kg = figure.test_mass_kg.unwrap_or(file.spec.test_mass_kg());
        let row = match with_mass(file, mass_kg) {
            Ok(vehicle) => turned(figure, test, file, &vehicle, &conditions),
            Err(why) => {
                Some(compared(figure, test.unit, &Driven { value: Err(why.into()), rollout_s: None }, file))
            }
        };
        rows.extend(row);
    }
    rows
}

fn turned(
    figure: &PublishedFigure,
    test: &'static TurningTest,
    file: &VehicleFile,
    vehicle: &Vehicle<f64>,
    conditions: &TurningConditions,
) -> Option<Compared> {
    let outcomes = turn(vehicle, conditions, test.manoeuvre).outcomes;
    let (_, driven) = outcomes.into_iter().find(|entry| entry.0 == test)?;
    Some(compared(figure, test.unit, &driven, file))
}

/// The models in words.
fn source(file: &VehicleFile, models: &RoadTestModels) -> String {
    let own = file.model.as_deref().and_then(|name| RoadModel::by_name(&STANDARD, name));
    let has_width = file.spec.body.track_m > 0.0;
    let standard = if has_width { RoadModel::TWO_TRACK } else { RoadModel::STRAIGHT_LINE };
    let road = models.road.or(own).unwrap_or(standard).name();
    let meant = TurningConditions::standard(Surface::asphalt()).map(|conditions| conditions.model);
    match models.turning.or(meant) {
        Some(turning) if turning.name != road && file.published.iter().any(|f| turning_test(f).is_some()) => {
            format!("published figures; {road}, in turns {}", turning.name)
        }
        _ => format!("published figures; {road}"),
    }
}

/// Figures of which no test here measures what they do, by their names.
fn not_measured(file: &VehicleFile) -> Vec<&'static str> {
    let unmeasured = |figure: &&PublishedFigure| {
        Test::by_name(figure.test.name).is_none() && turning_test(figure).is_none()
    };
    let mut names: Vec<&str> = file.published.iter().filter(unmeasured).map(|f| f.test.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A preset's published figures; those that no test measures are named.
///
/// # Panics
/// Where the name is no preset's.
pub fn checks(name: &str, car: &str, models: &RoadTestModels) -> Vec<Check> {
    if let Some((_, why)) = NOT_COMPARED.iter().find(|(preset, _)| *preset == car) {
        return vec![Check::skipped(name, "", *why)];
    }
    let file = presets::preset(car).unwrap_or_else(|error| panic!("{error}"));
    file_checks(name, &file, models)
}

/// The published figures of a vehicle file.
pub fn file_checks(name: &str, file: &VehicleFile, models: &RoadTestModels) -> Vec<Check> {
    let source = source(file, models);
    let is_for_cars = models.turning.is_some_and(|model| !model.abilities.leans);
    if file.spec.body.track_m <= 0.0 && is_for_cars {
        return vec![Check::skipped(name, &source, "a motorcycle, and the model is a car on four wheels")];
    }
    let mut rows = straight(file, models.road);
    // A motorcycle leans, and no test of this part does.
    if file.spec.body.track_m > 0.0 {
        rows.extend(turning(file, models.turning));
    }
    let mut checks = Vec::new();
    if rows.is_empty() {
        checks.push(Check::skipped(name, &source, "no figure of it is published that a test measures"));
    } else {
        let said = |row: &Compared| {
            row.identifies.as_deref().map(|name| format!("{} is {}", row.test, calibrated(name)))
        };
        let inputs: Vec<String> = rows.iter().filter_map(said).collect();
        let remark = (!inputs.is_empty()).then(|| inputs.join("; "));
        checks.push(Check { remark, ..tallied(&rows).into_check(name, &source) });
    }
    let others = not_measured(file);
    if !others.is_empty() {
        let why = format!("no test here measures {}", others.join(", "));
        checks.push(Check::skipped(&format!("{name}/others"), &source, why));
    }
    checks
}

fn tallied(rows: &[Compared]) -> Tally {
    let mut tally = Tally::new(MET_PERCENT, "%");
    for row in rows {
        let Compared { test, unit, published, .. } = row;
        match (&row.computed, row.difference_percent()) {
            (Ok(computed), Some(percent)) => tally.meet(percent.abs(), || {
                format!("{test}: {computed:.2} {unit}, published {published:.2} ({percent:+.1} %)")
            }),
            (Err(why), _) => tally.meet_nothing(format!("{test}: {why}; published {published:.2} {unit}")),
            _ => {}
        }
    }
    tally
}
