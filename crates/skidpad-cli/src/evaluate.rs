//! `skidpad evaluate`: the derivative and the trace of single states, a line of JSON each.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write as _};

use clap::Args;
use skidpad::record::{Channel, Channels, Record};
use skidpad::surface::Surface;
use skidpad_formats::evaluation::{
    LONGEST_LINE_BYTES, Numbers, Part, QuestionLine, answer_line, complete, error_line, listed, parse,
    too_long,
};
use skidpad_formats::{BaseFolder, presets};
use skidpad_world::compare::Needs;
use skidpad_world::evaluate::Question;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::CarChoice;

use crate::failure::Failure;
use crate::options::Reach;
use crate::output;
use skidpad_formats::choose::{self, Car};

/// What `--help` says below the options.
pub const HELP: &str = "\
Each line of standard input is a question; each answer is one line:

  {\"model\": \"straight_line\", \"car\": \"boxster-s\", \"state\": {...}, \"input\": {...}}
  {\"derivative\": {...}, \"trace\": {...}}    or    {\"error\": \"...\"}

Names and units are those of `skidpad models`; a derivative has the name of its state. All states are required.
Inputs are optional; default: 0, and for a wheel's road the surface. Steering beyond the lock is limited to it, and
\"notes\" in the answer reports that. \"mode\" (gears and the like) is optional; default: as the model sets it in that
state, and the answer then contains it. \"surface\" (grip, slope_rad, bank_rad, ...) is optional; default: dry, level
asphalt. Each of the four may be an array in the model's order; a state as an array gives the derivative as an array.
The car is a preset, the path of a vehicle file in the current folder, or one of the model's own.";

/// Options of the command.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    reach: Reach,
}

/// Answers until the input ends.
pub fn command(options: &Options) -> Result<(), Failure> {
    output::hint("one question a line: {\"model\": ..., \"car\": ..., \"state\": {...}, \"input\": {...}}");
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut garage = Garage { base: BaseFolder::of_lines(options.reach.outside()), presets: BTreeMap::new() };
    let mut line = Vec::new();
    loop {
        let read = next_line(&mut input, &mut line)
            .map_err(|error| Failure::input(format!("cannot read standard input ({error})")))?;
        let answer = match read {
            Line::End => return Ok(()),
            Line::TooLong => Err(too_long()),
            Line::Whole => parse(&line).and_then(|question| garage.answer(&question)),
        };
        let mut answer = answer.unwrap_or_else(|message| error_line(&message));
        answer.push('\n');
        out.write_all(answer.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)?;
    }
}

/// Result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line without its end. Of one that is too long, nothing is kept.
pub fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut is_too_long = false;
    let mut has_any = false;
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if available.is_empty() {
            break;
        }
        has_any = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        is_too_long = is_too_long || line.len() + part.len() > LONGEST_LINE_BYTES;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (has_any, is_too_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Whole,
    })
}

/// Cars for questions. Presets are loaded once, files for each question.
struct Garage {
    base: BaseFolder,
    presets: BTreeMap<String, Car>,
}

impl Garage {
    fn answer(&mut self, line: &QuestionLine) -> Result<String, String> {
        let model = choose::model(&line.model)?;
        let question = question(model, line)?;
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
        let car = choose::car_from(model, name, &self.base)?.car;
        if presets::preset_names().any(|preset| preset == name) {
            self.presets.insert(name.to_owned(), car.clone());
        }
        Ok(car)
    }
}

/// The question in the model's order.
fn question(model: &ModelInfo, line: &QuestionLine) -> Result<Question, String> {
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
    match Needs::of_road(&surface).refusal(model) {
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

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{LONGEST_LINE_BYTES, Line, next_line};

    #[test]
    fn lines_end_where_they_end() {
        let mut input = BufReader::with_capacity(3, &b"ab\n\ncdefg"[..]);
        let mut line = Vec::new();
        for expected in ["ab", "", "cdefg"] {
            assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::Whole);
            assert_eq!(line, expected.as_bytes());
        }
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::End);
    }

    #[test]
    fn a_line_that_is_too_long_is_not_kept() {
        let text = [vec![b'x'; LONGEST_LINE_BYTES + 1], b"\nshort".to_vec()].concat();
        let mut input = BufReader::with_capacity(1000, &text[..]);
        let mut line = Vec::new();
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::TooLong);
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Line::Whole);
        assert_eq!(line, b"short");
        assert!(line.capacity() <= 2 * LONGEST_LINE_BYTES);
    }
}
