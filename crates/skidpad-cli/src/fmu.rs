//! `skidpad fmu`: a car as a Functional Mock-up Unit.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use skidpad_fmi::design::UnitDesign;
use skidpad_fmi::package::{PLATFORM, files, library_name, library_path};
use skidpad_formats::{Outputs, choose, presets};
use skidpad_world::models::{Cars, Models};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::by_cargo::ByCargo;
use crate::failure::Failure;
use crate::options::Reach;
use crate::output;

/// Help text below the options.
pub const HELP: &str = "\
The unit (FMI 3.0) has co-simulation and model exchange, and needs nothing else on the machine that runs it.

  skidpad fmu boxster-s --out boxster.fmu
  skidpad fmu own.toml --model two_track_sprung --out own.fmu
  python3 -m fmpy simulate boxster.fmu

Its inputs are the driver's controls, its outputs the model's channels, its parameters the numbers of vehicle and road: all with
units in modelDescription.xml, and as a page in documentation/index.html. It holds the library for this machine's platform alone.";

/// FmuOptions of the command.
#[derive(Args)]
pub struct FmuOptions {
    /// The car: a preset, a vehicle file ending in .toml, or one of the model's own
    car: String,
    /// The model; `skidpad models` lists them
    #[arg(long, default_value = "two_track")]
    model: String,
    /// Write the unit into this file
    #[arg(long, value_name = "FILE.fmu")]
    out: PathBuf,
    /// Use this library of units instead of the one that was built with the program
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    #[command(flatten)]
    reach: Reach,
}

/// Writes the unit.
pub fn command(listed: &Models, options: &FmuOptions) -> Result<(), Failure> {
    let out = &options.out;
    if out.extension().is_none_or(|ending| ending != "fmu") {
        return Err(Failure::input(format!("--out {}: must be a file ending in .fmu", out.display())));
    }
    let (design, mut read) = design(listed, options)?;
    let library = match &options.library {
        Some(path) => path.clone(),
        None => built_library()?,
    };
    let bytes = std::fs::read(&library)
        .map_err(|error| Failure::input(format!("cannot read the library {}: {error}", library.display())))?;
    read.push(library);
    let mut outputs = Outputs::new(&read);
    let unwritten = |error| Failure::writing("--out", error);
    let file = outputs.create(out).map_err(unwritten)?;
    archive(file, &design, &bytes).map_err(unwritten)?;
    outputs.commit().map_err(unwritten)?;
    let variables = design.variables.len();
    output::text(&format!(
        "{}: {} by {}, {variables} variables, for {PLATFORM}\n",
        out.display(),
        options.car,
        design.model.name
    ))
}

/// The unit, and the files that were read for it.
fn design(listed: &Models, options: &FmuOptions) -> Result<(UnitDesign, Vec<PathBuf>), Failure> {
    let model = choose::model(listed, &options.model).map_err(Failure::input)?;
    if !matches!(model.cars, Cars::Vehicles) {
        let must =
            || Failure::input(format!("unknown car `{}`: must be {}", options.car, choose::must(model)));
        let is_known = choose::names(model).contains(&options.car.as_str());
        let design = is_known.then(|| UnitDesign::of_own_car(model, &options.car)).ok_or_else(must)?;
        return Ok((design.map_err(Failure::input)?, Vec::new()));
    }
    let opened = presets::load_from(&options.car, &options.reach.typed());
    let opened = opened.map_err(|error| Failure::input(error.to_string()))?;
    let name = Path::new(&options.car).file_stem().and_then(|name| name.to_str()).unwrap_or("car");
    let design = UnitDesign::of_vehicle(model, name, opened.file).map_err(Failure::input)?;
    Ok((design, opened.paths))
}

/// The library that was built with the program: cargo puts it beside the program or among the parts of it. Else the cargo that runs
/// the program builds it.
fn built_library() -> Result<PathBuf, Failure> {
    let name = library_name();
    let folder = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let places = |folder: &PathBuf| [folder.join("deps").join(&name), folder.join(&name)];
    let find = || folder.iter().flat_map(places).find(|path| path.is_file());
    if let Some(path) = find() {
        return Ok(path);
    }
    let missing = || {
        Failure::input(format!(
            "the library {name} is not beside this program; run `cargo build --release -p skidpad-fmi` in the folder of \
             Skidpad's source and name it by --library"
        ))
    };
    let cargo = ByCargo::find().ok_or_else(missing)?;
    output::hint("the first unit compiles its library (some minutes)");
    let status = cargo.run("build", &["--package", "skidpad-fmi", "--lib"], &[] as &[&str])?;
    if status.success() { find().ok_or_else(missing) } else { Err(missing()) }
}

/// Writes the archive.
fn archive(file: impl Write + Seek, design: &UnitDesign, library: &[u8]) -> std::io::Result<()> {
    let mut archive = ZipWriter::new(file);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, text) in files(design, None) {
        archive.start_file(path, options)?;
        archive.write_all(text.as_bytes())?;
    }
    archive.start_file(library_path(), options.unix_permissions(0o755))?;
    archive.write_all(library)?;
    archive.finish()?;
    Ok(())
}
