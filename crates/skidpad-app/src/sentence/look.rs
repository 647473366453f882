//! What a sentence is made of: a model's numbers where it has them, and nothing where it has not.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::model::End;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

use super::wheel::{Axle, PlanarMotion, acting, axles};
use crate::posture::Posture;
use crate::seen::Seen;

/// Below this speed a car has no direction of travel, m/s.
const NO_WAY_M_S: f64 = 0.1;

/// Commands of the driver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feet {
    /// Throttle, [0, 1].
    pub throttle: f64,
    /// Brake, [0, 1].
    pub brake: f64,
    /// Handbrake, [0, 1].
    pub handbrake: f64,
}

impl From<&Command<f64>> for Feet {
    fn from(command: &Command<f64>) -> Self {
        Self { throttle: command.throttle, brake: command.brake, handbrake: command.handbrake }
    }
}

/// A car at one time.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub feet: Feet,
    pub speed_m_s: f64,
    pub forward_m_s: f64,
    /// Acceleration along the direction of travel, g; from rest, in that of the gear.
    pub along_g: f64,
    /// Acceleration across the direction of travel, to the car's left, g.
    pub across_g: f64,
    pub yaw_rate_rad_s: f64,
    /// Sideslip angle, rad, of the direction of travel in the car's frame: up to pi, backwards.
    pub sideslip_rad: f64,
    pub steer_rad: f64,
    pub front: Axle,
    pub rear: Axle,
    /// The wheels on which each of the three acts.
    pub anti_lock: Vec<&'static str>,
    pub traction: Vec<&'static str>,
    pub stability: Vec<&'static str>,
    pub traction_cut: f64,
    pub stability_cut: f64,
    pub launch_cut: f64,
    /// True while the clutch slips to set the car in motion.
    pub clutch_slips: bool,
    /// Name of the end by which the run is over.
    pub ended: Option<&'static str>,
    /// Posture of a car in space that is not on its wheels, in words.
    pub off_wheels: Option<&'static str>,
    pub stalled: bool,
    pub over_redline: bool,
    /// The gear; `None` for a model without gears.
    pub gear: Option<f64>,
}

impl Look {
    pub fn at(seen: &Seen<'_>, feet: &Feet, radii_m: Option<[f64; 2]>) -> Self {
        let car = &seen.channels().car;
        let number = |channel| seen.find(channel).unwrap_or(0.0);
        let [forward_m_s, lateral_m_s] = seen.velocity_m_s();
        let motion = PlanarMotion { forward_m_s, lateral_m_s, yaw_rate_rad_s: seen.yaw_rate_rad_s() };
        let [front, rear] = axles(seen, &motion, radii_m);
        let gear = seen.gear();
        let [along_g, across_g] =
            along_and_across(seen.velocity_m_s(), seen.acceleration_m_s2(), gear.unwrap_or(1.0))
                .map(|acceleration| acceleration / STANDARD_GRAVITY_M_S2);
        Self {
            feet: *feet,
            speed_m_s: seen.speed_m_s(),
            forward_m_s,
            along_g,
            across_g,
            yaw_rate_rad_s: motion.yaw_rate_rad_s,
            sideslip_rad: match seen.find(car.velocity_y) {
                Some(lateral_m_s) => Real::atan2(lateral_m_s, forward_m_s),
                None => seen.sideslip_rad(),
            },
            steer_rad: seen.front_steer_rad(),
            front,
            rear,
            anti_lock: acting(seen, |wheel| wheel.abs_acts),
            traction: acting(seen, |wheel| wheel.traction_acts),
            stability: acting(seen, |wheel| wheel.stability_acts),
            traction_cut: number(car.traction_cut),
            stability_cut: number(car.stability_cut),
            launch_cut: number(car.launch_cut),
            clutch_slips: seen.is_on(car.launching),
            ended: seen.end().map(End::name),
            off_wheels: Posture::from_seen(seen).and_then(Posture::name),
            stalled: seen.is_on(car.stalled),
            over_redline: seen.is_on(car.over_redline),
            gear,
        }
    }

    /// True unless the gearbox is in neutral.
    pub fn is_in_gear(&self) -> bool {
        self.gear.is_none_or(|gear| gear != 0.0)
    }

    /// Speed in the direction of the gear that is in, m/s.
    pub fn with_gear_m_s(&self) -> f64 {
        if self.gear.is_some_and(|gear| gear < 0.0) { -self.forward_m_s } else { self.forward_m_s }
    }

    /// Speed of which no direction is known.
    pub fn is_at_rest(&self) -> bool {
        self.speed_m_s < NO_WAY_M_S
    }
}

/// An acceleration along the direction of travel, and across it to the car's left, m/s^2. A car at rest is about to go
/// where its gear leads.
fn along_and_across([vx, vy]: [f64; 2], [ax, ay]: [f64; 2], gear: f64) -> [f64; 2] {
    let speed = Real::hypot(vx, vy);
    if speed < NO_WAY_M_S {
        return [if gear < 0.0 { -ax } else { ax }, ay];
    }
    let across = (vx * ay - vy * ax) / speed;
    // Backwards the left of the direction of travel is the car's right.
    [(vx * ax + vy * ay) / speed, if vx < 0.0 { -across } else { across }]
}
