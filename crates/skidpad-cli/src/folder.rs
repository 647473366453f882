//! Folders that a command writes several files into: all of them or none.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A folder that could be written to when it was looked at.
pub struct Folder {
    option: &'static str,
    path: PathBuf,
}

impl Folder {
    /// Looks, before anything long begins, whether the folder can be written to, without making it.
    /// `option` names it in messages.
    pub fn look(option: &'static str, path: &Path) -> Result<Self, Failure> {
        let folder = Self { option, path: path.to_owned() };
        if path.as_os_str().is_empty() {
            return Err(Failure::input(format!("{option} is empty; name a folder, such as out/report")));
        }
        let absolute = std::path::absolute(path).map_err(|error| folder.failed(&error))?;
        let exists = |path: &&Path| path.symlink_metadata().is_ok();
        let Some(ancestor) = absolute.ancestors().find(exists) else {
            return Err(folder.failed(&io::ErrorKind::NotFound.into()));
        };
        if !ancestor.is_dir() {
            return Err(Failure::input(format!(
                "{option} {}: {} is no folder; name a folder, or one that can be made",
                path.display(),
                ancestor.display()
            )));
        }
        let probe = ancestor.join(format!(".skidpad-{}.probe", std::process::id()));
        File::create_new(&probe).map_err(|error| folder.failed(&error))?;
        fs::remove_file(&probe).map_err(|error| folder.failed(&error))?;
        Ok(folder)
    }

    /// Writes files by name and content. Each is written beside its name first; then all take their
    /// names.
    pub fn write(&self, files: &[(String, String)]) -> Result<(), Failure> {
        fs::create_dir_all(&self.path).map_err(|error| self.failed(&error))?;
        let mut parts: Vec<(PathBuf, PathBuf)> = Vec::new();
        let result = self.write_parts(files, &mut parts);
        if result.is_err() {
            for (part, _) in &parts {
                // The first error is the one that matters.
                let _ = fs::remove_file(part);
            }
        }
        result.map_err(|error| self.failed(&error))
    }

    fn write_parts(&self, files: &[(String, String)], parts: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
        for (name, content) in files {
            let part = self.path.join(format!(".{name}.{}.part", std::process::id()));
            let mut file = File::create(&part)?;
            parts.push((part, self.path.join(name)));
            file.write_all(content.as_bytes())?;
        }
        let is_folder = parts.iter().find(|(_, name)| name.is_dir());
        if let Some((_, name)) = is_folder {
            return Err(io::Error::other(format!("a folder is called {}", name.display())));
        }
        parts.iter().try_for_each(|(part, name)| fs::rename(part, name))
    }

    fn failed(&self, error: &io::Error) -> Failure {
        let (option, path) = (self.option, self.path.display());
        Failure::input(format!(
            "{option} {path}: cannot be written ({error}); name a folder that you may write to"
        ))
    }
}
