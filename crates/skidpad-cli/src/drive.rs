//! `skidpad drive`: the simulator in a window.

use std::process::ExitCode;

use clap::Args;
use skidpad_app::drive::Choice;
use skidpad_app::scene::Scene;
use skidpad_world::models::{Cars, ModelInfo};

use crate::failure::Failure;
use skidpad_formats::choose;

/// What `--help` says below the options.
pub const HELP: &str = "\
W A S D or the arrow keys drive; space is the handbrake, E and Q the gears, R starts anew, P stops time.
All keys stand in the window, under Keys.";

/// The car, of the models that take any.
const CAR: &str = "boxster-s";

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The car: a preset, a vehicle file ending in .toml, or one of the model's own [default: boxster-s]
    #[arg(long)]
    car: Option<String>,
    /// The model; `skidpad models` lists them
    #[arg(long, default_value = "two_track")]
    model: String,
    /// Where to drive
    #[arg(long, default_value = "straight")]
    scene: String,
}

/// Opens the window; the exit code.
pub fn exit_code(options: &Options) -> ExitCode {
    match command(options) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn command(options: &Options) -> Result<ExitCode, Failure> {
    let model = choose::model(&options.model).map_err(Failure::input)?;
    let name = options.car.as_deref().unwrap_or_else(|| usual(model));
    let choice = Choice::named(model.name, name).map_err(|error| Failure::input(error.to_string()))?;
    let scene = Scene::by_name(&options.scene).map_err(|error| Failure::input(error.to_string()))?;
    open(scene, &choice)
}

/// The car that a model drives where none is named.
fn usual(model: &ModelInfo) -> &'static str {
    match model.cars {
        Cars::Vehicles => CAR,
        _ => choose::names(model).first().copied().unwrap_or(CAR),
    }
}

#[cfg(feature = "window")]
fn open(scene: Scene, car: &Choice) -> Result<ExitCode, Failure> {
    let opened = skidpad_app::window::open(scene, car);
    opened.map(|()| ExitCode::SUCCESS).map_err(|error| Failure::input(error.to_string()))
}

/// Without the window in it, the program lets the cargo that runs it build one that has it: so that who only wants a
/// road test does not wait for a window.
#[cfg(not(feature = "window"))]
fn open(scene: Scene, car: &Choice) -> Result<ExitCode, Failure> {
    use std::io::Write as _;

    let cargo = std::env::var_os("CARGO");
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(std::path::PathBuf::from);
    let manifest = folder.map(|folder| folder.join("Cargo.toml"));
    let manifest = manifest.filter(|manifest| {
        let text = std::fs::read_to_string(manifest).unwrap_or_default();
        text.contains("name = \"skidpad-cli\"")
    });
    let (Some(cargo), Some(manifest)) = (cargo, manifest) else {
        return Err(Failure::input(
            "this program was built without its window; in the folder of Skidpad's source, write \
             `cargo run --release -p skidpad-cli --features window -- drive`",
        ));
    };
    let _ = writeln!(
        std::io::stderr(),
        "The window is built once, which takes some minutes; after that it opens at once."
    );
    let status = std::process::Command::new(cargo)
        .args(["run", "--release", "--package", "skidpad-cli", "--features", "window", "--manifest-path"])
        .arg(manifest)
        .args(["--", "drive", "--model", car.model.name, "--car", &car.name, "--scene", scene.name])
        .status()
        .map_err(|error| Failure::input(format!("cargo could not be run ({error})")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
