//! Runs: replayed, raced against, saved and loaded.

use egui::{ProgressBar, TextEdit, Ui};

use crate::drive::{Drive, Playback, read_run};
use crate::run::{ENDINGS, Run};
use crate::ui::{FileKind, Simulator, keys, look};

/// Where runs are saved, and what was said about the last.
#[derive(Default)]
pub struct Keeper {
    /// Where a run is loaded from, where there is no file dialog.
    pub path: String,
    /// Why the last was refused.
    pub refused: Option<String>,
}

/// All of it.
pub fn runs(ui: &mut Ui, simulator: &mut Simulator) {
    ui.collapsing("Run", |ui| {
        match simulator.drive.playback() {
            Some(_) => replaying(ui, simulator),
            None => driven(ui, simulator),
        }
        race(ui, simulator);
        load(ui, simulator);
        if let Some(why) = &simulator.keeper.refused {
            ui.colored_label(look::TOO_MUCH, why);
        }
    });
}

/// What was driven since the start.
fn driven(ui: &mut Ui, simulator: &mut Simulator) {
    let cut = if simulator.drive.run_is_cut() { "; only the beginning is kept" } else { "" };
    ui.label(format!("{:.1} s since the restart{cut}", simulator.drive.time_s()));
    ui.horizontal_wrapped(|ui| {
        if ui.button("Replay run").clicked() {
            simulator.replay(&simulator.drive.run());
        }
        if ui.button("Race this run").clicked() {
            let run = simulator.drive.run();
            simulator.keeper.refused = simulator.drive.race(&run).err();
        }
        save(ui, simulator);
    });
}

fn save(ui: &mut Ui, simulator: &mut Simulator) {
    if ui.button("Save run").clicked() {
        let run = simulator.drive.run();
        let name = format!("{}-{}.{}", run.setup.car.name, run.setup.scene, ENDINGS[0]);
        match run.bytes() {
            Ok(bytes) => {
                simulator.post.save_as(name, bytes);
                simulator.keeper.refused = None;
            }
            Err(why) => simulator.keeper.refused = Some(why),
        }
    }
    if let Some(said) = &simulator.post.said {
        ui.label(said);
    }
}

/// A replay, and whether it has the bits of its run.
fn replaying(ui: &mut Ui, simulator: &mut Simulator) {
    let Some(playback) = simulator.drive.playback() else { return };
    let says = match playback.parted_s() {
        None => String::from("bit-identical"),
        Some(at_s) => format!("differs since {at_s:.2} s"),
    };
    let share = playback.share();
    let text = format!("Replay {:.0} %, {says}", 100.0 * share);
    ui.add(ProgressBar::new(look::coordinate(share)).text(text));
    ui.horizontal_wrapped(|ui| {
        if ui.button("Take over").on_hover_text("Continue driving from here").clicked() {
            simulator.drive.take_over();
            simulator.drive.set_pace(keys::running(&simulator.state));
        }
        if ui.button("Replay again").clicked() {
            simulator.replay(&simulator.drive.run());
        }
        if ui.button("Race it").clicked() {
            simulator.race(&simulator.drive.run());
        }
        save(ui, simulator);
    });
}

fn race(ui: &mut Ui, simulator: &mut Simulator) {
    let Some(rival) = simulator.drive.rival() else { return };
    let is_over = rival.playback().is_none_or(Playback::is_over);
    let stands = if is_over { " (finished)" } else { "" };
    ui.colored_label(look::RIVAL, format!("Racing against {}{stands}", rival.player().choice().name));
    if let Some(share) = simulator.drive.lap_search_share() {
        ui.weak(format!("Finding its best lap: {:.0} %", 100.0 * share));
    }
    if ui.button("End race").clicked() {
        simulator.drive.end_race();
    }
}

fn load(ui: &mut Ui, simulator: &mut Simulator) {
    if ui.button("Open run").clicked() {
        simulator.post.wanted = Some(FileKind::Run);
    }
    if simulator.post.types_paths {
        by_path(ui, simulator);
    }
}

/// For a desktop without a file dialog.
fn by_path(ui: &mut Ui, simulator: &mut Simulator) {
    ui.horizontal_wrapped(|ui| {
        let name = ui.label("Run file");
        ui.add(TextEdit::singleline(&mut simulator.keeper.path).desired_width(110.0)).labelled_by(name.id);
        if ui.button("Load run").clicked() {
            let path = simulator.keeper.path.clone();
            match read(&path) {
                Ok(bytes) => simulator.open_run(&path, &bytes),
                Err(why) => simulator.keeper.refused = Some(why),
            }
        }
    });
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    crate::ui::post::read(path.as_ref()).map_err(|why| format!("{path}: {why}"))
}

impl Simulator {
    /// Replays a run from its start.
    pub fn replay(&mut self, run: &Run) {
        match Drive::replay(run) {
            Ok(mut drive) => {
                self.keep_best_lap(&mut drive);
                drive.set_pace(keys::running(&self.state));
                self.drive = drive;
                self.keeper.refused = None;
            }
            Err(why) => self.keeper.refused = Some(why),
        }
    }

    /// Races against a run, in its car.
    pub fn race(&mut self, run: &Run) {
        match Drive::racing(run) {
            Ok(mut drive) => {
                self.keep_best_lap(&mut drive);
                self.take_seat(drive);
                self.keeper.refused = None;
            }
            Err(why) => self.keeper.refused = Some(why),
        }
    }

    /// The best lap of what was driven is the one to beat in what comes, where that is the same course.
    fn keep_best_lap(&self, drive: &mut Drive) {
        if let Some(laps) = self.drive.laps().filter(|_| self.drive.scene().name == drive.scene().name) {
            drive.race_laps(laps);
        }
    }

    /// Replays the run of a file; one that is broken is refused, and the car drives on.
    pub fn open_run(&mut self, name: &str, bytes: &[u8]) {
        match read_run(self.models(), bytes) {
            Ok(run) => self.replay(&run),
            Err(why) => self.keeper.refused = Some(format!("{name}: {why}")),
        }
    }
}
