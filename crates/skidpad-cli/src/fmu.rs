//! `skidpad fmu`: a car as a Functional Mock-up Unit.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use skidpad_fmi::design::UnitDesign;
use skidpad_fmi::package::{PLATFORM, Standard, files, library_name, library_path};
use skidpad_formats::vehicle::{VehicleFile, VehicleKind};
use skidpad_formats::{Outputs, choose, presets, track};
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
  skidpad fmu boxster-s --track grand-prix --out circuit.fmu
  python3 -m fmpy simulate boxster.fmu

Its inputs are the driver's controls, its outputs the model's channels, its parameters the numbers of vehicle and road: all with
units in modelDescription.xml, and as a page in documentation/index.html. It holds the library for this machine's platform, and those of
--library for others (cargo build --release -p skidpad-fmi --target ...).";

/// Options of `skidpad fmu`.
#[derive(Args)]
pub struct FmuOptions {
    /// The car: a preset, a vehicle file ending in .toml, or one of the model's own
    car: String,
    /// The model; `skidpad models` lists them [default: the one that the vehicle file names, or the four-wheel car, two_track; for a
    /// motorcycle motorcycle]
    #[arg(long)]
    model: Option<String>,
    /// Drive on a track: a file, or the name of a track that comes with Skidpad; the unit contains it [default: a plane]
    #[arg(long, value_name = "FILE|NAME")]
    track: Option<PathBuf>,
    /// Write the unit into this file
    #[arg(long, value_name = "FILE.fmu")]
    out: PathBuf,
    /// Pack the library of another platform, as in aarch64-linux=libskidpad_fmi.so; repeatable. A file alone replaces the library that
    /// was built with the program
    #[arg(long, value_name = "[PLATFORM=]FILE")]
    library: Vec<String>,
    /// Version of the standard: 3, or 2 for tools without it (co-simulation alone)
    #[arg(long, value_name = "2|3", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    fmi: u8,
    #[command(flatten)]
    reach: Reach,
}

/// Writes the unit.
pub fn command(listed: &Models, options: &FmuOptions) -> Result<(), Failure> {
    let out = &options.out;
    if out.extension().is_none_or(|ending| ending != "fmu") {
        return Err(Failure::input(format!("--out {}: must be a file ending in .fmu", out.display())));
    }
    let (mut design, mut read) = design(listed, options)?;
    if let Some(path) = &options.track {
        let file = track::open(path, None)?;
        design = design.on_track(&file).map_err(|error| Failure::input(format!("--track: {error}")))?;
        read.push(path.clone());
    }
    let standard = if options.fmi == 2 { Standard::Two } else { Standard::Three };
    let libraries = libraries(standard, &options.library)?;
    read.extend(libraries.iter().map(|library| library.file.clone()));
    let mut outputs = Outputs::new(&read);
    let unwritten = |error| Failure::writing("--out", error);
    let file = outputs.create(out).map_err(unwritten)?;
    archive(file, standard, &design, &libraries).map_err(unwritten)?;
    outputs.commit().map_err(unwritten)?;
    let variables = design.variables.len();
    let platforms: Vec<_> = libraries.iter().map(|library| library.platform.as_str()).collect();
    let platforms = platforms.join(", ");
    output::text(&format!(
        "{}: {} by {}, {variables} variables, for {platforms}\n",
        out.display(),
        options.car,
        design.model.name
    ))
}

/// The unit, and the files that were read for it.
fn design(listed: &Models, options: &FmuOptions) -> Result<(UnitDesign, Vec<PathBuf>), Failure> {
    let named = options.model.as_ref().map(|name| choose::model(listed, name)).transpose();
    let named = named.map_err(Failure::input)?;
    if let Some(model) = named.filter(|model| !matches!(model.cars, Cars::Vehicles)) {
        let must =
            || Failure::input(format!("unknown car `{}`: must be {}", options.car, choose::must(model)));
        let is_known = choose::names(model).contains(&options.car.as_str());
        let design = is_known.then(|| UnitDesign::of_own_car(model, &options.car)).ok_or_else(must)?;
        return Ok((design.map_err(Failure::input)?, Vec::new()));
    }
    let opened = presets::load_from(&options.car, &options.reach.typed());
    let opened = opened.map_err(|error| Failure::input(error.to_string()))?;
    let model = match named {
        Some(model) => model,
        None => choose::model(listed, usual(&opened.file)).map_err(Failure::input)?,
    };
    let name = Path::new(&options.car).file_stem().and_then(|name| name.to_str()).unwrap_or("car");
    let design = UnitDesign::of_vehicle(model, name, opened.file).map_err(Failure::input)?;
    Ok((design, opened.paths))
}

/// The model of a vehicle where none is named.
fn usual(file: &VehicleFile) -> &str {
    let for_kind = if file.kind == VehicleKind::Motorcycle { "motorcycle" } else { "two_track" };
    file.model.as_deref().unwrap_or(for_kind)
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

/// A library of a unit.
struct UnitLibrary {
    platform: String,
    /// Its path in the unit.
    path: String,
    file: PathBuf,
    bytes: Vec<u8>,
}

/// The library of this machine's platform, and those of others that were named.
fn libraries(standard: Standard, named: &[String]) -> Result<Vec<UnitLibrary>, Failure> {
    let mut all: Vec<(String, PathBuf)> = Vec::new();
    for text in named {
        let (platform, file) = text.split_once('=').unwrap_or((PLATFORM, text));
        if all.iter().any(|(known, _)| known == platform) {
            return Err(Failure::input(format!(
                "--library {text}: the platform {platform} has a library already"
            )));
        }
        all.push((platform.to_owned(), PathBuf::from(file)));
    }
    if all.iter().all(|(platform, _)| platform != PLATFORM) {
        all.insert(0, (PLATFORM.to_owned(), built_library()?));
    }
    let read = |(platform, file): (String, PathBuf)| {
        let path = library_path(standard, &platform).ok_or_else(|| {
            let must = "must be x86_64 or aarch64 with -linux, -darwin or -windows, such as x86_64-linux";
            Failure::input(format!("--library {platform}=...: unknown platform; {must}"))
        })?;
        let bytes = std::fs::read(&file).map_err(|error| {
            Failure::input(format!("cannot read the library {}: {error}", file.display()))
        })?;
        Ok(UnitLibrary { platform, path, file, bytes })
    };
    all.into_iter().map(read).collect()
}

/// Writes the archive.
fn archive(
    file: impl Write + Seek,
    standard: Standard,
    design: &UnitDesign,
    libraries: &[UnitLibrary],
) -> std::io::Result<()> {
    let mut archive = ZipWriter::new(file);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, text) in files(standard, design, None) {
        archive.start_file(path, options)?;
        archive.write_all(text.as_bytes())?;
    }
    for library in libraries {
        archive.start_file(library.path.as_str(), options.unix_permissions(0o755))?;
        archive.write_all(&library.bytes)?;
    }
    archive.finish()?;
    Ok(())
}
