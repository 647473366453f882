//! Tyres by name, or by the path of a file.

use std::path::Path;

use skidpad_formats::tyre::{PRESETS, TyreFile, load};

use crate::failure::Failure;

/// Reads a tyre. The names of presets stand in the message where the file is not there.
pub fn read(path: &Path) -> Result<TyreFile, Failure> {
    load(path).map_err(|error| match path.exists() {
        true => error.into(),
        false => {
            let presets: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
            let path = path.display();
            Failure::input(format!(
                "file not found: {path} (check the path, or name a tyre: {})",
                presets.join(", ")
            ))
        }
    })
}
