//! Whether the car is heard, and how loud.

use egui::{Slider, Ui};

use crate::sound::player::Speaker;
use crate::ui::{State, look};

/// A switch and a knob, and what is wrong with the device.
pub fn sound(ui: &mut Ui, state: &mut State, speaker: &Speaker) {
    ui.horizontal_wrapped(|ui| {
        let hint = "Engine, tyres and wind, made from what they do. Key: M";
        ui.checkbox(&mut state.sound_is_on, "Sound").on_hover_text(hint);
        ui.spacing_mut().slider_width = 48.0;
        let mut percent = (100.0 * state.volume.0).round();
        let slider = Slider::new(&mut percent, 0.0..=100.0).step_by(1.0).suffix(" %").text("Volume");
        if ui.add(slider).changed() {
            state.volume.0 = 0.01 * percent;
        }
    });
    if state.sound_is_on {
        let trouble = speaker.trouble();
        let none = (!speaker.is_there()).then(|| String::from("No sound: there is no device"));
        if let Some(why) = trouble.or(none) {
            ui.colored_label(look::NEARLY, why);
        }
    }
    ui.separator();
}
