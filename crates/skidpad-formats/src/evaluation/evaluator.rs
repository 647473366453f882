//! From a question to its answer: the car is found, the model evaluated.

use std::collections::BTreeMap;

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::surface::Surface;
use skidpad_world::compare::Needs;
use skidpad_world::evaluate::Question;
use skidpad_world::models::{Cars, ModelInfo, Models};
use skidpad_world::rolling::CarChoice;

use super::{Numbers, Part, QuestionLine, answer_line, complete, listed, parse};
use crate::choose::{self, Car};
use crate::disk::BaseFolder;
use crate::presets;

/// Answers questions. Presets are loaded once, files for each question.
#[derive(Debug)]
pub struct Evaluator {
    models: Models,
    base: BaseFolder,
    presets: BTreeMap<String, Car>,
}

impl Evaluator {
    /// An evaluator of the models of a list that resolves the paths of vehicle files from a folder.
    pub fn new(models: &Models, base: BaseFolder) -> Self {
        Self { models: models.clone(), base, presets: BTreeMap::new() }
    }

    /// The answer to a question, as a line of JSON without its end.
    ///
    /// # Errors
    /// A line that is no question, a car that cannot be loaded, a state in which an answer is not finite.
    pub fn answer(&mut self, line: &[u8]) -> Result<String, String> {
        let line = &parse(line)?;
        let model = choose::model(&self.models, &line.model)?;
        let question = question(&self.models, model, line)?;
        let car = self.car(model, line.car.as_deref())?;
        let answer = model.evaluate(&car.choice(), &question).ok_or_else(|| choose::must(model))?;
        let is_ordered = line.state.as_ref().is_some_and(Numbers::is_ordered);
        let mut parts = vec![
            Part { key: "derivative", channels: model.states, values: &answer.derivative, is_ordered },
            Part { key: "trace", channels: model.trace, values: &answer.trace, is_ordered: false },
        ];
        if let Some(mode) = &line.mode {
            let is_ordered = mode.is_ordered();
            parts.push(Part { key: "mode", channels: model.modes, values: &answer.mode, is_ordered });
        }
        answer_line(&parts, &notes(model, &car.choice(), &question))
    }

    fn car(&mut self, model: &ModelInfo, name: Option<&str>) -> Result<Car, String> {
        let name = match (name, model.cars) {
            (Some(name), _) => name,
            (None, Cars::Fixed) => model.name,
            (None, _) => return Err(format!("the car is missing; write {}", choose::must(model))),
        };
        if let (Some(car), Cars::Vehicles | Cars::Fixed) = (self.presets.get(name), model.cars) {
            return Ok(car.clone());
        }
        let car = choose::car_from(&self.models, model, name, &self.base)?.car;
        if presets::preset_names().any(|preset| preset == name) {
            self.presets.insert(name.to_owned(), car.clone());
        }
        Ok(car)
    }
}

/// The question in the model's order.
pub(crate) fn question(models: &Models, model: &ModelInfo, line: &QuestionLine) -> Result<Question, String> {
    let given = |what: &str, numbers: &Option<Numbers>, channels: &[Channel]| match numbers {
        Some(numbers) => numbers.in_order(what, channels),
        None => Ok(vec![None; channels.len()]),
    };
    if line.state.is_none() {
        return Err(format!("the state is missing; {}'s states are {}", model.name, listed(model.states)));
    }
    let state = complete("state", &given("state", &line.state, model.states)?, model.states)?;
    let input = given("input", &line.input, model.inputs)?;
    let untouched = model.untouched_inputs();
    let input = input.into_iter().zip(untouched).map(|(given, value)| given.unwrap_or(value)).collect();
    let mode = given("mode", &line.mode, model.modes)?;
    let surface = given("surface", &line.surface, Surface::<f64>::CHANNELS)?;
    let mut road = vec![0.0; surface.len()];
    Surface::<f64>::asphalt().store(&mut &mut road[..]);
    let road: Vec<f64> = road.iter().zip(surface).map(|(dry, given)| given.unwrap_or(*dry)).collect();
    let surface = Record::load(&&road[..]);
    match Needs::of_road(&surface).refusal(model, models) {
        Some(refusal) => Err(refusal),
        None => Ok(Question { state, input, mode, surface }),
    }
}

/// What of the question was not taken as it stands.
fn notes(model: &ModelInfo, car: &CarChoice, question: &Question) -> Vec<String> {
    let steered = model.inputs.iter().zip(&question.input).find(|(channel, _)| channel.name == "steer_rad");
    steered
        .and_then(|(_, steer_rad)| model.beyond_lock(car, "input.steer_rad", *steer_rad))
        .into_iter()
        .collect()
}
