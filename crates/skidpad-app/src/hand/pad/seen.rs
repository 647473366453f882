//! A gamepad as it is found and read, on any platform.

use crate::hand::Raw;

/// A button, by its place on a pad of the usual kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The lower of the four, A: handbrake.
    South,
    /// The left of the four, X: starter.
    West,
    /// The upper left shoulder: a gear down.
    LeftBumper,
    /// The upper right shoulder: a gear up.
    RightBumper,
    /// Start: pause.
    Start,
    /// Select: restart.
    Select,
}

impl Button {
    /// All that are used.
    pub const ALL: [Self; 6] =
        [Self::South, Self::West, Self::LeftBumper, Self::RightBumper, Self::Start, Self::Select];
}

/// State of a gamepad.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PadSeen {
    /// The name that the device reports.
    pub name: String,
    /// The left stick, [-1, 1], positive to the right, as devices have it.
    pub stick: f64,
    /// The right trigger, [0, 1].
    pub throttle: f64,
    /// The left trigger, [0, 1].
    pub brake: f64,
    /// The buttons that are down, in the order of [`Button::ALL`].
    pub down: [bool; 6],
}

impl PadSeen {
    /// A gamepad of this name that nobody touches.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Returns the state with a button down.
    #[must_use]
    pub fn with(mut self, button: Button) -> Self {
        self.down[button as usize] = true;
        self
    }

    pub(super) fn is_down(&self, button: Button) -> bool {
        self.down[button as usize]
    }

    /// Driver inputs from the gamepad.
    pub fn raw(&self) -> Raw {
        Raw {
            steer: -self.stick,
            throttle: self.throttle,
            brake: self.brake,
            handbrake: f64::from(u8::from(self.is_down(Button::South))),
            starter: f64::from(u8::from(self.is_down(Button::West))),
        }
        .sane()
    }
}

/// A source of gamepads, polled once a frame, which does not block.
pub trait Pads {
    /// The connected gamepad; `None`: there is none, or it has been unplugged.
    fn poll(&mut self) -> Option<PadSeen>;
}
