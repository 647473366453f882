//! Creep of a parked car on a slope.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::no_result::NoResult;
use super::session::Subject;
use super::turning::{Turning, TurningSampler};
use crate::rolling::{Begin, Request};
use crate::scene::dimensions::GRADE;
use crate::test_drive::{Pace, TestDrive};

/// Time in which the tyres settle after the car is set down, s.
pub const SET_DOWN_S: f64 = 5.0;
/// Time for which the car is observed after that, s.
pub const WATCHED_S: f64 = 600.0;

/// Largest displacement of a parked car, with the brake on and in neutral.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeHold {
    /// Displacement with the nose uphill, m.
    pub uphill_m: f64,
    /// Displacement with the car across the slope, m.
    pub across_m: f64,
    /// Steps per second, Hz.
    pub rate_hz: f64,
}

impl SlopeHold {
    /// Larger of the two displacements, m.
    pub fn largest_m(&self) -> f64 {
        Real::max(self.uphill_m, self.across_m)
    }
}

/// Parks the car on a slope of 30 %, uphill and across, stepped at a rate. Returns its largest distance, within ten
/// minutes, from its position 5 s after it was set down.
///
/// # Errors
/// Why there is no result, in words.
pub fn slope_hold(subject: &Subject, rate_hz: f64) -> Result<SlopeHold, NoResult> {
    let dt = Dt::new(1.0 / rate_hz).ok_or(format!("a rate of {rate_hz} Hz has no usable step"))?;
    let angle = Real::atan(GRADE);
    let uphill = Surface { slope_rad: angle, ..subject.surface };
    let across = Surface { bank_rad: angle, ..subject.surface };
    Ok(SlopeHold { uphill_m: moved(subject, &uphill, dt)?, across_m: moved(subject, &across, dt)?, rate_hz })
}

/// Largest distance from the position 5 s after the start, m.
fn moved(subject: &Subject, surface: &Surface<f64>, dt: Dt) -> Result<f64, NoResult> {
    let begin = Begin { gear: Gear::Neutral, initial: &[(subject.model.speed, 0.0)], method: subject.method };
    let none = || format!("the model {} does not take this car", subject.model.name);
    let car = subject.model.begin(&subject.car, &begin).ok_or_else(none)?;
    let parked = Request::from_command(Command { brake: 1.0, ..Record::splat(0.0) });
    let (pace, sampler) = (Pace { dt, frame: None }, TurningSampler::new(subject.model));
    let mut drive = TestDrive::new(car, surface.into(), pace, sampler, parked).unrecorded();
    let mut hold = |time_s: f64, watch: &mut dyn FnMut(&Turning<f64>)| {
        for _ in 0..(time_s / dt.seconds() * (1.0 - 1e-12)).ceil() as u64 {
            if let Some(why) = NoResult::from_status(drive.act(&parked)) {
                return Err(why);
            }
            watch(drive.now());
        }
        Ok(*drive.now())
    };
    let place = hold(SET_DOWN_S, &mut |_| ())?;
    let mut furthest_m = 0.0;
    hold(WATCHED_S, &mut |now| {
        furthest_m = Real::max(furthest_m, Real::hypot(now.x_m - place.x_m, now.y_m - place.y_m));
    })?;
    Ok(furthest_m)
}
