//! `skidpad compare`: the same inputs through several models and cars.

mod field;
mod options;
mod result;
mod show;

use indicatif::ProgressBar;
use skidpad_core::integrate::Method;
use skidpad_core::step::Dt;
use skidpad_formats::scenario::{self, Scenario};
use skidpad_world::compare::{Needs, initial_for, initial_names, written_as};
use skidpad_world::models::{Cars, ModelInfo, Models};
use skidpad_world::scenario::{Script, columns};
use skidpad_world::weather::Weather;

use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::run::{beyond_lock, idle_controls};
use field::{Runner, field};
use result::RunnerResult;
use skidpad_formats::choose;

pub use options::Options;

/// The most numbers that a comparison keeps: 800 MB.
const MOST_NUMBERS: u64 = 100_000_000;

/// Drives the scenario through all models and shows the results.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    let folder = options.out.as_deref().map(|path| Folder::look("--out", path)).transpose()?;
    let scenario = scenario::read(&options.scenario, options.reach.outside())?;
    refuse_world(options, &scenario)?;
    let models = models(listed, options, &scenario)?;
    let runners = field(listed, options, &scenario, &models)?;
    refuse_needs(listed, &scenario, &models)?;
    let mut notes = check_initial(listed, &scenario, &models)?;
    notes.extend(check_friction(listed, &scenario, &models)?);
    check_channels(options, &models)?;
    check_size(options, &scenario, &runners)?;
    let progress = output::bar(runners.len() as u64, "driving");
    let results = drive(listed, &scenario, &runners, &progress)?;
    progress.finish_and_clear();
    notes.extend(
        runners.iter().filter_map(|runner| choose::misfit(runner.model, &runner.car, &runner.car_name)),
    );
    notes.extend(runners.iter().filter_map(|runner| {
        let note = beyond_lock(&scenario, runner.model, &runner.car)?;
        Some(format!("{}: {note}", runner.name))
    }));
    notes.extend(results.iter().filter_map(show::ending));
    if let Some(folder) = &folder {
        folder.write(&show::files(options, &scenario, &results, &notes), &scenario.paths)?;
    }
    if let Some(warning) = idle_controls(&scenario) {
        output::note(&warning);
    }
    for note in &notes {
        output::note(&format!("note: {note}"));
    }
    if options.json {
        return output::json(&show::document(options, &scenario, &results));
    }
    output::text(&show::table(&results))?;
    match &options.out {
        Some(path) => output::note(&format!("\nThe overlays: {}", path.join("compare.html").display())),
        None => output::hint("\nWith overlays, as a page: --out DIR"),
    }
    Ok(())
}

fn models(
    listed: &Models,
    options: &Options,
    scenario: &Scenario,
) -> Result<Vec<&'static ModelInfo>, Failure> {
    let mut models: Vec<&'static ModelInfo> = Vec::new();
    let named = |name: &str| {
        choose::model(listed, name).map_err(|error| Failure::input(format!("--models: {error}")))
    };
    for name in &options.models {
        let model = named(name.trim())?;
        if !models.contains(&model) {
            models.push(model);
        }
    }
    if models.is_empty() {
        let known = listed.names_with(|_| true);
        let model = listed
            .by_name(&scenario.model)
            .ok_or_else(|| scenario.error_at("model", &format!("one of {}", known.join(", ")), &known))?;
        models.push(model);
    }
    Ok(models)
}

/// Every model that cannot do what the scenario asks for, with those that can.
fn refuse_needs(listed: &Models, scenario: &Scenario, models: &[&'static ModelInfo]) -> Result<(), Failure> {
    let controls = |t_s: f64| scenario.controls.at(t_s);
    let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s);
    let times: Vec<f64> =
        scenario.controls.times().into_iter().filter(|t_s| *t_s <= scenario.duration_s).collect();
    let needs = Needs::new(&controls, &acceleration, &times, &scenario.surface);
    let refusals: Vec<String> = models.iter().filter_map(|model| needs.refusal(model, listed)).collect();
    if refusals.is_empty() { Ok(()) } else { Err(Failure::input(refusals.join("\n"))) }
}

/// Runs side by side have the same controls, still air and nothing to meet.
fn refuse_world(options: &Options, scenario: &Scenario) -> Result<(), Failure> {
    let has = [
        (scenario.has_contact(), "walls, cones or further cars"),
        (scenario.start.is_some(), "a log to start from"),
        (scenario.driver.is_some(), "a driver"),
        (scenario.weather != Weather::CALM, "weather"),
    ];
    let Some((_, what)) = has.into_iter().find(|(has, _)| *has) else { return Ok(()) };
    Err(Failure::input(format!(
        "{}: has {what}, which a comparison does not drive; take them out, or drive it with skidpad run",
        options.scenario.display()
    )))
}

/// A friction function for which no model has a choice is refused; models without a choice are noted.
fn check_friction(
    listed: &Models,
    scenario: &Scenario,
    models: &[&'static ModelInfo],
) -> Result<Option<String>, Failure> {
    if scenario.friction.is_none() {
        return Ok(None);
    }
    let without: Vec<&str> =
        models.iter().filter(|model| !model.chooses_friction).map(|model| model.name).collect();
    if without.len() == models.len() {
        let able = listed.names_with(|model| model.chooses_friction).join(", ");
        let must = format!("left out with {}; models with a choice: {able}", list(models));
        return Err(scenario.error_at("friction", &must, &[]).into());
    }
    Ok((!without.is_empty()).then(|| format!("friction is not for {}: left out there", without.join(", "))))
}

/// States at the start that none of the models has are refused; those that some lack are noted.
fn check_initial(
    listed: &Models,
    scenario: &Scenario,
    models: &[&'static ModelInfo],
) -> Result<Vec<String>, Failure> {
    let initial = initial(scenario);
    let mut notes = Vec::new();
    let lacking: Vec<Vec<&str>> = models.iter().map(|model| initial_for(model, &initial).1).collect();
    for (name, _) in &initial {
        let without = models.iter().zip(&lacking).filter(|(_, lacks)| lacks.contains(name));
        let without: Vec<&str> = without.map(|(model, _)| model.name).collect();
        if without.len() == models.len() {
            let names = initial_names(listed);
            let must = format!("a state of {} (see `skidpad models`)", list(models));
            return Err(scenario.error_at(&format!("initial.{name}"), &must, &names).into());
        }
        if !without.is_empty() {
            notes.push(format!("initial.{name} is no state of {}: ignored there", without.join(", ")));
        }
    }
    let mut errors = Vec::new();
    for model in models {
        let (own, _) = initial_for(model, &initial);
        let script = script_errors(scenario, &own, model);
        errors.extend(script);
    }
    if errors.is_empty() { Ok(notes) } else { Err(Failure::input(errors.join("\n"))) }
}

fn list(models: &[&'static ModelInfo]) -> String {
    models.iter().map(|model| model.name).collect::<Vec<_>>().join(", ")
}

fn script_errors(scenario: &Scenario, own: &[(&str, f64)], model: &ModelInfo) -> Vec<String> {
    let out_of_range = |(name, value): &(&str, f64)| {
        let state = model.states.iter().find(|state| state.name == *name)?;
        let must = format!("between {} and {} {} for {}", state.low, state.high, state.unit, model.name);
        let is_wrong = !(state.low..=state.high).contains(value);
        let written = written_as(name, &initial(scenario));
        is_wrong.then(|| scenario.error_at(&format!("initial.{written}"), &must, &[]).to_string())
    };
    own.iter().filter_map(out_of_range).collect()
}

fn initial(scenario: &Scenario) -> Vec<(&str, f64)> {
    scenario.initial.iter().map(|(name, initial)| (name.as_str(), initial.value)).collect()
}

fn check_channels(options: &Options, models: &[&'static ModelInfo]) -> Result<(), Failure> {
    let known: Vec<&str> =
        models.iter().flat_map(|model| columns(model)).map(|channel| channel.name).collect();
    let unknown = options.channels.iter().find(|name| !known.contains(&name.trim()));
    let Some(unknown) = unknown else { return Ok(()) };
    let mut names = known;
    names.sort_unstable();
    names.dedup();
    Err(Failure::input(format!("--channels: {}", skidpad_world::names::unknown("channel", unknown, &names))))
}

fn check_size(options: &Options, scenario: &Scenario, runners: &[Runner]) -> Result<(), Failure> {
    let steps = (scenario.duration_s / scenario.dt_s) as u64 + 1;
    let numbers: u64 = runners.iter().map(|runner| columns(runner.model).len() as u64 + 19).sum();
    if steps.saturating_mul(numbers) > MOST_NUMBERS {
        return Err(Failure::input(format!(
            "{}: duration_s / dt_s is {steps} steps; it must be at most {} for these models: take a larger dt_s \
             (the car divides it into its own sub-steps) or a shorter duration_s",
            options.scenario.display(),
            MOST_NUMBERS / numbers
        )));
    }
    Ok(())
}

fn drive<'a>(
    listed: &Models,
    scenario: &Scenario,
    runners: &'a [Runner],
    progress: &ProgressBar,
) -> Result<Vec<RunnerResult<'a>>, Failure> {
    let methods = Method::ALL.map(Method::name);
    let method = match &scenario.integrator {
        None => None,
        Some(name) => Some(name.parse().map_err(|_| {
            scenario.error_at("integrator", &format!("one of {}", methods.join(", ")), &methods)
        })?),
    };
    let Some(dt) = Dt::new(scenario.dt_s) else {
        return Err(Failure::input(format!("dt_s is {}; it must be above 0 and at most 1 s", scenario.dt_s)));
    };
    let controls = |t_s: f64| scenario.controls.at(t_s);
    let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s).unwrap_or(0.0);
    let mut results = Vec::new();
    let mut slides = Vec::new();
    for runner in runners {
        let (initial, _) = initial_for(runner.model, &initial(scenario));
        let (duration_s, surface) = (scenario.duration_s, scenario.surface);
        let script = Script {
            method,
            dt,
            duration_s,
            initial: &initial,
            surface,
            ground: &scenario.ground,
            controls: &controls,
            acceleration: &acceleration,
            hands: scenario.shaping,
        };
        let entrant = runner.entrant(scenario.friction);
        let driven = entrant.drive(&script).ok_or_else(|| Failure::input(choose::must(runner.model)))?;
        slides.extend(entrant.slides(&driven, &surface).map(|slide| slide_message(listed, runner, slide)));
        results.push(RunnerResult { runner, driven });
        progress.inc(1);
    }
    if slides.is_empty() { Ok(results) } else { Err(Failure::input(slides.join("\n"))) }
}

/// Message about a model that does not slide where the scenario demands more than its tyres hold.
fn slide_message(listed: &Models, runner: &Runner, (time_s, asked, held): (f64, f64, f64)) -> String {
    let car = if matches!(runner.model.cars, Cars::Vehicles) { runner.car_name.as_str() } else { "its car" };
    let slides = |model: &ModelInfo| model.abilities.slides && model.abilities.steers;
    let able = listed.names_with(|model| slides(model) && choose::fits(model, &runner.car));
    let able = if able.is_empty() { listed.names_with(slides) } else { able }.join(", ");
    format!(
        "the model {} does not slide, and at {time_s:.2} s the scenario demands {asked:.2} g while the tyres \
         of {car} hold {held:.2} g: the car would slide; models that can: {able}",
        runner.model.name
    )
}
