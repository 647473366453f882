//! What the program lets the cargo that runs it build, because it is not in the program: the window, and the library of Functional
//! Mock-up Units.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

use crate::failure::Failure;

/// The packages that are the program: what `cargo run` builds in the folder of the source, and the whole.
const PACKAGES: [&str; 2] = ["skidpad-quick", "skidpad-cli"];

/// The cargo that runs the program, with the source of the program.
pub struct ByCargo {
    cargo: OsString,
    manifest: PathBuf,
}

impl ByCargo {
    /// `None` where the program is not run by cargo from its source.
    pub fn find() -> Option<Self> {
        let cargo = std::env::var_os("CARGO")?;
        let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR")?).join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).unwrap_or_default();
        let is_of_source = PACKAGES.iter().any(|name| text.contains(&format!("name = \"{name}\"")));
        is_of_source.then_some(Self { cargo, manifest })
    }

    /// Runs a command of cargo on a package of the source, optimised; `words` are for the program that it runs.
    pub fn run(
        &self,
        command: &str,
        options: &[&str],
        words: &[impl AsRef<OsStr>],
    ) -> Result<ExitStatus, Failure> {
        let mut cargo = Command::new(&self.cargo);
        cargo.args([command, "--release"]).args(options).arg("--manifest-path").arg(&self.manifest);
        if !words.is_empty() {
            cargo.arg("--").args(words);
        }
        cargo.status().map_err(|error| {
            Failure::input(format!("cannot run cargo ({error}); install Rust from https://rustup.rs"))
        })
    }
}
