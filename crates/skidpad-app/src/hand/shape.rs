//! Input shaping for each source: from its inputs to those of the car.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_world::shaping::{AxisShape, GripSteering, Hands, StickShape};

use super::Source;
use crate::choice::Choice;

/// Kind of input shaping, by the meaning of full steering input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shaping {
    /// Grip of the front tyres at any speed; an angle where the model has no tyre data for it.
    #[default]
    Grip,
    /// Angle of the front wheels, smaller at speed.
    Angle,
    /// Full lock, at once: no shaping.
    Unshaped,
}

impl Shaping {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Grip, Self::Angle, Self::Unshaped];

    /// Returns the shaping in a gear: in reverse, by angle instead of by grip. In reverse the front axle trails; wheels that
    /// followed its direction of travel would have no lateral force, and the car would turn round.
    #[must_use]
    pub fn in_gear(self, gear: Gear) -> Self {
        match (self, gear) {
            (Self::Grip, Gear::Reverse) => Self::Angle,
            _ => self,
        }
    }

    /// Its name, as it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grip => "by grip",
            Self::Angle => "by angle",
            Self::Unshaped => "off",
        }
    }

    /// Description in one sentence, as it is shown.
    pub fn says(self) -> &'static str {
        match self {
            Self::Grip => {
                "Full steering uses all of the front tyres' grip; released, it counter-steers a slide"
            }
            Self::Angle => "Full steering is an angle of the front wheels, smaller at speed",
            Self::Unshaped => "Steering and pedals follow keys and sticks directly",
        }
    }
}

/// Steering by grip for a car; `None` where its model has no tyres that slide, leans, or tells no figures of them.
pub fn grip(choice: &Choice) -> Option<GripSteering<f64>> {
    let abilities = &choice.model.abilities;
    let vehicle = choice.vehicle.as_ref().map(|own| &own.1)?;
    let knows = abilities.steers && abilities.slides && !abilities.leans;
    knows.then(|| GripSteering::of_vehicle(vehicle, lock(choice)))
}

/// Lock of a car whose model gives none, rad.
const LOCK_RAD: f64 = 0.6;

/// Largest angle of a car's front wheels, rad: that of a full stick.
pub fn lock_rad(choice: &Choice) -> f64 {
    choice.vehicle.as_ref().map_or(LOCK_RAD, |own| own.1.body().largest_steer_rad)
}

/// Input shaping of a keyboard for a car.
pub fn keyboard(choice: &Choice) -> Hands<f64> {
    Hands::new(StickShape::keyboard(), lock(choice))
}

/// The lock, within what hands take.
fn lock(choice: &Choice) -> f64 {
    Real::clamp(lock_rad(choice), 0.01, 1.5)
}

/// The hands of a source on a car; `None`: it is given what is asked for.
pub fn hands(source: Source, shaping: Shaping, choice: &Choice) -> Option<Hands<f64>> {
    let by_angle = match source {
        _ if shaping == Shaping::Unshaped => return None,
        Source::Keys => keyboard(choice),
        Source::Gamepad => Hands::new(StickShape::pad(), lock(choice)),
        Source::Mouse | Source::Touch => Hands::new(pointed(), lock(choice)),
    };
    let vehicle = choice.vehicle.as_ref().filter(|_| shaping == Shaping::Grip && grip(choice).is_some());
    Some(vehicle.map_or(by_angle, |own| by_angle.by_grip_of(&own.1)))
}

/// Shape for a source that points at the position it wants: no dead zones, else as a gamepad.
fn pointed() -> StickShape<f64> {
    let pad = StickShape::<f64>::pad();
    let straight = |axis: AxisShape<f64>| AxisShape { dead_zone: 0.0, ..axis };
    StickShape {
        steer: straight(pad.steer),
        throttle: straight(pad.throttle),
        brake: straight(pad.brake),
        ..pad
    }
}
