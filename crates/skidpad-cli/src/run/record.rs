//! `skidpad run --record`: the log of the run.

use std::path::Path;

use skidpad_formats::log;

use super::place;
use crate::failure::Failure;

const OPTION: &str = "--record";

/// Finds out before the run whether its log can be written and replayed.
pub fn refuse(path: &Path) -> Result<(), Failure> {
    place::refuse(OPTION, path)?;
    refuse_ending(path)
}

fn refuse_ending(path: &Path) -> Result<(), Failure> {
    if log::is_name(path) {
        return Ok(());
    }
    let log = path.with_extension(log::ENDING);
    Err(Failure::input(format!(
        "{OPTION}: {}: must end in .{}; did you mean `{}`?",
        path.display(),
        log::ENDING,
        log.display()
    )))
}
