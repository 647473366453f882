//! Stations of a track, and the room that a car has there.

use skidpad_world::track::Track;

use super::corridor::{self, Corridor};
use super::options::{LineError, LineOptions, MOST_STATIONS};

/// Range of the spacing of stations, m.
const SPACINGS_M: [f64; 2] = [0.5, 20.0];
/// Largest width of a car and largest margin, m.
const WIDEST_M: f64 = 20.0;

/// Number of stations of a track.
pub(super) fn stations(track: &Track, spacing_m: f64) -> Result<usize, LineError> {
    check("spacing_m", spacing_m, SPACINGS_M)?;
    let count = corridor::count(track, spacing_m);
    if count > MOST_STATIONS {
        let length_m = track.lap_m();
        return Err(LineError::TooLong { length_m, spacing_m: length_m / (MOST_STATIONS - 1) as f64 });
    }
    Ok(count)
}

fn check(name: &'static str, found: f64, range: [f64; 2]) -> Result<(), LineError> {
    if (range[0]..=range[1]).contains(&found) {
        Ok(())
    } else {
        Err(LineError::Option { name, found, range })
    }
}

/// Stations of a track, and the limits of a line's offsets there.
pub(crate) struct Room {
    pub(super) corridor: Corridor,
    pub limits_m: [Vec<f64>; 2],
}

impl Room {
    pub fn new(track: &Track, options: &LineOptions) -> Result<Self, LineError> {
        let count = stations(track, options.spacing_m)?;
        check("car_width_m", options.car_width_m, [0.0, WIDEST_M])?;
        check("margin_m", options.margin_m, [0.0, WIDEST_M])?;
        let corridor = Corridor::new(track, count);
        let limits_m = corridor.limits_m(options)?;
        Ok(Self { corridor, limits_m })
    }
}
