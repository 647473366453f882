//! What a sentence is made of: a model's numbers where it has them, and nothing where it has not.

use skidpad::math::Real;
use skidpad::units::{self, STANDARD_GRAVITY_M_S2};

use super::Feet;
use crate::seen::{Seen, WheelSeen, WheelsSeen};

/// The names of the wheels in sentences.
pub(super) const WHEEL_NAMES: [&str; 4] = ["front left", "front right", "rear left", "rear right"];
/// The same in channels.
const WHEELS: [&str; 4] = ["front_left", "front_right", "rear_left", "rear_right"];

/// An axle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axle {
    /// Force over the largest.
    pub use_of_grip: f64,
    /// Size of the slip angle, rad.
    pub slip_angle_rad: f64,
    /// The most of slip in the sense of the motion: above 0 it spins.
    pub spins: f64,
    /// The least: below 0 it locks.
    pub locks: f64,
}

/// Use of grip from which tyres are at their limit.
const LIMIT: f64 = 0.96;
/// Slip angle, rad, and slip ratio at which tyres slide, whatever is left of their force: beyond the peak it falls.
const SLIDES_RAD: f64 = units::degrees(10.0);
const SLIDES: f64 = 0.25;
/// Use of grip below which they do not slide whatever their slip is said to be: those of a car that hardly moves.
const HOLDS: f64 = 0.5;

impl Axle {
    /// How near its tyres are to letting go; 1 at their limit.
    pub fn at_limit(&self) -> f64 {
        let slip = Real::max(self.spins, -self.locks);
        let slides = Real::max(self.slip_angle_rad / SLIDES_RAD, slip / SLIDES);
        let slides = if self.use_of_grip > HOLDS { slides } else { 0.0 };
        Real::max(self.use_of_grip / LIMIT, slides)
    }

    /// Whether they are beyond the peak of their force.
    pub fn is_beyond_peak(&self) -> bool {
        self.use_of_grip < LIMIT && self.at_limit() > 1.0
    }
}

/// A car at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub feet: Feet,
    pub speed_m_s: f64,
    pub forward_m_s: f64,
    pub ahead_g: f64,
    pub left_g: f64,
    pub yaw_rate_rad_s: f64,
    pub sideslip_rad: f64,
    pub steer_rad: f64,
    pub front: Axle,
    pub rear: Axle,
    /// How many wheels each of the three holds back, and the first of them.
    pub anti_lock: Option<usize>,
    pub traction: Option<usize>,
    pub stability: Option<usize>,
    pub traction_cut: f64,
    pub stability_cut: f64,
    pub launches: bool,
    pub blown: bool,
    pub stalled: bool,
    pub fallen: bool,
    pub over_redline: bool,
    pub gear: Option<f64>,
}

fn axle(wheels: &[WheelSeen], forwards: f64) -> Axle {
    let sense = if forwards < 0.0 { -1.0 } else { 1.0 };
    let most = |number: fn(&WheelSeen) -> f64| wheels.iter().map(number).fold(0.0, Real::max);
    let slips = || wheels.iter().map(|wheel| sense * wheel.slip);
    Axle {
        use_of_grip: most(|wheel| wheel.use_of_grip),
        slip_angle_rad: most(|wheel| wheel.slip_angle_rad.abs()),
        spins: slips().fold(0.0, Real::max),
        locks: slips().fold(0.0, Real::min),
    }
}

impl Look {
    pub fn at(seen: &Seen<'_>, feet: &Feet) -> Self {
        let number = |name: &str| seen.get(name).unwrap_or(0.0);
        let is = |name: &str| number(name) > 0.5;
        let acts = |what: &str| WHEELS.iter().position(|wheel| is(&format!("{wheel}_{what}_acts")));
        let [forward_m_s, _] = seen.velocity_m_s();
        let [ahead, left] = seen.acceleration_m_s2();
        let (front, rear) = match seen.wheels() {
            WheelsSeen::Four(wheels) => (axle(&wheels[..2], forward_m_s), axle(&wheels[2..], forward_m_s)),
            WheelsSeen::Axles([front, rear]) => (axle(&[front], forward_m_s), axle(&[rear], forward_m_s)),
            WheelsSeen::None => {
                // A car with one tyre for all.
                let used = Axle { use_of_grip: number("grip_used"), ..Axle::default() };
                (used, used)
            }
        };
        Self {
            feet: *feet,
            speed_m_s: seen.speed_m_s(),
            forward_m_s,
            ahead_g: ahead / STANDARD_GRAVITY_M_S2,
            left_g: left / STANDARD_GRAVITY_M_S2,
            yaw_rate_rad_s: seen.yaw_rate_rad_s(),
            sideslip_rad: seen.sideslip_rad(),
            steer_rad: seen.front_steer_rad(),
            front,
            rear,
            anti_lock: acts("abs"),
            traction: acts("traction"),
            stability: acts("stability"),
            traction_cut: number("traction_cut"),
            stability_cut: number("stability_throttle_cut"),
            launches: is("launching") || number("launch_cut") > 0.0,
            blown: is("blown"),
            stalled: is("stalled"),
            fallen: is("fallen"),
            over_redline: is("over_redline"),
            gear: seen.gear(),
        }
    }
}
