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
mod options;
mod passes;
mod result;
mod samples;
mod sensitivity;
mod shifts;
mod sources;
mod trade;

pub(crate) use forces::operating_point;
pub use options::{Options, Start};
pub use result::{QssError, QssLap, Sample};
pub use sensitivity::{Sensitivity, ShiftSensitivity, sensitivity};
pub use trade::{KnownLap, change_s};

use std::borrow::Cow;

use crate::envelope::Envelope;
use crate::path::Path;

/// The fastest lap along a path.
///
/// # Errors
/// A place at which the car cannot drive.
pub fn lap(path: &Path, car: &dyn Envelope, options: &Options) -> Result<QssLap, QssError> {
    let opened = driven(path, options);
    let forces = forces::Forces::new(&opened, car, options.gravity_m_s2);
    passes::refuse_sharp(&forces)?;
    let limits_m_s = passes::corner_limits(&forces, options)?;
    let profile = passes::profile(&forces, &limits_m_s, options)?;
    let mut lap = samples::lap(&forces, &limits_m_s, &profile);
    lap.samples.truncate(path.points().len());
    lap.corners_m_s.truncate(path.points().len());
    lap.interrupted.truncate(path.points().len());
    Ok(lap)
}

/// A path as it is driven: a standing lap does not end in the state in which it begins.
fn driven<'a>(path: &'a Path, options: &Options) -> Cow<'a, Path> {
    if options.start == Start::Flying { Cow::Borrowed(path) } else { Cow::Owned(path.opened()) }
}
