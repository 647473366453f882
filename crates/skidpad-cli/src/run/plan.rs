//! What a scenario asks for, found and checked; and its run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;
use skidpad_core::integrate::Method;
use skidpad_core::record::Channel;
use skidpad_core::step::Dt;
use skidpad_formats::choose::{Car, Loaded};
use skidpad_formats::log;
use skidpad_formats::scenario::Scenario;
use skidpad_formats::vehicle;
use skidpad_world::compare::{Needs, initial_for, written_as};
use skidpad_world::contact::Body;
use skidpad_world::log::{LogSettings, WorldLog};
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::rolling::CarChoice;
use skidpad_world::scenario::{
    ContactEvents, Finished, Participant, RowSink, Script, Surroundings, columns_of, columns_of_participant,
    run_world,
};
use skidpad_world::world::body_of;

use super::cars::{self, Driver, Further};
use super::contacts;
use super::refusals::{refuse_contact, refuse_driver, refuse_friction};
use crate::failure::Failure;

/// The most numbers that a run writes: some 4 GB of text.
pub const MOST_NUMBERS: u64 = 200_000_000;
/// Numbers of a car's state in a log besides those of its model: of hands on keys, clock and status.
const STATE_REST: usize = 24;

/// Results of a run besides its rows.
pub struct Driven {
    pub finished: Finished,
    /// Name of the further car that ended the run.
    pub by: Option<String>,
    pub contacts: ContactEvents,
    /// True where bodies overlapped at the start.
    pub overlapped: bool,
    pub cones_hit: usize,
    pub log: Option<WorldLog>,
}

/// A run that can begin.
pub struct Plan {
    pub model: &'static ModelInfo,
    pub car: Car,
    /// The further cars.
    pub further: Vec<Further>,
    /// Columns of the table.
    pub columns: Vec<Channel>,
    /// The files that the car was read from.
    paths: Vec<PathBuf>,
    /// Text of the car's vehicle, where fields of it were changed.
    text: Option<Arc<str>>,
    method: Option<Method>,
    dt: Dt,
}

impl Plan {
    /// Everything that the scenario names, found; or what is not known.
    pub fn new(listed: &Models, scenario: &Scenario) -> Result<Self, Failure> {
        if scenario.start.is_some() {
            let must = "left out of a sweep: only a single run goes on from a log";
            return Err(scenario.error_at("start.log", must, &[]).into());
        }
        let models: Vec<&str> = listed.iter().map(|model| model.name).collect();
        let model = listed
            .by_name(&scenario.model)
            .ok_or_else(|| scenario.error_at("model", &format!("one of {}", models.join(", ")), &models))?;
        let methods = Method::ALL.map(Method::name);
        let method = match &scenario.integrator {
            None => None,
            Some(name) => Some(name.parse().map_err(|_| {
                scenario.error_at("integrator", &format!("one of {}", methods.join(", ")), &methods)
            })?),
        };
        let Loaded { car, paths, changed } = cars::load(listed, scenario, "car", model, &scenario.car)?;
        refuse_friction(listed, scenario, model)?;
        if scenario.has_contact() {
            refuse_contact(listed, scenario, "model", model)?;
        }
        if let Some(task) = &scenario.driver {
            refuse_driver(listed, scenario, model, "driver", task)?;
        }
        let further = cars::further(listed, scenario)?;
        let dt = Dt::new(scenario.dt_s).ok_or_else(|| {
            Failure::input(format!("dt_s is {}; it must be above 0 and at most 1 s", scenario.dt_s))
        })?;
        let hands = scenario.shaping.as_ref();
        let mut columns = match scenario.has_contact() {
            true => columns_of_participant(model, hands, true),
            false => columns_of(model, hands),
        };
        columns.extend(further.iter().flat_map(cars::columns));
        let text = changed.map(|file| Arc::from(vehicle::write(&file)));
        Ok(Self { model, car, paths, text, method, dt, further, columns })
    }

    /// The bodies of all cars, the scenario's own first.
    pub fn bodies(&self, scenario: &Scenario) -> Vec<Body> {
        let touch = scenario.contact;
        let own = body_of(self.model, &self.car.choice(), touch.restitution, touch.friction);
        let further = self.further.iter().zip(&scenario.traffic).map(|(further, traffic)| {
            let touch = traffic.touch;
            body_of(further.model, &further.car.choice(), touch.restitution, touch.friction)
        });
        std::iter::once(own).chain(further).collect()
    }

    /// The files that the run reads.
    pub fn inputs(&self, scenario: &Scenario) -> Vec<PathBuf> {
        let further = self.further.iter().flat_map(Further::paths);
        scenario.paths.iter().chain(&self.paths).chain(further).cloned().collect()
    }

    /// A log that would be too large for a file is refused before the run.
    pub fn check_log(&self, scenario: &Scenario, keeps: Option<(&Path, u32)>) -> Result<(), Failure> {
        let Some((_, every)) = keeps else { return Ok(()) };
        let steps = (scenario.duration_s / self.dt.seconds()).ceil() as u64;
        let models = std::iter::once(self.model).chain(self.further.iter().map(|further| further.model));
        let states: usize = models.map(|model| model.states.len() + model.modes.len() + STATE_REST).sum();
        let hashes = steps.saturating_mul(8);
        let state = 8 * states as u64;
        let room = (log::MOST_UNPACKED as u64 / 2).saturating_sub(hashes);
        let count = steps.checked_div(u64::from(every)).unwrap_or(0);
        if hashes < log::MOST_UNPACKED as u64 / 2 && count.saturating_mul(state) <= room {
            return Ok(());
        }
        let hint = match room / state {
            0 => "take a larger dt_s or a shorter duration_s".to_owned(),
            most => format!("take --keep {} or more, or 0", steps.div_ceil(most)),
        };
        Err(Failure::input(format!(
            "--record: {steps} steps are too many for a log with their states; {hint}"
        )))
    }

    /// A road that the model does not feel is refused, with the models that do.
    pub fn refuse_road(&self, listed: &Models, scenario: &Scenario) -> Result<(), Failure> {
        let refusal = Needs::of_road(&scenario.surface).refusal(self.model, listed);
        refusal.map_or(Ok(()), |refusal| Err(Failure::input(refusal)))
    }

    /// Drives it. `path` names the scenario in messages; `keeps`: logs it for a file, with a state after each so many
    /// steps. Every row goes to `sink`.
    pub fn drive(
        &self,
        scenario: &Scenario,
        path: &Path,
        keeps: Option<(&Path, u32)>,
        progress: &ProgressBar,
        sink: &mut RowSink,
    ) -> Result<Driven, Failure> {
        let written: Vec<(&str, f64)> =
            scenario.initial.iter().map(|(name, initial)| (name.as_str(), initial.value)).collect();
        let (mut initial, unknown) = initial_for(self.model, &written);
        initial.extend(written.iter().filter(|entry| unknown.contains(&entry.0)));
        let drivers: Vec<Driver> = std::iter::once(&scenario.controls)
            .chain(scenario.traffic.iter().map(|traffic| &traffic.controls))
            .map(Driver::new)
            .collect();
        let starts: Vec<_> = (self.further.iter().zip(&scenario.traffic))
            .map(|(further, traffic)| cars::initial(further.model, traffic))
            .collect();
        let starts: Vec<&[(&str, f64)]> =
            std::iter::once(&initial[..]).chain(starts.iter().map(|start| &start[..])).collect();
        let participants: Vec<Participant> = self
            .bodies(scenario)
            .into_iter()
            .enumerate()
            .map(|(at, body)| self.participant(scenario, at, (&drivers[at], starts[at]), body, keeps))
            .collect();
        self.check(scenario, &participants, &written, path)?;
        progress.set_length(participants[0].script.steps());
        let mut count = 0_u64;
        let mut keep = |row: &[f64]| {
            count += 1;
            if count.is_multiple_of(1000) {
                progress.inc(1000);
            }
            sink(row)
        };
        let walls: Vec<_> = scenario.walls.iter().map(|wall| wall.wall).collect();
        let around = Surroundings { walls: &walls, cones: &scenario.cones, weather: scenario.weather };
        let driven = run_world(&participants, around, log_settings(keeps), &mut keep);
        progress.finish_and_clear();
        let driven = driven.map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        let further = driven.by.filter(|by| *by > 0);
        Ok(Driven {
            finished: driven.finished,
            by: further.map(|by| contacts::name(scenario, by).to_owned()),
            contacts: driven.contacts,
            overlapped: driven.overlapped,
            cones_hit: driven.cones_hit,
            log: driven.log,
        })
    }

    /// The car at a place among all, with who drives it and its states at the start.
    fn participant<'a>(
        &'a self,
        scenario: &'a Scenario,
        at: usize,
        (driver, initial): (&'a Driver<'a>, &'a [(&'a str, f64)]),
        body: Body,
        keeps: Option<(&Path, u32)>,
    ) -> Participant<'a> {
        let further = at.checked_sub(1).map(|at| &self.further[at]);
        let is_first = further.is_none();
        let car: CarChoice = further.map_or(&self.car, |further| &further.car).choice();
        let car_name = keeps.map(|(log, _)| match further {
            Some(further) => further.name_beside(log),
            None => cars::name_beside(log, &self.paths, &scenario.car),
        });
        Participant {
            name: contacts::name(scenario, at),
            model: further.map_or(self.model, |further| further.model),
            car,
            car_name: car_name.unwrap_or_default(),
            vehicle: self.text.clone().filter(|_| is_first),
            friction: scenario.friction.filter(|_| is_first),
            driver: match at.checked_sub(1) {
                None => scenario.driver,
                Some(at) => scenario.traffic[at].driver,
            },
            script: Script {
                method: self.method.filter(|_| is_first),
                dt: self.dt,
                duration_s: scenario.duration_s,
                initial,
                surface: scenario.surface,
                ground: &scenario.ground,
                controls: &*driver.controls,
                acceleration: &*driver.acceleration,
                hands: scenario.shaping.filter(|_| is_first),
            },
            body,
        }
    }

    fn check(
        &self,
        scenario: &Scenario,
        participants: &[Participant],
        written: &[(&str, f64)],
        path: &Path,
    ) -> Result<(), Failure> {
        let script = &participants[0].script;
        let mut errors: Vec<String> = Vec::new();
        for (at, participant) in participants.iter().enumerate() {
            let states: Vec<&str> = participant.model.states.iter().map(|state| state.name).collect();
            errors.extend(participant.script.initial_errors(participant.model).iter().map(|error| {
                let path = match at.checked_sub(1) {
                    None => format!("initial.{}", written_as(&error.name, written)),
                    Some(at) => format!("traffic[{at}].{}", cars::key_of(&error.name)),
                };
                scenario.error_at(&path, &error.must, &states).to_string()
            }));
        }
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

/// Settings of a log for a file: a hash after each step, and a state after each so many. The states need all the memory that
/// [`Plan::check_log`] allows.
fn log_settings(keeps: Option<(&Path, u32)>) -> Option<LogSettings> {
    let (_, keyframe_interval) = keeps?;
    Some(LogSettings { keyframe_interval, hash_interval: 1, keyframe_bytes: usize::MAX })
}
