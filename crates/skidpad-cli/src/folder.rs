//! Folders that a command writes several files into: all of them or none.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use skidpad_formats::Outputs;

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
        let absolute = std::path::absolute(path).map_err(|error| folder.failed(error))?;
        let exists = |path: &&Path| path.symlink_metadata().is_ok();
        let Some(ancestor) = absolute.ancestors().find(exists) else {
            return Err(folder.failed(io::ErrorKind::NotFound.into()));
        };
        if !ancestor.is_dir() {
            return Err(Failure::input(format!(
                "{option} {}: {} is not a folder; name a folder",
                path.display(),
                ancestor.display()
            )));
        }
        let probe = ancestor.join(format!(".skidpad-{}.probe", std::process::id()));
        File::create_new(&probe).map_err(|error| folder.failed(error))?;
        fs::remove_file(&probe).map_err(|error| folder.failed(error))?;
        Ok(folder)
    }

    /// Writes files by name and content: all or none. `inputs` are files that none of them may replace.
    pub fn write(&self, files: &[(String, String)], inputs: &[PathBuf]) -> Result<(), Failure> {
        let mut outputs = Outputs::new(inputs);
        self.write_into(&mut outputs, files)?;
        outputs.commit().map_err(|error| self.failed(error))
    }

    /// Writes them among other outputs, with which they take their names.
    pub fn write_into(&self, outputs: &mut Outputs, files: &[(String, String)]) -> Result<(), Failure> {
        let write = |outputs: &mut Outputs| {
            fs::create_dir_all(&self.path)?;
            files.iter().try_for_each(|(name, content)| {
                outputs.create(&self.path.join(name))?.write_all(content.as_bytes())
            })
        };
        write(outputs).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> Failure {
        let message =
            format!("cannot write to {} ({error}); name a folder that you may write to", self.path.display());
        Failure::writing(self.option, io::Error::new(error.kind(), message))
    }
}
