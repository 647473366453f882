//! The native window.

use eframe::egui;

use crate::drive::Choice;
use crate::scene::Scene;
use crate::ui::Simulator;

/// Size of the window at first, points.
const SIZE: [f32; 2] = [1280.0, 860.0];

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
struct Windowed(Simulator);

impl eframe::App for Windowed {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let frame_s = ui.input(|input| f64::from(input.unstable_dt));
        self.0.frame(ui, frame_s);
        // Time goes on by itself: every picture asks for the next.
        ui.ctx().request_repaint();
    }
}

/// Opens the window and stays in it until it is closed.
///
/// # Errors
/// A car that its model does not take; no display, or one without OpenGL.
pub fn open(scene: Scene, car: &Choice) -> Result<(), WindowError> {
    let mut simulator = Simulator::new(scene, car).map_err(|error| WindowError(error.to_string()))?;
    simulator.use_devices();
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_title("Skidpad").with_inner_size(SIZE),
        ..Default::default()
    };
    let made = |_: &eframe::CreationContext<'_>| Ok(Box::new(Windowed(simulator)) as Box<dyn eframe::App>);
    eframe::run_native("skidpad", options, Box::new(made))
        .map_err(|error| WindowError(format!("no window could be opened: {error}")))
}
