//! `skidpad run`: a scenario, with a column per channel.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use skidpad::integrate::Method;
use skidpad::record::Channel;
use skidpad::step::Dt;
use skidpad_formats::scenario::{self, Scenario};
use skidpad_formats::telemetry::{Format, Table};
use skidpad_formats::{BaseFolder, Outside, presets, recording};
use skidpad_plot::telemetry_figures;
use skidpad_world::compare::{Needs, initial_for, written_as};
use skidpad_world::models::{Cars, MODELS, ModelInfo};
use skidpad_world::replay::Recording;
use skidpad_world::scenario::{Ending, Finished, Script, columns_of, run, run_recorded};
use skidpad_world::telemetry;

use crate::failure::Failure;
use crate::folder::Folder;
use crate::options::Reach;
use crate::output;
use skidpad_formats::choose::{self, Car, Loaded};

/// The most numbers that a run keeps: 1.6 GB.
const MOST_NUMBERS: u64 = 200_000_000;

/// What `--help` says below the options, here and of `skidpad compare`.
pub const HELP: &str = "\
A scenario is a TOML file:

  car = \"boxster-s\"             # a preset (skidpad cars list), or a vehicle file, from this file's folder
  model = \"single_track\"        # skidpad models
  dt = \"5 ms\"                   # or dt_s = 0.005: a row of the result each
  duration = \"8 s\"
  interpolate = \"linear\"        # between the rows; \"hold\" otherwise
  integrator = \"rk4\"            # or leave it out: the model's own

  [initial]                     # states of the model by name; what is left out is in balance
  speed_m_s = 20

  [surface]                     # dry, level asphalt otherwise
  grip = 0.8
  slope = \"5 %\"                 # and bank, headwind, crosswind, rolling, air_density, gravity

  [[ground]]                    # where the road is otherwise: as many as you like, the last one on top
  x = 60                        # the middle of a rectangle; or radius = 5 for a disc
  y = -2
  length = 100
  width = 4
  grip = 0.1                    # or rolling, or the height of a bump; or map = \"grip.csv\" instead of all

  [shaping]                     # the controls are those of keys or a pad, shaped on their way
  kind = \"keyboard\"             # or \"pad\", or \"direct\"
  lock = \"35 deg\"               # of the front wheels at full stick
  steer = { attack = 2 }        # and throttle, brake, handbrake: dead_zone, curve, attack, return, smoothing, ...
  grip = { peak_slip = \"8 deg\", front_arm = \"1.2 m\" } # steer by a share of the grip

  [[controls]]                  # rows in order of time; the first at 0
  t_s = 0
  throttle = 0.2                # 0 to 1, as brake, handbrake, clutch and starter
  gear = 3                      # -1 to 12, \"reverse\", \"neutral\" or \"auto\"

  [[controls]]                  # what is left out stays as it is
  t_s = 1
  stick = 0.2                   # -1 to 1, positive to the left; without [shaping] it is
                                # steer = \"2 deg\", of the front wheels, or steer_rad = 0.035

Models without pedals take acceleration_m_s2 = 2 or acceleration = \"0.2 g\" instead.";

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The scenario file: car, model, steps, controls over time
    scenario: PathBuf,
    /// The file to write, ending in .csv or .parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the channels over time into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Record what the car was given, and its hash after each step, for `skidpad replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keep the whole state after each so many steps of the recording, to name the field that differs; 0: none
    #[arg(long, value_name = "STEPS", default_value_t = 1, requires = "record")]
    keep: u32,
    #[command(flatten)]
    reach: Reach,
}

/// Drives the scenario and writes its channels.
pub fn command(options: &Options) -> Result<(), Failure> {
    Format::of(&options.out).map_err(|error| Failure::input(format!("--out: {error}")))?;
    refuse_output("--out", &options.out)?;
    if let Some(path) = &options.record {
        refuse_output("--record", path)?;
    }
    let folder = options.plot.as_deref().map(|path| Folder::look("--plot", path)).transpose()?;
    let scenario = scenario::read(&options.scenario, options.reach.outside())?;
    let plan = Plan::new(&scenario)?;
    refuse_road(&scenario, plan.model)?;
    let keeps = options.record.as_ref().map(|path| (plan.name_beside(path, &scenario), options.keep));
    let Driven { values, finished, broken, recording } = plan.drive(&scenario, &options.scenario, keeps)?;
    let plots = if folder.is_some() { plots(&plan.columns, &values) } else { Vec::new() };
    let mut table = Table::new();
    for (channel, values) in plan.columns.iter().zip(values) {
        table.push(channel.name, values);
    }
    table.write(&options.out).map_err(|error| Failure::input(format!("--out: {error}")))?;
    if let (Some(path), Some(recording)) = (&options.record, &recording) {
        recording::write_file(path, recording)
            .map_err(|error| Failure::input(format!("--record: {}: {error}", path.display())))?;
    }
    if let Some(folder) = &folder {
        folder.write(&plots)?;
    }
    say_doubts(&scenario, &plan);
    let is_given = scenario.controls.acceleration_at(0.0).is_some();
    say_events(plan.model, &finished, broken, is_given);
    output::text(&format!(
        "{}: {} rows of {} channels, {} s of {}\n",
        options.out.display(),
        table.rows(),
        table.columns().len(),
        finished.time_s,
        plan.model.name,
    ))
}

/// A road that the model does not feel is refused, with the models that do.
fn refuse_road(scenario: &Scenario, model: &ModelInfo) -> Result<(), Failure> {
    Needs::of_road(&scenario.surface).refusal(model).map_or(Ok(()), |refusal| Err(Failure::input(refusal)))
}

/// Controls that come after the end, in words.
pub fn idle_controls(scenario: &Scenario) -> Option<String> {
    let idle = scenario.controls.idle_after(scenario.duration_s);
    let (first, end) = (idle.first()?, scenario.duration_s);
    let which = match idle.len() {
        1 => format!("the row of controls at {first} s stands"),
        count => format!("{count} rows of controls, the first at {first} s, stand"),
    };
    Some(format!("warning: {which} after the end of the run at {end} s: nothing comes of it"))
}

/// The note on steering beyond the lock, for the largest angle of the run.
pub fn beyond_lock(scenario: &Scenario, model: &ModelInfo, car: &Car) -> Option<String> {
    // With hands a stick is a share of the lock.
    if scenario.shaping.is_some() {
        return None;
    }
    let steered = |t_s: f64| scenario.controls.at(t_s).steer_rad;
    let times = scenario.controls.times().into_iter().filter(|t_s| *t_s <= scenario.duration_s);
    let largest_s = times.max_by(|a, b| steered(*a).abs().total_cmp(&steered(*b).abs()))?;
    model.beyond_lock(&car.choice(), &format!("the steering at {largest_s} s"), steered(largest_s))
}

/// Controls that the model leaves out, and a car that is not of its kind.
fn say_doubts(scenario: &Scenario, plan: &Plan) {
    let controls = |t_s: f64| scenario.controls.at(t_s);
    let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s);
    let times: Vec<f64> =
        scenario.controls.times().into_iter().filter(|t_s| *t_s <= scenario.duration_s).collect();
    let needs = Needs::of(&controls, &acceleration, &times, &scenario.surface);
    if let Some(warning) = idle_controls(scenario) {
        output::note(&warning);
    }
    let misfit = choose::misfit(plan.model, &plan.car, &scenario.car);
    let beyond = beyond_lock(scenario, plan.model, &plan.car);
    for doubt in needs.refusal(plan.model).into_iter().chain(misfit).chain(beyond) {
        output::note(&format!("note: {doubt}"));
    }
}

/// Everything out of the ordinary, on standard error.
fn say_events(model: &ModelInfo, finished: &Finished, broken: Option<&str>, has_acceleration: bool) {
    for name in model.inputs_at_zero {
        let (model, is_acceleration) = (model.name, *name == "acceleration_m_s2");
        let how = if is_acceleration { " (a scenario may give acceleration_m_s2)" } else { "" };
        if !(is_acceleration && has_acceleration) {
            output::note(&format!(
                "note: {model} has the input {name}, which no pedal gives: it stayed 0{how}"
            ));
        }
    }
    let time_s = finished.time_s;
    if let Some(name) = broken {
        output::note(&format!("event: {name} was not finite at {time_s:.3} s: the run ended before"));
    } else if finished.ending != Ending::Complete {
        output::note(&format!("event: {} at {time_s:.3} s: the run ended", finished.ending.name()));
    }
}

/// The pictures of a run by name and content.
fn plots(columns: &[Channel], values: &[Vec<f64>]) -> Vec<(String, String)> {
    let mut recording = telemetry::Recording::new(columns.to_vec());
    let rows = values.first().map_or(0, Vec::len);
    for row in 0..rows {
        recording.push(values.iter().map(|column| column[row]).collect());
    }
    telemetry_figures(&recording).into_iter().map(|figure| (figure.file, figure.svg)).collect()
}

/// Finds out before the run whether its result can be written.
fn refuse_output(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Failure::input(format!(
            "{option}: {folder} is no folder: make it first, or name another"
        )));
    }
    if path.is_dir() {
        return Err(Failure::input(format!("{option}: {} is a folder: name a file", path.display())));
    }
    Ok(())
}

/// What a run gave.
struct Driven {
    /// The values of each column.
    values: Vec<Vec<f64>>,
    finished: Finished,
    /// The channel that was not finite.
    broken: Option<&'static str>,
    recording: Option<Recording>,
}

struct Plan {
    model: &'static ModelInfo,
    car: Car,
    /// The files that the car was read from.
    paths: Vec<PathBuf>,
    method: Option<Method>,
    dt: Dt,
    columns: Vec<Channel>,
}

impl Plan {
    /// Everything that the scenario names, found; or what is not known.
    fn new(scenario: &Scenario) -> Result<Self, Failure> {
        let models: Vec<&str> = MODELS.iter().map(|model| model.name).collect();
        let model = ModelInfo::by_name(&scenario.model)
            .ok_or_else(|| scenario.error_at("model", &format!("one of {}", models.join(", ")), &models))?;
        let methods = Method::ALL.map(Method::name);
        let method = match &scenario.integrator {
            None => None,
            Some(name) => Some(name.parse().map_err(|_| {
                scenario.error_at("integrator", &format!("one of {}", methods.join(", ")), &methods)
            })?),
        };
        let Loaded { car, paths } = car(scenario, model)?;
        let dt = Dt::new(scenario.dt_s).ok_or_else(|| {
            Failure::input(format!("dt_s is {}; it must be above 0 and at most 1 s", scenario.dt_s))
        })?;
        Ok(Self { model, car, paths, method, dt, columns: columns_of(model, scenario.shaping.as_ref()) })
    }

    /// The car's name in a recording: a path from the recording's folder.
    fn name_beside(&self, recording: &Path, scenario: &Scenario) -> String {
        let beside = BaseFolder::of_file(recording, Outside::Allowed);
        self.paths.first().map_or(scenario.car.clone(), |path| beside.name_of(path))
    }

    /// Drives it. `path` names the scenario in messages; `keeps`: records it, with the car's name and a state after each
    /// so many steps.
    fn drive(
        &self,
        scenario: &Scenario,
        path: &Path,
        keeps: Option<(String, u32)>,
    ) -> Result<Driven, Failure> {
        let written: Vec<(&str, f64)> =
            scenario.initial.iter().map(|(name, initial)| (name.as_str(), initial.value)).collect();
        let (mut initial, unknown) = initial_for(self.model, &written);
        initial.extend(written.iter().filter(|entry| unknown.contains(&entry.0)));
        let controls = |t_s: f64| scenario.controls.at(t_s);
        let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s).unwrap_or(0.0);
        let script = Script {
            method: self.method,
            dt: self.dt,
            duration_s: scenario.duration_s,
            initial: &initial,
            surface: scenario.surface,
            ground: &scenario.ground,
            controls: &controls,
            acceleration: &acceleration,
            hands: scenario.shaping,
        };
        self.check(scenario, &script, &written, path)?;
        let progress = output::bar(script.steps(), "driving");
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); self.columns.len()];
        let mut broken = None;
        let mut keep = |row: &[f64]| {
            if let Some(index) = row.iter().position(|value| !value.is_finite()) {
                broken = Some(self.columns[index].name);
                return ControlFlow::Break(());
            }
            for (column, value) in values.iter_mut().zip(row) {
                column.push(*value);
            }
            if values[0].len().is_multiple_of(1000) {
                progress.inc(1000);
            }
            ControlFlow::Continue(())
        };
        let car = self.car.choice();
        let driven = match keeps {
            None => run(self.model, &car, &script, &mut keep).map(|finished| (finished, None)),
            Some((name, keeps)) => run_recorded(self.model, (&name, &car), &script, keeps, &mut keep)
                .map(|(finished, recording)| (finished, Some(recording))),
        };
        progress.finish_and_clear();
        let (finished, recording) = driven.ok_or_else(|| Failure::input(choose::must(self.model)))?;
        Ok(Driven { values, finished, broken, recording })
    }

    fn check(
        &self,
        scenario: &Scenario,
        script: &Script,
        written: &[(&str, f64)],
        path: &Path,
    ) -> Result<(), Failure> {
        let states: Vec<&str> = self.model.states.iter().map(|state| state.name).collect();
        let errors: Vec<String> = script
            .initial_errors(self.model)
            .iter()
            .map(|error| {
                let path = format!("initial.{}", written_as(&error.name, written));
                scenario.error_at(&path, &error.must, &states).to_string()
            })
            .collect();
        if !errors.is_empty() {
            return Err(Failure::input(errors.join("\n")));
        }
        let most = MOST_NUMBERS / self.columns.len() as u64;
        if script.steps() > most {
            return Err(Failure::input(format!(
                "{}: duration_s / dt_s is {} steps; it must be at most {most} for this model, \
                 as each step is a row: take a larger dt_s (the car divides it into its own sub-steps) \
                 or a shorter duration_s",
                path.display(),
                script.steps()
            )));
        }
        Ok(())
    }
}

/// The scenario's car.
fn car(scenario: &Scenario, model: &ModelInfo) -> Result<Loaded, Failure> {
    let names = choose::names(model);
    let is_fixed = matches!(model.cars, Cars::Fixed);
    let is_vehicle = presets::preset_names().any(|name| name == scenario.car);
    let is_known =
        names.contains(&scenario.car.as_str()) || choose::is_path(&scenario.car) || (is_fixed && is_vehicle);
    if !is_known {
        return Err(scenario.error_at("car", &choose::must(model), &names).into());
    }
    scenario.load_car(model, &scenario.car).map_err(Failure::Input)
}
