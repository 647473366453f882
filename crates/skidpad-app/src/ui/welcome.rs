//! The start screen: what drives, and a first task. It goes with the first input.

use egui::os::OperatingSystem;
use egui::{Align2, Area, Color32, Frame, Grid, Id, Label, Rect, RichText, Ui, vec2};

use super::{Driver, State, keys};

/// Distance from the lower edge of the top view, and from its sides, points.
const GAP: f32 = 24.0;
/// Its widest.
const WIDEST: f32 = 430.0;
/// Below this height of the top view there is room for the task alone, points.
const ROOM_FOR_KEYS: f32 = 330.0;

/// A control, and its effect.
type Line = (String, &'static str);

/// The keys that drive.
fn by_keys() -> Vec<Line> {
    let key = |does: &str| keys::held_for(does);
    let steer = format!("{}, {}", key("steer left"), key("steer right"));
    vec![
        (key("throttle"), "throttle"),
        (key(keys::BRAKE), keys::BRAKE),
        (steer, "steer"),
        (key("handbrake"), "handbrake"),
        (String::from("R"), "restart"),
    ]
}

/// The controls of a gamepad that drive.
fn by_gamepad() -> Vec<Line> {
    let lines = [
        ("Right trigger", "throttle"),
        ("Left trigger", keys::BRAKE),
        ("Left stick", "steer"),
        ("A", "handbrake"),
        ("Select", "restart"),
    ];
    lines.map(|(what, does)| (what.to_owned(), does)).to_vec()
}

/// Controls of the player, as far as they are known before any was touched: a phone has no keys, and any
/// other window, whatever its size, may have a screen that is touched.
fn lines(driver: &Driver, system: OperatingSystem) -> Vec<Line> {
    let is_phone = matches!(system, OperatingSystem::Android | OperatingSystem::IOS);
    let by_touch = (String::from("Touch the road"), "on-screen pedals and steering");
    match driver.gamepad() {
        Some(_) => by_gamepad(),
        None if is_phone => vec![by_touch],
        None => by_keys().into_iter().chain([by_touch]).collect(),
    }
}

/// True while nothing was done yet, and nothing drives by itself.
pub fn is_shown(state: &State, is_replay: bool) -> bool {
    !state.has_begun && !is_replay
}

/// Shows it over the lower part of the top view, with the task of a scene.
pub fn show(ui: &Ui, plan: Rect, driver: &Driver, task: &str) {
    let lines = if plan.height() < ROOM_FOR_KEYS { Vec::new() } else { lines(driver, ui.ctx().os()) };
    let width = WIDEST.min(plan.width() - 2.0 * GAP);
    if width < 100.0 {
        return;
    }
    let at = plan.center_bottom() - vec2(0.0, GAP);
    let area = Area::new(Id::unique("start screen")).pivot(Align2::CENTER_BOTTOM).fixed_pos(at);
    area.constrain_to(plan).interactable(false).show(ui.ctx(), |ui| {
        let frame = Frame::new().fill(Color32::from_black_alpha(235)).corner_radius(6.0).inner_margin(14.0);
        frame.show(ui, |ui| {
            ui.set_width(width - 28.0);
            let task = RichText::new(format!("First task: {task}")).size(16.0).strong();
            ui.add(Label::new(task).selectable(false).wrap());
            if lines.is_empty() {
                return;
            }
            ui.add_space(6.0);
            Grid::new("start keys").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
                for (what, does) in &lines {
                    line(ui, RichText::new(what).size(14.0).color(super::look::NEARLY));
                    line(ui, RichText::new(*does).size(14.0));
                    ui.end_row();
                }
            });
        });
    });
}

/// A line that the mouse goes through, to the road below.
fn line(ui: &mut Ui, text: RichText) {
    ui.add(Label::new(text).selectable(false).extend());
}
