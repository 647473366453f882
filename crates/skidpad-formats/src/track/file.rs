//! Track files as they are read and written, whatever their format.

use std::path::Path;

use skidpad_world::track::TrackSpec;

use crate::document::text_at_most;
use crate::error::FileError;

/// The largest track file that is read, bytes: 16 MiB. A line with a point each metre is 40 kB per kilometre.
pub const MOST_BYTES: usize = 16 << 20;

/// A track read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackFile {
    /// The track.
    pub spec: TrackSpec,
    /// Notes on what the file does not give, and on what was ignored.
    pub notes: Vec<String>,
}

/// A track as the text of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenTrack {
    /// The text.
    pub text: String,
    /// The picture of a map, as PGM.
    pub picture: Option<Vec<u8>>,
    /// Names of what the format cannot hold, and the text leaves out: `height`, `kerbs and run-off`.
    pub left_out: Vec<&'static str>,
}

impl WrittenTrack {
    /// A text that leaves nothing out.
    pub(super) fn whole(text: String) -> Self {
        Self { text, picture: None, left_out: Vec::new() }
    }
}

/// The bytes of a track file.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    crate::disk::read_at_most(path, MOST_BYTES)
}

/// The text of a track file. `must`: what an empty file must be.
pub(super) fn text_of<'a>(origin: &str, bytes: &'a [u8], must: &str) -> Result<&'a str, FileError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::whole(origin, "an empty file", must));
    }
    text_at_most(origin, bytes, MOST_BYTES).map_err(|error| match str::from_utf8(bytes) {
        // A byte order mark alone.
        Ok(_) if bytes.len() <= MOST_BYTES => FileError::whole(origin, "an empty file", must),
        _ => error,
    })
}

/// Name of a track without one of its own: the file's name without its extension.
pub(super) fn name_of(origin: &str) -> String {
    let stem = Path::new(origin).file_stem();
    stem.map_or_else(|| origin.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The station of a path such as `stations[3].height_m`.
pub(super) fn station_of(path: &str) -> Option<usize> {
    path.strip_prefix("stations[")?.split_once(']')?.0.parse().ok()
}
