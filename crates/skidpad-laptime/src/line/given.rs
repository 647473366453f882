//! Lines of files: points, as lateral offsets along a track.

use skidpad_core::math::Real;
use skidpad_world::track::{Station, Track};

use super::RacingLine;
use super::options::LineError;

/// Spacing of the stations, and of the places at which the points' line is sampled, m.
const STATIONS_M: f64 = 2.0;
const SAMPLES_M: f64 = 0.2;
/// Distance beyond the edge of the road at which a line is another road's, m.
const BEYOND_M: f64 = 5.0;

impl RacingLine {
    /// The line through points along a track, whose slope and banking it has, whatever its first point is.
    ///
    /// # Errors
    /// Points that make no line, or not one lap along the road of the track.
    pub fn through(track: &Track, points_m: &[[f64; 2]]) -> Result<Self, LineError> {
        let station = |position_m: &[f64; 2]| Station { position_m: *position_m, ..Station::flat([0.0; 2]) };
        let stations: Vec<Station> = points_m.iter().map(station).collect();
        let through = if track.is_closed() { Track::closed(&stations) } else { Track::open(&stations) };
        let through = through.map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            LineError::Points(faults.join("; "))
        })?;
        let places = places(track, &through).map_err(LineError::Points)?;
        Self::beside(track, STATIONS_M, &|distance_m| offset_m(&places, distance_m))
    }
}

/// Distances along the track since its start line, ascending, with the lateral offsets of the line there, m.
fn places(track: &Track, line: &Track) -> Result<Vec<[f64; 2]>, String> {
    let length_m = track.lap_m();
    let count = (line.length_m() / SAMPLES_M).ceil() as usize;
    let mut places: Vec<[f64; 2]> = Vec::with_capacity(count);
    let mut before = None;
    for at in 0..=count {
        let position_m = line.at(line.length_m() * at as f64 / count as f64 * (1.0 - 1e-12)).position_m;
        let found = track.locate(position_m, before.as_ref());
        before = Some(found);
        let widths_m = track.at(found.distance_m).widths_m;
        let off_m = Real::max(found.lateral_offset_m - widths_m[0], -found.lateral_offset_m - widths_m[1]);
        if off_m > BEYOND_M {
            let [x, y] = position_m;
            return Err(format!("at ({x:.1}, {y:.1}) m it is {off_m:.1} m beside the road of this track"));
        }
        let mut distance_m = track.since_start_m(found.distance_m);
        if let Some([last_m, _]) = places.last() {
            if track.is_closed() {
                distance_m += ((last_m - distance_m) / length_m).round() * length_m;
            }
            // What stands still along the track, as where it begins, adds nothing.
            if distance_m < last_m - BEYOND_M {
                return Err(format!(
                    "at {:.0} m along the track it leads backwards",
                    track.since_start_m(found.distance_m)
                ));
            }
            if distance_m <= *last_m {
                continue;
            }
        }
        places.push([distance_m, found.lateral_offset_m]);
    }
    let [from_m, to_m] = [places[0][0], places[places.len() - 1][0]];
    let is_whole = if track.is_closed() {
        Real::abs(to_m - from_m - length_m) < BEYOND_M
    } else {
        from_m < BEYOND_M && to_m > length_m - BEYOND_M
    };
    if !is_whole {
        return Err(format!(
            "it leads from {from_m:.0} m to {to_m:.0} m along a track of {length_m:.0} m: must be one lap"
        ));
    }
    if track.is_closed() {
        return Ok(places);
    }
    places.retain(|[distance_m, _]| (0.0..=length_m).contains(distance_m));
    Ok(places)
}

/// Lateral offset at a distance since the start line, m.
fn offset_m(places: &[[f64; 2]], distance_m: f64) -> f64 {
    let [first_m, last_m] = [places[0][0], places[places.len() - 1][0]];
    let length_m = last_m - first_m;
    // Where the line begins behind the start line, the part before lies a lap ahead.
    let mut at_m = distance_m;
    while at_m < first_m && length_m > 0.0 && at_m + length_m <= last_m {
        at_m += length_m;
    }
    while at_m > last_m && length_m > 0.0 && at_m - length_m >= first_m {
        at_m -= length_m;
    }
    let next = places.partition_point(|[at, _]| *at <= at_m).clamp(1, places.len() - 1);
    let ([from_m, one_m], [to_m, other_m]) = (places[next - 1], places[next]);
    let share = Real::clamp((at_m - from_m) / (to_m - from_m), 0.0, 1.0);
    one_m + share * (other_m - one_m)
}
