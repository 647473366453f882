//! Quasi-steady laps: the fastest speed along a line as a sequence of steady states of a car's envelope.
//!
//! Three passes, as in most lap simulations (Milliken, Race Car Vehicle Dynamics, 15.3; Brayshaw and Harrison, "A quasi steady
//! state approach to race car lap simulation", Proc. IMechE D 219, 2005): the fastest speed at which the car holds each corner, the
//! fastest from which it can still brake for what follows, and, from there on forwards, the fastest that it reaches. Each step
//! integrates v dv = a ds with the mean of the accelerations at its two ends, so that the error falls with the square of the
//! spacing.
//!
//! On a road that rises and is banked the car needs other forces than on the plane. With the curvature k of the line and the
//! rate c at which its grade changes, both in the plane, the grade's angle g, the banking b, and the speed w = v cos g in the
//! plane, the specific forces in the axes of the road are
//!
//! along   dv/dt + G sin g,
//! lateral w^2 k cos b + n sin b,
//! normal  n cos b - w^2 k sin b,   n = w^2 c cos g + G cos g.
//!
//! ```
//! use skidpad_laptime::{Path, qss};
//! # use skidpad_laptime::{Envelope, Point, Range};
//! # struct Car;
//! # impl Envelope for Car {
//! #     fn range(&self, at: &Point) -> Option<Range> {
//! #         let rest = 100.0 - at.lateral_m_s2 * at.lateral_m_s2;
//! #         (rest >= 0.0).then(|| Range { braking_m_s2: -rest.sqrt(), coasting_m_s2: 0.0, traction_m_s2: rest.sqrt(), power_m_s2: 5.0 })
//! #     }
//! #     fn top_speed_m_s(&self) -> f64 { 80.0 }
//! #     fn gear(&self, _: f64) -> usize { 1 }
//! # }
//! use skidpad_world::track::{Station, Track};
//! let circle = |degrees: i32| {
//!     let (sin, cos) = f64::to_radians(f64::from(degrees)).sin_cos();
//!     Station { position_m: [40.0 * cos, 40.0 * sin], ..Station::flat([4.0, 4.0]) }
//! };
//! let track = Track::closed(&(0..36).map(|at| circle(10 * at)).collect::<Vec<_>>())?;
//! // A car that corners with 10 m/s^2 drives a circle of 40 m at 20 m/s.
//! let lap = qss::lap(&Path::along(&track, 2.0), &Car, &qss::Options::default()).unwrap();
//! assert!((lap.time_s - 251.3 / 20.0).abs() < 0.01);
//! # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
//! ```

mod forces;
mod passes;
mod samples;
mod shifts;

use core::fmt;

use crate::envelope::{Envelope, Limit};
use crate::path::Path;

/// Beginning of a lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// On a closed path at the speed at which the lap ends; on an open one as fast as the road allows.
    Flying,
    /// At a speed, m/s; 0 for a standing start.
    At(f64),
}

/// Options of a quasi-steady lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Beginning of the lap.
    pub start: Start,
    /// Speed that the driver stays below the fastest one in every corner, m/s.
    pub corner_margin_m_s: f64,
    /// Acceleration of gravity, m/s^2.
    pub gravity_m_s2: f64,
}

impl Default for Options {
    /// A flying lap without a margin, at standard gravity.
    fn default() -> Self {
        Self {
            start: Start::Flying,
            corner_margin_m_s: 0.0,
            gravity_m_s2: skidpad_core::units::STANDARD_GRAVITY_M_S2,
        }
    }
}

/// State of the car at a point of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Distance along the path, m.
    pub distance_m: f64,
    /// Time since the start, s.
    pub time_s: f64,
    /// Speed along the road, m/s.
    pub speed_m_s: f64,
    /// Longitudinal acceleration, m/s^2.
    pub along_m_s2: f64,
    /// Lateral acceleration, positive to the left, m/s^2.
    pub lateral_m_s2: f64,
    /// Mean steering angle of the front wheels, positive to the left, rad; `None` of a car without steering.
    pub steer_rad: Option<f64>,
    /// Share of the throttle, 0 to 1.
    pub throttle: f64,
    /// Share of the hardest braking, 0 to 1.
    pub brake: f64,
    /// Gear, from 1.
    pub gear: usize,
    /// Cause that limits the car.
    pub limit: Limit,
}

/// A quasi-steady lap.
#[derive(Clone, Debug, PartialEq)]
pub struct QssLap {
    /// Time of the lap, s.
    pub time_s: f64,
    /// The car at each point of the path.
    pub samples: Vec<Sample>,
}

impl QssLap {
    /// Time at a distance along the path, interpolated at constant acceleration between samples, s. The end of a closed path is
    /// the lap's time.
    pub fn time_at_s(&self, distance_m: f64) -> f64 {
        let next = self.samples.partition_point(|sample| sample.distance_m <= distance_m);
        let Some(from) = next.checked_sub(1).map(|place| &self.samples[place]) else { return 0.0 };
        let Some(to) = self.samples.get(next) else {
            let ahead_m = distance_m - from.distance_m;
            return if ahead_m > 0.0 { self.time_s } else { from.time_s };
        };
        let share = (distance_m - from.distance_m) / (to.distance_m - from.distance_m);
        let square = |speed_m_s: f64| speed_m_s * speed_m_s;
        let here = (square(from.speed_m_s) + share * (square(to.speed_m_s) - square(from.speed_m_s))).sqrt();
        let sum = from.speed_m_s + to.speed_m_s;
        from.time_s + (to.time_s - from.time_s) * share * sum / (from.speed_m_s + here)
    }
}

/// Reason for which there is no lap.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum QssError {
    /// A place at which the car holds no speed: too steep, banked too much, or without grip.
    NoSpeed {
        /// Distance of the place along the path, m.
        distance_m: f64,
    },
    /// A place at which the car stops: its drive is too weak for the slope.
    Stops {
        /// Distance of the place along the path, m.
        distance_m: f64,
    },
}

impl fmt::Display for QssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSpeed { distance_m } => write!(
                f,
                "at {distance_m:.0} m the tyres hold the car at no speed (the road is too steep, banked too much, or too slippery)"
            ),
            Self::Stops { distance_m } => {
                write!(f, "at {distance_m:.0} m the car stops: its drive is too weak for the slope")
            }
        }
    }
}

impl core::error::Error for QssError {}

/// The fastest lap along a path.
///
/// # Errors
/// A place at which the car cannot drive.
pub fn lap(path: &Path, car: &dyn Envelope, options: &Options) -> Result<QssLap, QssError> {
    let forces = forces::Forces { path, car, gravity_m_s2: options.gravity_m_s2 };
    let limits_m_s = passes::corner_limits(&forces, options)?;
    let speeds_m_s = passes::speeds(&forces, &limits_m_s, options)?;
    Ok(samples::lap(&forces, &limits_m_s, &speeds_m_s))
}
