//! `skidpad telemetry`: recordings and logs shown, converted, and laid over each other.

mod compare;
mod convert;
mod lap_choice;
mod show;
mod source;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Options of the command.
#[derive(Args)]
pub struct TelemetryOptions {
    #[command(subcommand)]
    command: TelemetryCommand,
}

#[derive(Subcommand)]
enum TelemetryCommand {
    /// Show the channels of a recording or a log, with their units and ranges
    #[command(after_help = source::HELP)]
    Show(show::ShowOptions),
    /// Write a recording or a log in another format
    #[command(after_help = convert::HELP)]
    Convert(convert::RecordingConversion),
    /// Lay two laps over each other by distance: speed, pedals, steering, and where time is lost
    #[command(after_help = compare::HELP)]
    Compare(compare::CompareOptions),
}

/// Shows, converts or compares.
pub fn command(options: &TelemetryOptions) -> Result<(), Failure> {
    match &options.command {
        TelemetryCommand::Show(options) => show::command(options),
        TelemetryCommand::Convert(options) => convert::command(options),
        TelemetryCommand::Compare(options) => compare::command(options),
    }
}
