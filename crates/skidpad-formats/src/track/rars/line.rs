//! The track of a file's segments, checked.

use core::f64::consts::PI;

use skidpad_core::math::Real;
use skidpad_core::units::FOOT_M;

use super::read;
use crate::error::{Faults, FileError};
use crate::track::check::{self, LONGEST_M, NumberPlace};
use crate::track::file::{TrackFile, name_of};
use crate::track::traced;

/// The widest gap between end and beginning that is spread, over the length of the line.
const WIDEST_GAP: f64 = 0.01;
/// The largest difference of the headings at end and beginning, rad.
const LARGEST_TWIST_RAD: f64 = 10.0 * PI / 180.0;

pub(super) fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let read = read::parse(origin, bytes)?;
    let track = &read.track;
    let segments = track.segments_m(0.5 * track.width_ft);
    let mut faults = Faults::default();
    let last = read.offsets.last().copied().unwrap_or_default();
    let length_m = traced::length_m(&segments);
    if length_m > LONGEST_M {
        faults.push(last, "", format!("a line of {:.0} km", length_m / 1e3), check::longest(), None);
        return Err(faults.into_error(origin, read.source.text));
    }
    let closed = traced::closed([0.0; 2], 0.0, &segments);
    if closed.gap_m > WIDEST_GAP * length_m || Real::abs(closed.twist_rad) > LARGEST_TWIST_RAD {
        let (gap_ft, twist_deg) = (closed.gap_m / FOOT_M, closed.twist_rad * 180.0 / PI);
        let value = format!("an end {gap_ft:.1} ft from the beginning, turned by {twist_deg:.1} deg from it");
        let must = format!(
            "a closed line: at most {:.1} ft and {:.0} deg off",
            WIDEST_GAP * length_m / FOOT_M,
            LARGEST_TWIST_RAD * 180.0 / PI
        );
        faults.push(last, "segments", value, must, None);
        return Err(faults.into_error(origin, read.source.text));
    }
    let file = track.spec(&name_of(origin));
    let at = |name: &str| read.places.iter().find(|(known, _)| *known == name).map(|(_, offset)| *offset);
    check::checked(read.source, file, |path| {
        let name = match path.split(['.', '[']).next()? {
            "pit_lane" => "pit side",
            "start_m" => "finish",
            _ => "start x",
        };
        Some(NumberPlace { offset: at(name)?, path: path.to_owned(), written: None })
    })
}
