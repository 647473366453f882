//! Options of `skidpad run`.

use std::path::PathBuf;

use clap::Args;

use crate::options::Reach;

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The scenario file: car, model, steps, controls over time
    pub scenario: PathBuf,
    /// The file to write, ending in .csv, .parquet, .mcap or .ld; optional with --sweep, whose table ends in .csv
    #[arg(long, value_name = "FILE", required_unless_present = "sweep")]
    pub out: Option<PathBuf>,
    /// Change a field of the scenario or of its car's vehicle file, by its path there; repeatable
    #[arg(long, value_name = "FIELD=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Run a variant for each value, FIELD=FROM:TO:COUNT or FIELD=A,B,C; repeatable: the grid of all
    #[arg(long, value_name = "FIELD=VALUES", allow_hyphen_values = true)]
    pub sweep: Vec<String>,
    /// Show a channel in the sweep's table: NAME (its final, least and largest value), or NAME:final, NAME:min, NAME:max,
    /// NAME:peak (the largest magnitude); repeatable
    #[arg(long, value_name = "NAME", requires = "sweep")]
    pub column: Vec<String>,
    /// Threads of the sweep, with the same results for any number; 0: as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true, requires = "sweep", value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Print the sweep's table as one JSON document
    #[arg(long, requires = "sweep")]
    pub json: bool,
    /// Show no progress bar
    #[arg(long)]
    pub quiet: bool,
    /// Draw the channels over time into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    pub plot: Option<PathBuf>,
    /// Draw the run into this file, as an animated PNG: the cars from above, their tyre forces and skid marks
    #[arg(long, value_name = "FILE")]
    pub animate: Option<PathBuf>,
    /// Write a log for `skidpad replay`, ending in .skidlog: what the cars are asked to do, and a hash after each step
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Keep the states every N steps, so that a replay can name the channel that differs; 0: never
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record")]
    pub keep: u32,
    #[command(flatten)]
    pub reach: Reach,
}
