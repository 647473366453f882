//! Driver inputs from keys, a gamepad, a mouse or fingers on the screen. Each [`Source`] gives its inputs unshaped,
//! [`Raw`]. One source drives, the one that was moved last ([`Seat`]), and its inputs are shaped ([`hands`]).
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

/// Input device with which a person drives.
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

    /// True where the source is present only while it is held; it then takes over as soon as it appears.
    fn is_held(self) -> bool {
        matches!(self, Self::Mouse | Self::Touch)
    }
}

/// Driver inputs of a source before any shaping, as shares of full stick and pedal travel.
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

/// Clamps a number to a range; NaN becomes 0.
fn within(number: f64, low: f64, high: f64) -> f64 {
    if number.is_nan() { 0.0 } else { Real::clamp(number, low, high) }
}

impl Raw {
    /// Returns the inputs clamped to their ranges; an axis that is NaN becomes 0, as if untouched.
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

    /// Converts the inputs to a car's controls in a gear; full steering is the lock.
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

    /// True if some axis is further from rest than noted, by more than a trembling hand or a worn stick moves it.
    fn is_beyond(&self, noted: &Self) -> bool {
        let moved = |(now, then): (f64, f64)| {
            let then = if now * then > 0.0 { then.abs() } else { 0.0 };
            now.abs() > then + MOVED
        };
        self.axes().into_iter().zip(noted.axes()).any(moved)
    }

    /// Returns each axis at its current or noted value, whichever is nearer to rest; 0 where the two are on opposite sides.
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

/// Change of an axis above which it counts as moved by a person.
const MOVED: f64 = 0.2;

/// Selects the source that drives. A source takes over when it is moved away from its noted position; until then its
/// inputs are ignored. If the driving source disappears, the keys, which are always present, take over.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seat {
    driving: Source,
    raws: [Option<Raw>; 4],
    /// Noted inputs of each source that does not drive: it takes over when it moves beyond them.
    noted: [Raw; 4],
}

impl Seat {
    /// Takes the current inputs of a source; `None` if it is absent.
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

    /// Makes a source drive and notes the inputs of all: the others must move beyond these to take over.
    fn hand_over(&mut self, to: Source) {
        self.driving = to;
        self.noted = self.raws.map(Option::unwrap_or_default);
    }

    /// Source that drives.
    pub fn source(&self) -> Source {
        self.driving
    }

    /// Inputs of the source that drives; at rest if it has given none.
    pub fn raw(&self) -> Raw {
        self.raws[self.driving as usize].unwrap_or_default()
    }

    /// Inputs of a source, driving or not; `None` if it is absent.
    pub fn heard(&self, source: Source) -> Option<Raw> {
        self.raws[source as usize]
    }
}
