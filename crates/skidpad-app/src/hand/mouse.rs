//! A mouse whose button is held on the plan: a stick that stands where the button went down.

use skidpad_core::math::Real;

use super::Raw;

/// Way from the middle to the end of the stick, as a share of the shorter side of the plan, and its bounds, points.
const REACH: f64 = 0.22;
const REACHES: (f64, f64) = (40.0, 150.0);
/// A hand that moves less has only clicked, points.
const CLICK: f64 = 6.0;

/// The hand on the mouse: where it took hold, and where it is, points, rightwards and downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MouseHand {
    held: Option<Held>,
}

/// A button that is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Where it went down.
    pub from: [f64; 2],
    /// Where it is.
    pub at: [f64; 2],
    /// How far a full stick is.
    pub reach: f64,
    has_moved: bool,
}

impl Held {
    /// Whether it is more than a click: then it drives.
    pub fn drives(&self) -> bool {
        self.has_moved
    }

    /// Rightwards to steer to the right, upwards for the accelerator, downwards for the brake.
    pub fn raw(&self) -> Raw {
        let [right, down] = [0, 1].map(|axis| (self.at[axis] - self.from[axis]) / self.reach);
        Raw { steer: -right, throttle: -down, brake: down, ..Raw::default() }.sane()
    }
}

impl MouseHand {
    /// Sees where the button is held, on a plan of some size; `None`: it is not.
    pub fn see(&mut self, at: Option<[f64; 2]>, plan: [f64; 2]) {
        let Some(at) = at.filter(|at| at.iter().all(|part| part.is_finite())) else {
            self.held = None;
            return;
        };
        let reach = Real::clamp(REACH * Real::min(plan[0], plan[1]), REACHES.0, REACHES.1);
        let from = self.held.map_or(at, |held| held.from);
        let moved = Real::hypot(at[0] - from[0], at[1] - from[1]) > CLICK;
        let has_moved = moved || self.held.is_some_and(|held| held.has_moved);
        self.held = Some(Held { from, at, reach, has_moved });
    }

    /// The button, while it is down.
    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// What it asks for, once it is more than a click.
    pub fn raw(&self) -> Option<Raw> {
        self.held.filter(Held::drives).map(|held| held.raw())
    }
}
