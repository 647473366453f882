//! Files on disk: the one place of this crate that opens them.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::MAX_FILE_BYTES;
use crate::document::too_large;
use crate::error::FileError;

/// Reads a file, after a look at its size; never more than [`MAX_FILE_BYTES`] and one byte.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let origin = path.display().to_string();
    let failed = |error: io::Error| {
        let must = match error.kind() {
            ErrorKind::NotFound => "a file that exists; look for a mistake in its name".to_owned(),
            ErrorKind::PermissionDenied => "a file that you may read; look at its permissions".to_owned(),
            _ => "a file that can be read".to_owned(),
        };
        FileError::whole(&origin, format!("no text ({error})"), must)
    };
    let data = fs::metadata(path).map_err(failed)?;
    if data.is_dir() {
        return Err(FileError::whole(&origin, "a folder", "a file"));
    }
    if data.len() > MAX_FILE_BYTES as u64 {
        return Err(too_large(&origin, data.len()));
    }
    let mut bytes = Vec::new();
    let limit = MAX_FILE_BYTES as u64 + 1;
    File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}
