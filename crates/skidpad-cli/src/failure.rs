//! Failures that end a command before its result.

use std::io;
use std::process::ExitCode;

use skidpad_formats::FileError;

/// Reason why a command has no result, or not all of it.
#[derive(Debug)]
pub enum Failure {
    /// Invalid input: the message names the field or file and what to write instead. Exit code 2.
    Input(String),
    /// The result is there, but not all of it. Exit code 1.
    Incomplete(String),
    /// The result could not be written. Exit code 1.
    Output(io::Error),
}

impl Failure {
    /// Wrong input.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// A file that cannot be written, of the option or argument `what`: wrong input where another path would do, a failure
    /// of the machine otherwise, such as a full disk.
    pub fn writing(what: &str, error: io::Error) -> Self {
        use io::ErrorKind::{
            AlreadyExists, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
            PermissionDenied, ReadOnlyFilesystem,
        };
        let kind = error.kind();
        let message = format!("{what}: {error}");
        match kind {
            AlreadyExists | InvalidFilename | InvalidInput | IsADirectory | NotADirectory | NotFound
            | PermissionDenied | ReadOnlyFilesystem => Self::Input(message),
            _ => Self::Output(io::Error::new(kind, message)),
        }
    }

    /// In words.
    pub fn message(self) -> String {
        match self {
            Self::Input(message) | Self::Incomplete(message) => message,
            Self::Output(error) => format!("cannot write the result: {error}"),
        }
    }

    /// Says it on standard error and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            // Who closed the pipe has seen enough: `skidpad cars list | head -1`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            failure => {
                let code =
                    if matches!(failure, Self::Input(_)) { ExitCode::from(2) } else { ExitCode::FAILURE };
                show_error(&failure.message());
                code
            }
        }
    }
}

fn show_error(message: &str) {
    use io::Write as _;
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {message}");
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Input(error.to_string())
    }
}
