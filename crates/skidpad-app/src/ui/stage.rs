//! The simulator driven by a script, and what it shows when that is over.

use skidpad_world::models::Models;

use super::Simulator;
use crate::choice::ChoiceError;
use crate::script::{Performance, Script};

impl Simulator {
    /// The cars of a script, at its start, in models of a list.
    ///
    /// # Errors
    /// A scene or a car that there is not.
    pub fn performing(models: &Models, script: Script) -> Result<Self, ChoiceError> {
        let (performance, drive) = Performance::new(models, script)?;
        let hands = drive.hands().copied();
        let mut simulator = Self::from_drive(drive);
        // Those of the script, not the player's; nor does its brake pedal reverse.
        simulator.drive.set_hands(hands);
        simulator.drive.set_auto_reverse(false);
        simulator.performance = Some(performance);
        Ok(simulator)
    }

    /// True while a script drives.
    pub(super) fn performs(&self) -> bool {
        self.performance.as_ref().is_some_and(|performance| !performance.is_over())
    }

    /// Drives a frame of the script; `false`: there is none, or it is over, and the player drives.
    pub(super) fn perform(&mut self, frame_s: f64) -> bool {
        let performs = self.performs();
        if let Some(performance) = self.performance.as_mut().filter(|_| performs) {
            performance.frame(&mut self.drive, frame_s);
        }
        performs
    }

    /// Says what came of the script: speed and hash to the digit.
    pub(super) fn show_performance(&mut self, ui: &egui::Ui) {
        let Some(performance) = self.performance.as_ref().filter(|performance| performance.is_over()) else {
            return;
        };
        let report = performance.report(&self.drive, "");
        let mut is_open = true;
        let window = egui::Window::new(format!("Script {}", report.script)).open(&mut is_open);
        window.anchor(egui::Align2::CENTER_BOTTOM, [0.0, -60.0]).show(ui.ctx(), |ui| {
            ui.label(format!("finished after {} steps, {} s", report.steps, report.time_s));
            ui.label(format!("speed {:?} km/h", report.speed_km_h));
            ui.label(format!("state hash {:#018x}", report.hash));
        });
        if !is_open {
            self.performance = None;
        }
    }
}
