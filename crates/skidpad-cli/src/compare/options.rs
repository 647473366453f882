//! Options of `skidpad compare`.

use std::path::PathBuf;

use clap::Args;

use crate::options::Reach;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The scenario file: car, model, steps, road, controls over time
    pub scenario: PathBuf,
    /// The models, comma-separated (see `skidpad models`) [default: the scenario's]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub models: Vec<String>,
    /// The cars, comma-separated; each model drives those that it takes [default: the scenario's]
    #[arg(long, value_name = "X,Y", value_delimiter = ',')]
    pub cars: Vec<String>,
    /// Overlay these channels too, by their names in `skidpad models`
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub channels: Vec<String>,
    /// Print one JSON document instead of the table
    #[arg(long)]
    pub json: bool,
    /// Write a page with the overlays into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub reach: Reach,
}
