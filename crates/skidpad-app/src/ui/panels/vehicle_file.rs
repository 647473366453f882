//! Vehicle files: opened and saved by a dialog, or as text.

use std::path::Path;

use egui::{ScrollArea, TextEdit, Ui};
use skidpad_formats::vehicle::{self, VehicleFile};

use super::tuner::{FILES, Tuned, Tuner, refusal};
use crate::choice::Choice;
use crate::tuning::Tuning;
use crate::ui::post::{FileKind, Post};

/// Buttons for files and for their text. Returns the car of a file that was loaded.
pub(super) fn files(ui: &mut Ui, tuner: &mut Tuner, post: &mut Post, tuning: &Tuning) -> Option<Tuned> {
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        if ui.button("Save vehicle").clicked() {
            post.save_as(format!("{}.toml", tuning.file().spec.name), tuning.text());
        }
        if ui.button("Open vehicle").clicked() {
            post.wanted = Some(FileKind::Vehicle);
        }
    });
    if let Some(said) = &post.said {
        ui.label(said);
    }
    if post.types_paths {
        asked = by_path(ui, tuner, tuning);
    }
    ui.horizontal_wrapped(|ui| {
        if ui.button("Show text").clicked() {
            tuner.text = tuning.text();
        }
        if ui.button("Apply text").clicked() {
            asked = Some(Tuned::by(FILES, tuning.read("text", &tuner.text)));
        }
        if ui.button("Copy text").clicked() {
            ui.copy_text(tuning.text());
        }
    });
    refusal(ui, tuner, FILES);
    if !tuner.said.is_empty() {
        ui.label(&tuner.said);
    }
    let name = ui.label("Text of a vehicle file");
    ScrollArea::both().id_salt("text").max_height(160.0).show(ui, |ui| {
        ui.add(TextEdit::multiline(&mut tuner.text).code_editor().desired_rows(6)).labelled_by(name.id);
    });
    asked
}

/// For a desktop without a file dialog.
fn by_path(ui: &mut Ui, tuner: &mut Tuner, tuning: &Tuning) -> Option<Tuned> {
    ui.horizontal_wrapped(|ui| {
        let name = ui.label("Path");
        ui.add(TextEdit::singleline(&mut tuner.path).desired_width(120.0)).labelled_by(name.id);
    });
    let buttons = ui.horizontal_wrapped(|ui| {
        if ui.button("Save file").clicked() {
            save(tuner, tuning);
        }
        ui.button("Load file").clicked().then(|| {
            let read = vehicle::read(Path::new(&tuner.path)).map_err(|error| error.to_string());
            Tuned::by(FILES, read.and_then(|file| tuning.taken(file)))
        })
    });
    buttons.inner
}

fn save(tuner: &mut Tuner, tuning: &Tuning) {
    match vehicle::save(Path::new(&tuner.path), tuning.file()) {
        Ok(()) => {
            tuner.refused = None;
            tuner.said = format!("Saved as {}", tuner.path);
        }
        Err(error) => {
            tuner.said.clear();
            tuner.refused = Some((FILES.to_owned(), error.to_string()));
        }
    }
}

/// Reads the vehicle of a file into the model that is driven; a broken one is refused with the command line's message.
pub fn open(now: &Choice, name: &str, bytes: &[u8]) -> Tuned {
    let read = vehicle::parse(name, bytes).map_err(|error| error.to_string());
    let taken = |file: VehicleFile| {
        let own = file.spec.name.clone();
        let taken = Choice::of_file(now.model, &own, file).map(|choice| choice.among(&now.models));
        taken.map_err(|error| error.to_string())
    };
    Tuned::by(FILES, read.and_then(taken))
}
