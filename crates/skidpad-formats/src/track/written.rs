//! Tracks as texts of the formats that cannot hold all of them, with names of what is left out.

use skidpad_world::track::{Track, TrackSpec};

use super::file::WrittenTrack;
use super::geographic::Coordinates;
use super::{centre_line, grid_map, opendrive};

/// Choices that some formats need.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteOptions {
    /// Place of the track's origin on earth, for formats by latitude and longitude, which need it.
    pub place: Option<Coordinates>,
    /// Size of a map's cells, m.
    pub cell_m: f64,
    /// Name of a map's picture.
    pub picture: String,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { place: None, cell_m: 0.25, picture: "track.pgm".to_owned() }
    }
}

pub(super) fn centre_line(spec: &TrackSpec) -> Result<WrittenTrack, String> {
    let text = centre_line::write(spec)?;
    Ok(WrittenTrack { left_out: left_out(spec, &[]), ..WrittenTrack::whole(text) })
}

pub(super) fn opendrive(spec: &TrackSpec) -> Result<WrittenTrack, String> {
    let text = opendrive::write(&track(spec)?);
    // The road of a circuit begins at its start line.
    let held: &[&str] = match spec.is_closed {
        true => &["height", "banking", "start and finish line", "kerbs and run-off"],
        false => &["height", "banking", "kerbs and run-off"],
    };
    let mut left_out = left_out(spec, held);
    let is_usual = |strip: &skidpad_world::track::Strip| (strip.grip, strip.rolling) == strip.kind.friction();
    if !spec.strips.iter().all(is_usual) {
        left_out.push("grip and rolling resistance of kerbs and run-off");
    }
    Ok(WrittenTrack { left_out, ..WrittenTrack::whole(text) })
}

/// A log of positions. `write` is that of its format.
pub(super) fn log(
    spec: &TrackSpec,
    options: &WriteOptions,
    write: fn(&Track, Coordinates) -> String,
) -> Result<WrittenTrack, String> {
    let place = options.place.ok_or("the format needs the latitude and longitude of the track's origin")?;
    let text = write(&track(spec)?, place);
    let mut left_out = left_out(spec, &["height"]);
    left_out.insert(0, "width");
    Ok(WrittenTrack { left_out, ..WrittenTrack::whole(text) })
}

pub(super) fn grid_map(spec: &TrackSpec, options: &WriteOptions) -> Result<WrittenTrack, String> {
    let raster = grid_map::rasterise(&track(spec)?, &options.picture, options.cell_m)?;
    let picture = Some(raster.picture);
    Ok(WrittenTrack { text: raster.yaml, picture, left_out: left_out(spec, &[]) })
}

fn track(spec: &TrackSpec) -> Result<Track, String> {
    Track::new(spec).map_err(|faults| faults.first().map_or(String::new(), ToString::to_string))
}

/// Names of what a description has beyond positions and widths, without those that a format holds.
fn left_out(spec: &TrackSpec, held: &[&str]) -> Vec<&'static str> {
    let found = [
        ("height", spec.stations.iter().any(|station| station.height_m != 0.0)),
        ("banking", spec.stations.iter().any(|station| station.banking_rad != 0.0)),
        ("start and finish line", spec.start_m != 0.0 || spec.finish_m.is_some()),
        ("sectors", !spec.sectors_m.is_empty()),
        ("kerbs and run-off", !spec.strips.is_empty()),
        ("walls", !spec.walls.is_empty()),
        ("pit lane", spec.pit_lane.is_some()),
    ];
    let is_out = |(name, is_there): &(&str, bool)| *is_there && !held.contains(name);
    found.into_iter().filter(is_out).map(|(name, _)| name).collect()
}
