//! Acceleration at full throttle, and the gears.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_world::shift_points::shift_points;

/// Acceleration of a car at full throttle over its speed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Power {
    /// Acceleration at even speeds from 0 on, m/s^2.
    pub full_m_s2: Vec<f64>,
    /// Step of the speeds, m/s.
    pub step_m_s: f64,
    /// The fastest speed, m/s.
    pub top_m_s: f64,
    /// Fastest speed of each gear, the lowest first, m/s.
    pub gears_m_s: Vec<f64>,
    /// Time for which a change up interrupts the drive, s.
    pub shift_s: f64,
}

impl Power {
    /// Acceleration at full throttle on a straight, m/s^2.
    pub fn full_m_s2(&self, speed_m_s: f64) -> f64 {
        let at = Real::max(speed_m_s, 0.0) / self.step_m_s;
        let place = usize::min(at as usize, self.full_m_s2.len() - 2);
        let share = at - place as f64;
        self.full_m_s2[place] + share * (self.full_m_s2[place + 1] - self.full_m_s2[place])
    }

    /// Gear at a speed, from 1.
    pub fn gear(&self, speed_m_s: f64) -> usize {
        gear(&self.gears_m_s, speed_m_s)
    }
}

/// The lowest gear that reaches a speed; the highest where none does.
pub(crate) fn gear(gears_m_s: &[f64], speed_m_s: f64) -> usize {
    let found = gears_m_s.iter().position(|fastest| speed_m_s <= *fastest);
    found.map_or(gears_m_s.len(), |place| place + 1)
}

/// Speeds at which a vehicle changes up from each gear, m/s; of the highest one its fastest.
pub(crate) fn gears_m_s(vehicle: &Vehicle<f64>) -> Vec<f64> {
    let radius_m = vehicle.rear().radius_m;
    let speed = |(place, engine_rad_s): (usize, f64)| {
        engine_rad_s / vehicle.gears().overall((place + 1) as f64) * radius_m
    };
    shift_points(vehicle).into_iter().enumerate().map(speed).collect()
}
