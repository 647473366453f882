//! Laps that a driver drives: the full model on the road of the track, and a driver who follows a line and pushes, corner by corner,
//! until he runs wide.
//!
//! Each round is a lap along the line at the speeds of a quasi-steady lap whose car has a share of its grip, another one on each
//! stretch with a corner. Where a round was on the road and faster, the next one asks for more; where it was slower or ran wide, it
//! goes back, and on in smaller steps: in braking, where that is what upset the car, else in the corner. In the end each stretch is
//! driven as it was fastest, and the stretches that run wide in this sequence are slowed down until the whole lap is on the road.
//!
//! Stability and traction control are switched off, as for a lap against the clock; an anti-lock system stays on.

mod careful;
mod line;
mod on_path;
mod options;
mod round;
mod search;
mod shares;
mod yaw;

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_world::laps::Lap;
use skidpad_world::track::Track;

use crate::path::Path;
use crate::qss;

pub use careful::careful_line;
use careful::line_at;
pub use line::driving_line;
pub use options::{Drive, DrivenError, DrivenOptions, ROOM_M};
pub use round::DrivenSample;
use round::{Round, drive_round};
use search::ShareSearch;
use shares::Shares;

/// Shares of the grip in the first round: where a search finds no lap or one far behind theory, the next one begins with more room.
const FIRST_SHARES: [f64; 3] = [0.92, 0.82, 0.7];
/// A lap is far behind theory from this share of its time on.
const FAR_BEHIND: f64 = 0.035;

/// A driven lap.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenLap {
    /// Time, sectors, and whether all of it was on the road.
    pub lap: Lap,
    /// The car along the lap, a hundred times a second.
    pub samples: Vec<DrivenSample>,
    /// The least distance of the car's sides from the edges of the road, m.
    pub least_room_m: f64,
    /// Number of laps that were driven to find it.
    pub rounds: usize,
    /// True where the search had come to its end: each stretch as it was fastest, and the whole lap on the road.
    pub converged: bool,
}

/// Finds the fastest lap that the driver drives along a path on a track. A path that is closed is driven with a flying start.
///
/// # Errors
/// Reasons for which there is no lap.
pub fn drive(
    of: &Drive<'_>,
    track: &Arc<Track>,
    path: &Path,
    options: &DrivenOptions,
) -> Result<DrivenLap, DrivenError> {
    let theory = qss::lap(path, of.envelope, &options.lap).map_err(DrivenError::Lap)?;
    let mut fastest: Result<DrivenLap, DrivenError> = Err(DrivenError::OffRoad { distance_m: 0.0 });
    let mut driven = 0;
    for first in FIRST_SHARES {
        let mut search = ShareSearch::new(Shares::new(&theory, path.is_closed(), first), options.rounds);
        for _ in 0..options.rounds {
            let round = round_at(of, track, path, &search.next, options)?;
            if search.take(round) {
                break;
            }
        }
        driven += search.rounds;
        let (rounds, converged) = (driven, search.converged);
        let found = search.into_fastest().and_then(|round| round.into_lap(rounds, converged));
        fastest = match (fastest, found) {
            (Ok(before), Ok(found)) if before.lap.time_s <= found.lap.time_s => {
                Ok(DrivenLap { rounds, ..before })
            }
            (Ok(before), Err(_)) => Ok(DrivenLap { rounds, ..before }),
            (_, found) => found,
        };
        if fastest.as_ref().is_ok_and(|lap| lap.lap.time_s < (1.0 + FAR_BEHIND) * theory.time_s) {
            break;
        }
    }
    fastest
}

/// Drives one lap at a share of the car's grip, the same along the whole path. It may run wide: see its least room.
///
/// # Errors
/// Reasons for which there is no lap.
pub fn drive_at(
    of: &Drive<'_>,
    track: &Arc<Track>,
    path: &Path,
    share: f64,
    options: &DrivenOptions,
) -> Result<DrivenLap, DrivenError> {
    let theory = qss::lap(path, of.envelope, &options.lap).map_err(DrivenError::Lap)?;
    let shares = Shares::new(&theory, path.is_closed(), share);
    let round = round_at(of, track, path, &shares, options)?;
    round.into_lap(1, false)
}

fn round_at(
    of: &Drive<'_>,
    track: &Arc<Track>,
    path: &Path,
    shares: &Shares,
    options: &DrivenOptions,
) -> Result<Round, DrivenError> {
    let line = line_at(path, of.envelope, shares, &options.lap)?;
    drive_round(of, track, Arc::new(line), shares, options)
}

impl Round {
    fn into_lap(self, rounds: usize, converged: bool) -> Result<DrivenLap, DrivenError> {
        let lap = self.lap.ok_or(DrivenError::OffRoad { distance_m: self.left_at_m.unwrap_or(0.0) })?;
        let room_m = self.stretches.iter().map(|stretch| stretch.room_m);
        let least_room_m = room_m.fold(f64::INFINITY, Real::min);
        Ok(DrivenLap { lap, samples: self.samples, least_room_m, rounds, converged })
    }
}
