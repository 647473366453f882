//! The program `skidpad` without its window; `drive` has cargo build the whole one.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    skidpad_cli::run_program()
}
