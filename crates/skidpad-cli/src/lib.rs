//! The command line of Skidpad, as a library: a program with models of its own has all its commands.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use skidpad_models::MODELS;
//! use skidpad_world::models::TWO_TRACK;
//!
//! fn main() -> ExitCode {
//!     skidpad_cli::main_with(&MODELS.with(&[&TWO_TRACK])) // a static of your own crate instead
//! }
//! ```
//!
//! Results go to standard output, messages to standard error. `--json` prints one JSON document and
//! nothing else. Wrong input ends with exit code 2, one message that says what to write instead,
//! and nothing written anywhere.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "a shell: what it computes for the screen is not hashed")]

#[cfg_attr(not(feature = "bench"), path = "no_bench.rs")]
mod bench;
mod by_cargo;
mod cars;
mod compare;
mod drive;
mod evaluate;
mod failure;
mod fmu;
mod folder;
mod lap;
mod linearise;
mod models;
mod options;
mod output;
mod replay;
mod roadtest;
mod run;
mod sources;
mod stability;
mod table;
mod telemetry;
mod threads;
mod track;
mod tyre;
mod validate;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use skidpad_models::MODELS;
use skidpad_world::models::Models;

/// The version, and whether the window is in the program.
const VERSION: &str = if cfg!(feature = "window") {
    env!("CARGO_PKG_VERSION")
} else {
    concat!(env!("CARGO_PKG_VERSION"), " (without its window)")
};

/// Car physics to read, trust and drive.
#[derive(Parser)]
#[command(name = "skidpad", version = VERSION, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Drive a car in a window that shows the forces of its tyres
    #[command(after_help = drive::HELP)]
    Drive(drive::Options),
    /// Road-test a car and compare with the published figures
    Roadtest(roadtest::Options),
    /// List vehicles, show one with its sources, check a vehicle file
    Cars(cars::Options),
    /// Run a scenario file and write a column per channel
    #[command(after_help = run::RUN_HELP)]
    Run(run::Options),
    /// Replay a logged run and compare every step bit by bit
    #[command(after_help = replay::HELP)]
    Replay(replay::Options),
    /// Run a scenario through several models and overlay the results
    #[command(after_help = run::HELP)]
    Compare(compare::Options),
    /// Evaluate single states: derivative and trace, a line of JSON each
    #[command(after_help = evaluate::HELP)]
    Evaluate(evaluate::Options),
    /// Linearise a model: matrices, eigenvalues, characteristic speed, about a given or a steady state
    #[command(after_help = linearise::HELP)]
    Linearise(linearise::Options),
    /// Export a car as a Functional Mock-up Unit (FMI 3.0), for Modelica tools, Simulink and FMPy
    #[command(after_help = fmu::HELP)]
    Fmu(fmu::FmuOptions),
    /// Find the fastest lap of a car on a track
    #[command(after_help = lap::HELP)]
    Lap(lap::LapOptions),
    /// Tyre property files: show one with its curves, evaluate its forces, fit one to measured points
    Tyre(tyre::Options),
    /// Recordings and logs of real cars: show one, convert it, lay two laps over each other
    Telemetry(telemetry::TelemetryOptions),
    /// Tracks: show one with its corners and plan, check, convert and make track files
    Track(track::TrackOptions),
    /// List the models with their states, inputs and channels
    Models(models::Options),
    /// List the figures of the source texts, each recomputed by the library
    Sources(sources::Options),
    /// Check against reference data and published figures
    #[command(after_help = validate::HELP)]
    Validate(validate::Options),
    /// Measure car-steps per second, scalar, in lanes and over threads (in a program with the feature `bench`)
    Bench(bench::Options),
    /// Show each integrator's largest stable step
    Stability(stability::Options),
}

impl Arguments {
    /// Parser of the arguments: `--model` of the road tests takes the models of the list.
    fn parser(listed: &Models) -> clap::Command {
        let (of_road_tests, of_validate) = (listed.clone(), listed.clone());
        Self::command()
            .mut_subcommand("roadtest", |command| {
                let model = move |name: &str| roadtest::model(&of_road_tests, name);
                command.mut_arg("model", |argument| argument.value_parser(model))
            })
            .mut_subcommand("validate", |command| {
                let model = move |name: &str| validate::model(&of_validate, name);
                command.mut_arg("model", |argument| argument.value_parser(model))
            })
    }
}

/// The exit code after an interrupt, as of a shell's commands: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Runs the command line on the program's arguments, with all of Skidpad's models.
pub fn run_program() -> ExitCode {
    main_with(&MODELS)
}

/// Runs the command line on the program's arguments, with the models of a list: they are listed, run, compared, recorded,
/// replayed and driven in the simulator.
pub fn main_with(listed: &Models) -> ExitCode {
    run_with(listed, std::env::args_os())
}

/// Runs the command line on other words, of which the first is the program's name.
pub fn run_with(listed: &Models, words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    // A signal that is ignored on purpose stays ignored: `nohup` lets a run outlive its terminal. Without the handler an
    // interrupt leaves unfinished files, which the next write removes.
    let _ = ctrlc::try_set_handler(|| {
        let _abandoned = skidpad_formats::abandon_outputs();
        std::process::exit(INTERRUPTED);
    });
    let arguments = match Arguments::parser(listed)
        .try_get_matches_from(words)
        .and_then(|matches| Arguments::from_arg_matches(&matches))
    {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are errors to clap too. A closed pipe is no reason to fail.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let result = match &arguments.command {
        Command::Drive(options) => return drive::exit_code(listed, options),
        Command::Roadtest(options) => roadtest::command(listed, options),
        Command::Cars(options) => cars::command(options),
        Command::Run(options) => run::command(listed, options),
        Command::Replay(options) => return replay::exit_code(listed, options),
        Command::Compare(options) => compare::command(listed, options),
        Command::Evaluate(options) => evaluate::command(listed, options),
        Command::Fmu(options) => fmu::command(listed, options),
        Command::Lap(options) => lap::command(listed, options),
        Command::Linearise(options) => linearise::command(listed, options),
        Command::Tyre(options) => tyre::command(options),
        Command::Telemetry(options) => telemetry::command(options),
        Command::Track(options) => return track::exit_code(options),
        Command::Models(options) => models::command(listed, options),
        Command::Sources(options) => sources::command(options),
        Command::Validate(options) => return validate::exit_code(options),
        Command::Bench(options) => bench::command(options),
        Command::Stability(options) => stability::command(options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
