//! Places of the files that a run writes.

use std::path::Path;

use crate::failure::Failure;

/// Finds out before the run whether its result can be written.
pub fn refuse(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Failure::input(format!(
            "{option}: folder not found: {folder} (create it first, or name another)"
        )));
    }
    if path.is_dir() {
        return Err(Failure::input(format!("{option}: {} is a folder; name a file", path.display())));
    }
    Ok(())
}
