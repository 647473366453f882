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
mod seen;

use super::Raw;

pub use seen::{Button, PadSeen, Pads};

/// Gamepads of this machine; `None` without the feature `gamepad`, or where the system gives no access to them.
pub fn connected() -> Option<Box<dyn Pads>> {
    #[cfg(all(feature = "gamepad", target_arch = "wasm32"))]
    return Some(Box::new(browser::BrowserPads));
    #[cfg(all(feature = "gamepad", not(target_os = "linux"), not(target_arch = "wasm32")))]
    return desk::DeskPads::open().map(|desk| Box::new(desk) as Box<dyn Pads>);
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
    /// Sets the gamepads that are polled.
    pub fn connect(&mut self, pads: Box<dyn Pads>) {
        self.pads = Some(pads);
    }

    /// Polls the gamepad. A button that is down when it is connected does not count as pressed.
    pub fn look(&mut self) {
        let now = self.pads.as_mut().and_then(|pads| pads.poll());
        if let (Some(now), Some(before)) = (&now, &self.seen) {
            let goes_down = |button: &Button| now.is_down(*button) && !before.is_down(*button);
            self.pressed.extend(Button::ALL.into_iter().filter(goes_down));
        }
        self.seen = now;
    }

    /// Driver inputs from the gamepad; `None` where there is none.
    pub fn raw(&self) -> Option<Raw> {
        self.seen.as_ref().map(PadSeen::raw)
    }

    /// Its name; `None` where there is none.
    pub fn name(&self) -> Option<&str> {
        self.seen.as_ref().map(|seen| seen.name.as_str())
    }

    /// Returns the buttons pressed since the last call.
    pub fn take_pressed(&mut self) -> Vec<Button> {
        core::mem::take(&mut self.pressed)
    }
}
