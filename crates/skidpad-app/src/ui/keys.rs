//! Keys: what is held drives the car, what is pressed does something once.

use egui::{Event, InputState, Key};

use super::{State, View, gear};
use crate::drive::{Drive, Pace};
use crate::hand::Raw;

/// Something that a key or a button does once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// All cars back to the start.
    Restart,
    /// Time stands, or goes on.
    Pause,
    /// One step, and time stands.
    Step,
    /// Some seconds back in time.
    Rewind,
    /// A quarter of real time, or real time.
    SlowMotion,
    /// The follow camera, or north up.
    Camera,
    /// A gear up.
    GearUp,
    /// A gear down.
    GearDown,
    /// Zooms in by a factor.
    Zoom(f64),
    /// Palmer's Car Simulator, or back to the plan.
    View,
    /// Opens the plots, or closes them.
    Plots,
    /// The sound on, or off.
    Sound,
    /// The line driver drives while no control is held, or not.
    LineDriver,
}

/// Time that one press goes back, s.
const REWIND_S: f64 = 1.0;
/// Slow motion, as a share of real time.
const SLOW: f64 = 0.25;
/// A press of a zoom key.
pub const ZOOM_STEP: f64 = 1.25;

/// Keys that are pressed, and what they do: help shows this list.
pub const KEYS: [(Key, Action); 17] = [
    (Key::R, Action::Restart),
    (Key::P, Action::Pause),
    (Key::Period, Action::Step),
    (Key::Backspace, Action::Rewind),
    (Key::Comma, Action::SlowMotion),
    (Key::T, Action::Camera),
    (Key::E, Action::GearUp),
    (Key::Q, Action::GearDown),
    (Key::Plus, Action::Zoom(ZOOM_STEP)),
    (Key::Equals, Action::Zoom(ZOOM_STEP)),
    (Key::Minus, Action::Zoom(1.0 / ZOOM_STEP)),
    (Key::PageUp, Action::GearUp),
    (Key::PageDown, Action::GearDown),
    (Key::C, Action::View),
    (Key::L, Action::Plots),
    (Key::M, Action::Sound),
    (Key::F, Action::LineDriver),
];

/// Words for the brake key.
pub(super) const BRAKE: &str = "brake, then reverse";

/// Keys that are held, each with another, and what they ask for.
const HELD: [(Key, Key, &str); 6] = [
    (Key::W, Key::ArrowUp, "throttle"),
    (Key::S, Key::ArrowDown, BRAKE),
    (Key::H, Key::Space, "handbrake"),
    (Key::A, Key::ArrowLeft, "steer left"),
    (Key::D, Key::ArrowRight, "steer right"),
    (Key::I, Key::I, "starter"),
];

impl Action {
    /// Words for it in the list of keys.
    pub fn says(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::Pause => "pause or resume",
            Self::Step => "single step",
            Self::Rewind => "rewind 1 s",
            Self::SlowMotion => "slow motion",
            Self::Camera => "follow camera or north up",
            Self::GearUp => "shift up",
            Self::GearDown => "shift down",
            Self::Zoom(factor) if factor > 1.0 => "zoom in",
            Self::Zoom(_) => "zoom out",
            Self::View => "Palmer's Car Simulator",
            Self::Plots => "plots on or off",
            Self::Sound => "sound on or off",
            Self::LineDriver => "line driver on or off",
        }
    }
}

/// The name of a key: its sign, where every font has it.
pub fn name(key: Key) -> &'static str {
    // Its sign is a longer dash than the one on the key.
    if key == Key::Minus {
        return "-";
    }
    if key.symbol_or_name().is_ascii() { key.symbol_or_name() } else { key.name() }
}

/// The keys that are held for something, in words.
pub(super) fn held_for(does: &str) -> String {
    let found = HELD.iter().find(|(.., says)| *says == does);
    found.map_or_else(String::new, |(own, other, _)| format!("{} or {}", name(*own), name(*other)))
}

/// All keys, a line for what they do: those that are held first.
pub fn told() -> Vec<String> {
    let held = HELD.iter().flat_map(|(own, other, says)| [(*own, *says), (*other, *says)]);
    let pressed = KEYS.iter().map(|(key, action)| (*key, action.says()));
    let mut lines: Vec<(&str, Vec<Key>)> = Vec::new();
    for (key, says) in held.chain(pressed) {
        match lines.iter_mut().find(|(known, _)| *known == says) {
            Some((_, keys)) if keys.contains(&key) => {}
            Some((_, keys)) => keys.push(key),
            None => lines.push((says, vec![key])),
        }
    }
    let line = |(says, keys): &(&str, Vec<Key>)| {
        let keys: Vec<&str> = keys.iter().map(|key| name(*key)).collect();
        format!("{}: {says}", keys.join(" or "))
    };
    lines.iter().map(line).collect()
}

/// Actions of the keys that were pressed, in their order. Only rewinding, stepping and zooming repeat while a key is held.
pub fn actions(input: &InputState) -> Vec<Action> {
    let pressed = |event: &Event| match event {
        Event::Key { key, pressed: true, repeat, modifiers, .. }
            if !modifiers.command && !modifiers.alt && !modifiers.ctrl =>
        {
            let (_, action) = KEYS.iter().find(|(known, _)| known == key)?;
            let repeats = matches!(action, Action::Rewind | Action::Step | Action::Zoom(_));
            (!repeat || repeats).then_some(*action)
        }
        _ => None,
    };
    input.events.iter().filter_map(pressed).collect()
}

/// Whose the keys are, by what has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing has: all keys are the car's.
    Car,
    /// A control of a panel has: the arrow keys and the space bar are its own.
    Panel,
    /// Text is written: all keys are its own.
    Text,
}

impl Focus {
    /// Whose they are now.
    pub fn new(context: &egui::Context) -> Self {
        if context.text_edit_focused() {
            Self::Text
        } else if context.memory(|memory| memory.focused().is_some()) {
            Self::Panel
        } else {
            Self::Car
        }
    }
}

/// Driver inputs of the keys that are held: full pedals, full sticks. With a key of commands down they are no longer held
/// to drive.
pub fn held(input: &InputState, focus: Focus) -> Raw {
    let modifiers = input.modifiers;
    if focus == Focus::Text || modifiers.ctrl || modifiers.command || modifiers.alt {
        return Raw::default();
    }
    let panel_has_focus = focus == Focus::Panel;
    let down = |(key, other, _): (Key, Key, &str)| {
        let own = input.key_down(key);
        f64::from(u8::from(own || !panel_has_focus && input.key_down(other)))
    };
    let [throttle, brake, handbrake, left, right, starter] = HELD.map(down);
    Raw { throttle, brake, handbrake, steer: left - right, starter }
}

/// The pace that the state asks for, running.
pub(super) fn running(state: &State) -> Pace {
    Pace::Running(if state.is_slow { SLOW } else { 1.0 })
}

/// Does it.
pub fn act(action: Action, state: &mut State, drive: &mut Drive) {
    match action {
        Action::Restart => {
            drive.restart();
            state.lever.gear = 1;
        }
        Action::Pause if drive.pace() == Pace::Paused => drive.set_pace(running(state)),
        Action::Pause => drive.set_pace(Pace::Paused),
        Action::Step => {
            drive.set_pace(Pace::Paused);
            drive.single_step();
        }
        Action::Rewind => {
            drive.rewind(REWIND_S);
        }
        Action::SlowMotion => {
            state.is_slow = !state.is_slow;
            if drive.pace() != Pace::Paused {
                drive.set_pace(running(state));
            }
        }
        Action::Camera => state.camera.turns = !state.camera.turns,
        Action::GearUp => gear::shift(&mut state.lever, 1, drive),
        Action::GearDown => gear::shift(&mut state.lever, -1, drive),
        Action::Plots => state.shows_plots = !state.shows_plots,
        Action::Sound => state.sound_is_on = !state.sound_is_on,
        Action::LineDriver => drive.set_line_driver(!drive.has_line_driver()),
        Action::Zoom(factor) => state.camera.zoom(factor),
        Action::View => {
            state.view = if state.view == View::Plan { View::Palmer } else { View::Plan };
        }
    }
}
