//! Scenarios that a model cannot drive: each is refused with the models that can.

use skidpad_formats::scenario::Scenario;
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::path_driver::DriverTask;

use crate::failure::Failure;

/// A model whose cars cannot meet anything is refused, with those whose can.
pub fn refuse_contact(
    listed: &Models,
    scenario: &Scenario,
    place: &str,
    model: &ModelInfo,
) -> Result<(), Failure> {
    let Some(lacks) = model.lacks_for_contact() else { return Ok(()) };
    let able = listed.names_with(|model| model.lacks_for_contact().is_none());
    let must = format!(
        "a model whose cars meet walls and each other: {} (the state of {} has no {})",
        able.join(", "),
        model.name,
        lacks.0
    );
    // A model that is known needs no "did you mean".
    Err(scenario.error_at(place, &must, &[model.name, scenario.model.as_str()]).into())
}

/// A friction function for a model that has no choice is refused.
pub fn refuse_friction(listed: &Models, scenario: &Scenario, model: &ModelInfo) -> Result<(), Failure> {
    if scenario.friction.is_none() || model.chooses_friction {
        return Ok(());
    }
    let able = listed.names_with(|model| model.chooses_friction).join(", ");
    let must = format!(
        "left out with the model {}, whose friction is that of its tyres; models with a choice of friction functions: \
         {able}",
        model.name
    );
    Err(scenario.error_at("friction", &must, &[]).into())
}

/// A driver for a model that he cannot drive is refused, with those that he can.
pub fn refuse_driver(
    listed: &Models,
    scenario: &Scenario,
    model: &ModelInfo,
    place: &str,
    task: &DriverTask,
) -> Result<(), Failure> {
    let has_speed = |model: &ModelInfo| model.abilities.pedals || model.abilities.acceleration;
    let can_steer = |model: &ModelInfo| model.abilities.steers && !model.abilities.leans;
    let (key, able): (&str, &dyn Fn(&ModelInfo) -> bool) = match (has_speed(model), task.path) {
        (true, None) => return Ok(()),
        (true, Some(_)) if can_steer(model) => return Ok(()),
        (true, Some(_)) => ("path", &can_steer),
        (false, _) => ("speed", &has_speed),
    };
    let names = listed.names_with(able).join(", ");
    let must = format!("left out with the model {}; a driver can do that with: {names}", model.name);
    Err(scenario.error_at(&format!("{place}.{key}"), &must, &[]).into())
}
