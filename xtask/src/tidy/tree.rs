//! The files that the rules look at: those that git tracks or would track.

use std::path::Path;
use std::process::Command;

/// A text file of the project.
#[derive(Debug)]
pub struct File {
    /// From the root, with `/`.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// All files of the project: their paths, and the text of those that are text.
#[derive(Debug, Default)]
pub struct Tree {
    files: Vec<File>,
    /// Paths of files that are not text; only their names count.
    binary: Vec<String>,
    /// Whether git tracks a path; `None` outside a git checkout.
    tracked: Option<Vec<String>>,
}

impl Tree {
    /// Reads the tree below `root`. Without git (an unpacked archive) it walks the folders instead.
    pub fn read(root: &Path) -> Result<Self, String> {
        let tracked = git_list(root, &["--cached"]);
        let paths = match git_list(root, &["--cached", "--others", "--exclude-standard"]) {
            Some(paths) => paths,
            None => {
                println!("tidy: no git here; walking the folders");
                walk(root)?
            }
        };
        let mut tree = Self { tracked, ..Self::default() };
        for path in paths {
            // A tracked file may have been deleted, or may be a link to a folder.
            let Ok(bytes) = std::fs::read(root.join(&path)) else { continue };
            match String::from_utf8(bytes) {
                Ok(text) => tree.files.push(File { path, text }),
                Err(_) => tree.binary.push(path),
            }
        }
        Ok(tree)
    }

    /// A tree for the tests of a rule; all its files are tracked.
    #[cfg(test)]
    pub fn sample(files: &[(&str, &str)]) -> Self {
        let files: Vec<File> = files
            .iter()
            .map(|(path, text)| File { path: (*path).to_string(), text: (*text).to_string() })
            .collect();
        let tracked = Some(files.iter().map(|file| file.path.clone()).collect());
        Self { files, binary: Vec::new(), tracked }
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len() + self.binary.len()
    }

    /// All text files.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// The Rust files.
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files().filter(|file| file.path.ends_with(".rs"))
    }

    /// The Rust files of one crate's `src`, each with its path below `src/`; unit tests in files of their
    /// own are left out.
    pub fn sources<'a>(&'a self, package: &str) -> impl Iterator<Item = (&'a File, &'a str)> {
        let prefix = format!("crates/{package}/src/");
        self.rust()
            .filter_map(move |file| file.path.strip_prefix(&prefix).map(|inner| (file, inner)))
            .filter(|(_, inner)| !is_test_file(inner))
    }

    /// One text file.
    pub fn get(&self, path: &str) -> Option<&File> {
        self.files().find(|file| file.path == path)
    }

    /// Whether there is a file or a folder of that path.
    pub fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        let all = self.files.iter().map(|file| &file.path).chain(&self.binary);
        all.into_iter().any(|known| known == path || known.starts_with(&folder))
    }

    /// Whether git tracks the file; true where there is no git to ask.
    pub fn is_tracked(&self, path: &str) -> bool {
        self.tracked.as_ref().is_none_or(|tracked| tracked.iter().any(|known| known == path))
    }
}

/// `tests.rs`, `tyre_tests.rs` and everything in a folder `tests` hold unit tests.
fn is_test_file(inner: &str) -> bool {
    inner.split('/').any(|part| part == "tests" || part == "tests.rs" || part.ends_with("_tests.rs"))
}

fn git_list(root: &Path, options: &[&str]) -> Option<Vec<String>> {
    let output =
        Command::new("git").args(["ls-files", "-z"]).args(options).current_dir(root).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.split('\0').filter(|path| !path.is_empty()).map(str::to_string).collect())
}

/// Every file but those in git's and cargo's own folders.
fn walk(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let listing = std::fs::read_dir(root.join(&folder)).map_err(|error| format!("{folder}: {error}"))?;
        for entry in listing.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            match entry.file_type() {
                Ok(kind) if kind.is_file() => found.push(path),
                Ok(kind) if kind.is_dir() && !is_generated(&name) => folders.push(path),
                _ => {}
            }
        }
    }
    Ok(found)
}

fn is_generated(folder: &str) -> bool {
    folder == ".git" || folder == "out" || folder.starts_with("target")
}

#[cfg(test)]
mod tests {
    use super::{Tree, is_test_file};

    #[test]
    fn folders_exist_when_a_file_lies_in_them() {
        let tree = Tree::sample(&[("crates/skidpad-core/src/lib.rs", "")]);
        assert!(tree.exists("crates/skidpad-core/src/lib.rs"));
        assert!(tree.exists("crates/skidpad-core/"));
        assert!(!tree.exists("crates/skid"));
    }

    #[test]
    fn unit_tests_in_their_own_file_are_no_sources() {
        assert!(is_test_file("tyre/tests.rs") && is_test_file("tests/a.rs") && is_test_file("step_tests.rs"));
        assert!(!is_test_file("tyre/slip.rs") && !is_test_file("contests.rs"));
    }

    #[test]
    fn the_project_itself_is_read() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let tree = Tree::read(root).unwrap();
        assert!(tree.get("Cargo.toml").is_some() && tree.exists("xtask/src"));
    }
}
