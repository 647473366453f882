//! What leaves the simulator and what reaches it: files, and the link of a page. It knows no file system: what shows it,
//! a window or a page, takes what goes out and brings what comes in.

use std::io::Read as _;
use std::path::Path;

use skidpad_formats::track::TrackFormat;

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// Its name, without a folder.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The longest file that is taken, bytes.
pub const LONGEST_FILE: usize = crate::run::LONGEST_FILE;

/// Message about a longer one.
pub fn too_long() -> String {
    format!("the file has more than {LONGEST_FILE} bytes")
}

/// The bytes of a file, of which no more are read than are taken.
///
/// # Errors
/// A file that cannot be read, or is too long.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    read_at_most(path, LONGEST_FILE)
}

fn read_at_most(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > most { Err(too_long()) } else { Ok(bytes) }
}

/// A kind of file that the simulator opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A vehicle.
    Vehicle,
    /// A run.
    Run,
    /// A track.
    Track,
    /// A policy that learnt to drive.
    Policy,
}

impl FileKind {
    /// The kind of a file: by the ending of its name, and where vehicles and tracks have the same, by its contents; `None` for one that
    /// the simulator does not open.
    pub fn new(name: &str, bytes: &[u8]) -> Option<Self> {
        let is_track = || matches!(TrackFormat::detect("", bytes), Ok(TrackFormat::Skidpad));
        Self::from_name(name).map(|kind| if kind == Self::Vehicle && is_track() { Self::Track } else { kind })
    }

    /// The kind of a file by the ending of its name alone; `None` for one that the simulator does not open.
    pub fn from_name(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?;
        let is = |kind: &Self| kind.name().1.iter().any(|own| ending.eq_ignore_ascii_case(own));
        [Self::Vehicle, Self::Run, Self::Track, Self::Policy].into_iter().find(is)
    }

    /// Its name, and the endings of its files without the dot, the first of those that are written.
    pub fn name(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Vehicle => ("Vehicle", &["toml"]),
            Self::Run => ("Run", &crate::run::ENDINGS),
            Self::Policy => ("Policy", &["onnx"]),
            Self::Track => ("Track", &["toml", "csv", "trk", "xodr", "xml", "gpx", "yaml", "yml"]),
        }
    }
}

/// Files on their way out and in.
#[derive(Clone, Debug, Default)]
pub struct Post {
    /// Files to be kept by the player: saved beside where the program was started, or downloaded.
    pub out: Vec<Parcel>,
    /// Files that the player gave: dropped on the window, or chosen.
    pub came: Vec<Parcel>,
    /// Files to be saved where the player chooses.
    pub to_save: Vec<Parcel>,
    /// The kind of file that the player wants to open. The shell opens a dialog and sets this back.
    pub wanted: Option<FileKind>,
    /// True if paths are typed into fields, as there is no file dialog.
    pub types_paths: bool,
    /// The address of the page that shows it, without what is behind a `#`; `None` in a window.
    pub page: Option<String>,
    /// Message about the last file.
    pub said: Option<String>,
}

impl Post {
    /// Sends a file out.
    pub fn send(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.out.push(Parcel { name: name.into(), bytes: bytes.into() });
    }

    /// Lets the player choose where a file is saved.
    pub fn save_as(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.to_save.push(Parcel { name: name.into(), bytes: bytes.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::read_at_most;

    /// A file that never ends says that it has no bytes, and filled the memory when it was read.
    #[cfg(target_os = "linux")]
    #[test]
    fn of_a_file_without_end_no_more_is_read_than_is_taken() {
        let error = read_at_most("/dev/zero".as_ref(), 1000).unwrap_err();
        assert!(error.contains("more than"), "{error}");
        assert!(read_at_most("/dev/null".as_ref(), 0).is_ok_and(|bytes| bytes.is_empty()));
        assert!(read_at_most("/no/such/file".as_ref(), 0).is_err());
    }
}
