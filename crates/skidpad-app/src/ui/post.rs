//! What leaves the simulator and what reaches it: files, and the link of a page. It knows no file system: what shows it,
//! a window or a page, takes what goes out and brings what comes in.

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What waits to be taken.
#[derive(Clone, Debug, Default)]
pub struct Post {
    /// Files to be kept by the player: saved beside where the program was started, or downloaded.
    pub out: Vec<Parcel>,
    /// Files that the player gave: dropped on the window, or chosen.
    pub came: Vec<Parcel>,
    /// Whether the player asks to choose a file. Who can ask him does, and sets this back.
    pub wants_file: bool,
    /// The address of the page that shows it, without what is behind a `#`; `None` in a window.
    pub page: Option<String>,
    /// What became of the last file, for the player to read.
    pub said: Option<String>,
}

impl Post {
    /// Sends a file out.
    pub fn send(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.out.push(Parcel { name: name.into(), bytes: bytes.into() });
    }
}
