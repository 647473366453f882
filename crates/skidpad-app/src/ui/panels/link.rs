//! The link that carries the set-up.

use egui::{TextEdit, Ui};

use crate::ui::{Simulator, look};

/// A link to be opened, and what was said about it.
#[derive(Default)]
pub struct Linker {
    /// The text in the field.
    pub text: String,
    /// Why it was not opened.
    pub refused: Option<String>,
}

/// Buttons to copy the set-up as a link and to open one.
pub fn link(ui: &mut Ui, simulator: &mut Simulator) {
    ui.collapsing("Link", |ui| {
        ui.label("The set-up: car, changed figures, scene, rate, ghosts.");
        if ui.button("Copy link").clicked() {
            let page = simulator.post.page.as_deref().unwrap_or_default();
            let setup = simulator.drive.setup();
            simulator.linker.refused = setup.comes_back().err();
            if simulator.linker.refused.is_none() {
                ui.copy_text(format!("{page}#{}", setup.link()));
            }
        }
        let linker = &mut simulator.linker;
        ui.horizontal_wrapped(|ui| {
            let name = ui.label("A link");
            ui.add(TextEdit::singleline(&mut linker.text).desired_width(120.0)).labelled_by(name.id);
        });
        let text = linker.text.clone();
        if ui.button("Open link").clicked() {
            let says = text.split_once('#').map_or(text.as_str(), |(_, behind)| behind);
            if says.trim().is_empty() {
                simulator.linker.refused = Some(String::from("the field is empty; paste a link into it"));
            } else {
                simulator.open_link(&text);
            }
        }
        if let Some(why) = &simulator.linker.refused {
            ui.colored_label(look::TOO_MUCH, why);
        }
    });
}
