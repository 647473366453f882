//! `skidpad cars`: the vehicles and their files.

mod check;
mod fields;
mod list;
mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::options::Reach;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the cars that come with Skidpad
    List {
        /// Print one JSON document instead of the table
        #[arg(long)]
        json: bool,
    },
    /// Show every value of a car and how it is known: published, derived or estimated
    Show {
        /// A car by name (see `skidpad cars list`), or the path of a vehicle file
        name: String,
        /// Print one JSON document instead of the table
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        reach: Reach,
    },
    /// Check a vehicle file and list every problem with its place
    Check {
        /// The vehicle file
        file: PathBuf,
        #[command(flatten)]
        reach: Reach,
    },
}

/// Lists, shows or checks.
pub fn command(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::List { json } => list::command(*json),
        Command::Show { name, json, reach } => show::command(name, *json, *reach),
        Command::Check { file, reach } => check::command(file, *reach),
    }
}
