//! `skidpad drive`: the simulator in a window.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use skidpad_app::choice::Choice;
#[cfg(feature = "window")]
use skidpad_app::drive::Drive;
#[cfg(feature = "window")]
use skidpad_app::feed::LiveFeed;
use skidpad_app::script::Script;
use skidpad_app::setup::{Setup, USUAL_RATE_HZ};
use skidpad_formats::live::Target;
use skidpad_formats::{Outside, choose, track};
#[cfg(feature = "window")]
use skidpad_foxglove::LiveView;
use skidpad_world::models::{Cars, ModelInfo, Models};
use skidpad_world::scene::Scene;
use skidpad_world::track::Track;

#[cfg(not(feature = "window"))]
use crate::by_cargo::ByCargo;
use crate::failure::Failure;
use crate::options::Reach;

/// Help text below the options.
pub const HELP: &str = "\
W A S D or the arrow keys drive; space is the handbrake, E and Q the gears, R restarts, P pauses.
The window lists all keys under Keys.

--telemetry sends packets while you drive: udp://HOST:PORT/FORMAT?rate=HZ, without a host to this machine, without a rate
60 a second. Formats: outgauge and outsim as Live for Speed sends them, forza-sled, forza-dash, forza-motorsport and
forza-horizon as Forza does.

--foxglove shows the drive in Foxglove: open a connection to ws://127.0.0.1:8765 there. Its 3D panel has the topics /cars,
/place and /tf, its plots every channel, such as /telemetry.yaw_rate_rad_s.";

/// Default car of the models that take any vehicle.
const CAR: &str = "boxster-s";

/// Address at which Foxglove looks for a server, on this machine alone.
const FOXGLOVE: &str = "127.0.0.1:8765";

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
    /// Track to drive on: a file, or the name of one that Skidpad brings
    #[arg(long, value_name = "FILE|NAME", conflicts_with = "scene")]
    track: Option<PathBuf>,
    /// Start from a link copied in the simulator: car, changed figures, scene, ghosts
    #[arg(long, conflicts_with_all = ["car", "model", "scene", "track"])]
    link: Option<String>,
    /// Run a script and print its result as a line of JSON: demo or sixteen
    #[arg(long, conflicts_with_all = ["car", "model", "scene", "track", "link"])]
    script: Option<String>,
    /// Write pictures of the window into this folder while the script drives, then close the window
    #[arg(long, value_name = "DIR", requires = "script")]
    shots: Option<PathBuf>,
    /// Send live telemetry to a dashboard or a motion rig, as in udp://127.0.0.1:4444/outgauge; repeatable
    #[arg(long, value_name = "udp://HOST:PORT/FORMAT", conflicts_with = "script")]
    telemetry: Vec<Target>,
    /// Show the drive live in Foxglove, which connects to this address; without a value to 127.0.0.1:8765
    #[arg(long, value_name = "IP:PORT", num_args = 0..=1, default_missing_value = FOXGLOVE, conflicts_with = "script")]
    foxglove: Option<SocketAddr>,
    #[command(flatten)]
    reach: Reach,
}

/// Opens the window; the exit code.
pub fn exit_code(listed: &Models, options: &Options) -> ExitCode {
    match command(listed, options) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn command(listed: &Models, options: &Options) -> Result<ExitCode, Failure> {
    if let Some(script) = &options.script {
        Script::by_name(script).map_err(Failure::input)?;
        return perform(listed, script, options.shots.as_deref());
    }
    if let Some(link) = &options.link {
        let setup = Setup::read_among(listed, link).map_err(Failure::input)?;
        let scene = Scene::by_name(setup.scene).map_err(|error| Failure::input(error.to_string()))?;
        let mut words = ["--link", link.as_str()].map(OsString::from).to_vec();
        words.extend(live_words(options));
        return open(scene, &setup, options, &words);
    }
    let model = choose::model(listed, &options.model).map_err(Failure::input)?;
    let name = options.car.as_deref().unwrap_or_else(|| usual(model));
    let choice = Choice::named_among(listed, model.name, name, &options.reach.typed())
        .map_err(|error| Failure::input(error.to_string()))?;
    let scene = scene(options)?;
    // As they were written: a link does not contain the tyre files that a vehicle file names.
    let mut words = vec![OsStr::new("--model"), OsStr::new(&options.model)];
    match &options.track {
        Some(path) => words.extend([OsStr::new("--track"), path.as_os_str()]),
        None => words.extend([OsStr::new("--scene"), OsStr::new(&options.scene)]),
    }
    words.extend(options.car.iter().flat_map(|car| ["--car", car].map(OsStr::new)));
    words.extend((options.reach.outside() == Outside::Allowed).then_some(OsStr::new("--allow-outside")));
    let (rate_hz, ghosts) = (USUAL_RATE_HZ, Vec::new());
    let setup = Setup { car: choice, scene: scene.name, rate_hz, ghosts, is_solid: false };
    let mut words: Vec<_> = words.into_iter().map(OsStr::to_owned).collect();
    words.extend(live_words(options));
    open(scene, &setup, options, &words)
}

/// The options of what is shown live elsewhere, as they were written.
fn live_words(options: &Options) -> impl Iterator<Item = OsString> {
    let targets = options.telemetry.iter();
    let feed = targets.flat_map(|target| [OsString::from("--telemetry"), target.to_string().into()]);
    let view = options.foxglove.iter();
    feed.chain(view.flat_map(|address| [OsString::from("--foxglove"), address.to_string().into()]))
}

/// The scene by its name, or that of a track.
fn scene(options: &Options) -> Result<Scene, Failure> {
    let Some(path) = &options.track else {
        return Scene::by_name(&options.scene).map_err(|error| Failure::input(error.to_string()));
    };
    let file = track::open(path, None).map_err(|error| Failure::input(error.to_string()))?;
    for note in &file.notes {
        let _ = writeln!(std::io::stderr(), "{}: {note}", path.display());
    }
    let track = Track::new(&file.spec).map_err(|faults| {
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        Failure::input(format!("{}: {}", path.display(), faults.join("; ")))
    })?;
    Ok(Scene::on_track(track))
}

/// The car that a model drives where none is named.
fn usual(model: &ModelInfo) -> &'static str {
    match model.cars {
        Cars::Vehicles => CAR,
        _ => choose::names(model).first().copied().unwrap_or(CAR),
    }
}

/// Opens the window; `words` are the options that give the same set-up.
#[cfg(feature = "window")]
fn open(scene: Scene, setup: &Setup, options: &Options, _words: &[OsString]) -> Result<ExitCode, Failure> {
    let mut drive = Drive::in_scene(scene, setup).map_err(Failure::input)?;
    if !options.telemetry.is_empty() {
        let feed = LiveFeed::open(&options.telemetry).map_err(|error| Failure::input(error.to_string()))?;
        drive.set_live(feed);
    }
    if let Some(address) = options.foxglove {
        let view = LiveView::start(&address.ip().to_string(), address.port());
        let view = view.map_err(|error| Failure::input(error.to_string()))?;
        let at = SocketAddr::new(address.ip(), view.port());
        let _ = writeln!(std::io::stderr(), "Foxglove: open a connection to ws://{at} there.");
        drive.set_view(view);
    }
    let opened = skidpad_app::window::open(drive);
    opened.map(|()| ExitCode::SUCCESS).map_err(|error| Failure::input(error.to_string()))
}

#[cfg(feature = "window")]
fn perform(listed: &Models, script: &str, shots: Option<&Path>) -> Result<ExitCode, Failure> {
    let report = skidpad_app::window::perform(listed, script, shots);
    let report = report.map_err(|error| Failure::input(error.to_string()))?;
    let report = report.ok_or_else(|| {
        Failure::input(
            "the window was closed before the script ended; run it again and leave the window open",
        )
    })?;
    let _ = writeln!(std::io::stdout(), "{}", report.json());
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "window"))]
fn open(_scene: Scene, _setup: &Setup, _options: &Options, words: &[OsString]) -> Result<ExitCode, Failure> {
    with_window(words)
}

#[cfg(not(feature = "window"))]
fn perform(_listed: &Models, script: &str, shots: Option<&Path>) -> Result<ExitCode, Failure> {
    let mut words = vec![OsString::from("--script"), script.into()];
    words.extend(shots.iter().flat_map(|folder| [OsString::from("--shots"), folder.into()]));
    with_window(&words)
}

/// Without the window in it, the program lets the cargo that runs it build one that has it: so that who only wants a
/// road test does not wait for a window.
#[cfg(not(feature = "window"))]
fn with_window(words: &[OsString]) -> Result<ExitCode, Failure> {
    let Some(cargo) = ByCargo::find() else {
        return Err(Failure::input(
            "this program was built without its window; `cargo install skidpad-cli` installs one that has it, and so does \
             `cargo run --release -p skidpad-cli -- drive` in the folder of Skidpad's source",
        ));
    };
    let _ = writeln!(std::io::stderr(), "The first launch compiles the window (some minutes).");
    let words: Vec<&OsStr> =
        std::iter::once(OsStr::new("drive")).chain(words.iter().map(OsString::as_os_str)).collect();
    let status = cargo.run("run", &["--package", "skidpad-cli"], &words)?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
