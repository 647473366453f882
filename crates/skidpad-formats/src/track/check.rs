//! Faults of a description, at their places in a file.

use skidpad_core::math::Real;
use skidpad_world::track::{Station, Track, TrackFault, TrackSpec};

use super::file::TrackFile;
use crate::error::{Faults, FileError};

/// The longest line of a track that is read, m: longer than any circuit or rally stage. A file of two points could ask for more
/// memory than there is.
pub(super) const LONGEST_M: f64 = 200e3;
/// The most stations of a track.
pub(super) const MOST_STATIONS: usize = 1_000_000;
/// Range of a position along an axis, m.
pub(super) const POSITIONS_M: [f64; 2] = [-1e6, 1e6];
/// Range of a height, m.
pub(super) const HEIGHTS_M: [f64; 2] = [-1e4, 1e4];
/// Range of a banking, rad.
pub(super) const BANKINGS_RAD: [f64; 2] = [-1.2, 1.2];
/// Range of a width to one side, m.
pub(super) const WIDTHS_M: [f64; 2] = [0.0, 1000.0];
/// The least distance of two stations in a row, m.
pub(super) const NEAREST_M: f64 = 1e-3;

/// The text of a file, and its name in messages.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub origin: &'a str,
    pub text: &'a str,
}

/// Place of a description's number in its file.
pub(super) struct NumberPlace {
    /// Byte offset.
    pub offset: usize,
    /// Name of the number in the file.
    pub path: String,
    /// The number as the file has it; `None` where it is computed.
    pub written: Option<String>,
}

/// Distance between two points, m.
pub(super) fn apart_m(one: [f64; 2], other: [f64; 2]) -> f64 {
    Real::hypot(other[0] - one[0], other[1] - one[1])
}

/// The file, where its description makes a track. `place` finds the places of paths such as `stations[3].height_m`.
pub(super) fn checked(
    source: Source<'_>,
    file: TrackFile,
    place: impl Fn(&str) -> Option<NumberPlace>,
) -> Result<TrackFile, FileError> {
    let mut faults = Faults::default();
    let long_m = length_m(&file.spec);
    if long_m > LONGEST_M {
        faults.push(0, "", format!("a line of {:.0} km", long_m / 1e3), longest(), None);
        return Err(faults.into_error(source.origin, source.text));
    }
    let Err(found) = Track::new(&file.spec) else { return Ok(file) };
    for fault in &found {
        if faults.room() == 0 {
            break;
        }
        push(&mut faults, fault, &place);
    }
    Err(faults.into_error(source.origin, source.text))
}

/// Requirement for the length of a line, as a message ends.
pub(super) fn longest() -> String {
    format!("at most {} km long", LONGEST_M / 1e3)
}

/// Length of the polygon through all stations, m.
fn length_m(spec: &TrackSpec) -> f64 {
    let pairs = spec.stations.windows(2).map(|pair| between_m(&pair[0], &pair[1]));
    let back_m = match (spec.stations.last(), spec.stations.first()) {
        (Some(last), Some(first)) if spec.is_closed => between_m(last, first),
        _ => 0.0,
    };
    pairs.sum::<f64>() + back_m
}

fn between_m(one: &Station, other: &Station) -> f64 {
    apart_m(one.position_m, other.position_m)
}

fn push(faults: &mut Faults, fault: &TrackFault, place: &impl Fn(&str) -> Option<NumberPlace>) {
    let (path, value, must) = match fault {
        TrackFault::Count { found, least } => {
            let must = format!("{least} to {MOST_STATIONS} stations");
            (String::new(), format!("{found} stations"), must)
        }
        TrackFault::Number { path, found, range: [low, high] } => {
            (path.clone(), format!("{found}"), format!("from {} to {}", short(*low), short(*high)))
        }
        TrackFault::Backwards { path, stretch_m: [from, to] } => {
            let must = "a stretch that ends after its beginning, as the track is open";
            (path.clone(), format!("from {from} to {to}"), must.to_owned())
        }
        TrackFault::Same { station } => {
            let value = "the place of the station before it".to_owned();
            (format!("stations[{station}]"), value, "1 mm or more from it".to_owned())
        }
        other => (String::new(), String::new(), other.to_string()),
    };
    let found = place(&path).unwrap_or(NumberPlace { offset: 0, path, written: None });
    faults.push(found.offset, &found.path, found.written.unwrap_or(value), must, None);
}

/// A bound with at most three decimals, inside the range that it ends.
fn short(bound: f64) -> f64 {
    (bound * 1e3).floor() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of this file are those of the tracks, which refuse what lies a little beyond.
    #[test]
    fn limits_are_those_of_tracks() {
        let at = |position_m: [f64; 2]| Station { position_m, ..Station::flat([5.0, 5.0]) };
        let open = |one: Station, other: Station| Track::open(&[one, other]).is_ok();
        let base = at([0.0, 0.0]);
        let with = |height_m: f64, banking_rad: f64, widths_m: [f64; 2]| Station {
            height_m,
            banking_rad,
            widths_m,
            ..at([10.0, 0.0])
        };
        let (more, level) = (1.001, [5.0, 5.0]);
        for side in [0, 1] {
            let bound = |range: [f64; 2]| range[side];
            let far = |x_m: f64| open(at([x_m, 0.0]), at([x_m, 1.0]));
            assert!(far(bound(POSITIONS_M)) && !far(bound(POSITIONS_M) * more));
            let high = |height_m| open(base, with(height_m, 0.0, level));
            assert!(high(bound(HEIGHTS_M)) && !high(bound(HEIGHTS_M) * more));
            let steep = |banking_rad| open(base, with(0.0, banking_rad, level));
            assert!(steep(bound(BANKINGS_RAD)) && !steep(bound(BANKINGS_RAD) * more));
            let wide = |width_m| open(base, with(0.0, 0.0, [5.0, width_m]));
            assert!(wide(bound(WIDTHS_M)) && !wide(bound(WIDTHS_M) * more - 1e-3));
        }
        assert!(open(base, at([NEAREST_M * more, 0.0])) && !open(base, at([NEAREST_M / more, 0.0])));
        let many: Vec<_> = (0..=MOST_STATIONS).map(|place| at([0.01 * place as f64, 0.0])).collect();
        assert!(matches!(Track::open(&many).unwrap_err()[..], [TrackFault::Count { .. }]));
        assert!(Track::open(&many[1..]).is_ok());
    }
}
