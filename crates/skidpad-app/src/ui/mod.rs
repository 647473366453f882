//! What is shown and pressed. [`State`] is what is chosen, [`Memory`] what is kept of the frames before; the plan and
//! the panels draw these and the [`Drive`], and know nothing of the window that they are in.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_world::scene::Scene;
//! use skidpad_app::ui::Simulator;
//!
//! let car = Choice::preset("two_track", "boxster-s").unwrap();
//! let mut simulator = Simulator::new(Scene::straight(), &car).unwrap();
//! let context = egui::Context::default();
//! let mut output = context.run_ui(egui::RawInput::default(), |ui| simulator.frame(ui, 1.0 / 60.0));
//! assert!(!output.shapes.is_empty());
//! output.textures_delta.clear(); // no painter takes them
//! ```
#![allow(clippy::disallowed_methods, reason = "a shell: what it computes for the screen is not hashed")]

pub mod camera;
mod diagram;
mod driver;
mod glass;
pub mod keys;
pub mod look;
mod memory;
mod panels;
mod plan;
pub(crate) mod post;
pub mod quantity;
mod small;
mod stage;
mod state;
mod welcome;

pub use camera::Camera;
pub use driver::Driver;
pub use memory::Memory;
pub use panels::{Keeper, Linker, Tester, Tuner};
pub use post::{FileKind, LONGEST_FILE, Parcel, Post, too_long};
pub use state::{Lever, Sheet, Shown, State, Tab, Units, View, Volume};

use skidpad_world::models::Models;
use skidpad_world::scene::Scene;

use crate::choice::{Choice, ChoiceError};
use crate::drive::Drive;
use crate::hand::Source;
use crate::palmer::Palmer;
use crate::plots::Plots;
use crate::script::Performance;
use crate::setup::Setup;
use crate::sound::player::{self, Speaker};
use crate::sound::{Heard, heard};
use keys::Action;

/// Below this width and height of the window, points, panels leave no room for the plan: they are sheets over it.
const ROOM_FOR_PANELS: [f32; 2] = [860.0, 480.0];
/// Widths of the panels beside the plan, points. They are fixed: a long number once made a panel wider, and the road jumped.
const LEFT: f32 = 236.0;
const RIGHT: f32 = 370.0;
/// Below this height, points, nor do those above and below.
const ROOM_FOR_BARS: f32 = 220.0;

/// The simulator: cars under way, what is chosen, what is remembered.
pub struct Simulator {
    /// The cars.
    pub drive: Drive,
    /// What is chosen.
    pub state: State,
    /// What drives, and whose hands.
    pub driver: Driver,
    /// What plays the sound.
    pub speaker: Speaker,
    /// What is kept of the frames before.
    pub memory: Memory,
    /// Who drives tests.
    pub tester: Tester,
    /// Who tunes the car.
    pub tuner: Tuner,
    /// Palmer's Car Simulator, beside it.
    pub palmer: Palmer,
    /// Files that come and go.
    pub post: Post,
    /// A script that drives instead of the player.
    pub performance: Option<Performance>,
    /// Who opens links.
    pub linker: Linker,
    /// Who keeps runs.
    pub keeper: Keeper,
}

impl Simulator {
    /// A car at the start of a scene, with hands on keys.
    ///
    /// # Errors
    /// A car that its model does not take.
    pub fn new(scene: Scene, car: &Choice) -> Result<Self, ChoiceError> {
        Drive::new(scene, car).map(Self::from_drive)
    }

    /// Cars that are there, with hands on keys.
    pub fn from_drive(mut drive: Drive) -> Self {
        let ghost_model = String::from("single_track");
        let state = State { ghost_model, plots: Plots::usual(&drive), ..State::default() };
        let driver = Driver::default();
        driver.take_hands(&state, &mut drive);
        Self {
            drive,
            state,
            driver,
            speaker: Speaker::default(),
            memory: Memory::default(),
            tester: Tester::default(),
            tuner: Tuner::default(),
            palmer: Palmer::default(),
            post: Post::default(),
            performance: None,
            linker: Linker::default(),
            keeper: Keeper::default(),
        }
    }

    /// The models that are offered: in lists, links and runs.
    pub fn models(&self) -> &Models {
        &self.drive.player().choice().models
    }

    /// Takes the devices of the machine, as far as the program is built for them: what shows the simulator to a person
    /// calls it once.
    pub fn use_devices(&mut self) {
        if let Some(pads) = crate::hand::pad::connected() {
            self.driver.connect(pads);
        }
        self.speaker = Speaker::new(player::open);
        // A browser plays nothing until the page was clicked; nobody else is to be startled, either.
        self.state.sound_is_on = false;
    }

    /// Sets up what a link says, all cars at the start; where it is broken, says why and goes on as before. Answers
    /// whether it was opened.
    pub fn open_link(&mut self, link: &str) -> bool {
        match Setup::read_among(self.models(), link).and_then(|setup| Drive::from_setup(&setup)) {
            Ok(drive) => {
                self.take_seat(drive);
                self.linker.refused = None;
                self.state.error = None;
                true
            }
            Err(why) => {
                self.state.error = Some(format!("The link: {why}"));
                self.linker.refused = Some(why);
                false
            }
        }
    }

    /// Drives these cars, by hand.
    fn take_seat(&mut self, mut drive: Drive) {
        self.driver.take_hands(&self.state, &mut drive);
        drive.set_pace(keys::running(&self.state));
        self.drive = drive;
        self.state.lever = Lever::default();
    }

    /// Opens the files that came.
    fn receive(&mut self) {
        let came = core::mem::take(&mut self.post.came);
        if came.is_empty() {
            return;
        }
        let refused: Vec<String> = came.iter().filter_map(|parcel| self.open(parcel)).collect();
        self.state.error = (!refused.is_empty()).then(|| refused.join("\n"));
    }

    /// Opens a file by its ending; why not.
    fn open(&mut self, Parcel { name, bytes }: &Parcel) -> Option<String> {
        match FileKind::from_name(name) {
            Some(FileKind::Vehicle) => {
                panels::open_vehicle(&mut self.tuner, &mut self.drive, name, bytes);
                self.tuner.refused.as_ref().map(|(_, why)| why.clone())
            }
            Some(FileKind::Run) => {
                self.open_run(name, bytes);
                self.keeper.refused.clone()
            }
            None => {
                let kinds = format!("a vehicle file (.toml) or a run (.{})", crate::run::ENDINGS.join(", ."));
                Some(format!("{name} cannot be opened here; give {kinds}"))
            }
        }
    }

    /// A frame, of so many seconds on the player's clock: keys, physics, picture.
    pub fn frame(&mut self, ui: &mut egui::Ui, frame_s: f64) {
        look::readable(ui);
        self.receive();
        if self.state.view == View::Palmer {
            // Fingers that go meanwhile are not heard.
            self.driver.off_plan();
            self.play(&Heard::default());
            return self.palmers_frame(ui, frame_s);
        }
        self.keys(ui, frame_s);
        self.play(&heard(&self.drive));
        self.memory.note(&self.drive);
        self.show(ui);
        self.show_performance(ui);
        // After a panel was used, car and shaping may be others; a script has its own hands.
        if !self.performs() {
            self.driver.take_hands(&self.state, &mut self.drive);
        }
    }

    fn play(&mut self, heard: &Heard) {
        self.speaker.play(heard, self.state.sound_is_on, self.state.volume.0);
    }

    /// The same while his simulator is shown: only its time goes on.
    fn palmers_frame(&mut self, ui: &mut egui::Ui, frame_s: f64) {
        if !ui.ctx().text_edit_focused() {
            panels::palmer::keys(ui, &mut self.palmer);
            if ui.input(keys::actions).contains(&Action::View) {
                keys::act(Action::View, &mut self.state, &mut self.drive);
            }
        }
        self.palmer.frame(frame_s);
        if ui.available_height() > ROOM_FOR_BARS {
            egui::Panel::top("view").show(ui, |ui| panels::view(ui, &mut self.state));
        }
        egui::CentralPanel::default().show(ui, |ui| {
            scrolled(ui, |ui| panels::palmer::palmer(ui, self.state.units, &mut self.palmer));
        });
    }

    fn keys(&mut self, ui: &egui::Ui, frame_s: f64) {
        if self.perform(frame_s) {
            self.state.has_begun = true;
            self.driver.off_plan();
            return;
        }
        let focus = keys::Focus::new(ui.ctx());
        let mut actions = if focus == keys::Focus::Text { Vec::new() } else { ui.input(keys::actions) };
        actions.extend(self.driver.listen(ui, focus));
        self.state.has_begun |= !actions.is_empty() || self.driver.is_touched();
        for action in actions {
            keys::act(action, &mut self.state, &mut self.drive);
        }
        self.state.thumbs_drive = self.driver.seat().heard(Source::Touch).is_some();
        let controls = self.driver.controls(&self.state, &mut self.drive);
        self.drive.frame(frame_s, &controls);
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let room = ui.available_size();
        if room.x < ROOM_FOR_PANELS[0] || room.y < ROOM_FOR_PANELS[1] {
            return small::show(self, ui);
        }
        egui::Panel::top("time").show(ui, |ui| panels::time(ui, &mut self.state, &mut self.drive));
        egui::Panel::bottom("pedals")
            .show(ui, |ui| panels::pedals(ui, &mut self.state, &self.driver, &self.memory, &self.drive));
        egui::Panel::right("instruments").exact_size(RIGHT).show(ui, |ui| {
            scrolled(ui, |ui| panels::instruments(ui, &mut self.state, &self.memory, &mut self.drive));
        });
        if self.state.shows_plots {
            let (usual, most) = (0.34 * room.y, 0.6 * room.y);
            egui::Panel::bottom("plots").resizable(true).default_size(usual).max_size(most).show(ui, |ui| {
                panels::plots(ui, &mut self.state, &mut self.post, &self.drive);
            });
        }
        egui::Panel::left("choices").exact_size(LEFT).show(ui, |ui| scrolled(ui, |ui| self.set_up(ui)));
        self.plan(ui);
    }

    /// The panel to the left.
    fn set_up(&mut self, ui: &mut egui::Ui) {
        panels::choices(ui, &mut self.state, &mut self.drive);
        panels::sound(ui, &mut self.state, &self.speaker, &self.drive, &mut self.post);
        panels::tests(ui, &mut self.tester, &self.drive);
        panels::tuning(ui, &mut self.tuner, &mut self.post, self.state.units, &mut self.drive);
        panels::runs(ui, self);
        let page = self.post.page.as_deref();
        if let Some(link) = panels::link(ui, &mut self.linker, page, &self.drive) {
            self.open_link(&link);
        }
    }

    /// The top view, in all the room that is left; returns its place.
    fn plan(&mut self, ui: &mut egui::Ui) -> egui::Rect {
        let frame = egui::Frame::new().fill(look::ROAD);
        let shown = egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            let plan = plan::show(ui, &mut self.state, &self.memory, &self.driver, &self.drive);
            self.driver.on_plan(ui, &plan);
            plan.rect
        });
        shown.inner
    }
}

fn scrolled(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, add);
}
