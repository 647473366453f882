//! Paths that a file names: resolved from that file's folder, and confined to it.
//!
//! Files come from strangers. One that could name any path of the machine would have the program open it, print parts of
//! it in messages, and wait for pipes and devices.

use std::path::{Component, Path, PathBuf};

use crate::error::FileError;

/// Whether a file may name files outside its own folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// Paths that leave the folder are an error.
    #[default]
    Refused,
    /// Any path.
    Allowed,
}

/// Folder from which paths are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseFolder {
    folder: PathBuf,
    is_confined: bool,
    outside: Outside,
}

impl BaseFolder {
    /// Folder of a file, for the paths written in that file.
    pub fn of_file(file: &Path, outside: Outside) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { folder, is_confined: outside == Outside::Refused, outside }
    }

    /// Current folder, for paths in text that comes from no file, such as lines on standard input.
    pub fn of_lines(outside: Outside) -> Self {
        Self::of_file(Path::new(""), outside)
    }

    /// Current folder, for paths that a person types: any path. `outside` holds for the files that the typed file names.
    pub fn typed(outside: Outside) -> Self {
        Self { is_confined: false, ..Self::of_lines(outside) }
    }

    /// Whether files read from here may name files outside their own folder.
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// The path that a name stands for.
    ///
    /// # Errors
    /// A name that leads out of a confined folder, by `..`, as an absolute path or over a symbolic link; a pipe or device.
    pub fn resolve(&self, name: &str) -> Result<PathBuf, FileError> {
        let path = self.folder.join(name);
        if !self.is_confined {
            return Ok(path);
        }
        let folder = self.canonical();
        // By its spelling first: nothing outside is touched, not even to see whether it exists.
        let leads_out_of = |folder: &Path| leaves(path.strip_prefix(folder).unwrap_or(&path));
        let is_outside = leads_out_of(&self.folder) && folder.as_deref().is_none_or(leads_out_of);
        let real = if is_outside { None } else { path.canonicalize().ok() };
        if is_outside || real.zip(folder).is_some_and(|(real, folder)| !real.starts_with(folder)) {
            return Err(FileError::message(format!(
                "{name}: outside the folder of the file that names it; move it there, or allow such files with \
                 --allow-outside"
            )));
        }
        if path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            return Err(FileError::message(format!("{name}: a pipe or device; name a regular file")));
        }
        Ok(path)
    }

    /// The name by which a file in this folder names another: relative, with `/`, where they share more than a root.
    pub fn name_of(&self, file: &Path) -> String {
        let absolute = || std::path::absolute(file).unwrap_or(file.to_owned()).to_string_lossy().into_owned();
        let (Some(folder), Ok(file)) = (self.canonical(), file.canonicalize()) else { return absolute() };
        let common = folder.components().zip(file.components()).take_while(|(a, b)| a == b);
        let shared = common.clone().count();
        if !common.into_iter().any(|(part, _)| matches!(part, Component::Normal(_))) {
            return absolute();
        }
        let up = folder.components().skip(shared).map(|_| "..".into());
        let down = file.components().skip(shared).map(|part| part.as_os_str().to_string_lossy());
        up.chain(down).collect::<Vec<_>>().join("/")
    }

    fn canonical(&self) -> Option<PathBuf> {
        let is_current = self.folder.as_os_str().is_empty();
        if is_current { Path::new(".") } else { &self.folder }.canonicalize().ok()
    }
}

/// Whether a relative path leads above where it starts.
pub(crate) fn leaves(path: &Path) -> bool {
    let mut depth = 0_u32;
    path.components().any(|part| match part {
        Component::Normal(_) => {
            depth += 1;
            false
        }
        Component::CurDir => false,
        Component::ParentDir => match depth.checked_sub(1) {
            Some(above) => {
                depth = above;
                false
            }
            None => true,
        },
        Component::RootDir | Component::Prefix(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{BaseFolder, Outside};

    /// `top/{in.txt, inner/{here.toml, deep/x.csv}}`.
    fn tree(name: &str) -> PathBuf {
        let top = std::env::temp_dir().join(format!("skidpad-base-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&top);
        fs::create_dir_all(top.join("inner/deep")).unwrap();
        for file in ["in.txt", "inner/here.toml", "inner/deep/x.csv"] {
            fs::write(top.join(file), "").unwrap();
        }
        top
    }

    /// A scenario could once name any file of the machine, and its message then quoted a part of that file.
    #[test]
    fn a_file_does_not_name_what_lies_outside_its_folder() {
        let top = tree("confined");
        let inner = top.join("inner");
        let base = BaseFolder::of_file(&inner.join("here.toml"), Outside::Refused);
        for name in
            ["deep/x.csv", "./deep/../here.toml", "missing.csv", inner.join("deep/x.csv").to_str().unwrap()]
        {
            assert!(base.resolve(name).is_ok(), "{name}");
        }
        for name in [
            "../in.txt",
            "deep/../../in.txt",
            "..",
            "/etc/hostname",
            "/missing",
            "deep/../../inner/here.toml",
        ] {
            let error = base.resolve(name).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name}: outside the folder")), "{error}");
        }
        let sly = format!("{}/../in.txt", inner.display());
        assert!(base.resolve(&sly).is_err(), "an absolute path that starts in the folder and leaves it");
        let allowed = BaseFolder::of_file(&inner.join("here.toml"), Outside::Allowed);
        assert_eq!(allowed.resolve("../in.txt"), Ok(inner.join("../in.txt")));
        assert!(BaseFolder::typed(Outside::Refused).resolve("/etc/hostname").is_ok());
        fs::remove_dir_all(top).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_does_not_lead_outside_and_a_device_is_not_read() {
        use std::os::unix::fs::symlink;
        let top = tree("links");
        let inner = top.join("inner");
        let base = BaseFolder::of_file(&inner.join("here.toml"), Outside::Refused);
        symlink("../in.txt", inner.join("out.csv")).unwrap();
        symlink("deep/x.csv", inner.join("within.csv")).unwrap();
        assert!(base.resolve("out.csv").unwrap_err().to_string().contains("outside the folder"));
        assert!(base.resolve("within.csv").is_ok());
        // The folder itself may be reached over a link.
        symlink("inner", top.join("also")).unwrap();
        assert!(
            BaseFolder::of_file(&top.join("also/here.toml"), Outside::Refused).resolve("deep/x.csv").is_ok()
        );
        let socket = std::os::unix::net::UnixListener::bind(inner.join("socket")).unwrap();
        assert!(base.resolve("socket").unwrap_err().to_string().contains("a pipe or device"));
        drop(socket);
        fs::remove_dir_all(top).unwrap();
    }

    #[test]
    fn the_name_of_a_file_leads_back_to_it() {
        let top = tree("names");
        let base = BaseFolder::of_file(&top.join("inner/run.skidlog"), Outside::Allowed);
        for (file, name) in
            [("inner/here.toml", "here.toml"), ("inner/deep/x.csv", "deep/x.csv"), ("in.txt", "../in.txt")]
        {
            assert_eq!(base.name_of(&top.join(file)), name);
            assert!(base.resolve(name).unwrap().is_file());
        }
        assert!(Path::new(&base.name_of(Path::new("/missing.toml"))).is_absolute());
        fs::remove_dir_all(top).unwrap();
    }
}
