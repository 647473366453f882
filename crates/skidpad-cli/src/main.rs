//! The program `skidpad`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    skidpad_cli::run_program()
}
