//! Driving by mouse, fingers and gamepad, in a window without a screen.

mod gamepad;
mod pointed;
mod sound;

use egui::{Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::hand::Source;
use skidpad_app::ui::Simulator;
use skidpad_world::scene::Scene;

const FRAME_S: f64 = 1.0 / 60.0;
const DESK: Vec2 = vec2(1400.0, 1000.0);

type Window = Harness<'static, Simulator>;

fn window(size: Vec2) -> Window {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        |ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S),
        Simulator::new(Scene::straight(), &car).unwrap(),
    );
    harness.run_steps(2);
    harness
}

fn said(node: &AccessKitNode<'_>) -> String {
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// Where on the screen the first thing is whose label begins so.
fn found(window: &Window, begins: &str) -> Option<egui::Rect> {
    window.query_all_by(|node| said(node).starts_with(begins)).next().map(|node| node.rect())
}

fn source(window: &Window) -> Source {
    window.state().driver.seat().source()
}
