//! What is shown and pressed. [`State`] is what is chosen, [`Memory`] what is kept of the frames before; the top view
//! and the panels draw these and what they are given of the [`Drive`], return what was pressed, and know nothing of the window
//! that they are in.
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
mod files;
mod gear;
mod glass;
pub mod keys;
pub mod look;
mod memory;
mod panels;
mod plan;
pub(crate) mod post;
pub mod quantity;
mod readings;
mod request;
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
use crate::drive::{Drive, RACE_POLICY};
use crate::hand::Source;
use crate::palmer::Palmer;
use crate::plots::Plots;
use crate::script::Performance;
use crate::sound::player::{self, Speaker};
use crate::sound::{Heard, heard};
use keys::Action;
use panels::{LineRequest, Tuned};
use request::Request;

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
    /// Choices of the player.
    pub state: State,
    /// Devices that drive, and their input shaping.
    pub driver: Driver,
    /// Player of the sound.
    pub speaker: Speaker,
    /// State of the picture that outlives a frame.
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
        let state = State {
            ghost_model,
            plots: Plots::usual(&drive.player().seen().channels().car),
            ..State::default()
        };
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
        if self.state.shown.ideal_line {
            self.drive.find_ideal();
        }
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

    /// A frame while his simulator is shown: only its time advances.
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
            return self.show_small(ui);
        }
        egui::Panel::top("time").show(ui, |ui| self.time(ui));
        egui::Panel::bottom("pedals").show(ui, |ui| self.pedals(ui));
        egui::Panel::right("instruments")
            .exact_size(RIGHT)
            .show(ui, |ui| scrolled(ui, |ui| self.instruments(ui)));
        if self.state.shows_plots {
            let (usual, most) = (0.34 * room.y, 0.6 * room.y);
            egui::Panel::bottom("plots").resizable(true).default_size(usual).max_size(most).show(ui, |ui| {
                panels::plots(ui, &mut self.state, &mut self.post, &readings::plotted(&self.drive));
            });
        }
        egui::Panel::left("choices").exact_size(LEFT).show(ui, |ui| scrolled(ui, |ui| self.set_up(ui)));
        self.plan(ui);
    }

    /// The bar of time.
    fn time(&mut self, ui: &mut egui::Ui) {
        let pressed = panels::time(ui, &mut self.state, self.drive.pace(), self.drive.time_s());
        if let Some(action) = pressed {
            keys::act(action, &mut self.state, &mut self.drive);
        }
    }

    /// The bar of pedals.
    fn pedals(&mut self, ui: &mut egui::Ui) {
        let now = readings::pedals(
            &self.drive,
            gear::requested(self.state.lever, &self.drive),
            &self.memory.sentence,
        );
        panels::pedals(ui, &mut self.state.shaping, &self.driver, &now);
    }

    /// The instruments, and the switches of assists.
    fn instruments(&mut self, ui: &mut egui::Ui) {
        let now = readings::instruments(&self.drive, gear::shown(self.state.lever, &self.drive));
        if let Some(asked) = panels::instruments(ui, &mut self.state, &self.memory, &now) {
            self.make(asked);
        }
    }

    /// The panel to the left.
    fn set_up(&mut self, ui: &mut egui::Ui) {
        if let Some(asked) =
            panels::choices(ui, &mut self.state, &mut self.post, &readings::choices(&self.drive))
        {
            self.make(asked);
        }
        match panels::line(ui, &readings::line(&self.drive)) {
            Some(LineRequest::Race) => self.drive.race_line_driver(),
            Some(LineRequest::RaceLearnt) => self.state.error = self.drive.race_policy(RACE_POLICY).err(),
            Some(LineRequest::OpenPolicy) => self.post.wanted = Some(FileKind::Policy),
            Some(LineRequest::TakeOver(is_on)) => self.drive.set_line_driver(is_on),
            None => {}
        }
        if panels::sound(ui, &mut self.state, &self.speaker) {
            self.save_sound();
        }
        panels::tests(ui, &mut self.tester, self.drive.player().choice());
        let player = self.drive.player().choice();
        let tuned = panels::tuning(ui, &mut self.tuner, &mut self.post, self.state.units, player);
        if let Some(tuned) = tuned {
            self.tune(tuned);
        }
        let asked = panels::runs(ui, &mut self.keeper, &mut self.post, &readings::runs(&self.drive));
        if let Some(request) = asked {
            self.handle_run(request);
        }
        if let Some(request) = panels::link(ui, &mut self.linker) {
            self.handle_link(ui.ctx(), request);
        }
    }

    /// Makes a change that a panel asks for, or keeps why not for the player to read.
    fn make(&mut self, asked: Result<Request, ChoiceError>) {
        let is_new_car = matches!(asked, Ok(Request::Choose(_)));
        let made = asked.and_then(|request| request.apply(&mut self.drive));
        if is_new_car && made.is_ok() {
            self.state.lever.gear = 1;
        }
        self.state.error = made.err().map(|error| error.to_string());
    }

    /// Puts the player in a car with other figures, or keeps why not for the player to read.
    fn tune(&mut self, Tuned { place, car }: Tuned) {
        let outcome = car.and_then(|car| {
            let tuned = self.drive.tune(&car).map_err(|error| error.to_string());
            tuned.map(|()| car.name)
        });
        self.tuner.note(place, outcome);
    }

    /// The top view, in all the room that is left; returns its place.
    fn plan(&mut self, ui: &mut egui::Ui) -> egui::Rect {
        let frame = egui::Frame::new().fill(look::ROAD);
        let shown = egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            let now = readings::top_view(&self.drive, gear::shown(self.state.lever, &self.drive));
            let plan = plan::show(ui, &mut self.state, &self.memory, &self.driver, &now);
            self.driver.on_plan(ui, &plan);
            plan.rect
        });
        shown.inner
    }
}

fn scrolled(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, add);
}
