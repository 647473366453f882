//! What a scenario asks for, found and checked; and its run.

use std::path::{Path, PathBuf};

use skidpad::integrate::Method;
use skidpad::record::Channel;
use skidpad::step::Dt;
use skidpad_formats::choose::{self, Car, Loaded};
use skidpad_formats::scenario::Scenario;
use skidpad_formats::{BaseFolder, Outside, presets};
use skidpad_world::compare::{initial_for, written_as};
use skidpad_world::models::{Cars, MODELS, ModelInfo};
use skidpad_world::replay::Recording;
use skidpad_world::scenario::{Finished, Script, columns_of, run, run_recorded};

use super::rows::Rows;
use crate::failure::Failure;
use crate::output;

/// The most numbers that a run writes: some 4 GB of text.
const MOST_NUMBERS: u64 = 200_000_000;
/// The most numbers of the states in a recording, which are kept in memory: 512 MiB.
const MOST_KEPT: u64 = 1 << 26;

/// What a run gave besides its rows.
pub struct Driven {
    pub finished: Finished,
    pub recording: Option<Recording>,
}

/// A run that can begin.
pub struct Plan {
    pub model: &'static ModelInfo,
    pub car: Car,
    /// Columns of the table.
    pub columns: Vec<Channel>,
    /// The files that the car was read from.
    paths: Vec<PathBuf>,
    method: Option<Method>,
    dt: Dt,
}

impl Plan {
    /// Everything that the scenario names, found; or what is not known.
    pub fn new(scenario: &Scenario) -> Result<Self, Failure> {
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
    pub fn name_beside(&self, recording: &Path, scenario: &Scenario) -> String {
        let beside = BaseFolder::of_file(recording, Outside::Allowed);
        self.paths.first().map_or(scenario.car.clone(), |path| beside.name_of(path))
    }

    /// The files that the run reads.
    pub fn inputs(&self, scenario: &Scenario) -> Vec<PathBuf> {
        scenario.paths.iter().chain(&self.paths).cloned().collect()
    }

    /// A recording that would not fit into memory is refused before the run. `keeps`: a state after each so many steps.
    pub fn check_recording(&self, scenario: &Scenario, keeps: Option<u32>) -> Result<(), Failure> {
        let Some(keeps) = keeps.map(u64::from).filter(|keeps| *keeps > 0) else { return Ok(()) };
        let steps = (scenario.duration_s / self.dt.seconds()).ceil() as u64;
        let numbers = steps.saturating_mul(self.columns.len() as u64);
        if numbers / keeps <= MOST_KEPT {
            return Ok(());
        }
        let least = numbers.div_ceil(MOST_KEPT);
        Err(Failure::input(format!(
            "--record: the states after each {keeps} of {steps} steps are too many; take --keep {least} or more, or 0"
        )))
    }

    /// Drives it. `path` names the scenario in messages; `keeps`: records it, with the car's name and a state after each
    /// so many steps.
    pub fn drive(
        &self,
        scenario: &Scenario,
        path: &Path,
        keeps: Option<(String, u32)>,
        rows: &mut Rows,
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
        let mut keep = |row: &[f64]| {
            let flow = rows.push(row);
            if rows.count().is_multiple_of(1000) {
                progress.inc(1000);
            }
            flow
        };
        let car = self.car.choice();
        let driven = match keeps {
            None => run(self.model, &car, &script, &mut keep).map(|finished| (finished, None)),
            Some((name, keeps)) => run_recorded(self.model, (&name, &car), &script, keeps, &mut keep)
                .map(|(finished, recording)| (finished, Some(recording))),
        };
        progress.finish_and_clear();
        let (finished, recording) = driven.ok_or_else(|| Failure::input(choose::must(self.model)))?;
        Ok(Driven { finished, recording })
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
