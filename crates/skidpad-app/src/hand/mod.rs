//! What drives: keys, a gamepad, a mouse, fingers on glass. Each [`Source`] gives what it asks for as it is, [`Raw`];
//! of all of them one drives, the one that was moved last ([`Seat`]); and hands shape what it asks for ([`hands`]).
//!
//! ```
//! use skidpad_app::hand::{Raw, Seat, Source};
//!
//! let mut seat = Seat::default();
//! seat.hear(Source::Gamepad, Some(Raw { throttle: 1.0, ..Raw::default() }));
//! assert_eq!((seat.source(), seat.raw().throttle), (Source::Gamepad, 1.0));
//! // It is pulled out.
//! seat.hear(Source::Gamepad, None);
//! assert_eq!((seat.source(), seat.raw().throttle), (Source::Keys, 0.0));
//! ```

pub mod glass;
pub mod mouse;
pub mod pad;
mod shape;

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::math::Real;

pub use shape::{Shaping, grip, hands, keyboard, lock_rad};

/// What a person drives with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The keyboard: all or nothing.
    #[default]
    Keys,
    /// A gamepad: sticks and triggers.
    Gamepad,
    /// The mouse, held on the plan.
    Mouse,
    /// Fingers on a screen.
    Touch,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Keys, Self::Gamepad, Self::Mouse, Self::Touch];

    /// Its name, as it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Gamepad => "gamepad",
            Self::Mouse => "mouse",
            Self::Touch => "touch",
        }
    }

    /// Whether it is there only while it is held: then that it comes is a wish to drive.
    fn is_held(self) -> bool {
        matches!(self, Self::Mouse | Self::Touch)
    }
}

/// What a source asks for, before any hands shape it: shares of a stick and of pedals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Raw {
    /// Steering, [-1, 1], positive to the left: a share of the lock.
    pub steer: f64,
    /// Accelerator, [0, 1].
    pub throttle: f64,
    /// Brake, [0, 1].
    pub brake: f64,
    /// Handbrake, [0, 1].
    pub handbrake: f64,
    /// Starter, [0, 1].
    pub starter: f64,
}

/// A number within a range; what is none is 0.
fn within(number: f64, low: f64, high: f64) -> f64 {
    if number.is_nan() { 0.0 } else { Real::clamp(number, low, high) }
}

impl Raw {
    /// The same within its ranges. An axis that is no number is one that is not touched.
    #[must_use]
    pub fn sane(self) -> Self {
        Self {
            steer: within(self.steer, -1.0, 1.0),
            throttle: within(self.throttle, 0.0, 1.0),
            brake: within(self.brake, 0.0, 1.0),
            handbrake: within(self.handbrake, 0.0, 1.0),
            starter: within(self.starter, 0.0, 1.0),
        }
    }

    /// As a car of some lock is asked, in a gear.
    pub fn controls(&self, lock_rad: f64, gear: Gear) -> Controls {
        Controls {
            throttle: self.throttle,
            brake: self.brake,
            handbrake: self.handbrake,
            steer_rad: self.steer * lock_rad,
            starter: self.starter,
            gear,
            ..Controls::default()
        }
    }

    fn axes(&self) -> [f64; 5] {
        [self.steer, self.throttle, self.brake, self.handbrake, self.starter]
    }

    /// Whether some axis is further from its rest than it was, by more than a trembling hand or a worn stick moves it.
    fn is_beyond(&self, noted: &Self) -> bool {
        let moved = |(now, then): (f64, f64)| {
            let then = if now * then > 0.0 { then.abs() } else { 0.0 };
            now.abs() > then + MOVED
        };
        self.axes().into_iter().zip(noted.axes()).any(moved)
    }

    /// Of each axis what is nearer to its rest; nothing of one that is on its other side.
    fn nearer(&self, noted: &Self) -> Self {
        let axis = |now: f64, then: f64| {
            if now * then <= 0.0 { 0.0 } else { Real::copysign(Real::min(now.abs(), then.abs()), now) }
        };
        Self {
            steer: axis(self.steer, noted.steer),
            throttle: axis(self.throttle, noted.throttle),
            brake: axis(self.brake, noted.brake),
            handbrake: axis(self.handbrake, noted.handbrake),
            starter: axis(self.starter, noted.starter),
        }
    }
}

/// An axis that moves by more than this is moved by somebody.
const MOVED: f64 = 0.2;

/// Who drives. A source takes over when it is moved away from where it lay; until then, whatever it holds counts for
/// nothing. One that goes away lets go of all, and the keys, which are always there, take over.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seat {
    driving: Source,
    raws: [Option<Raw>; 4],
    /// Where each lies that does not drive.
    noted: [Raw; 4],
}

impl Seat {
    /// Takes what a source asks for now; `None`: it is not there.
    pub fn hear(&mut self, source: Source, raw: Option<Raw>) {
        let place = source as usize;
        let before = core::mem::replace(&mut self.raws[place], raw.map(Raw::sane));
        let Some(raw) = self.raws[place] else {
            self.noted[place] = Raw::default();
            if self.driving == source {
                self.hand_over(Source::Keys);
            }
            return;
        };
        if self.driving == source {
            return;
        }
        let comes = before.is_none() && source.is_held();
        if comes || raw.is_beyond(&self.noted[place]) {
            self.hand_over(source);
        } else {
            self.noted[place] = raw.nearer(&self.noted[place]);
        }
    }

    /// Lets another drive; what the others hold is noted, so that they must move to come back.
    fn hand_over(&mut self, to: Source) {
        self.driving = to;
        self.noted = self.raws.map(Option::unwrap_or_default);
    }

    /// Who drives.
    pub fn source(&self) -> Source {
        self.driving
    }

    /// What he asks for.
    pub fn raw(&self) -> Raw {
        self.raws[self.driving as usize].unwrap_or_default()
    }

    /// What a source asks for, whether it drives or not; `None` where it is not there.
    pub fn heard(&self, source: Source) -> Option<Raw> {
        self.raws[source as usize]
    }
}
