//! Maps of occupied cells, as ROS and F1TENTH use them: a description in YAML, and a picture as PGM or PNG.
//!
//! A circuit is a closed corridor of free cells. Its line lies as far from the wall inside as from that outside: the zero contour of the
//! difference of two exact Euclidean distances, smoothed within a cell. Islands in the corridor belong to the wall that is nearer.
//! Where the corridor holds the origin of the map, the track begins there, and runs along the x axis: there is where cars start in
//! F1TENTH; elsewhere it runs counterclockwise.
//!
//! Cells that are neither free nor occupied end the corridor as walls do, but are none.

mod contour;
mod corridor;
mod description;
mod distance;
mod grid;
mod picture;
mod raster;
mod stations;

use std::path::Path;

use super::beside;
use super::file::TrackFile;
use crate::FileError;

pub use raster::{Raster, rasterise};

/// Reads a map with the picture beside it. `folder`: that of the map. Of a path in the description the name alone counts, as maps are moved
/// with their pictures: nothing outside of the folder is read.
pub(super) fn read_beside(origin: &str, yaml: &[u8], folder: Option<&Path>) -> Result<TrackFile, FileError> {
    let mut failed = None;
    let picture = |path: &str| {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let path = folder?.join(name);
        crate::disk::read_at_most(&path, MOST_PICTURE_BYTES).map_err(|error| failed = Some(error)).ok()
    };
    let read = parse(origin, yaml, picture);
    // The reason why a picture was not read says more than that there is none.
    failed.map_or(read, Err)
}

/// Returns true for a text that is a map's description.
pub(super) fn looks_like(text: &str) -> bool {
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    has("image:") && has("resolution:")
}

/// The largest picture, bytes: 64 MiB, for 16 million cells of three colours.
const MOST_PICTURE_BYTES: usize = 1 << 26;

/// Reads a map. `image` returns the bytes of the picture whose path the description has; `None`: there is none.
///
/// # Errors
/// Everything that is wrong in the description, with lines and columns; a picture that is missing, of another kind or of more than 16 million
/// cells; a map without walls or without a closed corridor.
///
/// ```
/// use skidpad_formats::track::grid_map;
/// let yaml = b"image: map.pgm\nresolution: 0.5\norigin: [0, 0, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";
/// // A ring of free cells 3 wide: black walls around it and within it.
/// let size = 24;
/// let cell = |x: i32, y: i32| i32::max((2 * x - size + 1).abs(), (2 * y - size + 1).abs()) / 2;
/// let cells = (0..size).flat_map(|y| (0..size).map(move |x| if (7..=10).contains(&cell(x, y)) { 255 } else { 0 }));
/// let mut picture = format!("P5 {size} {size} 255\n").into_bytes();
/// picture.extend(cells);
/// let file = grid_map::parse("map.yaml", yaml, |name| (name == "map.pgm").then_some(picture))?;
/// assert!(file.spec.is_closed);
/// # Ok::<(), skidpad_formats::FileError>(())
/// ```
pub fn parse(
    origin: &str,
    yaml: &[u8],
    image: impl FnOnce(&str) -> Option<Vec<u8>>,
) -> Result<TrackFile, FileError> {
    let mut notes = Vec::new();
    let description = description::read(origin, yaml, &mut notes)?;
    let Some(bytes) = image(&description.image) else {
        let found = format!("no picture `{}`", description.image);
        return Err(FileError::whole(
            origin,
            found,
            "the map's picture beside its description, by the name in `image`",
        ));
    };
    let picture = picture::read(&description.image, &bytes)?;
    let grid = grid::Grid::new(&picture, &description);
    let corridor = corridor::find(origin, &grid, &mut notes)?;
    let contour = contour::longest(&corridor);
    let frame = stations::Frame { description: &description, corridor: &corridor };
    let (stations, smooth) = frame.stations(&contour, &mut notes);
    let points = stations.into_iter().map(|station| beside::Beside { station, grounds: Default::default() });
    let name = Path::new(&description.image).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (mut spec, distances_m) = beside::track(origin, &name.unwrap_or_default(), true, points.collect())?;
    spec.walls = frame.walls(&spec, &distances_m);
    notes.push(format!(
        "the line is the middle of the corridor, smoothed within {:.3} m; heights are not known: taken as 0",
        smooth
    ));
    beside::checked(origin, &spec)?;
    Ok(TrackFile { spec, notes })
}
