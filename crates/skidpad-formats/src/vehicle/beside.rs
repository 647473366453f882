//! Tyre files that a vehicle file names.

use std::collections::BTreeMap;
use std::path::Path;

use crate::disk::{BaseFolder, leaves};
use crate::document;
use crate::error::FileError;
use crate::reader::Table;
use crate::tyre::PRESETS;

/// The axles.
pub(super) const AXLES: [&str; 2] = ["front", "rear"];

/// Source of the tyre files that a vehicle file names.
pub(super) enum TyreFiles<'a> {
    /// None are read.
    Nowhere,
    /// A folder on disk.
    Folder(BaseFolder),
    /// Files that the caller has read, by the names that the vehicle file has.
    Read(&'a BTreeMap<String, Vec<u8>>),
}

/// Returns the names of the tyre files that a vehicle file names, for [`parse_beside`](super::parse_beside): from its folder, without the
/// tyres that come with Skidpad. A text that is no TOML names none, and neither does a path that leads out of the folder.
///
/// ```
/// use skidpad_formats::vehicle::tyre_names;
/// let text = b"[tyres]\nfront = \"summer.tir\"\nrear = \"tyres/rear.tir\"\n";
/// assert_eq!(tyre_names(text), ["summer.tir", "tyres/rear.tir"]);
/// ```
pub fn tyre_names(vehicle: &[u8]) -> Vec<String> {
    let Ok(text) = document::text("", vehicle) else { return Vec::new() };
    let Ok(tree) = document::tree("", text) else { return Vec::new() };
    let Some(tyres) = Table::root(&tree).get("tyres") else { return Vec::new() };
    let Some(tyres) = tyres.as_table() else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    for name in AXLES.iter().filter_map(|axle| tyres.get(axle)?.as_str()) {
        let is_preset = PRESETS.iter().any(|(preset, _)| *preset == name);
        let is_file = !is_preset && !name.is_empty() && !leaves(Path::new(name));
        if is_file && names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The bytes of a file that was read, by its name.
pub(super) fn read<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> Result<&'a [u8], FileError> {
    if leaves(Path::new(name)) {
        return Err(FileError::message(format!(
            "{name}: outside the folder of the file that names it; move it there"
        )));
    }
    let missing = || FileError::message(format!("file not found: {name} (put it beside the vehicle file)"));
    files.get(name).map(Vec::as_slice).ok_or_else(missing)
}
