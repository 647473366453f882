//! The example game of `bevy_skidpad`: `skidpad-game --help` lists its options.

use std::process::ExitCode;

use skidpad_game::{HELP, Options, app};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match Options::parse(&arguments).and_then(app).map(|mut app| app.run()) {
        Ok(exit) if exit.is_success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
