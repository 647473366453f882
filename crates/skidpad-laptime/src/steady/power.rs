//! Acceleration at full throttle, and the gears.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_world::roadtest::driven_radius_m;
use skidpad_world::shift_points::{axle_torque_nm, shift_points};

/// Acceleration of a car at full throttle over its speed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Power {
    /// Each gear over the speeds at which it is in, the lowest first.
    pub gears: Vec<Pull>,
    /// The fastest speed, m/s.
    pub top_m_s: f64,
    /// Time for which a change up interrupts the drive, s.
    pub shift_s: f64,
}

/// Acceleration at full throttle in a gear.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pull {
    /// Speed from which on the gear is in, m/s.
    pub from_m_s: f64,
    /// Fastest speed of the gear, m/s.
    pub to_m_s: f64,
    /// Distance between the speeds of the samples, m/s.
    pub step_m_s: f64,
    /// Acceleration at even speeds from the slowest one on, m/s^2.
    pub full_m_s2: Vec<f64>,
}

impl Pull {
    /// Acceleration at full throttle on a straight, m/s^2.
    fn full_m_s2(&self, speed_m_s: f64) -> f64 {
        let at = Real::max(speed_m_s - self.from_m_s, 0.0) / self.step_m_s;
        let place = usize::min(at as usize, self.full_m_s2.len() - 2);
        let share = at - place as f64;
        self.full_m_s2[place] + share * (self.full_m_s2[place + 1] - self.full_m_s2[place])
    }
}

impl Power {
    /// Acceleration at full throttle on a straight, m/s^2.
    pub fn full_m_s2(&self, speed_m_s: f64) -> f64 {
        self.gears[self.gear(speed_m_s) - 1].full_m_s2(speed_m_s)
    }

    /// Gear at a speed, from 1: the lowest one that reaches it; the highest where none does.
    pub fn gear(&self, speed_m_s: f64) -> usize {
        gear(self.gears.iter().map(|gear| gear.to_m_s), speed_m_s)
    }

    /// Speed on the level at which the acceleration ends, m/s; `None` of a car that never accelerates. Between samples the
    /// acceleration falls in a straight line.
    pub fn level_top_m_s(&self) -> Option<f64> {
        self.gears.iter().rev().find_map(|gear| {
            let last = gear.full_m_s2.iter().rposition(|acceleration| *acceleration > 0.0)?;
            let here = gear.full_m_s2[last];
            let share = gear.full_m_s2.get(last + 1).map_or(0.0, |next| here / (here - next));
            Some(gear.from_m_s + gear.step_m_s * (last as f64 + share))
        })
    }
}

/// The lowest gear that reaches a speed, from 1, of gears with these fastest speeds, m/s; the highest where none does.
pub(crate) fn gear(mut fastest_m_s: impl ExactSizeIterator<Item = f64>, speed_m_s: f64) -> usize {
    let count = fastest_m_s.len();
    fastest_m_s.position(|fastest_m_s| speed_m_s <= fastest_m_s).map_or(count, |place| place + 1)
}

/// Speeds at which a vehicle changes up from each gear, m/s; of the highest one its fastest.
pub(crate) fn gears_m_s(vehicle: &Vehicle<f64>) -> Vec<f64> {
    let radius_m = driven_radius_m(vehicle);
    let speed = |(place, engine_rad_s): (usize, f64)| {
        let gear = place + 1;
        crossing_rad_s(vehicle, gear, engine_rad_s) / vehicle.gears().overall(gear as f64) * radius_m
    };
    shift_points(vehicle).into_iter().enumerate().map(speed).collect()
}

/// The engine speed near a shift point at which the next gear begins to pull harder; the shift point itself where none does, as at the
/// redline. Shift points are steps of a 400th of the engine's range, which would hide how they move with a ratio.
fn crossing_rad_s(vehicle: &Vehicle<f64>, gear: usize, engine_rad_s: f64) -> f64 {
    if gear >= vehicle.shift().gears as usize {
        return engine_rad_s;
    }
    let overall = vehicle.gears().overall(gear as f64);
    let pulls_harder = |engine_rad_s: f64| {
        let axle_rad_s = engine_rad_s / overall;
        axle_torque_nm(vehicle, gear, axle_rad_s) >= axle_torque_nm(vehicle, gear + 1, axle_rad_s)
    };
    let redline_rad_s = Real::min(vehicle.engine().redline_rad_s, vehicle.shift().shift_up_rad_s);
    let step_rad_s = (redline_rad_s - vehicle.engine().idle_rad_s) / 400.0;
    let (mut low, mut high) = (engine_rad_s, Real::min(engine_rad_s + 1.01 * step_rad_s, redline_rad_s));
    if !pulls_harder(low) || pulls_harder(high) {
        return engine_rad_s;
    }
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if pulls_harder(middle) { low = middle } else { high = middle }
    }
    low
}
