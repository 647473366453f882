//! Gamepads of other desktops, by `gilrs`, which needs no package of theirs.

use gilrs::{Axis, Button as Key, Gilrs};

use super::seen::{Button, PadSeen, Pads};

/// The keys of the buttons, in the order of [`Button::ALL`].
const KEYS: [Key; 6] = [Key::South, Key::West, Key::LeftTrigger, Key::RightTrigger, Key::Start, Key::Select];

/// Gamepads of a desktop.
pub struct DeskPads(Gilrs);

impl DeskPads {
    /// `None` where the system gives none.
    pub fn open() -> Option<Self> {
        Gilrs::new().ok().map(Self)
    }
}

impl Pads for DeskPads {
    fn poll(&mut self) -> Option<PadSeen> {
        while self.0.next_event().is_some() {}
        let (_, pad) = self.0.gamepads().next()?;
        let trigger = |key: Key| f64::from(pad.button_data(key).map_or(0.0, |data| data.value()));
        let mut down = [false; 6];
        for button in Button::ALL {
            down[button as usize] = pad.is_pressed(KEYS[button as usize]);
        }
        Some(PadSeen {
            name: pad.name().to_owned(),
            stick: f64::from(pad.value(Axis::LeftStickX)),
            throttle: trigger(Key::RightTrigger2),
            brake: trigger(Key::LeftTrigger2),
            down,
        })
    }
}
