//! Runs: replayed, raced against, saved and loaded.

use egui::{ProgressBar, TextEdit, Ui};

use crate::drive::Playback;
use crate::ui::look;
use crate::ui::post::{FileKind, Parcel, Post, read};

/// The path of a run, and the message about the last.
#[derive(Default)]
pub struct Keeper {
    /// Path that a run is loaded from, where there is no file dialog.
    pub path: String,
    /// Why the last was refused.
    pub refused: Option<String>,
}

/// The run under way, or the one that is replayed.
pub struct Runs<'a> {
    /// Simulated time, s.
    pub time_s: f64,
    /// True where only the beginning of the run is kept.
    pub is_cut: bool,
    /// The replay under way.
    pub playback: Option<&'a Playback>,
    /// The run that is raced against.
    pub rival: Option<Rival<'a>>,
}

/// A run that is raced against.
pub struct Rival<'a> {
    /// Its car.
    pub car: &'a str,
    /// True at its end.
    pub is_over: bool,
    /// Share of the run in which its best lap has been looked for, [0, 1]; `None` once all of it has.
    pub search_share: Option<f64>,
}

/// Something to be done with a run.
pub enum RunRequest {
    /// Replays the run from its start.
    Replay,
    /// Races against the run.
    Race,
    /// Lets the player continue from where the replay is.
    TakeOver,
    /// Saves the run as a file.
    Save,
    /// Opens the run of a file.
    Open(Parcel),
    /// Ends the race.
    EndRace,
}

/// Panel of the run. Returns what was pressed.
pub fn runs(ui: &mut Ui, keeper: &mut Keeper, post: &mut Post, now: &Runs<'_>) -> Option<RunRequest> {
    let panel = ui.collapsing("Run", |ui| {
        let mut asked = match now.playback {
            Some(playback) => replaying(ui, post, playback),
            None => driven(ui, post, now),
        };
        if let Some(rival) = &now.rival {
            asked = asked.or(race(ui, rival));
        }
        asked = asked.or(load(ui, keeper, post));
        if let Some(why) = &keeper.refused {
            ui.colored_label(look::TOO_MUCH, why);
        }
        asked
    });
    panel.body_returned.flatten()
}

/// A button for something that is done with a run.
fn button(ui: &mut Ui, name: &str, request: RunRequest) -> Option<RunRequest> {
    ui.button(name).clicked().then_some(request)
}

/// The run since the start.
fn driven(ui: &mut Ui, post: &Post, now: &Runs<'_>) -> Option<RunRequest> {
    let cut = if now.is_cut { "; only the beginning is kept" } else { "" };
    ui.label(format!("{:.1} s since the restart{cut}", now.time_s));
    let row = ui.horizontal_wrapped(|ui| {
        let replay = button(ui, "Replay run", RunRequest::Replay);
        replay.or(button(ui, "Race this run", RunRequest::Race)).or(save(ui, post))
    });
    row.inner
}

fn save(ui: &mut Ui, post: &Post) -> Option<RunRequest> {
    let asked = button(ui, "Save run", RunRequest::Save);
    if let Some(said) = &post.said {
        ui.label(said);
    }
    asked
}

/// A replay, and whether it has the bits of its run.
fn replaying(ui: &mut Ui, post: &Post, playback: &Playback) -> Option<RunRequest> {
    let says = match playback.parted_s() {
        None => String::from("bit-identical"),
        Some(at_s) => format!("differs since {at_s:.2} s"),
    };
    let share = playback.share();
    let text = format!("Replay {:.0} %, {says}", 100.0 * share);
    ui.add(ProgressBar::new(look::coordinate(share)).text(text));
    let row = ui.horizontal_wrapped(|ui| {
        let take_over = ui.button("Take over").on_hover_text("Continue driving from here").clicked();
        let take_over = take_over.then_some(RunRequest::TakeOver);
        let replay = button(ui, "Replay again", RunRequest::Replay);
        let race = button(ui, "Race it", RunRequest::Race);
        take_over.or(replay).or(race).or(save(ui, post))
    });
    row.inner
}

fn race(ui: &mut Ui, rival: &Rival<'_>) -> Option<RunRequest> {
    let stands = if rival.is_over { " (finished)" } else { "" };
    ui.colored_label(look::RIVAL, format!("Racing against {}{stands}", rival.car));
    if let Some(share) = rival.search_share {
        ui.weak(format!("Finding its best lap: {:.0} %", 100.0 * share));
    }
    button(ui, "End race", RunRequest::EndRace)
}

fn load(ui: &mut Ui, keeper: &mut Keeper, post: &mut Post) -> Option<RunRequest> {
    if ui.button("Open run").clicked() {
        post.wanted = Some(FileKind::Run);
    }
    if post.types_paths { by_path(ui, keeper) } else { None }
}

/// For a desktop without a file dialog.
fn by_path(ui: &mut Ui, keeper: &mut Keeper) -> Option<RunRequest> {
    let row = ui.horizontal_wrapped(|ui| {
        let name = ui.label("Run file");
        ui.add(TextEdit::singleline(&mut keeper.path).desired_width(110.0)).labelled_by(name.id);
        ui.button("Load run").clicked()
    });
    if !row.inner {
        return None;
    }
    match read(keeper.path.as_ref()) {
        Ok(bytes) => Some(RunRequest::Open(Parcel { name: keeper.path.clone(), bytes })),
        Err(why) => {
            keeper.refused = Some(format!("{}: {why}", keeper.path));
            None
        }
    }
}
