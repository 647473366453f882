//! Cars and guesses for tests of minimum-time laps.
#![allow(clippy::disallowed_methods)]

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::optimal::{
    DynamicCar, LapGuess, MOTION, PlaneMotion, PlaneRates, SingleTrackLap, Unknown, drive_and_brake,
};
use skidpad_laptime::{Envelope, ModelEnvelope, Point, Range, qss};
use skidpad_world::track::Track;

pub fn boxster() -> Vehicle<f64> {
    skidpad_formats::presets::preset("boxster-s").unwrap().spec.validate().unwrap()
}

pub fn single_track() -> SingleTrackLap {
    SingleTrackLap::new(&boxster(), &Surface::asphalt())
}

pub fn envelope() -> Unshifted {
    Unshifted(ModelEnvelope::new("two_track", &boxster(), &Surface::asphalt()).unwrap())
}

/// An envelope without the time of changes of gear, which minimum-time laps do not have.
pub struct Unshifted(pub ModelEnvelope);

impl Envelope for Unshifted {
    fn range(&self, at: &Point) -> Option<Range> {
        self.0.range(at)
    }

    fn spare_m_s2(&self, at: &Point) -> f64 {
        self.0.spare_m_s2(at)
    }

    fn top_speed_m_s(&self) -> f64 {
        self.0.top_speed_m_s()
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        self.0.gear(speed_m_s)
    }
}

/// The fastest line of quasi-steady laps.
pub fn guess(track: &Track, car: &Unshifted, options: &LineOptions) -> (LapGuess, f64) {
    let lap_options = qss::Options::default();
    let found = fastest(track, car, options, &lap_options).unwrap();
    let path = found.line.path(track).unwrap();
    let lap = qss::lap(&path, car, &lap_options).unwrap();
    (LapGuess::near(track, &path, &lap), lap.time_s)
}

/// A car with a constant acceleration at full throttle and at full brakes, whose direction follows its steering with a delay.
pub struct Block {
    pub drive_m_s2: f64,
    pub brake_m_s2: f64,
}

impl DynamicCar<MOTION> for Block {
    type Numbers<R: Real> = [R; 2];

    fn numbers<R: Real>(&self) -> [R; 2] {
        [R::lit(self.drive_m_s2), R::lit(self.brake_m_s2)]
    }

    fn rates<R: Real>(numbers: &[R; 2], at: &PlaneMotion<R>, _: &[R], _: &mut [R]) -> PlaneRates<R> {
        let [drive, brake] = drive_and_brake(at.pedal);
        let wanted = at.velocity_x_m_s * at.steer_rad;
        PlaneRates {
            velocity_x_m_s2: drive * numbers[0] - brake * numbers[1] - at.uphill_m_s2.x,
            velocity_y_m_s2: -at.velocity_y_m_s,
            yaw_rate_rad_s2: wanted - at.yaw_rate_rad_s,
        }
    }

    fn unknown(&self, _: usize) -> Unknown {
        Unknown { begin: 0.0, low: -1.0, high: 1.0, scale: 1.0 }
    }

    fn lock_rad(&self) -> f64 {
        0.5
    }

    fn wheelbase_m(&self) -> f64 {
        2.5
    }

    fn top_speed_m_s(&self) -> f64 {
        100.0
    }

    fn gear(&self, _: f64) -> usize {
        1
    }
}
