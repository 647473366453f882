//! The link that carries the set-up.

use egui::{TextEdit, Ui};

use crate::drive::Drive;
use crate::ui::look;

/// A link to be opened, and what was said about it.
#[derive(Default)]
pub struct Linker {
    /// The text in the field.
    pub text: String,
    /// Why it was not opened.
    pub refused: Option<String>,
}

/// Buttons to copy the set-up as a link, on the address of a page where there is one, and to open one. Returns the link that
/// is to be opened.
pub fn link(ui: &mut Ui, linker: &mut Linker, page: Option<&str>, drive: &Drive) -> Option<String> {
    let mut opened = None;
    ui.collapsing("Link", |ui| {
        ui.label("The set-up: car, changed values, scene, step rate, ghosts.");
        if ui.button("Copy link").clicked() {
            let setup = drive.setup();
            linker.refused = setup.comes_back().err();
            if linker.refused.is_none() {
                ui.copy_text(format!("{}#{}", page.unwrap_or_default(), setup.link()));
            }
        }
        ui.horizontal_wrapped(|ui| {
            let name = ui.label("A link");
            ui.add(TextEdit::singleline(&mut linker.text).desired_width(120.0)).labelled_by(name.id);
        });
        if ui.button("Open link").clicked() {
            let text = linker.text.as_str();
            let setup = text.split_once('#').map_or(text, |(_, behind)| behind);
            if setup.trim().is_empty() {
                linker.refused = Some(String::from("the field is empty; paste a link into it"));
            } else {
                opened = Some(linker.text.clone());
            }
        }
        if let Some(why) = &linker.refused {
            ui.colored_label(look::TOO_MUCH, why);
        }
    });
    opened
}
