//! Fingers on glass: a strip to steer under the left thumb, pedals under the right one, and what else is pressed. Which
//! control a finger holds is settled where it comes down; it may slide off and still holds it.

use skidpad_core::math::Real;

use super::Raw;

/// A control on the glass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// Steering, by how far to the left or right of its middle.
    Steer,
    /// Accelerator, by how high.
    Throttle,
    /// Brake, by how high.
    Brake,
    /// Handbrake, while it is held.
    Handbrake,
    /// A gear up, once.
    GearUp,
    /// A gear down, once.
    GearDown,
}

impl Pad {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Steer, Self::Throttle, Self::Brake, Self::Handbrake, Self::GearUp, Self::GearDown];

    /// Its name, as it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steer => "steer",
            Self::Throttle => "throttle",
            Self::Brake => "brake",
            Self::Handbrake => "handbrake",
            Self::GearUp => "gear +",
            Self::GearDown => "gear -",
        }
    }
}

/// A rectangle of the screen, points: left, top, right, bottom.
pub type Area = [f64; 4];

/// Where the controls are on a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    areas: [Area; 6],
}

/// Distance between controls and from the edge, points.
const GAP: f64 = 8.0;
/// The least and the largest side of a button, points: a thumb covers 44.
const SIDES: (f64, f64) = (44.0, 84.0);

impl Layout {
    /// The controls on a plan: the strip at the lower left, brake and accelerator at the lower right, handbrake and
    /// gears in a row above them all; in a wide plan at its sides, so that the car between them is seen.
    pub fn on(plan: Area) -> Self {
        let [left, top, right, bottom] = plan;
        let (width, height) = (right - left, bottom - top);
        // Three buttons beside each other are never wider than the plan.
        let side = Real::clamp(0.2 * Real::min(width, height), SIDES.0, SIDES.1);
        let tall = Real::clamp(0.36 * height, side, 1.9 * side);
        let low = bottom - GAP;
        let pedal = |place: f64| {
            let to = right - GAP - place * (side + GAP);
            [to - side, low - tall, to, low]
        };
        let strip = Real::clamp(width - 2.0 * side - 4.0 * GAP, 2.0 * side, 3.4 * side);
        let steer = [left + GAP, low - side, left + GAP + strip, low];
        let above_strip = low - side - GAP;
        let above_pedals = low - tall - GAP;
        let small = 0.75 * side;
        let gear = |place: f64| {
            let from = right - GAP - side - place * (side + GAP);
            [from, above_pedals - small, from + side, above_pedals]
        };
        let handbrake = [left + GAP, above_strip - small, left + GAP + 1.5 * side, above_strip];
        Self { areas: [steer, pedal(0.0), pedal(1.0), handbrake, gear(0.0), gear(1.0)] }
    }

    /// Where a control is.
    pub fn area(&self, pad: Pad) -> Area {
        self.areas[pad as usize]
    }

    /// The part of a plan that the controls leave open for the road: above them, or between them where the plan is wide.
    pub fn open(&self, [left, top, right, bottom]: Area) -> Area {
        let is_wide = right - left > bottom - top;
        let above = Real::min(self.area(Pad::Handbrake)[1], self.area(Pad::GearUp)[1]) - GAP;
        [left, top, right, if is_wide { bottom } else { Real::max(above, top) }]
    }

    fn under(&self, [x, y]: [f64; 2]) -> Option<Pad> {
        let holds = |[left, top, right, bottom]: Area| x >= left && x <= right && y >= top && y <= bottom;
        Pad::ALL.into_iter().find(|pad| holds(self.area(*pad)))
    }
}

/// What a finger does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    /// It comes down.
    Down([f64; 2]),
    /// It is elsewhere.
    At([f64; 2]),
    /// It goes, or the system takes it away.
    Up,
}

/// The fingers on the glass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Glass {
    layout: Option<Layout>,
    fingers: Vec<(u64, Pad, [f64; 2])>,
    pressed: Vec<Pad>,
    was_touched: bool,
}

impl Glass {
    /// Where the controls are now; `None`: they are not shown. A finger that holds one keeps it.
    pub fn lay(&mut self, layout: Option<Layout>) {
        self.layout = layout;
        if layout.is_none() {
            self.lose();
        }
    }

    /// Where the controls are.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// What the finger of a number does.
    pub fn touch(&mut self, finger: u64, touch: Touch) {
        self.was_touched = true;
        match touch {
            Touch::Down(at) => {
                self.fingers.retain(|(known, ..)| *known != finger);
                if let Some(pad) = self.layout.and_then(|layout| layout.under(at)) {
                    self.fingers.push((finger, pad, at));
                    self.pressed.push(pad);
                }
            }
            Touch::At(at) => {
                for (_, _, place) in self.fingers.iter_mut().filter(|(known, ..)| *known == finger) {
                    *place = at;
                }
            }
            Touch::Up => self.fingers.retain(|(known, ..)| *known != finger),
        }
    }

    /// All fingers are gone: the window has lost them.
    pub fn lose(&mut self) {
        self.fingers.clear();
        self.pressed.clear();
    }

    /// Whether the screen has ever been touched: then the controls are shown.
    pub fn was_touched(&self) -> bool {
        self.was_touched
    }

    /// The controls that were pressed since this was asked last, each once.
    pub fn take_pressed(&mut self) -> Vec<Pad> {
        core::mem::take(&mut self.pressed)
    }

    /// What a control gives, [-1, 1] for steering to the left, [0, 1] for the others; 0 where no finger holds it.
    pub fn share(&self, pad: Pad) -> f64 {
        let finger = self.fingers.iter().rfind(|(_, held, _)| *held == pad);
        let (Some((.., [x, y])), Some(layout)) = (finger, &self.layout) else {
            return 0.0;
        };
        let [left, top, right, bottom] = layout.area(pad);
        match pad {
            // The ends are reached before the edge, where a thumb would slip off.
            Pad::Steer => -2.4 * (x - 0.5 * (left + right)) / (right - left),
            Pad::Throttle | Pad::Brake => 1.3 * (bottom - y) / (bottom - top),
            Pad::Handbrake | Pad::GearUp | Pad::GearDown => 1.0,
        }
    }

    /// What the fingers ask for; `None` where none holds a control.
    pub fn raw(&self) -> Option<Raw> {
        (!self.fingers.is_empty()).then(|| {
            Raw {
                steer: self.share(Pad::Steer),
                throttle: self.share(Pad::Throttle),
                brake: self.share(Pad::Brake),
                handbrake: self.share(Pad::Handbrake),
                starter: 0.0,
            }
            .sane()
        })
    }
}
