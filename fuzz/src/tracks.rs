//! The laws of what is read as a track: it makes one, and its notes are messages.

use skidpad_formats::FileError;
use skidpad_formats::track::TrackFile;
use skidpad_world::track::{Side, Station, Strip, StripKind, Track, TrackSpec};

use crate::{file_error, message};

/// The track of what was read, checked; `None` where it was refused.
#[track_caller]
pub fn checked(read: Result<TrackFile, FileError>, bytes: &[u8]) -> Option<Track> {
    let file = read.map_err(|error| file_error(&error, bytes)).ok()?;
    file.notes.iter().for_each(|note| message(note));
    assert!(file.notes.len() <= 100, "{} notes", file.notes.len());
    let track = Track::new(&file.spec);
    let track = track.unwrap_or_else(|faults| panic!("what was read is no track: {}", faults[0]));
    assert!(track.length_m().is_finite() && track.length_m() > 0.0);
    Some(track)
}

/// A banked circuit of 30 m with hills and a kerb, of so many stations.
pub fn made(count: i32) -> Track {
    let station = |at: i32| {
        let angle = std::f64::consts::TAU * f64::from(at) / f64::from(count);
        let radius = 30.0 + 4.0 * (2.0 * angle).cos();
        Station {
            position_m: [radius * angle.cos(), radius * angle.sin()],
            height_m: angle.sin(),
            banking_rad: 0.1,
            ..Station::flat([4.0, 5.0])
        }
    };
    let kerb = Strip::new(StripKind::Kerb, Side::Left, [20.0, 60.0]);
    let stations = (0..count).map(station).collect();
    let spec = TrackSpec { strips: vec![kerb], ..TrackSpec::new("made", true, stations) };
    Track::new(&spec).expect("a track")
}
