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

/// Screen areas of the controls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    areas: [Area; 6],
}

/// Distance between controls and from the edge, points.
const GAP: f64 = 8.0;
/// The least and the largest side of a button, points: a thumb covers 44.
const SIDES: (f64, f64) = (44.0, 84.0);

impl Layout {
    /// Places the controls on a view: the steering strip at the lower left, brake and accelerator at the lower right,
    /// handbrake and gears in a row above them. In a wide view they are at its sides, so that the car between them is seen.
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

    /// Screen area of a control.
    pub fn area(&self, pad: Pad) -> Area {
        self.areas[pad as usize]
    }

    /// Part of a view in which the road is seen: above the controls, or all of it where it is wider than high, for there
    /// the car is between them.
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

/// Event of a finger on the screen; positions are x and y, points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    /// Touches the screen here.
    Down([f64; 2]),
    /// Moves to here.
    At([f64; 2]),
    /// Leaves the screen, or the system cancels the touch.
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
    /// Sets the areas of the controls; a finger that holds a control keeps it. `None` hides the controls and releases all
    /// fingers.
    pub fn lay(&mut self, layout: Option<Layout>) {
        self.layout = layout;
        if layout.is_none() {
            self.lose();
        }
    }

    /// Areas of the controls; `None` while they are hidden.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// Takes an event of the finger with this number.
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

    /// Releases all fingers and forgets the pressed controls, as when the window loses them.
    pub fn lose(&mut self) {
        self.fingers.clear();
        self.pressed.clear();
    }

    /// True once the screen has been touched; from then on the controls are shown.
    pub fn was_touched(&self) -> bool {
        self.was_touched
    }

    /// Returns the controls pressed since the last call, one entry for each press.
    pub fn take_pressed(&mut self) -> Vec<Pad> {
        core::mem::take(&mut self.pressed)
    }

    /// Input of a control: full steering is 1 to the left and -1 to the right, any other control is full at 1; 0 while no
    /// finger holds it. A finger beyond the ends of the control's travel gives more, or a pedal less than 0.
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

    /// Driver inputs from the fingers; `None` while none holds a control.
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
