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
    /// What became of the last file, for the player to read.
    pub said: Option<String>,
}

impl Post {
    /// Sends a file out.
    pub fn send(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.out.push(Parcel { name: name.into(), bytes: bytes.into() });
    }

    /// The first file that came and whose name ends so.
    pub fn take(&mut self, ending: &str) -> Option<Parcel> {
        let place = self.came.iter().position(|parcel| parcel.name.ends_with(ending))?;
        Some(self.came.remove(place))
    }
}

#[cfg(test)]
mod tests {
    use super::Post;

    #[test]
    fn files_are_taken_by_their_kind_in_the_order_in_which_they_came() {
        let mut post = Post::default();
        post.send("plot.csv", "t_s\n");
        assert_eq!(
            (post.out[0].name.as_str(), post.out[0].bytes.as_slice()),
            ("plot.csv", b"t_s\n".as_slice())
        );
        post.came = std::mem::take(&mut post.out);
        post.send("a.toml", "");
        post.came.append(&mut post.out);
        assert!(post.take(".json").is_none());
        assert_eq!(post.take(".toml").map(|parcel| parcel.name), Some("a.toml".to_owned()));
        assert_eq!(post.came.len(), 1);
    }
}
