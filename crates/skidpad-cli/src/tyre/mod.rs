//! `skidpad tyre`: tyre property files, their curves, and fits of them.

mod eval;
mod file;
mod fit;
mod mode;
mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use mode::ModeOption;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show a tyre's main figures and draw its curves
    Show {
        /// A tyre property file (.tir), or the name of a tyre that comes with Skidpad: summer-205-55r16
        file: PathBuf,
        /// Write the curves as a picture, tyre-curves.svg, into this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Print one JSON document instead of the tables
        #[arg(long)]
        json: bool,
    },
    /// Evaluate forces and moments, a line of JSON each
    #[command(after_help = eval::HELP)]
    Eval {
        /// A tyre property file (.tir), or the name of a tyre that comes with Skidpad: summer-205-55r16
        file: PathBuf,
        /// The source to follow: `book` (Pacejka, 3rd ed.), `mfeval` (as its useMode 111) or its digits 111, 121, 211, 221
        #[arg(long, value_name = "MODE", default_value = "mfeval")]
        mode: ModeOption,
    },
    /// Fit coefficients to measured points
    #[command(after_help = fit::HELP)]
    Fit(fit::Options),
}

/// Shows, answers or fits.
pub fn command(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Show { file, out, json } => show::command(file, out.as_deref(), *json),
        Command::Eval { file, mode } => eval::command(file, *mode),
        Command::Fit(options) => fit::command(options),
    }
}
