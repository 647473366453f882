//! Channels of made-up models, so that a test gives the numbers that it is about and no others.

use skidpad_app::seen::ModelChannels;
use skidpad_core::record::Channel;
use skidpad_world::channel::RowLayout;

/// Channels of a model whose outputs have these names; its rows begin with the time. They live as long as the program.
pub fn channels<'a>(names: impl IntoIterator<Item = &'a str>) -> ModelChannels {
    let channel = |name: &str| Channel::new(name.to_owned().leak(), "-", -1e12, 1e12);
    let outputs: Vec<Channel> = names.into_iter().map(channel).collect();
    let layout =
        RowLayout { model: "made_up", inputs: &[], states: &[], modes: &[], outputs: outputs.leak() };
    ModelChannels::new(layout)
}

/// A row of such a model.
pub fn row(numbers: impl IntoIterator<Item = f64>) -> Vec<f64> {
    std::iter::once(0.0).chain(numbers).collect()
}
