//! Files on disk: the one place of this crate that opens them.

mod base;
mod outputs;
mod unfinished;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::MAX_FILE_BYTES;
use crate::document::too_large;
use crate::error::FileError;

pub(crate) use base::leaves;
pub use base::{BaseFolder, Outside};
pub use outputs::Outputs;
pub use unfinished::{Abandoned, abandon_outputs};

/// Reads a text file, after a look at its size; never more than [`MAX_FILE_BYTES`] and one byte.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    read_at_most(path, MAX_FILE_BYTES)
}

/// Whether there is something at a path.
pub(crate) fn exists(path: &Path) -> bool {
    path.exists()
}

/// The error for a file that cannot be read.
fn unread(origin: &str, error: &io::Error) -> FileError {
    FileError::message(match error.kind() {
        ErrorKind::NotFound => format!("file not found: {origin} (check the path)"),
        ErrorKind::PermissionDenied => format!("cannot read {origin} (check its permissions)"),
        _ => format!("cannot read {origin} ({error})"),
    })
}

/// Opens a file, after a look at its size.
pub(crate) fn open_at_most(path: &Path, most: usize) -> Result<File, FileError> {
    let origin = path.display().to_string();
    let failed = |error: io::Error| unread(&origin, &error);
    let data = fs::metadata(path).map_err(failed)?;
    if data.is_dir() {
        return Err(FileError::message(format!("{origin} is a folder; name a file")));
    }
    if data.len() > most as u64 {
        return Err(too_large(&origin, data.len(), most));
    }
    File::open(path).map_err(failed)
}

/// Reads a file, after a look at its size; never more than so many bytes and one.
pub(crate) fn read_at_most(path: &Path, most: usize) -> Result<Vec<u8>, FileError> {
    let file = open_at_most(path, most)?;
    let mut bytes = Vec::new();
    let read = file.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unread(&path.display().to_string(), &error))?;
    Ok(bytes)
}

/// Writes a file as a whole or not at all.
pub(crate) fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut outputs = Outputs::new(&[]);
    write(&mut outputs.create(path)?)?;
    outputs.commit()
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::path::Path;
    use std::{env, fs};

    use super::{read, write_whole};
    use crate::MAX_FILE_BYTES;

    #[test]
    fn a_write_that_fails_halfway_leaves_what_was_there() {
        let folder = env::temp_dir().join("skidpad-formats-a-write-that-fails");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run.csv");
        fs::write(&path, "old").unwrap();
        let result = write_whole(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("the disk is gone"))
        });
        assert_eq!(result.unwrap_err().to_string(), "the disk is gone");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // An unfinished file of an earlier run does not stand in the way.
        fs::write(folder.join(".skidpad-0.part"), "").unwrap();
        write_whole(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(write_whole(Path::new(".."), |_| Ok(())).is_err());
    }

    #[test]
    fn a_huge_file_is_refused_before_it_is_read() {
        let path = env::temp_dir().join("skidpad-formats-a-huge-file.toml");
        let file = fs::File::create(&path).unwrap();
        // Sparse: no disk is used.
        file.set_len(1 << 32).unwrap();
        let error = read(&path).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        assert!(
            error.contains("a file of 4294967296 bytes; must be at most 1048576 bytes (1 MiB)"),
            "{error}"
        );
        assert_eq!(MAX_FILE_BYTES, 1_048_576);
    }
}
