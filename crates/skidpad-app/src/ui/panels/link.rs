//! The link that carries the set-up.

use egui::{TextEdit, Ui};

use crate::ui::look;

/// A link to be opened, and what was said about it.
#[derive(Default)]
pub struct Linker {
    /// The text in the field.
    pub text: String,
    /// Why it was not opened.
    pub refused: Option<String>,
}

/// Something to be done with a link.
pub enum LinkRequest {
    /// The set-up is copied as a link.
    Copy,
    /// A link is opened.
    Open(String),
}

/// Buttons to copy the set-up as a link, and to open one. Returns what was pressed.
pub fn link(ui: &mut Ui, linker: &mut Linker) -> Option<LinkRequest> {
    let mut asked = None;
    ui.collapsing("Link", |ui| {
        ui.label("The set-up: car, changed values, scene, step rate, ghosts.");
        if ui.button("Copy link").clicked() {
            asked = Some(LinkRequest::Copy);
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
                asked = Some(LinkRequest::Open(linker.text.clone()));
            }
        }
        if let Some(why) = &linker.refused {
            ui.colored_label(look::TOO_MUCH, why);
        }
    });
    asked
}
