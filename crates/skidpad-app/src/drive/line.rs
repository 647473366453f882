//! The ideal lap on the course of a drive, and the driver who follows its line: as an opponent, and at the player's wheel.

use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_world::line_driver::LineDriver;

use super::Drive;
use super::cars::released;
use super::coach::Coach;
use super::tasks::{IdealSearch, LineLaps};
use crate::beside::BackgroundWork;
use crate::ideal::IdealLap;
use crate::setup::Setup;

impl Drive {
    /// Lets the ideal lap of the player's car be found beside the frames, where it is not known. A scene without a course has none.
    pub fn find_ideal(&mut self) {
        if self.scene.course.is_none() {
            return;
        }
        let choice = self.player().shared_choice();
        let is_known = self.coach.ideal.as_ref().is_some_and(|(car, _)| Arc::ptr_eq(car, &choice));
        if is_known || self.coach.search.is_some() {
            return;
        }
        let search = IdealSearch { scene: self.scene.clone(), car: Arc::clone(&choice) };
        self.coach.search = Some((choice, BackgroundWork::begin(search)));
    }

    /// The ideal lap of the player's car, once it is found.
    pub fn ideal(&self) -> Option<&Arc<IdealLap>> {
        let (car, ideal) = self.coach.ideal.as_ref()?;
        let is_own = Arc::ptr_eq(car, &self.player().shared_choice());
        ideal.as_ref().ok().filter(|_| is_own)
    }

    /// State of the search for the ideal lap, or of the opponent's drive: under way, or the reason why there is none.
    pub fn ideal_note(&self) -> Option<&str> {
        if self.coach.search.is_some() {
            return Some("Finding the ideal line");
        }
        if self.coach.rival.is_some() {
            return Some("The opponent is driving");
        }
        let ideal = self.coach.ideal.as_ref().and_then(|(_, ideal)| ideal.as_ref().err());
        ideal.or(self.coach.why_no_rival.as_ref()).map(String::as_str)
    }

    /// Lets a driver of the ideal line drive some laps in the player's car, to race against. He drives beside the frames; the race
    /// begins when he has finished.
    pub fn race_line_driver(&mut self) {
        self.coach.wants_rival = true;
        self.find_ideal();
    }

    /// Lets the driver of the ideal line drive the player's car whenever no control is held.
    pub fn set_line_driver(&mut self, is_on: bool) {
        self.coach.takes_over = is_on;
        if is_on {
            self.find_ideal();
        } else {
            (self.coach.driver, self.coach.drives) = (None, false);
        }
    }

    /// True if the driver of the ideal line drives while no control is held.
    pub fn has_line_driver(&self) -> bool {
        self.coach.takes_over
    }

    /// True if he drove the last step.
    pub fn line_driver_drives(&self) -> bool {
        self.coach.drives
    }

    /// Takes what was found beside the frames.
    pub(super) fn take_ideal(&mut self) {
        if let Some((car, search)) = self.coach.search.take() {
            match search.take() {
                Some(found) => self.coach.ideal = Some((car, found.map(Arc::new))),
                None => self.coach.search = Some((car, search)),
            }
        }
        if self.coach.takes_over || self.coach.wants_rival {
            // For another car once more.
            self.find_ideal();
        }
        if self.coach.wants_rival
            && let Some(ideal) = self.ideal().cloned()
        {
            self.coach.wants_rival = false;
            let (scene, setup) = (self.scene.clone(), Setup { ghosts: Vec::new(), ..self.setup() });
            self.coach.rival = Some(BackgroundWork::begin(LineLaps { scene, setup, ideal }));
        }
        self.take_driven();
    }

    /// Races against the opponent once he has finished.
    fn take_driven(&mut self) {
        let Some(rival) = self.coach.rival.take() else { return };
        match rival.take() {
            None => self.coach.rival = Some(rival),
            Some(run) => {
                let raced = run.and_then(|run| self.race(&run));
                self.coach.why_no_rival = raced.err();
            }
        }
    }

    /// Forgets the ideal lap of another scene.
    pub(super) fn forget_ideal(&mut self) {
        self.coach = Coach { takes_over: self.coach.takes_over, ..Coach::default() };
    }

    /// Command of the driver of the ideal line; `None` where the player drives.
    pub(super) fn line_command(&mut self) -> Option<Command<f64>> {
        self.coach.drives = false;
        if !self.coach.takes_over || has_hands_on(&self.held) {
            return None;
        }
        let ideal = Arc::clone(self.ideal()?);
        let choice = self.player().shared_choice();
        let id = self.player().id();
        let new = || LineDriver::new(choice.model, &choice.car(), Arc::clone(ideal.line()));
        let driver = self.coach.driver.get_or_insert_with(new);
        let request = driver.request(self.cars.world().car(id)?);
        self.coach.drives = true;
        Some(request.command)
    }

    /// The driver looks for his place on the line anew: the car is elsewhere, or another one.
    pub(super) fn replace_line_driver(&mut self) {
        self.coach.driver = None;
    }
}

/// True if the player holds a pedal, the steering or the handbrake.
fn has_hands_on(held: &Command<f64>) -> bool {
    let none = released();
    held.throttle != none.throttle
        || held.brake != none.brake
        || held.handbrake != none.handbrake
        || held.steer_rad != none.steer_rad
}
