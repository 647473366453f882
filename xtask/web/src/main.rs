//! The parts of `cargo xtask web` that need more than Rust: binds the compiled page to the browser, weighs it, serves it.

mod build;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["build", program, page, folder] => {
            build::build(&PathBuf::from(program), &PathBuf::from(page), &PathBuf::from(folder))
        }
        ["bind", program, page, folder] => {
            build::make(&PathBuf::from(program), &PathBuf::from(page), &PathBuf::from(folder))
        }
        ["serve", folder, port] => match port.parse() {
            Ok(port) => serve::serve(&PathBuf::from(folder), port),
            Err(_) => Err(format!("no port: {port:?}")),
        },
        _ => Err("xtask-web build or bind PROGRAM PAGE FOLDER, or xtask-web serve FOLDER PORT".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
