//! Bodies of one step.

use skidpad_core::math::Real;

use super::body::{Body, Motion, Shape};
use super::space::BodyInSpace;

/// One body in one step: what it is, where it was, and where it would be without contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// The body.
    pub body: Body,
    /// At the beginning of the step.
    pub start: Motion,
    /// At its end, as the vehicle's model has it, without contact.
    pub proposed: Motion,
    /// Lowest and highest point of the body, m: two that share no height pass over each other.
    pub heights_m: [f64; 2],
    /// Additions of a body that moves in space; `None` in the plane.
    pub in_space: Option<MoverInSpace>,
}

impl Mover {
    /// A body that moves in the plane and meets bodies at any height.
    pub fn new(body: Body, start: Motion, proposed: Motion) -> Self {
        let heights_m = [f64::NEG_INFINITY, f64::INFINITY];
        Self { body, start, proposed, heights_m, in_space: None }
    }

    /// A body on which nothing acts but contact.
    pub fn coasting(body: Body, start: Motion, dt_s: f64) -> Self {
        Self::new(body, start, start.coasting(dt_s))
    }

    /// A body at the beginning of a step, whose model has not moved it yet: in space where `own` is given.
    pub fn at_start(body: Body, start: Motion, own: Option<BodyInSpace>) -> Self {
        let mover = Self::new(body, start, start);
        own.map_or(mover, |own| mover.in_space(own.rates_rad_s, own))
    }

    /// The mover with a motion at the end of the step, and as a body in space there if it was one at the beginning.
    #[must_use]
    pub fn proposing(&self, proposed: Motion, own: Option<BodyInSpace>) -> Self {
        let mover = Self { proposed, ..*self };
        let began = self.in_space.as_ref().map(|before| before.start_rad_s);
        began.zip(own).map_or(mover, |(start_rad_s, own)| mover.in_space(start_rad_s, own))
    }

    fn in_space(self, start_rad_s: [f64; 2], proposed: BodyInSpace) -> Self {
        let in_space = Some(MoverInSpace { start_rad_s, proposed });
        Self { heights_m: proposed.heights_m, in_space, ..self }
    }

    /// Outline from above.
    pub fn outline(&self) -> &Shape {
        self.in_space.as_ref().map_or(&self.body.shape, |own| &own.proposed.shape)
    }

    /// Distance of the farthest point of the outline from the centre of mass, m.
    pub fn reach_m(&self) -> f64 {
        reach_m(self.outline()) + self.tilt().left_m.abs()
    }

    /// Angular velocity about x and y, rad/s, at the beginning of the step; 0 of a body in the plane.
    pub(super) fn start_tilt_rates_rad_s(&self) -> [f64; 2] {
        self.in_space.as_ref().map_or([0.0; 2], |own| own.start_rad_s)
    }

    /// Angular velocity about x and y, rad/s, at the end of the step without contact.
    pub(super) fn proposed_tilt_rates_rad_s(&self) -> [f64; 2] {
        self.in_space.as_ref().map_or([0.0; 2], |own| own.proposed.rates_rad_s)
    }

    pub(super) fn tilt(&self) -> Tilt {
        let tilt =
            |own: &MoverInSpace| Tilt { left_m: own.proposed.left_m, turned_rad: own.proposed.turned_rad };
        self.in_space.as_ref().map_or(Tilt::default(), tilt)
    }
}

/// A mover in space: additions to its motions in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverInSpace {
    /// Angular velocity about x and y at the beginning of the step, rad/s.
    pub start_rad_s: [f64; 2],
    /// The body as its model has it at the end of the step, without contact.
    pub proposed: BodyInSpace,
}

/// An outline that lies beside the centre of mass or along another heading than the body's motion: 0 of a body in the plane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tilt {
    /// Distance of the middle to the left of the centre of mass, m.
    pub left_m: f64,
    /// Angle from the heading of the motion, rad.
    pub turned_rad: f64,
}

/// Distance of the farthest point of an outline from the centre of mass, m.
pub fn reach_m(shape: &Shape) -> f64 {
    match shape {
        Shape::Box { length_m, width_m, ahead_m } => {
            Real::hypot(0.5 * length_m + ahead_m.abs(), 0.5 * width_m)
        }
        Shape::Circle { radius_m } => *radius_m,
    }
}
