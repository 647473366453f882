//! The native window.

mod native;

use std::path::Path;
use std::sync::Arc;

use eframe::egui::{self, mutex::Mutex};
use skidpad_world::models::Models;

use crate::drive::Drive;
use crate::script::Report;
use crate::shell::{Shell, performing_among};
use crate::ui::Simulator;
use native::{Native, SIZE};

/// Why there is no window.
#[derive(Debug)]
pub struct WindowError(String);

impl core::fmt::Display for WindowError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for WindowError {}

/// The simulator in a window.
struct Windowed(Shell<Native>);

impl eframe::App for Windowed {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.0.frame(ui);
    }
}

/// Opens the window with a drive, and stays in it until it is closed.
///
/// # Errors
/// No display, or one without OpenGL.
pub fn open(drive: Drive) -> Result<(), WindowError> {
    let mut simulator = Simulator::from_drive(drive);
    simulator.use_devices();
    show(simulator, Native::default())
}

/// Opens the window, lets a script drive in it, in models of a list, and answers what came of it; `None`: the window was
/// closed before its end. With a folder for `shots`, pictures of the window are written there, and it closes by itself. On
/// the way the window is made as small as can be and large again, and stands still for a second: neither may change
/// anything.
///
/// # Errors
/// A script that there is not; no display, or one without OpenGL.
pub fn perform(models: &Models, script: &str, shots: Option<&Path>) -> Result<Option<Report>, WindowError> {
    let simulator = performing_among(models, script).map_err(WindowError)?;
    let report = Arc::new(Mutex::new(None));
    show(simulator, Native::performing(shots, report.clone()))?;
    let report = report.lock().take();
    Ok(report)
}

fn show(simulator: Simulator, native: Native) -> Result<(), WindowError> {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_title("Skidpad").with_inner_size(SIZE),
        ..Default::default()
    };
    let made = |creation: &eframe::CreationContext<'_>| {
        let mut shell = Shell::new(simulator, native);
        shell.prepare(&creation.egui_ctx);
        Ok(Box::new(Windowed(shell)) as Box<dyn eframe::App>)
    };
    eframe::run_native("skidpad", options, Box::new(made))
        .map_err(|error| WindowError(format!("no window could be opened: {error}")))
}
