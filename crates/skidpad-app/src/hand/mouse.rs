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
    /// Position at which the button went down, points.
    pub from: [f64; 2],
    /// Current position, points.
    pub at: [f64; 2],
    /// Distance from the middle that is a full stick, points.
    pub reach: f64,
    has_moved: bool,
}

impl Held {
    /// True once the mouse has moved further than in a click: from then on it drives.
    pub fn drives(&self) -> bool {
        self.has_moved
    }

    /// Driver inputs: rightwards steers to the right, upwards is the accelerator, downwards the brake.
    pub fn raw(&self) -> Raw {
        let [right, down] = [0, 1].map(|axis| (self.at[axis] - self.from[axis]) / self.reach);
        Raw { steer: -right, throttle: -down, brake: down, ..Raw::default() }.sane()
    }
}

impl MouseHand {
    /// Takes the position at which the button is held, and the size of the view, points; `None` if it is not held.
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

    /// Driver inputs, once the movement is more than a click.
    pub fn raw(&self) -> Option<Raw> {
        self.held.filter(Held::drives).map(|held| held.raw())
    }
}
