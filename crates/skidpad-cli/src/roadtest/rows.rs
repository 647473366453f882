//! The rows of a road test: each result beside the published figure.

use serde::Serialize;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;
use skidpad_formats::vehicle::{FigureUnit, PublishedFigure, VehicleFile};
use skidpad_reference::published::calibrated;
use skidpad_world::manoeuvre::{AtSpeed, EnvelopePoint};
use skidpad_world::roadtest::{
    Limit, Outcome, RoadLoad, RoadTest, Shown, Test, TopSpeed, Turned, TurningTest, Unit, coast_down,
    single_test, top_speed, turn,
};

use super::subject::Subject;
use super::which::{HEADLINES, Which};
use crate::output::finite;

/// Range of published rollouts taken as the one foot of American drag strips, m; published figures are rounded.
const ROLLOUT_M: (f64, f64) = (0.29, 0.32);

/// A result beside the published figure. `None` is `null` in JSON; fields after `source` are left out if empty.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Name of the test.
    pub test: &'static str,
    /// The result, timed from first motion.
    pub value: Option<f64>,
    /// s, m or km/h.
    pub unit: &'static str,
    /// The published figure, in the same unit.
    pub published: Option<f64>,
    /// Difference of the result from the published figure, %; positive if the result is larger.
    pub difference_percent: Option<f64>,
    /// Source of the published figure: its citation, or its short name if the vehicle file has none.
    pub source: Option<String>,
    /// The source's short name in the vehicle file.
    #[serde(skip)]
    pub source_name: Option<String>,
    /// Meaning of the result in a few words.
    #[serde(skip)]
    pub meaning: &'static str,
    /// True for one of the headline figures, by which people compare cars.
    #[serde(skip)]
    pub is_headline: bool,
    /// Reason why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Distance before the published figure's clock started, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollout_m: Option<f64>,
    /// The result timed after that rollout; the difference is computed from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_with_rollout: Option<f64>,
    /// The mass of the published test, with which the result was computed, kg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_mass_kg: Option<f64>,
    /// Note on the published figure or, without one, the meaning of a manoeuvre's result and the model that drove it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Words of the source on its figure.
    #[serde(skip)]
    pub said: Option<String>,
    /// The rule behind a result that is no property of this car.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_rule: Option<&'static str>,
    /// Top speed as the balance of forces, km/h.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equilibrium_km_h: Option<f64>,
    /// Limit of the top speed: `drag` or `redline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limited_by: Option<&'static str>,
    /// The gear of the top speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gear: Option<usize>,
    /// The road load of the coast-down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coefficients: Option<Coefficients>,
    /// The points of the g-g-v envelope.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub envelope: Vec<EnvelopeRow>,
    /// The quantity of the vehicle file that was calibrated to the figure, which is then no test of the car.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identifies: Option<String>,
    /// Further figures that were published for the test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_published: Vec<Row>,
}

/// Road load: a + b v + c v^2.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Coefficients {
    /// Constant part, N.
    pub a_n: f64,
    /// Part proportional to speed, N s/m.
    pub b_n_s_m: f64,
    /// Part proportional to its square, N s^2/m^2.
    pub c_n_s2_m2: f64,
}

/// A point of the g-g-v envelope.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EnvelopeRow {
    /// The speed, km/h.
    pub speed_km_h: f64,
    /// Longitudinal acceleration along the path, g; negative: braking.
    pub along_g: f64,
    /// Largest lateral acceleration, g.
    pub lateral_g: f64,
}

/// The points of an envelope, for the row of its first result.
fn envelope(turned: &Turned) -> Vec<EnvelopeRow> {
    let Shown::Envelope(all) = &turned.shown else { return Vec::new() };
    let g = units::STANDARD_GRAVITY_M_S2;
    let points = |at: &AtSpeed| -> Vec<EnvelopeRow> {
        let speed_km_h = units::to_kmh(at.speed_m_s);
        let row = |point: &EnvelopePoint| EnvelopeRow {
            speed_km_h,
            along_g: point.along_m_s2 / g,
            lateral_g: point.lateral_m_s2 / g,
        };
        at.points.iter().map(row).collect()
    };
    all.iter().flat_map(points).collect()
}

/// Outcome of a test, with the further results that only some tests have.
struct Measured {
    outcome: Outcome,
    top_speed: Option<TopSpeed>,
    road_load: Option<RoadLoad>,
    envelope: Vec<EnvelopeRow>,
}

impl Measured {
    fn new(outcome: Outcome) -> Self {
        Self { outcome, top_speed: None, road_load: None, envelope: Vec::new() }
    }

    fn none(reason: String) -> Self {
        Self::new(Outcome { value: Err(reason.into()), rollout_s: None })
    }
}

/// Results of the tests that have been driven already.
pub struct Done<'a> {
    /// The whole straight road test.
    pub whole: Option<&'a RoadTest>,
    /// Manoeuvres.
    pub turned: &'a [Turned],
}

/// Compares the tests with the published figures. Tests along the straight are driven here unless the whole road test has
/// been.
pub fn rows(subject: &Subject, tests: &[Which], done: &Done) -> Vec<Row> {
    let measured = |which: &Which| match (which, done.whole) {
        (Which::Straight(test), Some(whole)) => pick(whole, *test),
        (Which::Straight(test), None) => measure(subject, &subject.vehicle, *test),
        (Which::Turning(test), _) => pick_turned(done.turned, test),
    };
    tests.iter().map(|which| row(subject, *which, &measured(which))).collect()
}

/// The headline figures in their order, and all other rows.
pub fn with_headlines(rows: &[Row]) -> [Vec<&Row>; 2] {
    let place = |row: &&Row| HEADLINES.iter().position(|name| *name == row.test);
    let (mut first, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.is_headline);
    first.sort_by_key(place);
    [first, others]
}

fn pick_turned(turned: &[Turned], test: &TurningTest) -> Measured {
    let all = turned.iter().flat_map(|turned| turned.outcomes.iter().map(move |entry| (turned, entry)));
    let found = all.into_iter().find(|(_, entry)| entry.0 == test);
    let Some((turned, (_, outcome))) = found else {
        return Measured::none("no model drives this test".to_owned());
    };
    let envelope = if test.is_first() { envelope(turned) } else { Vec::new() };
    Measured { envelope, ..Measured::new(outcome.clone()) }
}

fn pick(whole: &RoadTest, test: Test) -> Measured {
    let outcome = whole.outcomes.iter().find(|entry| entry.0 == test).map(|entry| entry.1.clone());
    let Some(outcome) = outcome else { return Measured::none("was not driven".to_owned()) };
    Measured {
        top_speed: (test == Test::TopSpeed).then(|| whole.top_speed.clone()),
        road_load: if test == Test::CoastDown { whole.road_load } else { None },
        ..Measured::new(outcome)
    }
}

fn measure_any(subject: &Subject, vehicle: &Vehicle<f64>, which: Which) -> Measured {
    match (which, &subject.turning) {
        (Which::Straight(test), _) => measure(subject, vehicle, test),
        (Which::Turning(test), Some(conditions)) => {
            pick_turned(&[turn(vehicle, conditions, test.manoeuvre)], test)
        }
        (Which::Turning(_), None) => Measured::none("no model drives this test".to_owned()),
    }
}

fn measure(subject: &Subject, vehicle: &Vehicle<f64>, test: Test) -> Measured {
    let conditions = &subject.conditions;
    match test {
        Test::TopSpeed => {
            let top = top_speed(vehicle, conditions);
            Measured { top_speed: Some(top.clone()), ..Measured::new(top.outcome()) }
        }
        Test::CoastDown => {
            let coast = coast_down(vehicle, conditions);
            Measured { road_load: coast.road_load, ..Measured::new(coast.outcome()) }
        }
        _ => Measured::new(single_test(vehicle, conditions, test)),
    }
}

fn row(subject: &Subject, test: Which, standard: &Measured) -> Row {
    let mut figures =
        subject.file.published.iter().filter(|figure| figure.test.name == test.name() && fits(figure, test));
    let Some(first) = figures.next() else {
        return plain_row(subject, test, standard);
    };
    let mut row = compared_row(subject, test, standard, first);
    row.other_published = figures.map(|figure| compared_row(subject, test, standard, figure)).collect();
    row
}

/// Returns true if the figure has the kind of unit of the test's result.
fn fits(figure: &PublishedFigure, test: Which) -> bool {
    match test.unit() {
        Unit::Gravities => figure.test.unit == FigureUnit::Acceleration,
        Unit::Seconds => figure.test.unit == FigureUnit::Time,
        Unit::Metres => figure.test.unit == FigureUnit::Length,
        Unit::KilometresPerHour => figure.test.unit == FigureUnit::Speed,
        _ => false,
    }
}

fn compared_row(subject: &Subject, test: Which, standard: &Measured, figure: &PublishedFigure) -> Row {
    let other_mass = figure.test_mass_kg.map(|mass_kg| match with_mass(&subject.file, mass_kg) {
        Ok(vehicle) => measure_any(subject, &vehicle, test),
        Err(reason) => Measured::none(reason),
    });
    let measured = other_mass.as_ref().unwrap_or(standard);
    let mut row = plain_row(subject, test, measured);
    row.test_mass_kg = figure.test_mass_kg;
    let published = match test.unit() {
        Unit::KilometresPerHour => units::to_kmh(figure.value),
        Unit::Gravities => figure.value / units::STANDARD_GRAVITY_M_S2,
        _ => figure.value,
    };
    row.published = Some(published);
    row.source = subject.file.sources.get(&figure.source).cloned().or_else(|| Some(figure.source.clone()));
    row.source_name = Some(figure.source.clone());
    row.identifies = figure.identifies.clone();
    row.said = figure.note.clone();
    let found = row.identifies.as_deref().map(calibrated);
    let notes: Vec<String> = figure.note.clone().into_iter().chain(found).collect();
    row.note = (!notes.is_empty()).then(|| notes.join("; ")).or(row.note);
    // A rollout shifts the clock of a standing start; other values do not depend on it.
    let rollout_m = figure.rollout_m.filter(|rollout| (ROLLOUT_M.0..=ROLLOUT_M.1).contains(rollout));
    if let (Some(_), Some(value), Some(rollout_s)) = (rollout_m, row.value, measured.outcome.rollout_s) {
        row.rollout_m = rollout_m;
        row.value_with_rollout = finite(value - rollout_s);
    }
    let compared = row.value_with_rollout.or(row.value);
    row.difference_percent = compared.and_then(|value| finite(100.0 * (value - published) / published));
    row
}

/// The vehicle of a file with another mass as tested, by another load; below the kerb mass, by a lighter car.
fn with_mass(file: &VehicleFile, mass_kg: f64) -> Result<Vehicle<f64>, String> {
    let mut spec = file.spec.clone();
    let load = mass_kg - spec.body.kerb_mass_kg;
    spec.body.load_mass_kg = load.max(0.0);
    spec.body.kerb_mass_kg += load.min(0.0);
    spec.validate().map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        lines.join("; ")
    })
}

/// Reason why a result is not specific to this car: its file gives no cornering stiffness; `None` if it is specific.
fn by_rule(subject: &Subject, test: Which) -> Option<&'static str> {
    let depends = matches!(test, Which::Turning(test) if test.depends_on_cornering_stiffness());
    (depends && subject.file.is_cornering_by_rule()).then_some("by rule: no cornering stiffness given")
}

/// A result without a published figure.
fn plain_row(subject: &Subject, test: Which, measured: &Measured) -> Row {
    let (value, reason) = match &measured.outcome.value {
        Ok(value) if value.is_finite() => (Some(*value), None),
        Ok(_) => (None, Some("the result is not finite; try a smaller dt".to_owned())),
        Err(why) => (None, Some(why.to_string())),
    };
    let top = measured.top_speed.as_ref();
    Row {
        test: test.name(),
        value,
        unit: test.unit().symbol(),
        published: None,
        difference_percent: None,
        source: None,
        source_name: None,
        reason,
        rollout_m: None,
        value_with_rollout: None,
        test_mass_kg: None,
        meaning: test.words(),
        is_headline: test.is_headline(),
        note: test.meaning(subject),
        said: None,
        by_rule: by_rule(subject, test),
        identifies: None,
        equilibrium_km_h: top.and_then(|top| finite(units::to_kmh(top.equilibrium_m_s))),
        limited_by: top.map(|top| match top.limit {
            Limit::Drag => "drag",
            Limit::Redline => "redline",
        }),
        gear: top.map(|top| top.gear),
        coefficients: measured.road_load.and_then(coefficients),
        envelope: measured.envelope.clone(),
        other_published: Vec::new(),
    }
}

fn coefficients(load: RoadLoad) -> Option<Coefficients> {
    Some(Coefficients {
        a_n: finite(load.a_n)?,
        b_n_s_m: finite(load.b_n_s_m)?,
        c_n_s2_m2: finite(load.c_n_s2_m2)?,
    })
}
