//! Options of `skidpad replay`.

use std::path::PathBuf;

use clap::Args;

use crate::options::Reach;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The log or recording
    pub recording: PathBuf,
    /// The car's file, where it has moved [default: as recorded, from the recording's folder]
    #[arg(long, value_name = "CAR")]
    pub car: Option<String>,
    #[command(flatten)]
    pub reach: Reach,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
