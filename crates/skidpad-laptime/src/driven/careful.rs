//! The line of a driver who leaves some grip unused everywhere.

use skidpad_world::line_driver::DrivingLine;

use super::line::driving_line;
use super::options::DrivenError;
use super::shares::{Cautious, Shares};
use crate::envelope::Envelope;
use crate::path::Path;
use crate::qss;

/// The line to drive along a path at a share of the car's grip, the same everywhere, and with all of its power. In corners he also
/// leaves some of the braking, as [`drive`](super::drive) begins.
///
/// # Errors
/// A path along which the car has no lap, or that is no smooth line.
pub fn careful_line(
    path: &Path,
    car: &dyn Envelope,
    share: f64,
    options: &qss::Options,
) -> Result<DrivingLine, DrivenError> {
    let theory = qss::lap(path, car, options).map_err(DrivenError::Lap)?;
    let shares = Shares::new(&theory, path.is_closed(), share);
    line_at(path, car, &shares, options)
}

/// The line to drive at shares of the car's grip.
pub(super) fn line_at(
    path: &Path,
    car: &dyn Envelope,
    shares: &Shares,
    options: &qss::Options,
) -> Result<DrivingLine, DrivenError> {
    let lap = qss::lap(path, &Cautious { car, shares }, options).map_err(DrivenError::Lap)?;
    driving_line(path, &lap, car).map_err(DrivenError::Line)
}
