//! Tyre property files (`.tir`): the coefficients of a Magic Formula tyre, in any units, with what was taken for
//! granted.
//!
//! ```text
//! [UNITS]
//! LENGTH = 'meter'       $ a comment
//! [LATERAL_COEFFICIENTS]
//! PCY1   = 1.35
//! ```
//!
//! Every key that the file's version of the formula has must be there. Exceptions, each of which is reported in
//! [`TyreFile::taken`]: a scaling factor may be missing and is then 1; files of PAC2002 and of version 5.0 may leave
//! out a whole effect (such as combined slip) and what 5.2 has over 5.0. A key that is not known, or not of the
//! version, is reported in [`TyreFile::warnings`]. A last line without its end is refused: the file may have been cut.
//!
//! Coefficients are pure numbers for angles in radians and slips as ratios, whatever the file's units say.

mod evaluation;
mod file;
mod keys;
mod lines;
mod points;
mod read;
mod units;
mod write;

use std::path::Path;

pub use evaluation::{ask, reply};
pub use file::{Taken, TyreFile};
pub use points::{Points, load_points, parse_points};
pub use write::write;

use crate::error::FileError;

/// The tyres that come with Skidpad: name and text.
pub const PRESETS: &[(&str, &str)] =
    &[("summer-205-55r16", include_str!("../../tyres/summer-205-55r16.tir"))];

/// Reads the text of a file. `origin` names it in messages.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TyreFile, FileError> {
    read::parse(origin, bytes)
}

/// Reads a file, or a preset where the path is the name of one.
///
/// # Errors
/// A file that cannot be read, and everything that is wrong in it.
pub fn load(path: &Path) -> Result<TyreFile, FileError> {
    match PRESETS.iter().find(|(name, _)| Path::new(name) == path) {
        Some((name, text)) => parse(name, text.as_bytes()),
        None => parse(&path.display().to_string(), &crate::disk::read(path)?),
    }
}
