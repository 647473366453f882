//! `skidpad track make`.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use skidpad_formats::Outputs;
use skidpad_formats::track::{TrackFile, TrackFormat, WriteOptions, write};
use skidpad_world::track::{MakeOptions, Track, TrackFault, make_track};

use super::options;
use crate::failure::Failure;
use crate::output;

/// Help below the options.
pub const HELP: &str = "\
Each seed gives another circuit, and the same one on every platform. Lengths are in m, or with a unit such as \"4 km\".
The file is Skidpad's own format (.toml); `skidpad track convert` writes others.

  skidpad track make --seed 7 --length \"3 km\" --out seven.toml
  skidpad track show seven.toml --out pictures";

/// Options of the command.
#[derive(Args)]
pub struct CircuitOptions {
    /// Seed of the circuit
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Length of a lap, 200 m to 50 km and 60 times the width or more
    #[arg(long, value_name = "M", value_parser = options::length, default_value = "4000")]
    length: f64,
    /// Least radius of the line, three quarters of the width or more, and a 40th of the length or less
    #[arg(long, value_name = "M", value_parser = options::length, default_value = "15")]
    least_radius: f64,
    /// Width of the road, 2 to 40 m
    #[arg(long, value_name = "M", value_parser = options::length, default_value = "12")]
    width: f64,
    /// Height between the lowest and the highest place, up to a 20th of the length
    #[arg(long, value_name = "M", value_parser = options::height, default_value = "25")]
    hills: f64,
    /// Largest banking of corners, 0 to 34 degrees
    #[arg(long, value_name = "DEGREES", value_parser = options::angle, default_value = "4")]
    banking: f64,
    /// Number of corners, 4 to 60; fewer where they have no room [default: by the length]
    #[arg(long, value_name = "N")]
    corners: Option<usize>,
    /// Name of the track [default: "circuit" and the seed]
    #[arg(long)]
    name: Option<String>,
    /// Write the track into this file
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
}

/// Makes the circuit and writes it.
pub fn command(options: &CircuitOptions) -> Result<(), Failure> {
    let out = &options.out;
    if TrackFormat::of_output(out) != Ok(TrackFormat::Skidpad) {
        return Err(Failure::input(format!(
            "--out {}: must be a .toml file (`skidpad track convert` writes other formats)",
            out.display()
        )));
    }
    let mut outputs = Outputs::new(&[]);
    let unwritten = |error| Failure::writing("--out", error);
    let mut file = outputs.create(out).map_err(unwritten)?;
    let wanted = MakeOptions {
        seed: options.seed,
        length_m: options.length,
        least_radius_m: options.least_radius,
        width_m: options.width,
        hills_m: options.hills,
        banking_rad: options.banking,
        corners: options.corners,
    };
    let mut spec = make_track(&wanted).map_err(|faults| refused(&faults))?;
    if let Some(name) = &options.name {
        name.clone_into(&mut spec.name);
    }
    let track = Track::new(&spec).map_err(|faults| refused(&faults))?;
    let figures = track.figures();
    let made = TrackFile { spec, notes: Vec::new() };
    let text = write(&made, TrackFormat::Skidpad, &WriteOptions::default()).map_err(Failure::input)?.text;
    file.write_all(format!("# {}\n{text}", command_line(&wanted)).as_bytes()).map_err(unwritten)?;
    outputs.commit().map_err(unwritten)?;
    output::text(&format!(
        "{}: {}, circuit of {:.0} m with {} corners\n",
        out.display(),
        track.name(),
        figures.length_m,
        figures.corners.len()
    ))
}

/// The command that makes the track again.
fn command_line(wanted: &MakeOptions) -> String {
    let MakeOptions { seed, length_m, least_radius_m, width_m, hills_m, banking_rad, corners } = wanted;
    let banking_deg = banking_rad.to_degrees();
    let corners = corners.map_or(String::new(), |corners| format!(" --corners {corners}"));
    format!(
        "Made by skidpad {} with: skidpad track make --seed {seed} --length {length_m} --least-radius {least_radius_m} \
         --width {width_m} --hills {hills_m} --banking {banking_deg:.6}{corners}",
        env!("CARGO_PKG_VERSION")
    )
}

/// Options out of their ranges, by their names on the command line.
fn refused(faults: &[TrackFault]) -> Failure {
    let line = |fault: &TrackFault| match fault {
        TrackFault::Number { path, found, range: [low, high] } => {
            let (option, scale, unit) = match path.as_str() {
                "length_m" => ("length", 1.0, " m"),
                "least_radius_m" => ("least-radius", 1.0, " m"),
                "width_m" => ("width", 1.0, " m"),
                "hills_m" => ("hills", 1.0, " m"),
                "banking_rad" => ("banking", 180.0 / std::f64::consts::PI, "°"),
                other => (other, 1.0, ""),
            };
            let number = |value: f64| format!("{}", (value * scale * 1e3).round() / 1e3);
            let must = format!("must be {} to {}{unit}", number(*low), number(*high));
            format!("--{option} {}: {must}", number(*found))
        }
        other => other.to_string(),
    };
    let lines: Vec<String> = faults.iter().map(line).collect();
    Failure::input(lines.join("\n"))
}
