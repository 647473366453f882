//! Input shaping for each source: from its inputs to those of the car.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
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

/// Share of the front tyres' largest force that a full stick asks for. Measured with it from 40 to 160 km/h: 87 to 94 %
/// of the lateral acceleration that friction allows, with all tyres short of their peaks; with 0.96 a Corvette's rear goes
/// beyond its own, and the car slowly turns round.
const FORCE: f64 = 0.90;
/// The fastest that hands turn the front wheels, rad/s.
const RATE_RAD_S: f64 = 3.0;
/// The lowest speed from which grip may be the limit, m/s.
const LOWEST_M_S: f64 = 3.0;
/// Gravity where only a ratio of speeds hangs on it, m/s^2.
const GRAVITY_M_S2: f64 = 9.81;

/// Share of the peak's slip angle at which the front tyres push with the share [`FORCE`] of their largest force: less
/// where the rear tyres bear less, which must bear the same acceleration on their side. The force is taken to rise to
/// its peak as a parabola: F = x (2 - x).
fn fraction(vehicle: &Vehicle<f64>) -> f64 {
    let (front, rear) = (vehicle.front(), vehicle.rear());
    let force = FORCE * Real::min(1.0, rear.lateral_friction / front.lateral_friction);
    1.0 - Real::sqrt(1.0 - force)
}

/// Steering by grip for a vehicle.
fn of_vehicle(vehicle: &Vehicle<f64>, lock_rad: f64) -> GripSteering<f64> {
    let (body, front) = (vehicle.body(), vehicle.front());
    // On a circle of full lock the tyres reach their limit at v^2 = mu g L / tan(lock).
    let radius_m = body.wheelbase_m / Real::tan(lock_rad);
    let limit_m_s = Real::sqrt(front.lateral_friction * GRAVITY_M_S2 * radius_m);
    GripSteering {
        fraction: fraction(vehicle),
        peak_slip_rad: front.peak_slip_angle_rad,
        following: 1.0,
        low_speed_m_s: Real::clamp(limit_m_s, LOWEST_M_S, 50.0),
        lock_rad,
        rate_rad_s: RATE_RAD_S,
        front_arm_m: body.axle_distances_m()[0],
    }
}

/// Steering by grip for a car; `None` where its model has no tyres that slide, leans, or tells no figures of them.
pub fn grip(choice: &Choice) -> Option<GripSteering<f64>> {
    let abilities = &choice.model.abilities;
    let vehicle = choice.vehicle.as_ref().map(|own| &own.1)?;
    let knows = abilities.steers && abilities.slides && !abilities.leans;
    knows.then(|| of_vehicle(vehicle, lock(choice)))
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
    match grip(choice).filter(|_| shaping == Shaping::Grip) {
        Some(grip) => Some(at_any_speed(by_angle).by_grip(grip)),
        None => Some(by_angle),
    }
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

/// Returns the shaping with the full range at any speed, as the tyres' grip is the limit, and with higher rates at low
/// speed, or no slide would be caught. At speed, where yaw is damped less, quicker steering would make the rear break away.
fn at_any_speed(hands: Hands<f64>) -> Hands<f64> {
    let steer = AxisShape {
        attack_1_s: Real::max(hands.shape.steer.attack_1_s, 4.0),
        return_1_s: Real::max(hands.shape.steer.return_1_s, 8.0),
        rate_speed_m_s: 25.0,
        range_speed_m_s: 0.0,
        ..hands.shape.steer
    };
    Hands { shape: StickShape { steer, ..hands.shape }, ..hands }
}
