//! Options of `skidpad replay`.

use std::path::PathBuf;

use clap::Args;

use crate::options::Reach;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The log
    pub log: PathBuf,
    /// The car's file, where it has moved [default: as logged, from the log's folder]
    #[arg(long, value_name = "CAR")]
    pub car: Option<String>,
    #[command(flatten)]
    pub reach: Reach,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
