//! Slips of a car's wheels, by which its driver eases steering and pedals.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;

use super::sight::Sight;
use crate::channel::WheelSet;
use crate::models::ModelInfo;
use crate::telltales::Telltales;

/// Slip angle of the rear wheels over that at which they grip most, from which he steers against the slide.
const SLIDING: f64 = 0.7;
/// Slip of a spinning and of a locking wheel at which the driver begins to ease his foot, and at which it is off.
const SPIN: [f64; 2] = [0.08, 0.20];
const LOCK: [f64; 2] = [0.12, 0.35];
/// Slip angle of the rear wheels over that at which they grip most, from which he eases both pedals, and at which they are off.
const SLIDE: [f64; 2] = [0.8, 1.3];
/// Largest slip angle of the front wheels over that at which they grip most.
const MOST_SLIP: f64 = 1.1;
/// Below this speed slips say nothing, m/s.
const SLIP_SPEED_M_S: f64 = 3.0;

/// Wheels as they stand to their car.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelData {
    places_m: [[f64; 2]; 4],
    radii_m: [f64; 4],
    /// Slip angles at which the front and the rear wheels have their largest lateral force.
    peak_slip_angles_rad: [f64; 2],
    has_abs: bool,
}

/// Shares that are left of the pedals.
pub(super) struct Eased {
    pub throttle: f64,
    pub brake: f64,
}

impl WheelData {
    pub fn new(model: &ModelInfo, vehicle: &Vehicle<f64>) -> Self {
        let [front, rear] = [vehicle.front().radius_m, vehicle.rear().radius_m];
        // Where the wheels of an axle are one, they move as its middle does.
        let has_four = matches!(WheelSet::resolve(&model.layout()), WheelSet::Four(_));
        let width = if has_four { 1.0 } else { 0.0 };
        Self {
            places_m: vehicle.wheel_places_m().map(|[x_m, y_m]| [x_m, width * y_m]),
            radii_m: [front, front, rear, rear],
            peak_slip_angles_rad: [vehicle.front(), vehicle.rear()].map(|axle| axle.peak_slip_angle_rad),
            has_abs: model.has_anti_lock(vehicle),
        }
    }

    /// Direction in which an axle goes, to the car's axis, rad.
    fn way_rad(&self, sight: &Sight, wheel: usize) -> f64 {
        let across_m_s = sight.leftward_m_s + sight.yaw_rate_rad_s * self.places_m[wheel][0];
        Real::atan2(across_m_s, Real::max(sight.forward_m_s, SLIP_SPEED_M_S))
    }

    /// Slip angle of the rear wheels beyond that from which they count as sliding, with its sign, rad.
    pub fn slide_rad(&self, sight: &Sight) -> f64 {
        let (rear_rad, most_rad) = (self.way_rad(sight, 2), SLIDING * self.peak_slip_angles_rad[1]);
        rear_rad - Real::clamp(rear_rad, -most_rad, most_rad)
    }

    /// The nearest steering angle at which the front wheels are not turned beyond their largest lateral force, rad. In a slide they
    /// point where the front axle goes, which is opposite lock.
    pub fn gripping(&self, sight: &Sight, steer_rad: f64) -> f64 {
        let (way_rad, most_rad) = (self.way_rad(sight, 0), MOST_SLIP * self.peak_slip_angles_rad[0]);
        Real::clamp(steer_rad, way_rad - most_rad, way_rad + most_rad)
    }

    /// Shares of the pedals that the slip of the wheels leaves.
    pub fn eased(&self, sight: &Sight, telltales: &Telltales, steer_rad: f64) -> Eased {
        let slide = eased(Real::abs(self.way_rad(sight, 2)) / self.peak_slip_angles_rad[1], SLIDE);
        let Some(spins_rad_s) = telltales.spins_rad_s else { return Eased { throttle: slide, brake: slide } };
        let cosine = Real::cos(steer_rad);
        let (mut spin, mut lock): (f64, f64) = (0.0, 0.0);
        for (wheel, spin_rad_s) in spins_rad_s.iter().enumerate() {
            let hub_m_s = sight.forward_m_s - sight.yaw_rate_rad_s * self.places_m[wheel][1];
            // Along the wheel: to the first order the front wheels' angle takes its cosine.
            let along_m_s = Real::max(if wheel < 2 { hub_m_s * cosine } else { hub_m_s }, SLIP_SPEED_M_S);
            let slip = spin_rad_s * self.radii_m[wheel] / along_m_s - 1.0;
            (spin, lock) = (Real::max(spin, slip), Real::max(lock, -slip));
        }
        // An anti-lock system does better what a foot does: the two would work against each other.
        let lock = if self.has_abs || sight.forward_m_s < SLIP_SPEED_M_S { 1.0 } else { eased(lock, LOCK) };
        Eased { throttle: eased(spin, SPIN) * slide, brake: lock * slide }
    }
}

/// Share that is left of a pedal: 1 until the first limit, 0 from the second on.
fn eased(found: f64, [from, to]: [f64; 2]) -> f64 {
    Real::clamp((to - found) / (to - from), 0.0, 1.0)
}
