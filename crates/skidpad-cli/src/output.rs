//! Standard output, all at once.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;

/// Prints a text.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// Prints one JSON document. What is not finite becomes null.
pub fn json(document: &impl Serialize) -> Result<(), Failure> {
    let mut written =
        serde_json::to_string_pretty(document).map_err(|error| Failure::Output(error.into()))?;
    written.push('\n');
    text(&written)
}

/// Says something on standard error, where a person sits in front of it.
pub fn hint(message: &str) {
    if io::stderr().is_terminal() && io::stdout().is_terminal() {
        let _ = writeln!(io::stderr(), "{message}");
    }
}

/// Says something on standard error.
pub fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// A finite number, or nothing.
pub fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Turns on a terminal while something takes long; nothing in a pipe.
pub fn spinner(message: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// A bar on a terminal; nothing in a pipe.
pub fn bar(length: u64, message: &str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(message.to_owned());
    // A wrong template would be a mistake of this line alone; the default bar will do.
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {percent} % ({eta} left)") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
