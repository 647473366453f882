//! Who drives: it asks all sources what they ask for, lets one of them drive, and gives him his hands.

use egui::{Event, InputState, PointerButton, Response, TouchPhase, Ui};
use skidpad_core::controls::Controls;

use super::keys::{Action, Focus};
use super::{State, gear, glass, keys};
use crate::drive::Drive;
use crate::hand::glass::{Glass, Layout, Pad, Touch};
use crate::hand::lock_rad;
use crate::hand::mouse::MouseHand;
use crate::hand::pad::{Button, PadHand, Pads};
use crate::hand::{Raw, Seat, Source, hands};

/// The sources of a person at a screen.
#[derive(Default)]
pub struct Driver {
    seat: Seat,
    glass: Glass,
    pad: PadHand,
    mouse: MouseHand,
    /// True if the mouse's button went down on the top view; then its last position, and the size of the top view, points.
    grabs: bool,
    at: Option<[f64; 2]>,
    plan: [f64; 2],
}

impl Driver {
    /// Hears all sources; answers what was pressed that does something once.
    pub fn listen(&mut self, ui: &Ui, focus: Focus) -> Vec<Action> {
        let keys = ui.input(|input| {
            input.events.iter().for_each(|event| self.touch(event));
            self.hold(input);
            keys::held(input, focus)
        });
        self.mouse.see(self.at.filter(|_| self.grabs), self.plan);
        self.seat.hear(Source::Keys, Some(keys));
        self.seat.hear(Source::Mouse, self.mouse.raw());
        self.seat.hear(Source::Touch, self.glass.raw());
        self.pad.look();
        let is_ours = hears_pads(ui);
        self.seat.hear(Source::Gamepad, self.pad.raw().filter(|_| is_ours));
        let by_glass = self.glass.take_pressed().into_iter().filter_map(of_pad);
        let by_pad = self.pad.take_pressed().into_iter().filter(|_| is_ours).filter_map(of_button);
        by_glass.chain(by_pad).collect()
    }

    /// Takes what looks for gamepads.
    pub fn connect(&mut self, pads: Box<dyn Pads>) {
        self.pad.connect(pads);
    }

    /// Holds what the mouse's button went down on until it is let go of. A pointer that has left the window is where it
    /// was seen last: every window tells that it is gone, with the button down, too.
    fn hold(&mut self, input: &InputState) {
        let is_down = input.pointer.button_down(PointerButton::Primary);
        self.grabs &= is_down && !input.any_touches();
        self.at = held_at(input).or(self.at);
    }

    fn touch(&mut self, event: &Event) {
        match event {
            Event::Touch { device_id, id, phase, pos, .. } => {
                let at = glass::place(*pos);
                let touch = match phase {
                    TouchPhase::Start => Touch::Down(at),
                    TouchPhase::Move => Touch::At(at),
                    TouchPhase::End | TouchPhase::Cancel => Touch::Up,
                };
                // Fingers of two screens are not mixed up.
                self.glass.touch(id.0 ^ device_id.0.rotate_left(32), touch);
            }
            Event::WindowFocused(false) => {
                self.glass.lose();
                self.grabs = false;
            }
            _ => {}
        }
    }

    /// Driver inputs of this frame.
    pub fn controls(&self, state: &State, drive: &mut Drive) -> Controls {
        self.take_hands(state, drive);
        // The selector, not the gear that auto-reverse makes of it.
        self.seat.raw().controls(lock_rad(drive.player().choice()), state.lever.gear())
    }

    /// Gives the car the hands of who drives, and the brake pedal that reverses.
    pub fn take_hands(&self, state: &State, drive: &mut Drive) {
        drive.set_auto_reverse(true);
        let shaping = state.shaping.in_gear(gear::requested(state.lever, drive));
        drive.set_hands(hands(self.seat.source(), shaping, drive.player().choice()));
    }

    /// The plan was shown: looks where it is pointed at, and draws the hand on it.
    pub fn on_plan(&mut self, ui: &Ui, plan: &Response) {
        let is_pressed = ui.input(|input| input.pointer.primary_pressed() && !input.any_touches());
        self.grabs |= is_pressed && plan.is_pointer_button_down_on();
        let size = plan.rect.size();
        self.plan = [f64::from(size.x), f64::from(size.y)];
        self.glass.lay(self.glass.was_touched().then(|| Layout::on(glass::area(plan.rect))));
        let painter = ui.painter_at(plan.rect);
        glass::pads(ui, &painter, &self.glass);
        if let Some(held) = self.mouse.held().filter(|held| held.drives()) {
            glass::stick(&painter, held);
        }
    }

    /// The plan is not shown: nothing on it is held.
    pub fn off_plan(&mut self) {
        self.grabs = false;
        self.glass.lay(None);
    }

    /// True if anything that drives is held, or the screen was touched.
    pub fn is_touched(&self) -> bool {
        self.seat.raw() != Raw::default() || self.glass.was_touched()
    }

    /// The part of the top view that the controls under thumbs leave open.
    pub fn open(&self, plan: egui::Rect) -> egui::Rect {
        let area = glass::area(plan);
        let open = self.glass.was_touched().then(|| Layout::on(area).open(area));
        open.map_or(plan, glass::rect)
    }

    /// Who drives, and what the others ask for.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// The name of the gamepad that is connected.
    pub fn gamepad(&self) -> Option<&str> {
        self.pad.name()
    }
}

/// True if gamepads are this window's: a desktop gives them to all programs at once, also to those behind another. A
/// browser gives them to the page that is looked at.
fn hears_pads(ui: &Ui) -> bool {
    cfg!(target_arch = "wasm32") || ui.input(|input| input.focused)
}

/// Action of an on-screen control.
fn of_pad(pad: Pad) -> Option<Action> {
    match pad {
        Pad::GearUp => Some(Action::GearUp),
        Pad::GearDown => Some(Action::GearDown),
        _ => None,
    }
}

/// Action of a button of a gamepad.
fn of_button(button: Button) -> Option<Action> {
    match button {
        Button::RightBumper => Some(Action::GearUp),
        Button::LeftBumper => Some(Action::GearDown),
        Button::Start => Some(Action::Pause),
        Button::Select => Some(Action::Restart),
        Button::South | Button::West => None,
    }
}

/// Position of the pointer, as far as it is known.
fn held_at(input: &InputState) -> Option<[f64; 2]> {
    input.pointer.latest_pos().map(glass::place)
}
