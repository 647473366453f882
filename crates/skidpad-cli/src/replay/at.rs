//! `skidpad replay --at`: the cars at a time of a log.

use serde::Serialize;
use skidpad_world::log::LogReplay;
use skidpad_world::world::{CarId, World};

use super::cars;
use super::source::LogSource;
use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table, significant};

/// Digits of the numbers of the text.
const DIGITS: usize = 7;

/// The answer as JSON.
#[derive(Serialize)]
struct PlaceAnswer {
    time_s: f64,
    step: u64,
    steps: u64,
    hash: String,
    cars: Vec<CarAnswer>,
}

#[derive(Serialize)]
struct CarAnswer {
    name: String,
    car: String,
    model: &'static str,
    status: &'static str,
    channels: Vec<ChannelAnswer>,
}

#[derive(Serialize)]
struct ChannelAnswer {
    name: &'static str,
    value: Option<f64>,
    unit: &'static str,
}

/// Goes to the last step at or before a time, with the changes there applied.
pub fn go(source: &LogSource, replay: &mut LogReplay, time_s: f64) -> Result<(), Failure> {
    let log = replay.log();
    let (from_s, to_s) = (log.time_s(0), log.time_s(log.steps()));
    // A time that was typed from a table with fewer digits is that of its step.
    let reach_s = 1e-9 * f64::max(to_s, 1.0);
    if !(from_s - reach_s..=to_s + reach_s).contains(&time_s) {
        return Err(
            source.refused(format!("time {time_s} s is outside the log; must be {from_s} to {to_s} s"))
        );
    }
    let steps = log.steps_at(time_s + reach_s);
    replay.seek(steps).map_err(|error| source.refused(error))?;
    if replay.matches_hash() == Some(false) {
        let command = format!("`skidpad replay {}` prints where it begins to differ", source.path.display());
        return Err(Failure::Incomplete(format!("the replay differs from the log at {time_s} s; {command}")));
    }
    replay.apply_changes().map_err(|error| source.refused(error))
}

/// Prints the cars where a replay stands.
pub fn print(replay: &LogReplay, is_json: bool) -> Result<(), Failure> {
    let answer = answer(replay);
    if is_json { output::json(&answer) } else { output::text(&text(&answer)) }
}

fn answer(replay: &LogReplay) -> PlaceAnswer {
    let world = replay.world();
    let car = |(id, name): (CarId, String)| {
        let logged = replay.cars().find(|(here, _)| *here == id);
        let of = logged.map_or_else(String::new, |(_, car)| car.label.car.clone());
        car_answer(world, id, name, of)
    };
    PlaceAnswer {
        time_s: replay.time_s(),
        step: replay.steps(),
        steps: replay.log().steps(),
        hash: super::answer::bits(world.hash()),
        cars: cars::named(replay).into_iter().filter_map(car).collect(),
    }
}

fn car_answer(world: &World, id: CarId, name: String, car: String) -> Option<CarAnswer> {
    let rolling = world.car(id)?;
    let mut row = Vec::new();
    world.row(id, world.request(id)?, &mut row);
    let channels = cars::columns(rolling).into_iter().zip(row);
    let channels = channels.map(|(channel, value)| ChannelAnswer {
        name: channel.name,
        value: output::finite(value),
        unit: channel.unit,
    });
    let (model, status) = (rolling.layout().model, rolling.status().name());
    Some(CarAnswer { name, car, model, status, channels: channels.collect() })
}

fn text(answer: &PlaceAnswer) -> String {
    let PlaceAnswer { time_s, step, steps, .. } = answer;
    let mut text = format!("{time_s} s: after {step} of {steps} steps\n");
    for CarAnswer { name, car, model, status, channels } in &answer.cars {
        let named = if name == car { name.clone() } else { format!("{name}: {car}") };
        text.push_str(&format!("\n{named} with {model}, {status}\n\n"));
        let mut table =
            Table::new(&[("channel", Align::Left), ("value", Align::Right), ("unit", Align::Left)]);
        for ChannelAnswer { name, value, unit } in channels {
            let value = value.map_or_else(|| "-".to_owned(), |value| significant(value, DIGITS));
            table.row([(*name).to_owned(), value, (*unit).to_owned()]);
        }
        text.push_str(&table.render());
    }
    text
}
