//! Gamepads: the left stick steers, the right trigger accelerates, the left one brakes. What is connected is seen by
//! [`Pads`]; who finds them is [`connected`], behind the feature `gamepad`: on Linux by the kernel's own devices, which
//! need no package of the system; in a browser by its own; elsewhere by `gilrs`.
//!
//! ```
//! use skidpad_app::hand::pad::{Button, PadHand, PadSeen, Pads};
//!
//! struct Fake;
//! impl Pads for Fake {
//!     fn poll(&mut self) -> Option<PadSeen> {
//!         Some(PadSeen { stick: -0.5, throttle: 0.8, ..PadSeen::named("fake") }.with(Button::South))
//!     }
//! }
//! let mut hand = PadHand::default();
//! hand.connect(Box::new(Fake));
//! hand.look();
//! let raw = hand.raw().unwrap();
//! assert_eq!((raw.steer, raw.throttle, raw.handbrake), (0.5, 0.8, 1.0));
//! ```

#[cfg(all(feature = "gamepad", target_arch = "wasm32"))]
mod browser;
#[cfg(all(feature = "gamepad", not(target_os = "linux"), not(target_arch = "wasm32")))]
mod desk;
#[cfg(all(feature = "gamepad", target_os = "linux"))]
mod kernel;

use super::Raw;

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

/// A gamepad at an instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PadSeen {
    /// The name that it gives itself.
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
    /// One that nobody touches.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The same with a button down.
    #[must_use]
    pub fn with(mut self, button: Button) -> Self {
        self.down[button as usize] = true;
        self
    }

    fn is_down(&self, button: Button) -> bool {
        self.down[button as usize]
    }

    /// What it asks for.
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

/// What looks for gamepads. Asked once a frame, it answers without waiting.
pub trait Pads {
    /// The gamepad that is connected; `None`: there is none, or it has been pulled out.
    fn poll(&mut self) -> Option<PadSeen>;
}

/// What this machine's gamepads are found with; `None` where the program is built without.
pub fn connected() -> Option<Box<dyn Pads>> {
    #[cfg(all(feature = "gamepad", target_arch = "wasm32"))]
    return Some(Box::new(browser::Browser));
    #[cfg(all(feature = "gamepad", not(target_os = "linux"), not(target_arch = "wasm32")))]
    return desk::Desk::open().map(|desk| Box::new(desk) as Box<dyn Pads>);
    #[cfg(all(feature = "gamepad", target_os = "linux"))]
    return Some(Box::new(kernel::Kernel::default()));
    #[cfg(not(feature = "gamepad"))]
    None
}

/// A hand on a gamepad.
#[derive(Default)]
pub struct PadHand {
    pads: Option<Box<dyn Pads>>,
    seen: Option<PadSeen>,
    pressed: Vec<Button>,
}

impl PadHand {
    /// Takes what looks for gamepads.
    pub fn connect(&mut self, pads: Box<dyn Pads>) {
        self.pads = Some(pads);
    }

    /// Looks at the gamepad. A button that is down when it is connected was not pressed.
    pub fn look(&mut self) {
        let now = self.pads.as_mut().and_then(|pads| pads.poll());
        if let (Some(now), Some(before)) = (&now, &self.seen) {
            let goes_down = |button: &Button| now.is_down(*button) && !before.is_down(*button);
            self.pressed.extend(Button::ALL.into_iter().filter(goes_down));
        }
        self.seen = now;
    }

    /// What it asks for; `None` where there is none.
    pub fn raw(&self) -> Option<Raw> {
        self.seen.as_ref().map(PadSeen::raw)
    }

    /// Its name; `None` where there is none.
    pub fn name(&self) -> Option<&str> {
        self.seen.as_ref().map(|seen| seen.name.as_str())
    }

    /// The buttons that were pressed since this was asked last.
    pub fn take_pressed(&mut self) -> Vec<Button> {
        core::mem::take(&mut self.pressed)
    }
}
