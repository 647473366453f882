//! What a window and a page have in common around the simulator: the clock, files, scripts, what screen readers get.

mod heard;

use eframe::egui;
use skidpad_models::MODELS;
use skidpad_world::models::Models;
use web_time::Instant;

use crate::script::{Report, Script};
use crate::ui::{FileKind, Parcel, Simulator};

pub use heard::Heard;

/// Time that the end of a script is shown before it is reported, s and frames: until it is faded in.
const SHOWN_S: f64 = 0.5;
const FRAMES_AFTER: u32 = 10;

/// Surroundings of the simulator: a system of files, or a browser.
pub trait Outside {
    /// Keeps a file for the player; what to tell him.
    fn keep(&mut self, parcel: &Parcel) -> String;
    /// Lets the player choose a file to open. The message, where it is not a dialog that does so.
    fn ask_for_file(&mut self, kind: FileKind) -> Option<String>;
    /// Lets the player choose where a file is saved. The message, where it is saved without a dialog.
    fn save_as(&mut self, parcel: Parcel) -> Option<String>;
    /// True if there are dialogs for files.
    fn has_dialogs(&self) -> bool;
    /// A file was dropped here.
    fn dropped(&mut self, file: &egui::DroppedFileHandle);
    /// The files that were read since this was asked last, and those that could not be read: why.
    fn take_read(&mut self) -> Vec<Result<Parcel, String>>;
    /// A frame of a script, by the number of the steps that were driven.
    fn performs(&mut self, step: u32, context: &egui::Context);
    /// The script is over.
    fn is_over(&mut self, report: &Report, context: &egui::Context);
}

/// The simulator and what is around it.
pub struct Shell<O> {
    /// The simulator.
    pub simulator: Simulator,
    /// The surroundings.
    pub outside: O,
    over: Option<(Instant, u32)>,
    has_told: bool,
}

impl<O: Outside> Shell<O> {
    /// The simulator in what is around it.
    pub fn new(simulator: Simulator, outside: O) -> Self {
        Self { simulator, outside, over: None, has_told: false }
    }

    /// To be called once for a context before its first frame.
    pub fn prepare(&mut self, context: &egui::Context) {
        // Of day and night only one is painted.
        context.set_theme(egui::Theme::Dark);
        if let Some(performance) = &mut self.simulator.performance {
            Heard::listen(context);
            performance.measure_by(now_s);
        }
    }

    /// A frame: what came in, the simulator, what goes out. Asks for the next, as time goes on by itself.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        let start = Instant::now();
        let frame_s = ui.input(|input| f64::from(input.unstable_dt));
        self.take_in(ui);
        self.simulator.frame(ui, frame_s);
        self.send_out();
        self.tell_performance(ui.ctx(), start);
        ui.ctx().request_repaint();
    }

    /// Restarts from the text of a link, which stands behind the `#` of an address; one that is broken is told of, and
    /// all stays as it was. A script is not disturbed.
    pub fn start_from_link(&mut self, link: &str) {
        if !link.is_empty() && self.simulator.performance.is_none() {
            self.simulator.open_link(link);
        }
    }

    fn take_in(&mut self, ui: &egui::Ui) {
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        dropped.iter().for_each(|file| self.outside.dropped(file));
        for read in self.outside.take_read() {
            match read {
                Ok(parcel) => self.simulator.post.came.push(parcel),
                Err(why) => self.simulator.post.said = Some(why),
            }
        }
    }

    fn send_out(&mut self) {
        let post = &mut self.simulator.post;
        for parcel in core::mem::take(&mut post.out) {
            post.said = Some(self.outside.keep(&parcel));
        }
        for parcel in core::mem::take(&mut post.to_save) {
            post.said = self.outside.save_as(parcel).or(post.said.take());
        }
        if let Some(said) = post.wanted.take().and_then(|kind| self.outside.ask_for_file(kind)) {
            post.said = Some(said);
        }
        post.types_paths = !self.outside.has_dialogs();
    }

    fn tell_performance(&mut self, context: &egui::Context, start: Instant) {
        let Some(performance) = &mut self.simulator.performance else { return };
        if !performance.is_over() {
            performance.worked(start.elapsed().as_secs_f64());
            self.outside.performs(performance.step(), context);
            return;
        }
        let (since, frames) = self.over.get_or_insert((start, 0));
        *frames += 1;
        let is_shown = *frames > FRAMES_AFTER && since.elapsed().as_secs_f64() >= SHOWN_S;
        if is_shown && !core::mem::replace(&mut self.has_told, true) {
            let said = Heard::latest(context).and_then(|heard| heard.first("dial: ")).unwrap_or_default();
            self.outside.is_over(&performance.report(&self.simulator.drive, &said), context);
        }
    }
}

/// Seconds of a clock that never goes back.
fn now_s() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// The simulator of a script.
///
/// # Errors
/// A name that no script has.
pub fn performing(script: &str) -> Result<Simulator, String> {
    performing_among(&MODELS, script)
}

/// [`performing`], with the models of a list.
///
/// # Errors
/// Besides, a list without the script's models.
pub fn performing_among(models: &Models, script: &str) -> Result<Simulator, String> {
    Simulator::performing(models, Script::by_name(script)?).map_err(|error| error.to_string())
}
