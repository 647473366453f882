//! A virtual display.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::Outcome;

/// An Xvfb of its own on a display that was free; it ends with this.
pub struct Display {
    server: Child,
    /// Its name, for `DISPLAY`.
    pub name: String,
}

impl Display {
    /// Starts one.
    pub fn open() -> Outcome<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb cannot be started: {error}"))?;
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number)?;
        }
        let display = Self { name: format!(":{}", number.trim()), server };
        if number.trim().is_empty() { Err("Xvfb found no display".into()) } else { Ok(display) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
