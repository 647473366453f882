//! `skidpad models`: what the models are made of.

use clap::Args;
use serde::Serialize;
use skidpad_core::record::Channel;
use skidpad_formats::choose;
use skidpad_world::models::{Cars, ModelInfo, Models};

use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table, significant};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// Show this model alone
    name: Option<String>,
    /// Print one JSON document instead of the tables
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    description: &'static str,
    integrator: &'static str,
    states: Vec<ChannelRow>,
    inputs: Vec<ChannelRow>,
    modes: Vec<ChannelRow>,
    trace: Vec<ChannelRow>,
    /// Abilities of the model, in words.
    can: Vec<&'static str>,
    /// True if the model drives the road test.
    road_test: bool,
    /// The cars that the model takes: `vehicles`, or its own by name.
    cars: Vec<&'static str>,
}

#[derive(Serialize)]
struct ChannelRow {
    name: &'static str,
    unit: &'static str,
    range: [f64; 2],
    description: &'static str,
}

impl Row {
    fn new(model: &ModelInfo) -> Self {
        let rows = |channels: &[Channel]| channels.iter().map(channel_row).collect();
        Self {
            name: model.name,
            description: model.description,
            integrator: model.integrator.name(),
            states: rows(model.states),
            inputs: rows(model.inputs),
            modes: rows(model.modes),
            trace: rows(model.trace),
            can: model.abilities.words(),
            road_test: model.is_road_tested(),
            cars: cars(model),
        }
    }
}

/// The cars that a model takes: `vehicles`, or its own by name; none where its data are fixed.
fn cars(model: &ModelInfo) -> Vec<&'static str> {
    match model.cars {
        Cars::Vehicles => vec!["vehicles"],
        Cars::Own(names) => names.to_vec(),
        Cars::Fixed => Vec::new(),
    }
}

/// Lines of text with the abilities of a model and the cars that it takes.
fn can(model: &ModelInfo) -> String {
    let mut words = model.abilities.words();
    words.extend(model.is_road_tested().then_some("road test"));
    words.extend(model.lacks_for_contact().is_none().then_some("contact"));
    words.extend(model.chooses_friction.then_some("friction function"));
    let cars = match model.cars {
        Cars::Vehicles => "vehicles (skidpad cars list, or a file)".to_owned(),
        Cars::Own(names) => names.join(", "),
        Cars::Fixed => "one of fixed data".to_owned(),
    };
    format!("can: {}\ncars: {cars}\n", words.join(", "))
}

fn channel_row(channel: &Channel) -> ChannelRow {
    let Channel { name, unit, low, high, description } = *channel;
    ChannelRow { name, unit, range: [low, high], description }
}

/// Prints the models.
pub fn command(listed: &Models, options: &Options) -> Result<(), Failure> {
    if let Some(name) = &options.name {
        let model = choose::model(listed, name).map_err(Failure::input)?;
        return if options.json { output::json(&Row::new(model)) } else { output::text(&text(model)) };
    }
    if options.json {
        return output::json(&listed.iter().map(Row::new).collect::<Vec<_>>());
    }
    let texts: Vec<String> = listed.iter().map(text).collect();
    output::text(&texts.join("\n"))
}

fn text(model: &ModelInfo) -> String {
    let mut table = Table::new(&[
        ("channel", Align::Left),
        ("name", Align::Left),
        ("unit", Align::Left),
        ("from", Align::Right),
        ("to", Align::Right),
        ("description", Align::Left),
    ]);
    let groups =
        [("state", model.states), ("input", model.inputs), ("mode", model.modes), ("trace", model.trace)];
    for (kind, channels) in groups {
        for (index, channel) in channels.iter().enumerate() {
            table.row([
                if index == 0 { kind.to_owned() } else { String::new() },
                channel.name.to_owned(),
                channel.unit.to_owned(),
                significant(channel.low, 3),
                significant(channel.high, 3),
                channel.description.to_owned(),
            ]);
        }
    }
    let mut text = format!("{}: {}\n", model.name, model.description);
    text += &format!("integrator: {}\n{}\n{}", model.integrator.name(), can(model), table.render());
    text
}
