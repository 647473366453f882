//! Changes of gear along a lap.

use crate::envelope::Envelope;

/// Factor on the speed at whose gear the car changes down.
const HYSTERESIS: f64 = 1.1;

/// Gear of a car along its lap.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Shifts {
    pub gear: usize,
    /// Time for which the drive is still interrupted, s.
    pub left_s: f64,
}

impl Shifts {
    pub fn new(car: &dyn Envelope, speed_m_s: f64) -> Self {
        Self { gear: car.gear(speed_m_s), left_s: 0.0 }
    }

    /// Changes up where the speed is that of the next gear, and returns true; changes down only well below the speed of the last
    /// change, as the speed falls a little while the drive is interrupted.
    pub fn look(&mut self, car: &dyn Envelope, speed_m_s: f64) -> bool {
        let gear = car.gear(speed_m_s);
        let changes_up = gear > self.gear;
        if changes_up || car.gear(speed_m_s * HYSTERESIS) < self.gear {
            self.gear = gear;
        }
        changes_up
    }
}
