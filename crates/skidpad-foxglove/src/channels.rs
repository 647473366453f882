//! Every channel of the viewed car as one JSON object, whose schema has the units.

use std::sync::Arc;

use foxglove::{Context, RawChannel, Schema};
use serde_json::{Map, Value, json};
use skidpad_world::channel::RowLayout;

use crate::car::ViewedCar;

/// The topic of the channels of one model.
pub struct ChannelTopic {
    topic: Arc<RawChannel>,
    layout: RowLayout,
    names: Vec<&'static str>,
}

impl ChannelTopic {
    /// Advertises the channels of the car's model. A model with other channels has another topic of the same name.
    pub fn new(context: &Arc<Context>, viewed: &ViewedCar) -> Self {
        let columns = viewed.layout().columns();
        let properties: Map<String, Value> = columns
            .iter()
            .map(|channel| {
                let unit = if channel.unit == "-" { "a pure number" } else { channel.unit };
                (channel.name.to_owned(), json!({ "type": ["number", "null"], "description": unit }))
            })
            .collect();
        let schema = json!({ "title": "skidpad.Telemetry", "type": "object", "properties": properties });
        let schema = Schema::new("skidpad.Telemetry", "jsonschema", schema.to_string().into_bytes());
        let builder = context.channel_builder("/telemetry").message_encoding("json").schema(schema);
        let topic = builder.build_raw().expect("a channel with an encoding");
        Self { topic, layout: *viewed.layout(), names: columns.iter().map(|channel| channel.name).collect() }
    }

    /// Returns true where the car's model has these channels.
    pub fn is_of(&self, viewed: &ViewedCar) -> bool {
        self.layout.has_rows_of(viewed.layout())
    }

    /// Sends the numbers of the last row that was read.
    pub fn log(&self, viewed: &ViewedCar) {
        if !self.topic.has_sinks() {
            return;
        }
        let numbers = self.names.iter().zip(viewed.numbers());
        let row: Map<String, Value> =
            numbers.map(|(name, number)| ((*name).to_owned(), Value::from(*number))).collect();
        self.topic.log(Value::Object(row).to_string().as_bytes());
    }
}

impl Drop for ChannelTopic {
    fn drop(&mut self) {
        self.topic.close();
    }
}
