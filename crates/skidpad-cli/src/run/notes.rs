//! Notes on a run beside its result.

use skidpad_formats::choose::{self, Car};
use skidpad_formats::scenario::{ControlTrack, Scenario};
use skidpad_world::compare::Needs;
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::scenario::{Ending, Finished};

use super::plan::Plan;

/// Controls that come after the end, in words.
pub fn idle_controls(scenario: &Scenario) -> Option<String> {
    let idle = scenario.controls.idle_after(scenario.duration_s);
    let (first, end) = (idle.first()?, scenario.duration_s);
    let which = match idle.len() {
        1 => format!("the row of controls at {first} s is"),
        count => format!("{count} rows of controls, the first at {first} s, are"),
    };
    Some(format!("warning: {which} after the end of the run at {end} s and has no effect"))
}

/// The note on steering beyond the lock, for the largest angle of the run.
pub fn beyond_lock(scenario: &Scenario, model: &ModelInfo, car: &Car) -> Option<String> {
    // With hands a stick is a share of the lock.
    if scenario.shaping.is_some() {
        return None;
    }
    beyond_lock_of(&scenario.controls, scenario.duration_s, model, car)
}

fn beyond_lock_of(controls: &ControlTrack, end_s: f64, model: &ModelInfo, car: &Car) -> Option<String> {
    let steered = |t_s: f64| controls.at(t_s).steer_rad;
    let times = controls.times().into_iter().filter(|t_s| *t_s <= end_s);
    let largest_s = times.max_by(|a, b| steered(*a).abs().total_cmp(&steered(*b).abs()))?;
    model.beyond_lock(&car.choice(), &format!("the steering at {largest_s} s"), steered(largest_s))
}

/// Controls that the model leaves out, and a car that is not of its kind.
pub fn doubts(listed: &Models, scenario: &Scenario, plan: &Plan) -> Vec<String> {
    let controls = |t_s: f64| scenario.controls.at(t_s);
    let acceleration = |t_s: f64| scenario.controls.acceleration_at(t_s);
    let times: Vec<f64> =
        scenario.controls.times().into_iter().filter(|t_s| *t_s <= scenario.duration_s).collect();
    let needs = Needs::new(&controls, &acceleration, &times, &scenario.surface);
    let mut notes: Vec<String> = idle_controls(scenario).into_iter().collect();
    let misfit = choose::misfit(plan.model, &plan.car, &scenario.car);
    let beyond = beyond_lock(scenario, plan.model, &plan.car);
    let own = needs.refusal(plan.model, listed).into_iter().chain(misfit).chain(beyond);
    notes.extend(own.map(|doubt| format!("note: {doubt}")));
    for (further, traffic) in plan.further.iter().zip(&scenario.traffic) {
        let misfit = choose::misfit(further.model, &further.car, &traffic.vehicle);
        let beyond = beyond_lock_of(&traffic.controls, scenario.duration_s, further.model, &further.car);
        let doubts = misfit.into_iter().chain(beyond);
        notes.extend(doubts.map(|doubt| format!("note: {}: {doubt}", further.name)));
    }
    notes.extend(inputs_at_zero(scenario, plan.model));
    notes
}

/// The inputs of the model that no pedal sets.
fn inputs_at_zero(scenario: &Scenario, model: &ModelInfo) -> Vec<String> {
    let has_acceleration = scenario.driver.is_some() || scenario.controls.acceleration_at(0.0).is_some();
    let note = |name: &&str| {
        let is_acceleration = *name == "acceleration_m_s2";
        let how = if is_acceleration { " (a scenario may give acceleration_m_s2)" } else { "" };
        let model = model.name;
        (!(is_acceleration && has_acceleration))
            .then(|| format!("note: {model} has the input {name}, which no pedal sets: it stayed 0{how}"))
    };
    model.inputs_at_zero.iter().filter_map(note).collect()
}

/// Reason why a run ended before its time. `by`: the further car that ended it; `broken`: the channel that was not
/// finite.
pub fn early_end(finished: &Finished, by: Option<&str>, broken: Option<&str>) -> Option<String> {
    if let Some(name) = broken {
        return Some(format!("{name} was not finite"));
    }
    let who = by.map_or(String::new(), |name| format!("{name}: "));
    (finished.ending != Ending::Complete).then(|| format!("{who}{}", finished.ending.name()))
}
