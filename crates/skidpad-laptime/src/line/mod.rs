//! Racing lines: the shortest, the one of least curvature and the fastest within the edges of a track.
//!
//! A [`RacingLine`] is a lateral offset n at each of many evenly spaced stations along the reference line. Its offsets within the
//! limits are found as a sequence of quadratic programs (Heilmeier et al., "Minimum curvature trajectory planning and control
//! for an autonomous race car", Vehicle System Dynamics 58, 2020; Braghin et al., "Race driver model", Computers and Structures 86,
//! 2008): length and curvature of the line are linear and quadratic in small changes of the offsets, and each program begins from
//! the line of the one before, until no offset changes by a millimetre.
//!
//! ```
//! use skidpad_laptime::line::{LineOptions, least_curvature};
//! use skidpad_world::track::{Station, Track};
//! let station = |degrees: i32| {
//!     let (sin, cos) = f64::to_radians(f64::from(degrees)).sin_cos();
//!     Station { position_m: [40.0 * cos, 40.0 * sin], ..Station::flat([5.0, 5.0]) }
//! };
//! let ring = Track::closed(&(0..36).map(|at| station(10 * at)).collect::<Vec<_>>()).unwrap();
//! let options = LineOptions { car_width_m: 2.0, margin_m: 0.0, ..LineOptions::default() };
//! // On a ring the line of least curvature is the outer edge, less half of the car's width.
//! let path = least_curvature(&ring, &options)?.path(&ring)?;
//! assert!((path.points()[7].curvature_1_m - 1.0 / 44.0).abs() < 1e-4);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod average;
mod banded;
mod corridor;
mod fastest;
mod given;
mod least;
mod options;
mod quadratic;
mod room;
mod shape;
mod spline;
mod trust;

use skidpad_world::track::Track;

use crate::envelope::Envelope;
use crate::path::{Path, PathError};
use crate::qss;
use corridor::Corridor;
use room::stations;

pub(crate) use room::Room;

pub use options::{LineError, LineOptions};

/// Distance of stations below which one search ends early, m, and the most further searches with these.
const CLOSE_M: f64 = 2.0;
const FURTHER: usize = 6;
/// Share of the lap that a further search must gain for the next one.
const WORTHWHILE: f64 = 3e-4;

/// Lateral offsets of a line at evenly spaced stations along the reference line of a track.
#[derive(Clone, Debug, PartialEq)]
pub struct RacingLine {
    offsets_m: Vec<f64>,
    rounds: usize,
}

impl RacingLine {
    /// The line at a lateral offset, m, that depends on the distance since the start line along the reference line, m.
    ///
    /// # Errors
    /// A spacing out of its range, or a track too long for it.
    pub fn beside(track: &Track, spacing_m: f64, offset_m: &dyn Fn(f64) -> f64) -> Result<Self, LineError> {
        let count = stations(track, spacing_m)?;
        let spaces = if track.is_closed() { count } else { count - 1 };
        let step_m = track.lap_m() / spaces as f64;
        Ok(Self { offsets_m: (0..count).map(|at| offset_m(step_m * at as f64)).collect(), rounds: 0 })
    }

    /// The line within a room of which an aim is least.
    fn from_room(room: &Room, aim: &dyn least::Aim) -> Self {
        let (offsets_m, rounds) = least::least(&room.corridor, &room.limits_m, aim);
        Self { offsets_m, rounds }
    }

    /// Lateral offset from the reference line at each station, positive to the left, m. The first station is at the start line; the
    /// last one of an open track is at its finish line, that of a closed one a space before the first.
    pub fn offsets_m(&self) -> &[f64] {
        &self.offsets_m
    }

    /// Number of quadratic programs by which the line was found.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The line as a path along its track, with a point at each station.
    ///
    /// Its coordinates x and y are cubic splines of the station's number u through the positions p + n N at the stations, so that
    /// position, direction and curvature are continuous, and the curvature is k = (x' y'' - y' x'') / (x'^2 + y'^2)^(3/2), primes for
    /// derivatives to u. (In terms of the reference line's curvature c it is that of a line at offsets n(s), with a = 1 - n c: k =
    /// (a n'' + a^2 c + 2 c n'^2 + n n' c') / (a^2 + n'^2)^(3/2). It needs c', which jumps at the stations of the track, and so
    /// would k.) Distances are lengths of the splines.
    ///
    /// The height of the line is that of the reference line plus n tan b on a road that falls to the right by the angle b, and a
    /// spline of u, too. With the angle f by which the line turns from the reference line, and its grade g, the road rises to the left of the
    /// line by (tan b - g sin f) / cos f, as the slope of a plane.
    ///
    /// # Errors
    /// Offsets that make no path: not finite, or two points of the line at one place.
    pub fn path(&self, track: &Track) -> Result<Path, PathError> {
        self.path_with(track, 1)
    }

    /// The line as a path along its track, with some points for each space between stations, 1 to 100: for laps that want it finer than the line was sought.
    ///
    /// # Errors
    /// As for [`path`](Self::path).
    pub fn path_with(&self, track: &Track, parts: usize) -> Result<Path, PathError> {
        Corridor::new(track, self.offsets_m.len()).path(&self.offsets_m, parts.clamp(1, 100))
    }
}

/// The shortest line along a track.
///
/// # Errors
/// Options out of their ranges, a track too long for the spacing, or a road narrower than the car with its margins.
pub fn shortest(track: &Track, options: &LineOptions) -> Result<RacingLine, LineError> {
    Ok(RacingLine::from_room(&Room::new(track, options)?, &least::Length))
}

/// The line whose integral of squared curvature along a track is least.
///
/// # Errors
/// As for [`shortest`].
pub fn least_curvature(track: &Track, options: &LineOptions) -> Result<RacingLine, LineError> {
    Ok(RacingLine::from_room(&Room::new(track, options)?, &least::Curvature))
}

/// The fastest line of a car along a track, with the times of its lap and of those from which it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FastestLine {
    /// The line.
    pub line: RacingLine,
    /// Time of the quasi-steady lap along the line, s.
    pub time_s: f64,
    /// Time along the line of least curvature, s.
    pub least_curvature_s: f64,
    /// Time along the shortest line, s; `None` where the car cannot follow it.
    pub shortest_s: Option<f64>,
}

/// The line of the fastest quasi-steady lap: a local optimum, never slower than the line of least curvature and the shortest one.
/// With stations closer than 2 m it is searched for again from there, up to six times and while that gains 0.03 % of the lap.
///
/// # Errors
/// As for [`shortest`], and a line along which the car drives no lap.
pub fn fastest(
    track: &Track,
    car: &dyn Envelope,
    options: &LineOptions,
    lap: &qss::Options,
) -> Result<FastestLine, LineError> {
    let room = Room::new(track, options)?;
    let search = fastest::Search { room: &room, car, options: lap };
    let mut found = search.run()?;
    let further = if options.spacing_m < CLOSE_M { FURTHER } else { 0 };
    for _ in 0..further {
        let before_s = found.time_s;
        found = search.again(found)?;
        if before_s - found.time_s < WORTHWHILE * before_s {
            break;
        }
    }
    Ok(FastestLine {
        line: RacingLine { offsets_m: found.offsets_m, rounds: found.rounds },
        time_s: found.time_s,
        least_curvature_s: found.curvature_s,
        shortest_s: found.shortest_s,
    })
}
