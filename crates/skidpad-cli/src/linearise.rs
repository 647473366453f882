//! `skidpad linearise`: a model's equations, linear about an operating point.

use std::path::Path;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::surface::Surface;
use skidpad_core::units::{STANDARD_GRAVITY_M_S2, to_degrees, to_kmh};
use skidpad_formats::choose::{self, Car};
use skidpad_formats::{linearisation, presets};
use skidpad_linear::Matrix;
use skidpad_world::evaluate::Question;
use skidpad_world::linear::{Complex, Linearisation, Mode, Stability, eigenvalues, modes, stability, trim};
use skidpad_world::models::{Cars, ModelInfo, Models};

use crate::failure::Failure;
use crate::options::Reach;
use crate::output;
use crate::table::{Align, Table, significant};

/// Help text below the options.
pub const HELP: &str = "\
With the state x, the input u and the outputs y: dx' = A dx + B du, dy = C dx + D du. Names and units are those of
`skidpad models`; a row of A and B is the rate of its state. Assists are off, the
suspension has no dry friction, and the mode (gear, what sticks) is held.

  skidpad linearise boxster-s --trim \"speed=20 m/s, lateral_acceleration=4 m/s^2\"
  skidpad linearise boxster-s --model single_track --trim \"speed=72 km/h, gear=3, grip=0.8\" --json
  skidpad linearise boxster-s --by body.kerb_mass --by front.friction --trim \"speed=20 m/s\" --json
  skidpad linearise commonroad-2 --model commonroad_st --at point.json

The point of --at is a question of `skidpad evaluate`, whose model and car are optional; the \"point\" of --json is one.";

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The car: a preset, the path of a vehicle file, or one of the model's own
    car: String,
    /// The model
    #[arg(long, default_value = "two_track")]
    model: String,
    /// Operating point as JSON, or the path of a file with it: {"state": {...}, "input": {...}}
    #[arg(long, conflicts_with = "trim")]
    at: Option<String>,
    /// Steady state: speed, and optionally lateral_acceleration, gear and numbers of the road
    #[arg(long)]
    trim: Option<String>,
    /// Add derivatives with respect to a number of the vehicle, by its path in the file; repeatable
    #[arg(long = "by", value_name = "NUMBER")]
    by: Vec<String>,
    /// Print one JSON document instead of the tables
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reach: Reach,
}

/// Prints the linear equations.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    let model = choose::model(listed, &options.model).map_err(Failure::input)?;
    let loaded = choose::car_from(listed, model, &options.car, &options.reach.typed());
    let car = linearisable(loaded.map_err(Failure::input)?.car);
    let question = question(listed, options, model, &car).map_err(Failure::input)?;
    let found = model.linearise(&car.choice(), &question);
    let found = found.ok_or_else(|| Failure::input(format!("the car must be {}", choose::must(model))))?;
    let sensitivities = sensitivities(options, model, &question)?;
    let report = Report::new(options, model, &car, question, found, sensitivities)?;
    if options.json { output::json(&report.document()) } else { output::text(&report.text()) }
}

fn linearisable(car: Car) -> Car {
    match car {
        Car::Vehicle(vehicle) => Car::Vehicle(Box::new(vehicle.linearisable())),
        own @ Car::Own(_) => own,
    }
}

fn question(listed: &Models, options: &Options, model: &ModelInfo, car: &Car) -> Result<Question, String> {
    if let Some(wish) = &options.trim {
        let (wish, surface) = linearisation::wish(wish).map_err(|error| format!("--trim: {error}"))?;
        return trim(model, &car.choice(), &wish, &surface).map_err(|error| error.to_string());
    }
    let Some(given) = options.at.as_deref() else {
        return Err(
            "no operating point; give --trim \"speed=20 m/s\" for a steady state, or --at POINT".to_owned()
        );
    };
    let point = if given.trim_start().starts_with('{') {
        linearisation::point(listed, model, &options.car, given)
    } else {
        linearisation::point_of_file(listed, model, &options.car, Path::new(given))
    };
    point.map_err(|error| format!("--at: {error}"))
}

/// Derivatives with respect to numbers of the vehicle: path, unit, rates, outputs.
type ByNumber = (String, &'static str, Vec<f64>, Vec<f64>);

fn sensitivities(
    options: &Options,
    model: &ModelInfo,
    question: &Question,
) -> Result<Vec<ByNumber>, Failure> {
    if options.by.is_empty() {
        return Ok(Vec::new());
    }
    let no_vehicle =
        || Failure::input(format!("--by: {} has a car of its own, without a vehicle's numbers", model.name));
    if !matches!(model.cars, Cars::Vehicles) {
        return Err(no_vehicle());
    }
    let file = presets::load_from(&options.car, &options.reach.typed());
    let file = file.map_err(|error| Failure::input(error.to_string()))?.file;
    let of = |path: &String| {
        let (spec, unit) =
            linearisation::with_variable(&file, path).map_err(|error| format!("--by: {error}"))?;
        let vehicle = spec
            .validate()
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        let found = model.sensitivity(&vehicle.linearisable(), question);
        found.map(|found| (path.clone(), unit, found.rates, found.outputs)).ok_or_else(|| choose::must(model))
    };
    options.by.iter().map(|path| of(path).map_err(Failure::input)).collect()
}

/// All that is printed.
struct Report<'a> {
    options: &'a Options,
    model: &'a ModelInfo,
    question: Question,
    found: Linearisation,
    eigenvalues: Vec<Complex>,
    stability: Option<Stability>,
    sensitivities: Vec<ByNumber>,
}

#[derive(Serialize)]
struct Units {
    state: Vec<&'static str>,
    input: Vec<&'static str>,
    output: Vec<&'static str>,
}

#[derive(Serialize)]
struct ModeRow {
    eigenvalue: [f64; 2],
    frequency_hz: f64,
    damping: Option<f64>,
}

#[derive(Serialize)]
struct Point {
    model: String,
    car: String,
    state: Map<String, Value>,
    input: Map<String, Value>,
    mode: Map<String, Value>,
    surface: Map<String, Value>,
}

#[derive(Serialize)]
struct ParameterRow {
    name: String,
    unit: &'static str,
}

#[derive(Serialize)]
#[allow(non_snake_case, reason = "the matrices' names in every text")]
struct Document {
    model: &'static str,
    car: String,
    state: Vec<&'static str>,
    input: Vec<&'static str>,
    output: Vec<&'static str>,
    units: Units,
    A: Vec<Vec<f64>>,
    B: Vec<Vec<f64>>,
    C: Vec<Vec<f64>>,
    D: Vec<Vec<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameter: Vec<ParameterRow>,
    /// Rates by parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    E: Vec<Vec<f64>>,
    /// Outputs by parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    F: Vec<Vec<f64>>,
    eigenvalues: Vec<[f64; 2]>,
    modes: Vec<ModeRow>,
    yaw_rate_gain_1_s: Option<f64>,
    lateral_gain_m_s2: Option<f64>,
    understeer_rad_s2_m: Option<f64>,
    characteristic_speed_m_s: Option<f64>,
    critical_speed_m_s: Option<f64>,
    point: Point,
}

impl<'a> Report<'a> {
    fn new(
        options: &'a Options,
        model: &'a ModelInfo,
        car: &Car,
        question: Question,
        found: Linearisation,
        sensitivities: Vec<ByNumber>,
    ) -> Result<Self, Failure> {
        let linear = &found.linear;
        let not_finite = model.states.iter().zip(&linear.rates).find(|(_, rate)| !rate.is_finite());
        if let Some((channel, _)) = not_finite {
            let name = channel.name;
            return Err(Failure::input(format!(
                "the derivative of {name} is not a finite number in this state"
            )));
        }
        let eigenvalues = eigenvalues(&linear.a).map_err(|error| Failure::input(error.to_string()))?;
        let speed = model.states.iter().position(|channel| channel.name == model.speed);
        let speed_m_s = speed.map_or(0.0, |place| question.state[place]);
        let wheelbase_m = car.choice().vehicle().map(|vehicle| vehicle.body().wheelbase_m);
        let stability = stability(model, linear, speed_m_s, wheelbase_m);
        Ok(Self { options, model, question, found, eigenvalues, stability, sensitivities })
    }

    fn document(&self) -> Document {
        let (model, linear) = (self.model, &self.found.linear);
        let names = |channels: &[Channel]| channels.iter().map(|channel| channel.name).collect();
        let units = |channels: &[Channel]| channels.iter().map(|channel| channel.unit).collect();
        let rows = |matrix: &Matrix| (0..matrix.rows()).map(|row| matrix.row(row).to_vec()).collect();
        let stability = self.stability;
        let by_parameter = |of: fn(&ByNumber) -> &Vec<f64>, length: usize| -> Vec<Vec<f64>> {
            let row = |row: usize| self.sensitivities.iter().map(|number| of(number)[row]).collect();
            if self.sensitivities.is_empty() { Vec::new() } else { (0..length).map(row).collect() }
        };
        Document {
            model: model.name,
            car: self.options.car.clone(),
            state: names(model.states),
            input: names(model.inputs),
            output: names(model.trace),
            units: Units {
                state: units(model.states),
                input: units(model.inputs),
                output: units(model.trace),
            },
            A: rows(&linear.a),
            B: rows(&linear.b),
            C: rows(&linear.c),
            D: rows(&linear.d),
            parameter: (self.sensitivities.iter())
                .map(|number| ParameterRow { name: number.0.clone(), unit: number.1 })
                .collect(),
            E: by_parameter(|number| &number.2, model.states.len()),
            F: by_parameter(|number| &number.3, model.trace.len()),
            eigenvalues: self.eigenvalues.iter().map(|value| [value.re, value.im]).collect(),
            modes: modes(&self.eigenvalues).iter().map(mode_row).collect(),
            yaw_rate_gain_1_s: stability.map(|found| found.yaw_rate_gain_1_s),
            lateral_gain_m_s2: stability.and_then(|found| found.lateral_gain_m_s2),
            understeer_rad_s2_m: stability.and_then(|found| found.understeer_rad_s2_m),
            characteristic_speed_m_s: stability.and_then(|found| found.characteristic_speed_m_s),
            critical_speed_m_s: stability.and_then(|found| found.critical_speed_m_s),
            point: self.point(),
        }
    }

    fn point(&self) -> Point {
        let named = |channels: &[Channel], values: &[f64]| {
            channels
                .iter()
                .zip(values)
                .map(|(channel, value)| (channel.name.to_owned(), Value::from(*value)))
                .collect()
        };
        let mut road = [0.0; <Surface<f64> as Record<f64>>::LEN];
        self.question.surface.store(&mut road);
        Point {
            model: self.model.name.to_owned(),
            car: self.options.car.clone(),
            state: named(self.model.states, &self.question.state),
            input: named(self.model.inputs, &self.question.input),
            mode: named(self.model.modes, &self.found.mode),
            surface: named(<Surface<f64> as Channels>::CHANNELS, &road),
        }
    }

    fn text(&self) -> String {
        let (model, question) = (self.model, &self.question);
        let mut text = format!("{} by {}, assists off\n\n", self.options.car, model.name);
        text += &point_table(model, question, &self.found).render();
        text += "\n";
        text += &mode_table(&modes(&self.eigenvalues)).render();
        if let Some(found) = &self.stability {
            text += &format!("\n{}", stability_text(found));
        }
        for (path, unit, rates, _) in &self.sensitivities {
            text += &format!("\nwith respect to {path}, per {unit}:\n{}", rate_table(model, rates).render());
        }
        if model.states.len() <= WIDEST {
            for (name, matrix, columns) in
                [("A", &self.found.linear.a, model.states), ("B", &self.found.linear.b, model.inputs)]
            {
                text += &format!("\n{name}:\n{}", matrix_text(matrix, model.states, columns));
            }
        }
        text += "\nA, B, C and D with all names and units: --json\n";
        text
    }
}

/// Models of more states have matrices that no screen holds.
const WIDEST: usize = 8;

fn mode_row(mode: &Mode) -> ModeRow {
    ModeRow {
        eigenvalue: [mode.eigenvalue.re, mode.eigenvalue.im],
        frequency_hz: mode.frequency_hz,
        damping: mode.damping,
    }
}

fn point_table(model: &ModelInfo, question: &Question, found: &Linearisation) -> Table {
    let mut table = Table::new(&[
        ("operating point", Align::Left),
        ("value", Align::Right),
        ("unit", Align::Left),
        ("rate per s", Align::Right),
    ]);
    let scale = found.linear.rates.iter().fold(1.0, |most: f64, rate| most.max(rate.abs()));
    for ((channel, value), rate) in model.states.iter().zip(&question.state).zip(&found.linear.rates) {
        // What is left of a rate by rounding is 0.
        let rate = if rate.abs() < 1e-9 * scale { "0".to_owned() } else { significant(*rate, 4) };
        table.row([channel.name.to_owned(), significant(*value, 5), channel.unit.to_owned(), rate]);
    }
    let untouched = model.untouched_inputs();
    for ((channel, value), usual) in model.inputs.iter().zip(&question.input).zip(untouched) {
        if *value != usual {
            table.row([channel.name.to_owned(), significant(*value, 5), channel.unit.to_owned()]);
        }
    }
    table
}

fn mode_table(modes: &[Mode]) -> Table {
    let mut table = Table::new(&[
        ("eigenvalue, 1/s", Align::Right),
        ("frequency, Hz", Align::Right),
        ("damping", Align::Right),
        ("motion", Align::Left),
    ]);
    let is_zero = |mode: &&Mode| mode.eigenvalue == Complex { re: 0.0, im: 0.0 };
    let neutral = modes.iter().filter(is_zero).count();
    if neutral > 0 {
        // Position and heading, and of many states what stands still.
        let motion = if neutral == 1 { "neutral".to_owned() } else { format!("neutral, {neutral} times") };
        table.row(["0".to_owned(), String::new(), String::new(), motion]);
    }
    for mode in modes.iter().filter(|mode| !is_zero(mode)) {
        let Complex { re, im } = mode.eigenvalue;
        let value = if im == 0.0 {
            significant(re, 4)
        } else {
            format!("{} ± {}i", significant(re, 4), significant(im, 4))
        };
        let frequency = if im == 0.0 { String::new() } else { significant(mode.frequency_hz, 4) };
        let damping =
            mode.damping.filter(|_| im != 0.0).map_or(String::new(), |damping| significant(damping, 3));
        let motion = match (re, im) {
            (0.0, _) => "neutral",
            (re, _) if re > 0.0 => "unstable",
            _ => "",
        };
        table.row([value, frequency, damping, motion.to_owned()]);
    }
    table
}

fn stability_text(found: &Stability) -> String {
    let mut lines = vec![format!("yaw-rate gain: {} 1/s", significant(found.yaw_rate_gain_1_s, 4))];
    let lateral = found
        .lateral_gain_m_s2
        .map(|gain| format!("lateral-acceleration gain: {} m/s^2 per rad", significant(gain, 4)));
    lines.extend(lateral);
    lines.extend(found.understeer_rad_s2_m.map(|gradient| {
        let degrees = to_degrees(gradient) * STANDARD_GRAVITY_M_S2;
        format!("understeer gradient: {} deg/g", significant(degrees, 3))
    }));
    let speed = |name: &str, speed: Option<f64>| {
        speed.map(|speed| {
            format!("{name} speed: {} m/s ({} km/h)", significant(speed, 4), significant(to_kmh(speed), 4))
        })
    };
    lines.extend(speed("characteristic", found.characteristic_speed_m_s));
    lines.extend(speed("critical", found.critical_speed_m_s));
    lines.join("\n") + "\n"
}

fn rate_table(model: &ModelInfo, rates: &[f64]) -> Table {
    let mut table =
        Table::new(&[("rate of", Align::Left), ("changes by", Align::Right), ("unit", Align::Left)]);
    // What rounding leaves is 0.
    let least = 1e-10 * rates.iter().fold(0.0, |most: f64, rate| most.max(rate.abs()));
    for (channel, rate) in model.states.iter().zip(rates).filter(|(_, rate)| rate.abs() > least) {
        table.row([channel.name.to_owned(), significant(*rate, 5), format!("{} per s", channel.unit)]);
    }
    table
}

fn matrix_text(matrix: &Matrix, rows: &[Channel], columns: &[Channel]) -> String {
    let used: Vec<usize> = (0..matrix.columns())
        .filter(|column| (0..matrix.rows()).any(|row| matrix.at(row, *column) != 0.0))
        .collect();
    let mut heading = vec![("", Align::Left)];
    heading.extend(used.iter().map(|column| (columns[*column].name, Align::Right)));
    let mut table = Table::new(&heading);
    for (row, channel) in rows.iter().enumerate() {
        let cells = used.iter().map(|column| significant(matrix.at(row, *column), 5));
        table.row([channel.name.to_owned()].into_iter().chain(cells));
    }
    table.render()
}
