//! Whether the car is heard, and how loud.

use egui::{Slider, Ui};

use crate::sound::player::Speaker;
use crate::ui::{State, look};

/// Switch and volume, and a message about the output device. Returns true where the sound of the run is to be saved.
pub fn sound(ui: &mut Ui, state: &mut State, speaker: &Speaker) -> bool {
    let row = ui.horizontal_wrapped(|ui| {
        let hint = "Engine, tyres and wind, synthesised from the simulation. Key: M";
        ui.checkbox(&mut state.sound_is_on, "Sound").on_hover_text(hint);
        ui.spacing_mut().slider_width = 48.0;
        let mut percent = (100.0 * state.volume.0).round();
        let slider = Slider::new(&mut percent, 0.0..=100.0).step_by(1.0).suffix(" %").text("Volume");
        if ui.add(slider).changed() {
            state.volume.0 = 0.01 * percent;
        }
        let hint = "The sound of the last minute of the run as a WAV file";
        ui.button("Save sound").on_hover_text(hint).clicked()
    });
    if state.sound_is_on {
        let trouble = speaker.trouble();
        let none = (!speaker.is_there()).then(|| String::from("No sound: no output device found"));
        if let Some(why) = trouble.or(none) {
            ui.colored_label(look::NEARLY, why);
        }
    }
    ui.separator();
    row.inner
}
