//! `skidpad run --record`: the log of the run.

use std::path::Path;

use skidpad_formats::log;

use super::edits::Changes;
use super::place;
use crate::failure::Failure;

const OPTION: &str = "--record";

/// Finds out before the run whether its log can be written and replayed.
pub fn refuse(path: &Path, changes: &Changes) -> Result<(), Failure> {
    place::refuse(OPTION, path)?;
    refuse_ending(path)?;
    refuse_changed(changes)
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

/// The log of a vehicle that is in no file could not be replayed.
fn refuse_changed(changes: &Changes) -> Result<(), Failure> {
    let Some(edit) = changes.of_vehicle() else { return Ok(()) };
    Err(Failure::input(format!(
        "{OPTION}: a log names the vehicle's file, and --set {} changes the vehicle; write the change into a vehicle \
         file, or leave {OPTION} out",
        edit.path()
    )))
}
