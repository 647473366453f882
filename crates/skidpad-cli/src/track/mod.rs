//! `skidpad track`: circuits and roads, their figures and pictures, their faults, and files of them.

mod check;
mod convert;
mod corners;
mod list;
mod make;
mod options;
mod show;
mod source;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;
pub use options::place;
pub use source::{TrackRead, TrackSource, named};

/// Options of the command.
#[derive(Args)]
pub struct TrackOptions {
    #[command(subcommand)]
    command: TrackCommand,
}

#[derive(Subcommand)]
enum TrackCommand {
    /// Show a track's figures and corners, and draw its plan and profile
    #[command(after_help = source::HELP)]
    Show {
        #[command(flatten)]
        source: TrackSource,
        /// Write the plan and the profile as pictures, track-plan.svg and track-profile.svg, into this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Print one JSON document instead of the tables
        #[arg(long)]
        json: bool,
    },
    /// Check a track for what no road has: crossings, gaps, folded edges, walls on the road
    #[command(after_help = check::HELP)]
    Check {
        #[command(flatten)]
        source: TrackSource,
        /// Print one JSON document instead of the list
        #[arg(long)]
        json: bool,
    },
    /// Write a track in another format
    #[command(after_help = convert::HELP)]
    Convert(convert::ConvertOptions),
    /// Make a random circuit by a seed
    #[command(after_help = make::HELP)]
    Make(make::CircuitOptions),
    /// List the tracks that come with Skidpad
    List {
        /// Print one JSON document instead of the table
        #[arg(long)]
        json: bool,
    },
}

/// Shows, checks, converts, makes or lists. The exit code is 1 after a check with findings.
pub fn exit_code(options: &TrackOptions) -> ExitCode {
    let done = |result: Result<(), Failure>| result.map(|()| ExitCode::SUCCESS);
    let result = match &options.command {
        TrackCommand::Show { source, out, json } => done(show::command(source, out.as_deref(), *json)),
        TrackCommand::Check { source, json } => check::exit_code(source, *json),
        TrackCommand::Convert(options) => done(convert::command(options)),
        TrackCommand::Make(options) => done(make::command(options)),
        TrackCommand::List { json } => done(list::command(*json)),
    };
    result.unwrap_or_else(Failure::report)
}
