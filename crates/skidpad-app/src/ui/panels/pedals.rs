//! What drives, and what it asks for beside what the car is given. The bar's height depends on the window's width alone.

use egui::{Color32, ComboBox, Rect, RichText, TextWrapMode, Ui, pos2, vec2};
use skidpad_core::controls::{Command, Gear};

use crate::choice::Choice;
use crate::hand::{Shaping, grip, lock_rad};
use crate::ui::{Driver, look};

/// Size of a bar, points.
const BAR: [f32; 2] = [96.0, 16.0];

/// Room for who drives and for the gamepad's name, points, and the least that a sentence gets of a row.
const SOURCE: f32 = 104.0;
const GAMEPAD: f32 = 150.0;
const ROOM_FOR_A_SENTENCE: f32 = 300.0;

/// A pedal: its name, and its share of a command.
type Share = (&'static str, fn(&Command<f64>) -> f64);

/// Commands to the player's car.
pub struct Pedals<'a> {
    /// Command before input shaping.
    pub requested: &'a Command<f64>,
    /// Command that the car was given.
    pub applied: &'a Command<f64>,
    /// The car.
    pub car: &'a Choice,
    /// Gear that the car is asked for.
    pub gear: Gear,
    /// Sentence about what the car is doing.
    pub sentence: &'a str,
}

/// The bar below the top view, where input shaping is chosen.
pub fn pedals(ui: &mut Ui, shaping: &mut Shaping, driver: &Driver, now: &Pedals<'_>) {
    let (asked, given) = (now.requested, now.applied);
    let lock_rad = lock_rad(now.car).max(0.01);
    ui.horizontal_wrapped(|ui| {
        let shares: [Share; 3] = [
            ("throttle", |command| command.throttle),
            ("brake", |command| command.brake),
            ("handbrake", |command| command.handbrake),
        ];
        let steer = |command: &Command<f64>| -command.steer_rad / lock_rad;
        bar(ui, "steering", [steer(asked), steer(given)], true);
        for (name, share) in shares {
            bar(ui, name, [share(asked), share(given)], false);
        }
        hands(ui, shaping, driver, now);
        ui.separator();
        sentence(ui, now.sentence);
    });
}

/// Sentence about what the car is doing, in the rest of the row, or in one of its own; what does not fit is shown when it is pointed at.
fn sentence(ui: &mut Ui, sentence: &str) {
    if ui.available_size_before_wrap().x < ROOM_FOR_A_SENTENCE {
        ui.end_row();
    }
    let width = ui.available_size_before_wrap().x;
    look::cell(ui, width, RichText::new(sentence).strong()).on_hover_text(sentence);
}

/// A bar: above what is asked for, below what is given. To the left is left.
fn bar(ui: &mut Ui, name: &str, [asked, given]: [f64; 2], has_middle: bool) {
    ui.label(name);
    let says = || format!("{name}: requested {:.0} %, applied {:.0} %", asked * 100.0, given * 100.0);
    let (response, painter) = look::picture(ui, BAR.into(), says);
    let rect = response.rect;
    painter.rect_filled(rect, 2.0, Color32::from_gray(40));
    let half = vec2(rect.width(), 0.5 * rect.height());
    for (row, (value, colour)) in
        [(asked, Color32::from_gray(150)), (given, look::WELL)].into_iter().enumerate()
    {
        let value = look::coordinate(value).clamp(-1.0, 1.0);
        let top = rect.top() + row as f32 * half.y;
        let zero = if has_middle { rect.center().x } else { rect.left() };
        let way = if has_middle { 0.5 * half.x } else { half.x };
        let ends = [pos2(zero, top), pos2(zero + value * way, top + half.y)];
        painter.rect_filled(Rect::from_two_pos(ends[0], ends[1]), 0.0, colour);
    }
    response.on_hover_text(says());
}

/// Who drives, and how his hands steer.
fn hands(ui: &mut Ui, chosen: &mut Shaping, driver: &Driver, now: &Pedals<'_>) {
    let source = driver.seat().source().name();
    let gamepad =
        driver.gamepad().map_or_else(|| String::from("no gamepad"), |name| format!("gamepad: {name}"));
    let driven = look::cell(ui, SOURCE, format!("Input: {source}"));
    driven.on_hover_text(format!("The device used last has control; {gamepad}"));
    if driver.gamepad().is_some() {
        look::cell(ui, GAMEPAD, RichText::new(gamepad).weak());
    }
    let shaping = chosen.in_gear(now.gear);
    let is_unknown = shaping == Shaping::Grip && grip(now.car).is_none();
    let shown = if is_unknown { "by angle: grip unknown" } else { shaping.name() };
    let hands = ComboBox::from_label("Steering assist").selected_text(shown).width(80.0);
    hands.wrap_mode(TextWrapMode::Truncate).show_ui(ui, |ui| {
        for shaping in Shaping::ALL {
            ui.selectable_value(chosen, shaping, shaping.name()).on_hover_text(shaping.says());
        }
    });
}
