//! The vehicles that come with Skidpad, each figure with its source.

use std::fmt;

use skidpad_world::names::{self, nearest};

use crate::disk::{BaseFolder, Outside};
use crate::edit::Edit;
use crate::error::FileError;
use crate::vehicle::{self, Opened, VehicleFile};

/// `presets!("a", "b")`: names in alphabetical order; the file is `presets/NAME.toml`.
macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../presets/", $name, ".toml")))),*]
    };
}

/// Name and text of each preset. A test compares the list with the folder.
const PRESETS: &[(&str, &str)] = presets![
    "acura-tsx-2007",
    "alfa-romeo",
    "audi-tts-shelley",
    "bmw-m4-competition-2022",
    "bmw-m8",
    "bmw-m8-measured",
    "bolt-ev-2017",
    "boxster-981-2013",
    "boxster-s",
    "boxster-s-palmer",
    "cbr1000rr",
    "civic-si-2012-track",
    "civic-type-r-2018",
    "civic-type-r-le-2020",
    "corvette-c5",
    "focus-st-2013",
    "fr-s-2013",
    "gti-mk7-dsg-2015",
    "hlavacs",
    "leaf-2011",
    "mx5-nd-2016",
    "rars",
    "roboracer-1-10",
    "spark-ev-2014",
    "tesla-model-3-rwd",
    "tesla-model-s-60",
];

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVehicle {
    /// The name asked for.
    pub name: String,
    /// The preset with the nearest name, where one is near.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownVehicle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown vehicle `{}`", self.name)?;
        if let Some(nearest) = self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        write!(f, " (a vehicle file's name ends in .toml)")
    }
}

impl std::error::Error for UnknownVehicle {}

/// The names of the presets, in alphabetical order.
pub fn preset_names() -> impl ExactSizeIterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// The text of a preset's file.
///
/// # Errors
/// A name that no preset has.
pub fn preset_text(name: &str) -> Result<&'static str, UnknownVehicle> {
    let found = PRESETS.iter().find(|(preset, _)| *preset == name);
    found
        .map(|(_, text)| *text)
        .ok_or_else(|| UnknownVehicle { name: name.to_owned(), nearest: nearest(name, preset_names()) })
}

/// A vehicle by the name of its preset.
///
/// # Errors
/// A name that no preset has.
///
/// # Panics
/// Never in a released version: a test reads every preset.
pub fn preset(name: &str) -> Result<VehicleFile, UnknownVehicle> {
    let text = preset_text(name)?;
    match vehicle::parse(&origin_of(name), text.as_bytes()) {
        Ok(file) => Ok(file),
        Err(error) => panic!("a preset is wrong: {error}"),
    }
}

/// A vehicle by the name of its preset, or by the path of its file from the current folder: what holds a `/`, a `\` or
/// ends in `.toml` is a path.
///
/// # Errors
/// An unknown name, a file that cannot be read, and everything that is wrong with its contents.
pub fn load(name_or_path: &str) -> Result<VehicleFile, FileError> {
    load_from(name_or_path, &BaseFolder::typed(Outside::Refused)).map(|opened| opened.file)
}

/// [`load`] with the folder from which the path is resolved, and with the paths of the files that were read.
///
/// # Errors
/// As of [`load`], and a path that the folder refuses.
pub fn load_from(name_or_path: &str, base: &BaseFolder) -> Result<Opened, FileError> {
    load_edited(name_or_path, base, &[])
}

/// [`load_from`] with changes of single fields, of which those of scenarios are left out.
///
/// # Errors
/// As of [`load_from`], and changes that the vehicle cannot take.
pub fn load_edited(name_or_path: &str, base: &BaseFolder, edits: &[Edit]) -> Result<Opened, FileError> {
    if is_path(name_or_path) {
        return vehicle::open_edited(&base.resolve(name_or_path)?, base.outside(), edits);
    }
    let text = preset_text(name_or_path).map_err(|error| {
        let names: Vec<&str> = preset_names().collect();
        let unknown = names::unknown("vehicle", &error.name, &names);
        FileError::message(format!("{unknown}, or the path of a vehicle file ending in .toml"))
    })?;
    let file = vehicle::parse_edited(&origin_of(name_or_path), text.as_bytes(), edits)?;
    Ok(Opened { file, paths: Vec::new() })
}

/// Returns true where a name is the path of a vehicle file: it holds a `/` or a `\`, or ends in `.toml`.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.to_ascii_lowercase().ends_with(".toml")
}

/// The name of a preset's file in messages.
fn origin_of(name: &str) -> String {
    format!("presets/{name}.toml")
}
